// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "core/result.hpp"
#include "json/value.hpp"

namespace vpsfit::lab {

/// Largest experiment file that is read.
inline constexpr std::size_t max_toml_bytes = std::size_t{1} << 20;

/// TOML 1.0 as the values that the rest of the program reads: tables become objects (members by name), dates become
/// texts, numbers the shortest text that gives them back. Every value knows its line and column. Fails (input) with the
/// place ":line:column": no TOML, not UTF-8, nan or inf, larger than max_toml_bytes, nested deeper than JSON may be.
[[nodiscard]] Result<json::Value> parse_toml(std::string_view text);

}  // namespace vpsfit::lab
