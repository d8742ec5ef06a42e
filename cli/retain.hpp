// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <string>

#include "core/result.hpp"

namespace vpsfit::cli {

/// How much of a recording stays in seconds: "12h", "7d" (days are 24 hours), "0". Fails (input) with the text.
[[nodiscard]] Result<std::chrono::nanoseconds> parse_retain(const std::string& text);

}  // namespace vpsfit::cli
