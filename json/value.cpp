// SPDX-License-Identifier: MIT
#include "json/value.hpp"

#include <algorithm>

namespace vpsfit::json {

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

const Value* Value::find(std::string_view key) const {
  const auto found =
      std::find_if(members_.begin(), members_.end(), [&](const auto& member) { return member.first == key; });
  return found == members_.end() ? nullptr : &found->second;
}

}  // namespace vpsfit::json
