// SPDX-License-Identifier: MIT
#include "json/value.hpp"

#include <algorithm>

namespace vpsfit::json {

Value::Value() = default;
Value::Value(bool b) : kind_(Kind::boolean), truth_(b) {}
Value::Value(std::int64_t n) : kind_(Kind::number), text_(std::to_string(n)) {}
Value::Value(int n) : Value(static_cast<std::int64_t>(n)) {}
Value::Value(std::string s) : kind_(Kind::string), text_(std::move(s)) {}
Value::Value(std::string_view s) : Value(std::string(s)) {}
Value::Value(const char* s) : Value(std::string(s)) {}
Value::Value(const Value& other) = default;
Value::Value(Value&& other) noexcept = default;
Value& Value::operator=(const Value& other) = default;
Value& Value::operator=(Value&& other) noexcept = default;
Value::~Value() = default;

Value Value::number(std::string text) {
  Value value;
  value.kind_ = Kind::number;
  value.text_ = std::move(text);
  return value;
}

Value Value::array(std::vector<Value> items) {
  Value value;
  value.kind_ = Kind::array;
  value.items_ = std::move(items);
  return value;
}

Value Value::object(Members members) {
  Value value;
  value.kind_ = Kind::object;
  value.members_ = std::move(members);
  return value;
}

Value& Value::push(Value item) {
  items_.push_back(std::move(item));
  return *this;
}

Value& Value::set(std::string_view key, Value value) {
  members_.emplace_back(key, std::move(value));
  return *this;
}

const Value* Value::find(std::string_view key) const {
  const auto found =
      std::find_if(members_.begin(), members_.end(), [&](const auto& member) { return member.first == key; });
  return found == members_.end() ? nullptr : &found->second;
}

}  // namespace vpsfit::json
