// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>

#include "core/date.hpp"

/// When the ECB publishes: on its open days about 16:00 Frankfurt time, in summer and winter alike (of 572 files the
/// earliest was of 15:50, the latest of 17:29).
namespace vpsfit::fx {

inline constexpr std::chrono::minutes window_opens{15 * 60 + 50};
inline constexpr std::chrono::minutes window_closes{18 * 60};

/// Offset of Frankfurt's clock from UTC: two hours from the last Sunday of March to the last Sunday of October, both at
/// 01:00 UTC, else one (European Union, since 1996).
[[nodiscard]] std::chrono::hours frankfurt_offset(WallTime moment);

/// What may be expected of the bank at a moment.
struct Expectation {
  Date certain;   ///< the newest day whose rates are published unless something is wrong
  Date possible;  ///< the newest day whose rates may be published; later than `certain` while the window is open
};
[[nodiscard]] Expectation expected_publication(WallTime now);

/// The last day on or before `day` on which the ECB publishes.
[[nodiscard]] Date last_open_day(Date day);

}  // namespace vpsfit::fx
