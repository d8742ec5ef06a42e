// SPDX-License-Identifier: MIT
#include "lab/read_values.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "core/date.hpp"
#include "core/decimal.hpp"
#include "core/text.hpp"

namespace vpsfit::lab {
namespace {

constexpr std::size_t longest_name = 80;
constexpr std::size_t longest_text = 65'536;
const std::vector<std::string> methods{"GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"};

/// The same complaint with the place in the file.
template <class T>
Result<T> placed(Result<T> result, const json::Node& node) {
  if (result) return result;
  return node.wrong(result.error().message, result.error().remedy);
}

bool is_one_line(std::string_view text) {
  return std::none_of(text.begin(), text.end(), [](char c) { return c == '\n' || c == '\r' || c == '\0'; });
}

}  // namespace

Result<std::chrono::nanoseconds> read_duration(const json::Node& node) {
  VPSFIT_TRY(const std::string text, node.text(40));
  return placed(parse_duration(text), node);
}

Result<Bytes> read_size(const json::Node& node) {
  if (node.value().kind() == json::Value::Kind::number && node.value().text() == "0") return Bytes{0};
  VPSFIT_TRY(const std::string text, node.text(40));
  return placed(parse_bytes(text), node);
}

Result<Fraction> read_share(const json::Node& node) {
  if (node.value().kind() == json::Value::Kind::number) {
    VPSFIT_TRY(const Rational number, node.number());
    return placed(Fraction::from(number), node);
  }
  VPSFIT_TRY(const std::string text, node.text(40));
  return placed(Fraction::parse(text), node);
}

Result<Rational> read_positive(const json::Node& node) {
  Rational value;
  if (node.value().kind() == json::Value::Kind::string) {
    VPSFIT_TRY(value, node.decimal());
  } else {
    VPSFIT_TRY(value, node.number());
  }
  if (value > Rational(0) && value <= Rational(1'000'000'000)) return value;
  return node.wrong(fmt::format("{} is not above 0 and at most 1000000000", to_decimal(value, Rounding::half_away)));
}

Result<CpuSet> read_cpus(const json::Node& node) {
  VPSFIT_TRY(const std::string text, node.text(400));
  return placed(CpuSet::parse(text), node);
}

Result<std::string> read_name(const json::Node& node) {
  VPSFIT_TRY(std::string name, node.text(longest_name));
  const bool plain = std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_' ||
           c == '.';
  });
  if (plain && name.front() != '.') return name;
  return node.wrong(fmt::format("\"{}\" cannot be a name here: it names files too", printable(name, 60)),
                    "use letters, digits, \"-\", \"_\" and \".\", and no \".\" in front");
}

Result<Pairs> read_pairs(const json::Node& node) {
  Pairs pairs;
  if (node.value().kind() != json::Value::Kind::object) return node.wrong("expected a table of texts");
  for (const auto& member : node.value().members()) {
    VPSFIT_TRY(const auto child, node.at(member.first));
    if (child.value().kind() != json::Value::Kind::string) return child.wrong("expected a string");
    const std::string& text = child.value().text();
    if (member.first.empty() || !is_one_line(member.first) || !is_one_line(text) || text.size() > longest_text)
      return child.wrong(fmt::format("\"{}\" must have a name and be one line", printable(member.first, 60)));
    pairs.emplace_back(member.first, text);
  }
  return pairs;
}

Result<std::vector<std::string>> read_texts(const json::Node& node) {
  VPSFIT_TRY(const auto items, node.items());
  std::vector<std::string> texts;
  for (const auto& item : items) {
    VPSFIT_TRY(std::string text, item.text(longest_text));
    if (text.find('\0') != std::string::npos) return item.wrong("a NUL cannot be passed to a program");
    texts.push_back(std::move(text));
  }
  return texts;
}

Result<Request> read_request(const json::Node& node, const Request& otherwise) {
  Request request = otherwise;
  if (const auto method = node.maybe("method")) {
    VPSFIT_TRY(const std::size_t index, method->one_of(methods));
    request.method = methods[index];
  }
  if (const auto path = node.maybe("path")) {
    VPSFIT_TRY(request.path, path->text(4000));
    if (request.path.front() != '/' || !is_one_line(request.path) || request.path.find(' ') != std::string::npos)
      return path->wrong(fmt::format("\"{}\" is no path", printable(request.path, 60)),
                         "it begins with \"/\" and has no spaces");
  }
  VPSFIT_CHECK(take(node, "headers", request.headers, read_pairs));
  VPSFIT_CHECK(take(node, "body", request.body, [](const json::Node& body) { return body.text(longest_text); }));
  return request;
}

}  // namespace vpsfit::lab
