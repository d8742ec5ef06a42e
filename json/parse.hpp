// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "core/result.hpp"
#include "json/value.hpp"

namespace vpsfit::json {

/// Deepest nesting that is read.
inline constexpr int max_depth = 64;

/// Strict JSON from outside: one value and nothing after it, no duplicate keys, no NaN, no number beyond a double,
/// valid UTF-8, at most max_depth levels. Fails (input) with the place ":line:column" and the reason.
[[nodiscard]] Result<Value> parse(std::string_view text);

}  // namespace vpsfit::json
