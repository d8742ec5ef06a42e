// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "core/money.hpp"
#include "fx-rates/rate.hpp"

namespace vpsfit::forecast {

/// What the baseline saves against a subject: positive where the baseline is cheaper.
struct Saving {
  Money annual;                                  ///< in the result's currency, unrounded; rounded once when shown
  Money monthly;                                 ///< unrounded annual / 12; rounded once when shown
  std::optional<Money> annual_in_plan_currency;  ///< only where both plans are priced in the same currency
};

/// (subject's fee - baseline's fee) x rate where both are in one currency; else each fee x its own rate, then the
/// difference. The printed rate multiplies. Fails (unavailable) where a rate is missing.
[[nodiscard]] Result<Saving> saving(const Money& subject_fee, const Money& baseline_fee, const Currency& currency,
                                    const fx::RateTable& rates);

}  // namespace vpsfit::forecast
