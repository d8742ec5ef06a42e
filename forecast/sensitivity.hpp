// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "core/result.hpp"
#include "core/usage.hpp"
#include "forecast/assumptions.hpp"
#include "forecast/market.hpp"

namespace vpsfit::forecast {

/// What one pair of assumptions leads to.
struct SensitivityCell {
  std::int64_t vcpus = 1;             ///< needed
  const plans::Plan* plan = nullptr;  ///< the one that would be chosen; nullptr: none fits
};

/// Need and plan over a grid of the two assumptions that are least known; everything else stays as it is.
struct Sensitivity {
  std::vector<Fraction> headrooms;                  ///< 10 %, 20 %, 30 %, 40 % and the one assumed, ascending
  std::vector<Rational> core_performances;          ///< 0.4, 0.5, 0.6, 0.8, 1 and the one assumed, ascending
  std::vector<std::vector<SensitivityCell>> cells;  ///< a row a core performance, a column a headroom
};

/// Points into the catalog. Fails as require() does.
[[nodiscard]] Result<Sensitivity> sensitivity(const Usage& usage, const Assumptions& assumptions, const Market& market,
                                              const Selection& selection);

}  // namespace vpsfit::forecast
