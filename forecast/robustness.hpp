// SPDX-License-Identifier: MIT
#pragma once

#include "core/result.hpp"
#include "core/usage.hpp"
#include "forecast/assumptions.hpp"
#include "forecast/break_even.hpp"
#include "forecast/choose.hpp"

namespace vpsfit::forecast {

/// How sure the chosen plan is.
enum class Robustness {
  robust,
  tight,  ///< use may grow by less than 10 % (CPU, memory, or sustained CPU against a published share)
  flips,  ///< another plan, or none, is chosen for some headroom in headroom_range() or some core performance in
          ///< core_performance_range()
};

/// Exact, by the two ends of each range: more headroom and slower cores only ever take plans away from those that fit,
/// so the first that fits moves one way through the market, and both ends alike means the same everywhere between.
[[nodiscard]] Result<Robustness> robustness(const Usage& usage, const Need& need, const Assumptions& assumptions,
                                            const Market& market, const Selection& selection, const Offer& chosen);

}  // namespace vpsfit::forecast
