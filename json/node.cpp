// SPDX-License-Identifier: MIT
#include "json/node.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "core/decimal.hpp"
#include "core/text.hpp"

namespace vpsfit::json {
namespace {

std::string escaped(std::string_view key) {
  std::string result;
  for (const char c : printable(key, 80)) result += c == '~' ? "~0" : c == '/' ? "~1" : std::string(1, c);
  return result;
}

std::string_view kind_name(Value::Kind kind) {
  switch (kind) {
    case Value::Kind::null:
      return "null";
    case Value::Kind::boolean:
      return "a truth value";
    case Value::Kind::number:
      return "a number";
    case Value::Kind::string:
      return "a string";
    case Value::Kind::array:
      return "an array";
    case Value::Kind::object:
      break;
  }
  return "an object";
}

}  // namespace

Node Node::child(const Value& value, std::string_view key) const {
  return {value, file_, pointer_ + "/" + escaped(key)};
}

std::string Node::place() const {
  return fmt::format("{}:{}:{} {}", file_, value_->line(), value_->column(), pointer_.empty() ? "/" : pointer_);
}

std::string Node::seen() const {
  switch (value_->kind()) {
    case Value::Kind::boolean:
      return value_->truth() ? "true" : "false";
    case Value::Kind::number:
      return printable(value_->text(), 60);
    case Value::Kind::string:
      return "\"" + printable(value_->text(), 60) + "\"";
    default:
      return std::string(kind_name(value_->kind()));
  }
}

tl::unexpected<Error> Node::wrong(std::string what, std::string remedy) const {
  return fail(ErrorKind::input, std::move(what), place(), std::move(remedy));
}

Result<Node> Node::at(std::string_view key) const {
  if (value_->kind() != Value::Kind::object)
    return wrong(fmt::format("expected an object with \"{}\", found {}", key, seen()));
  const Value* const member = value_->find(key);
  if (member != nullptr) return child(*member, key);
  std::vector<std::string> present;
  for (const auto& [name, unused] : value_->members()) present.push_back(name);
  const auto near = near_name(key, present);
  return wrong(fmt::format("\"{}\" is missing", key),
               near ? fmt::format("\"{}\" is there: did you mean \"{}\"?", printable(*near, 60), key)
                    : fmt::format("add \"{}\"", key));
}

std::optional<Node> Node::maybe(std::string_view key) const {
  const Value* const member = value_->find(key);
  if (member == nullptr || member->is_null()) return std::nullopt;
  return child(*member, key);
}

Result<std::vector<Node>> Node::items() const {
  if (value_->kind() != Value::Kind::array) return wrong(fmt::format("expected an array, found {}", seen()));
  std::vector<Node> nodes;
  nodes.reserve(value_->items().size());
  for (std::size_t i = 0; i < value_->items().size(); ++i)
    nodes.push_back(child(value_->items()[i], std::to_string(i)));
  return nodes;
}

Result<void> Node::only(const std::vector<std::string>& allowed) const {
  if (value_->kind() != Value::Kind::object) return wrong(fmt::format("expected an object, found {}", seen()));
  for (const auto& [name, member] : value_->members()) {
    if (std::find(allowed.begin(), allowed.end(), name) != allowed.end()) continue;
    const auto near = near_name(name, allowed);
    return child(member, name)
        .wrong(
            fmt::format("the key \"{}\" is not known here", printable(name, 60)),
            near ? fmt::format("did you mean \"{}\"?", *near) : fmt::format("known are: {}", fmt::join(allowed, ", ")));
  }
  return {};
}

Result<std::string> Node::text(std::size_t longest) const {
  if (value_->kind() != Value::Kind::string) return wrong(fmt::format("expected a string, found {}", seen()));
  const std::string& text = value_->text();
  if (text.empty()) return wrong("the string is empty");
  if (text.size() > longest)
    return wrong(fmt::format("the string \"{}\" has {} bytes, at most {} are allowed here", printable(text, 30),
                             text.size(), longest));
  return text;
}

Result<bool> Node::truth() const {
  if (value_->kind() != Value::Kind::boolean) return wrong(fmt::format("expected true or false, found {}", seen()));
  return value_->truth();
}

Result<std::int64_t> Node::whole(std::int64_t least, std::int64_t most) const {
  const auto objection = [&] {
    return wrong(fmt::format("expected a whole number from {} to {}, found {}", least, most, seen()));
  };
  if (value_->kind() != Value::Kind::number) return objection();
  const auto exact = parse_json_number(value_->text());
  if (!exact) return objection();
  const auto floor = exact->floor();
  if (!floor || Rational(*floor) != *exact || *floor < least || *floor > most) return objection();
  return *floor;
}

Result<Rational> Node::number() const {
  if (value_->kind() != Value::Kind::number) return wrong(fmt::format("expected a number, found {}", seen()));
  const auto exact = parse_json_number(value_->text());
  if (!exact) return wrong(fmt::format("the number {} is too long or out of range", seen()));
  return *exact;
}

Result<Rational> Node::decimal() const {
  if (value_->kind() != Value::Kind::string)
    return wrong(fmt::format("expected a decimal number in quotes, found {}", seen()),
                 "write it as a string, like \"25.00\": JSON numbers are not exact");
  const auto exact = parse_decimal(value_->text());
  if (!exact) return wrong(fmt::format("{} is not a decimal number", seen()), exact.error().remedy);
  return *exact;
}

Result<Date> Node::date() const {
  VPSFIT_TRY(const std::string written, text(40));
  const auto day = parse_date(written);
  if (!day) return wrong(day.error().message, day.error().remedy);
  return *day;
}

Result<Currency> Node::currency() const {
  VPSFIT_TRY(const std::string written, text(40));
  const auto code = Currency::parse(written);
  if (!code) return wrong(code.error().message, code.error().remedy);
  return *code;
}

Result<std::size_t> Node::one_of(const std::vector<std::string>& allowed) const {
  const auto list = [&] { return fmt::format("allowed are: {}", fmt::join(allowed, ", ")); };
  if (value_->kind() != Value::Kind::string) return wrong(fmt::format("expected a string, found {}", seen()), list());
  const auto found = std::find(allowed.begin(), allowed.end(), value_->text());
  if (found != allowed.end()) return static_cast<std::size_t>(found - allowed.begin());
  const auto near = near_name(value_->text(), allowed);
  return wrong(fmt::format("{} is not allowed here", seen()),
               near ? fmt::format("did you mean \"{}\"? {}", *near, list()) : list());
}

}  // namespace vpsfit::json
