// SPDX-License-Identifier: MIT
#include "plans/field.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "core/text.hpp"

namespace vpsfit::plans {
namespace {

std::string escaped(std::string_view key) {
  std::string result;
  for (const char c : printable(key, 80)) result += c == '~' ? "~0" : c == '/' ? "~1" : std::string(1, c);
  return result;
}

}  // namespace

std::string Field::pointer() const {
  if (parent_ == nullptr) return std::string(key_);
  return parent_->pointer() + "/" + (index_ ? std::to_string(*index_) : escaped(key_));
}

std::string Field::place() const {
  const std::string way = pointer();
  return fmt::format("{}:{}:{} {}", complaints_->file(), value_->line(), value_->column(), way.empty() ? "/" : way);
}

void Field::complain(Error error) const {
  error.place = place();
  complaints_->add(std::move(error), value_->line(), value_->column());
}

void Field::complain(std::string message, std::string remedy) const {
  complain(Error{ErrorKind::input, std::move(message), {}, std::move(remedy)});
}

Object::Object(const Field& field, std::initializer_list<std::string_view> keys) : field_(field) {
  if (field.value().kind() != json::Value::Kind::object) {
    field.complain(json::Node(field.value(), {}).only({}).error());
    return;
  }
  for (const auto& [name, member] : field.value().members()) {
    if (std::find(keys.begin(), keys.end(), name) != keys.end()) continue;
    const std::vector<std::string> allowed(keys.begin(), keys.end());
    const auto near = near_name(name, allowed);
    Field(member, field, name)
        .complain(
            fmt::format("the key \"{}\" is not known here", printable(name, 60)),
            near ? fmt::format("did you mean \"{}\"?", *near) : fmt::format("known are: {}", fmt::join(allowed, ", ")));
  }
}

bool Object::has(std::string_view key) const {
  const json::Value* const member = field_.value().find(key);
  return member != nullptr && !member->is_null();
}

void Object::complain_about(std::string_view key, std::string message, std::string remedy) const {
  const json::Value* const member = field_.value().find(key);
  if (member == nullptr) {
    field_.complain(std::move(message), std::move(remedy));
  } else {
    Field(*member, field_, key).complain(std::move(message), std::move(remedy));
  }
}

const json::Value* Object::require(std::string_view key) const {
  const json::Value* const member = field_.value().find(key);
  if (member == nullptr && field_.value().kind() == json::Value::Kind::object)
    field_.complain(fmt::format("\"{}\" is missing", key), fmt::format("add \"{}\"", key));
  return member;
}

bool Object::is_array(const Field& field) {
  if (field.value().kind() == json::Value::Kind::array) return true;
  field.complain(json::Node(field.value(), {}).items().error());
  return false;
}

}  // namespace vpsfit::plans
