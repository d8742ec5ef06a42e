// SPDX-License-Identifier: MIT
#include "lab/contract.hpp"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>

#include "core/decimal.hpp"
#include "core/text.hpp"
#include "json/parse.hpp"

namespace vpsfit::lab {
namespace {

using json::Value;

bool same_number(const Value& a, const Value& b) {
  const auto left = parse_json_number(a.text()), right = parse_json_number(b.text());
  return left && right ? *left == *right : a.text() == b.text();
}

bool same_object(const Value& a, const Value& b) {
  return a.members().size() == b.members().size() &&
         std::all_of(a.members().begin(), a.members().end(), [&](const auto& member) {
           const Value* const other = b.find(member.first);
           return other != nullptr && same_json(member.second, *other);
         });
}

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return text;
}

}  // namespace

bool same_json(const Value& a, const Value& b) {
  if (a.kind() != b.kind()) return false;
  switch (a.kind()) {
    case Value::Kind::null:
      return true;
    case Value::Kind::boolean:
      return a.truth() == b.truth();
    case Value::Kind::number:
      return same_number(a, b);
    case Value::Kind::string:
      return a.text() == b.text();
    case Value::Kind::array:
      return a.items().size() == b.items().size() &&
             std::equal(a.items().begin(), a.items().end(), b.items().begin(), same_json);
    case Value::Kind::object:
      break;
  }
  return same_object(a, b);
}

std::string objection(const ContractCase& wanted, const HttpResponse& answer) {
  if (answer.status != wanted.status)
    return fmt::format("answered with status {} and not {}", answer.status, wanted.status);
  for (const auto& [name, value] : wanted.headers) {
    const auto seen = answer.header(lower(name));
    if (seen.substr(0, value.size()) != value || seen.empty())
      return fmt::format("has the header {}: \"{}\" and not \"{}\"", printable(name, 40), printable(seen, 60),
                         printable(value, 60));
  }
  if (answer.body.find(wanted.contains) == std::string::npos)
    return fmt::format("does not contain \"{}\"", printable(wanted.contains, 60));
  if (!wanted.json) return {};
  const auto body = json::parse(answer.body);
  if (!body) return fmt::format("is no JSON: \"{}\"", printable(answer.body, 60));
  if (!same_json(*wanted.json, *body)) return fmt::format("is other JSON: {}", printable(json::dump(*body, -1), 120));
  return {};
}

HttpRequest to_http(const Request& request, std::int64_t port) {
  HttpRequest http;
  http.method = request.method;
  http.url = fmt::format("http://127.0.0.1:{}{}", port, request.path);
  http.headers = request.headers;
  http.body = request.body;
  http.allow_plain_http = true;
  http.redirects = 0;
  http.connect_timeout = std::chrono::seconds(2);
  http.total_timeout = std::chrono::seconds(10);
  http.size_cap = std::int64_t{8} << 20;
  return http;
}

}  // namespace vpsfit::lab
