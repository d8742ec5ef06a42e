// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "core/money.hpp"
#include "core/result.hpp"
#include "fx-rates/rate.hpp"

namespace vpsfit::forecast {

/// What the baseline saves against a subject: positive where the baseline is cheaper.
struct Saving {
  Money annual;                                  ///< in the result's currency, unrounded; rounded once when shown
  Money monthly;                                 ///< unrounded annual / 12; rounded once when shown
  std::optional<Money> annual_in_plan_currency;  ///< only where both fees are in the same currency
};

/// As the study computes it:
///   annual  = (subject's fee - baseline's fee) x rate        where both are in one currency
///           = subject's fee x its rate - baseline's fee x its rate        else
///   monthly = unrounded annual / 12
/// The printed rate multiplies; nothing is rounded here. Fails (input) where a rate is missing.
[[nodiscard]] Result<Saving> saving(const Money& subject_fee, const Money& baseline_fee, const Currency& currency,
                                    const fx::RateTable& rates);

}  // namespace vpsfit::forecast
