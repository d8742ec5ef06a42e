// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "forecast/outcome.hpp"

namespace vpsfit::forecast {

/// What the spread between fresh starts says, and no more than so many runs can carry.
struct RunSpread {
  Cores lowest, highest;                                 ///< run averages
  std::optional<Rational> upper_bound;                   ///< cores, one-sided 95 % for one more run; from 3 runs on
  Outcome at_bound;                                      ///< what that bound would lead to
  std::optional<std::pair<Rational, Rational>> mean_95;  ///< bootstrap interval of the mean, cores; from 8 runs on
};

/// One assumption moved to the ends of its usual range, everything else as it is.
struct MovedAssumption {
  std::string name;  ///< cpu_headroom, core_performance
  Rational low, high;
  Outcome at_low, at_high;
};

/// What is not known about one subject's answer, a source at a time: they are never added up.
struct Uncertainty {
  RunSpread runs;
  std::vector<MovedAssumption> assumptions;
  std::optional<bool> renewal_known;             ///< nullopt: no plan was chosen
  std::optional<Money> renewal_annual;           ///< the fee after the first term, where it differs and is known
  std::optional<Money> saving_low, saving_high;  ///< unrounded; by what the published digits of the rate leave open
};

/// Cores are rounded up to 3 decimals (the lower end of an interval down); `usage` has at least one run.
[[nodiscard]] Result<RunSpread> run_spread(const Usage& usage, const Assumptions& assumptions, const Market& market,
                                           const Selection& selection);

/// How the chosen plan's price goes on.
void add_price_uncertainty(const Offer& offer, Uncertainty& uncertainty);

/// The saving at both ends of what the rate's published digits leave open; nothing for given rates and one currency.
void add_rate_uncertainty(const Money& fee, const Money& compared, const Currency& currency, const fx::RateTable& rates,
                          Uncertainty& uncertainty);

/// Adds to every subject what headroom 0.1 .. 0.3 and core performance 0.4 .. 0.6 would change.
[[nodiscard]] Result<void> add_assumption_uncertainty(const Scene& scene, const Assumptions& assumptions,
                                                      std::vector<std::optional<Uncertainty>*> subjects);

}  // namespace vpsfit::forecast
