// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "core/result.hpp"
#include "core/usage.hpp"
#include "forecast/assumptions.hpp"
#include "forecast/market.hpp"

namespace vpsfit::forecast {

/// A plan, and the headroom up to which it is chosen; from there on the next one is.
struct SwitchPoint {
  Rational up_to;                ///< exact; 1 for the last
  const Offer* offer = nullptr;  ///< points into the market; nullptr: none fits
};

/// The chosen plan over a grid of any size, and where it switches.
struct SensitivityMap {
  std::vector<const Offer*> cells;                 ///< row by row: a row a core performance, a column a headroom
  std::vector<std::vector<SwitchPoint>> switches;  ///< one list a row, headroom ascending
};

/// Both lists ascending; headrooms in 0..1 (below 1), core performances above 0. More headroom only ever takes plans
/// away, so each row is a few stretches: they are found exactly and then painted. Fails as require() does.
[[nodiscard]] Result<SensitivityMap> sensitivity_map(const Usage& usage, const Assumptions& assumptions,
                                                     const Market& market, const Selection& selection,
                                                     const std::vector<Rational>& headrooms,
                                                     const std::vector<Rational>& core_performances);

}  // namespace vpsfit::forecast
