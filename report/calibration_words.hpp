// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <string_view>

#include "forecast/calibration.hpp"

namespace vpsfit::report {

inline constexpr std::string_view calibration_formula =
    "(least cpu_usage_usec / work of the runs here) / (most cpu_usage_usec / work of the runs there)";

/// In the order of forecast::Work.
inline constexpr std::array<std::string_view, 3> work_words{"requests_counted", "requests_declared", "command"};
[[nodiscard]] constexpr std::string_view word(forecast::Work work) {
  return work_words.at(static_cast<std::size_t>(work));
}

}  // namespace vpsfit::report
