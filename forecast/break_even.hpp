// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "core/rational.hpp"
#include "forecast/assumptions.hpp"
#include "forecast/need.hpp"
#include "plans/plan.hpp"

namespace vpsfit::forecast {

/// How far each assumption may move, alone, before the chosen plan no longer holds the need. Exact; memory by the
/// plan's smaller reading. Maxima are shown rounded down, minima and needed shares rounded up.
struct BreakEven {
  std::optional<Rational> cpu_headroom_max;            ///< 1 - cpu / (vcpus x core_performance)
  std::optional<Rational> core_performance_min;        ///< cpu / (vcpus x (1 - headroom))
  std::optional<Rational> memory_factor_max;           ///< (plan memory - os reserve) / memory used
  std::optional<Rational> cpu_growth_max;              ///< vcpus x core_performance x (1 - headroom) / cpu
  std::optional<Rational> memory_growth_max;           ///< memory_factor_max / memory_factor
  std::optional<Rational> sustained_cpu_share_needed;  ///< cpu / (core_performance x vcpus)
};

/// nullopt members: the figure has no bound (no CPU used, no memory used).
[[nodiscard]] BreakEven break_even(const Need& need, const Assumptions& assumptions, const plans::Plan& plan);

}  // namespace vpsfit::forecast
