// SPDX-License-Identifier: MIT
#include "recording/stored_text.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "core/text.hpp"
#include "json/parse.hpp"
#include "json/value.hpp"

namespace vpsfit::recording {
namespace {

constexpr std::size_t most_arguments = 100;  ///< of a command that are kept

Error damaged(std::string_view what, std::string_view json) {
  return {ErrorKind::input,
          fmt::format("the recording is damaged: {} is '{}'", what, printable(json, 60)),
          {},
          "take a copy that was not changed by hand"};
}

}  // namespace

std::string stored_text(std::string_view text) {
  const bool ordinary = text.size() <= longest_text && is_utf8(text) && text.find('\0') == std::string_view::npos;
  return ordinary ? std::string(text) : printable(text, longest_text / 8);
}

Result<void> check_name(std::string_view what, std::string_view name) {
  const auto wrong = [&](std::string_view why) {
    return fail(ErrorKind::input, fmt::format("the {} name '{}' {}", what, printable(name, 40), why), {},
                fmt::format("use 1 to {} bytes of ordinary text", longest_name));
  };
  if (name.empty()) return wrong("is empty");
  if (name.size() > longest_name) return wrong(fmt::format("has {} bytes", name.size()));
  if (!is_utf8(name)) return wrong("is not UTF-8");
  if (printable(name, name.size()) != name) return wrong("has control characters");
  return {};
}

std::string stored_command(const std::vector<std::string>& command) {
  json::Value list = json::Value::array();
  for (std::size_t i = 0; i < std::min(command.size(), most_arguments); ++i) list.push(stored_text(command[i]));
  if (command.size() > most_arguments) list.push(fmt::format("... ({} more)", command.size() - most_arguments));
  return json::dump(list, -1);
}

Result<std::vector<std::string>> parse_command(std::string_view json) {
  const auto list = json::parse(json);
  if (!list || list->kind() != json::Value::Kind::array) return fail(damaged("a command", json));
  std::vector<std::string> command;
  for (const json::Value& word : list->items()) {
    if (word.kind() != json::Value::Kind::string) return fail(damaged("a command", json));
    command.push_back(word.text());
  }
  return command;
}

std::string stored_args(const Notice& notice) {
  json::Value args = json::Value::object();
  for (const auto& [name, value] : notice.args) args.set(name, stored_text(value));
  return json::dump(args, -1);
}

Result<Notice> parse_notice(std::string_view code, std::string_view json) {
  const auto args = json::parse(json);
  if (!args || args->kind() != json::Value::Kind::object) return fail(damaged("a notice's arguments", json));
  Notice notice{std::string(code), {}};
  for (const auto& [name, value] : args->members()) {
    if (value.kind() != json::Value::Kind::string) return fail(damaged("a notice's argument", json));
    notice.args.emplace_back(name, printable(value.text()));
  }
  const auto known = notice_codes();
  if (std::find(known.begin(), known.end(), code) == known.end())
    return make_notice("unknown_remark", {{"code", printable(code, 60)}});
  return notice;
}

}  // namespace vpsfit::recording
