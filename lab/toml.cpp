// SPDX-License-Identifier: MIT
#include "lab/toml.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <sstream>
#include <toml++/toml.h>

#include "core/text.hpp"
#include "json/parse.hpp"

namespace vpsfit::lab {
namespace {

/// Dots of one line outside of quotes and comments; each may be a level of tables, and the library goes down by
/// recursion.
constexpr std::size_t most_dots = 500;

std::string place(const toml::source_position& at) { return fmt::format(":{}:{}", at.line, at.column); }

std::string shortest(double number) {
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed);
  if (end.ec != std::errc()) {
    const auto with_exponent = std::to_chars(text.data(), text.data() + text.size(), number);
    return {text.data(), with_exponent.ptr};
  }
  return {text.data(), end.ptr};
}

Result<json::Value> convert(const toml::node& node, int depth);

Result<json::Value> convert_table(const toml::table& table, int depth) {
  json::Value object = json::Value::object();
  for (const auto& [key, member] : table) {
    VPSFIT_TRY(auto value, convert(member, depth + 1));
    object.set(std::string(key.str()), std::move(value));
  }
  return object;
}

Result<json::Value> convert_array(const toml::array& array, int depth) {
  json::Value list = json::Value::array();
  for (const auto& item : array) {
    VPSFIT_TRY(auto value, convert(item, depth + 1));
    list.push(std::move(value));
  }
  return list;
}

template <class T>
json::Value as_text(const T& value) {
  std::ostringstream out;
  out << value;
  return out.str();
}

Result<json::Value> convert_float(double number, const toml::node& node) {
  if (std::isfinite(number)) return json::Value::number(shortest(number));
  return fail(ErrorKind::input, "nan and inf are no figures", place(node.source().begin), "write a number");
}

Result<json::Value> convert_kind(const toml::node& node, int depth) {
  if (const auto* const table = node.as_table()) return convert_table(*table, depth);
  if (const auto* const array = node.as_array()) return convert_array(*array, depth);
  if (const auto* const text = node.as_string()) return json::Value(text->get());
  if (const auto* const whole = node.as_integer()) return json::Value(whole->get());
  if (const auto* const truth = node.as_boolean()) return json::Value(truth->get());
  if (const auto* const number = node.as_floating_point()) return convert_float(number->get(), node);
  if (const auto* const date = node.as_date()) return as_text(date->get());
  if (const auto* const time = node.as_time()) return as_text(time->get());
  return as_text(node.as_date_time()->get());
}

Result<json::Value> convert(const toml::node& node, int depth) {
  if (depth > json::max_depth)
    return fail(ErrorKind::input, fmt::format("nested deeper than {} levels", json::max_depth),
                place(node.source().begin));
  VPSFIT_TRY(auto value, convert_kind(node, depth));
  const auto& at = node.source().begin;
  value.set_position(static_cast<std::int32_t>(at.line), static_cast<std::int32_t>(at.column));
  return value;
}

/// Where the quoted text or the comment that begins at `at` ends: the index behind it.
std::size_t end_of_quoted(std::string_view text, std::size_t at) {
  if (text[at] == '#') return std::min(text.find('\n', at), text.size());
  const char quote = text[at];
  const bool is_long = text.substr(at, 3) == std::string(3, quote);
  for (at += is_long ? 3 : 1; at < text.size(); ++at) {
    if (text[at] == '\\' && quote == '"') {
      ++at;
    } else if (!is_long && (text[at] == quote || text[at] == '\n')) {
      return at + 1;
    } else if (is_long && text.substr(at, 3) == std::string(3, quote)) {
      // Up to two quotes of the text itself may stand right before the three.
      at += 3;
      for (int more = 0; more < 2 && at < text.size() && text[at] == quote; ++more) ++at;
      return at;
    }
  }
  return text.size();
}

Result<void> check_text(std::string_view text) {
  if (text.size() > max_toml_bytes)
    return fail(ErrorKind::input,
                fmt::format("the file has {} bytes, at most {} are read", text.size(), max_toml_bytes));
  if (!is_utf8(text)) return fail(ErrorKind::input, "the file is not UTF-8", {}, "save it as UTF-8");
  std::size_t line = 1, dots = 0;
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (c == '"' || c == '\'' || c == '#') {
      const std::size_t end = end_of_quoted(text, at);
      const auto lines = static_cast<std::size_t>(std::count(text.begin() + static_cast<std::ptrdiff_t>(at),
                                                             text.begin() + static_cast<std::ptrdiff_t>(end), '\n'));
      line += lines;
      if (lines > 0) dots = 0;
      at = end;
      continue;
    }
    if (c == '\n') ++line, dots = 0;
    if (c == '.' && ++dots > most_dots)
      return fail(ErrorKind::input, "a name of so many parts is no experiment", fmt::format(":{}:1", line));
    ++at;
  }
  return {};
}

}  // namespace

Result<json::Value> parse_toml(std::string_view text) {
  VPSFIT_CHECK(check_text(text));
  try {
    const toml::table table = toml::parse(text);
    VPSFIT_TRY(auto value, convert(table, 0));
    value.set_position(1, 1);
    return value;
  } catch (const toml::parse_error& error) {
    return fail(ErrorKind::input, printable(error.description()), place(error.source().begin),
                "the file must be TOML 1.0");
  }
}

}  // namespace vpsfit::lab
