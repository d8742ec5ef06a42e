// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "forecast/assumptions.hpp"
#include "forecast/break_even.hpp"
#include "forecast/choose.hpp"

namespace vpsfit::forecast {

/// The cheapest plan that fits and has more of one thing than the chosen one: what being surer costs.
struct Insurance {
  Offer offer;
  Money extra_annual;  ///< in Selection::currency, unrounded; never negative
  BreakEven limits;    ///< how far that plan would hold
};

/// The plans beside the chosen one.
struct Neighbours {
  std::optional<Offer> runner_up;        ///< chosen if the chosen plan were not there
  std::optional<Money> fee_may_rise;     ///< by so much a year, unrounded, until the runner-up is as cheap
  std::optional<Insurance> more_cpu;     ///< more vCPU than the chosen plan
  std::optional<Insurance> more_memory;  ///< more memory (smaller reading) than the chosen plan
};

/// nullopt members: no such plan is on offer. `chosen` is an offer of the market.
[[nodiscard]] Neighbours neighbours(const Need& need, const Offer& chosen, const Assumptions& assumptions,
                                    const Market& market, const Selection& selection);

}  // namespace vpsfit::forecast
