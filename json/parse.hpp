// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string_view>

#include "core/result.hpp"
#include "json/value.hpp"

namespace vpsfit::json {

/// Deepest nesting that is read.
inline constexpr int max_depth = 64;

/// Strict JSON from outside: one value and nothing after it, no duplicate keys, no NaN, no number beyond a double,
/// valid UTF-8, at most max_depth levels. Fails (input) with the place ":line:column" and the reason.
[[nodiscard]] Result<Value> parse(std::string_view text);

/// Takes the items of one long list one by one, so that the whole list is never in memory.
class Elements {
 public:
  Elements() = default;
  Elements(const Elements&) = delete;
  Elements& operator=(const Elements&) = delete;
  virtual ~Elements() = default;
  /// The list begins; `before` holds the members of the top object that stand before it. False stops the reading.
  virtual bool begin(const Value& before) = 0;
  /// One item; `read` bytes of the text lie behind it. False stops the reading.
  virtual bool element(Value item, std::size_t index, std::size_t read) = 0;
};

/// The same as parse, but the items of the list that is the member `key` of the top object go to `elements`; in the
/// result that list is empty. Where `elements` stopped the reading, the result is what was read until then.
[[nodiscard]] Result<Value> parse_elements(std::string_view text, std::string_view key, Elements& elements);

}  // namespace vpsfit::json
