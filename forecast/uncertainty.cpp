// SPDX-License-Identifier: MIT
#include "forecast/uncertainty.hpp"

#include <algorithm>

#include "core/decimal.hpp"
#include "forecast/choose.hpp"
#include "forecast/fee.hpp"
#include "forecast/require.hpp"
#include "forecast/statistics.hpp"

namespace vpsfit::forecast {
namespace {

constexpr std::size_t runs_for_a_bound = 3;
constexpr std::size_t runs_for_resampling = 8;

Rational three_digits(double value, Rounding rounding) {
  return round_to(Rational::from(mpq_class(value)), 3, rounding);
}

/// The same use with one run more that takes so many cores.
Usage with_run_of(const Usage& usage, const Rational& cores) {
  Usage result = usage;
  RunUsage more = usage.runs.front();
  more.window = std::chrono::microseconds{1000000};
  more.cpu_usage = CpuTime{(cores * Rational(1000000)).ceil().value_or(0)};
  result.runs.push_back(std::move(more));
  return result;
}

/// A fee in the result's currency at the two ends of its rate.
std::optional<std::pair<Rational, Rational>> ends_of(const Money& fee, const Currency& currency,
                                                     const fx::RateTable& rates) {
  if (fee.currency() == currency) return std::pair(fee.amount(), fee.amount());
  const fx::Rate* const rate = rates.find(fee.currency(), currency);
  if (rate == nullptr || !rate->quoting) return std::nullopt;
  return std::pair(fee.amount() * rate->quoting->low, fee.amount() * rate->quoting->high);
}

}  // namespace

Result<RunSpread> run_spread(const Usage& usage, const Assumptions& assumptions, const Market& market,
                             const Selection& selection) {
  RunSpread spread;
  std::vector<double> averages;
  for (const auto& run : usage.runs) {
    const Cores average = average_cores(run.cpu_usage, run.window);
    if (averages.empty() || average < spread.lowest) spread.lowest = average;
    if (averages.empty() || average > spread.highest) spread.highest = average;
    averages.push_back(average.count().approximate());
  }
  if (averages.size() >= runs_for_a_bound) {
    spread.upper_bound = three_digits(upper_prediction_bound(averages), Rounding::up);
    VPSFIT_TRY(const Need need, require(with_run_of(usage, *spread.upper_bound), assumptions));
    spread.at_bound.vcpus = need.vcpus;
    spread.at_bound.offer = first_fit(need, market, selection);
  }
  if (averages.size() >= runs_for_resampling) {
    const auto [low, high] = bootstrap_mean(averages);
    spread.mean_95 = std::pair(three_digits(low, Rounding::down), three_digits(high, Rounding::up));
  }
  return spread;
}

void add_price_uncertainty(const Offer& offer, Uncertainty& uncertainty) {
  const plans::Price& price = *offer.price;
  uncertainty.renewal_known = price.renewal && price.renewal->status != plans::RenewalStatus::unverified &&
                              (price.renewal->status == plans::RenewalStatus::same || price.renewal->amount);
  if (price.renewal && price.renewal->status == plans::RenewalStatus::different && price.renewal->amount &&
      !has_two_currencies(*offer.plan, price)) {
    plans::Price later = price;
    later.amount = *price.renewal->amount;
    later.setup_fee = Rational(0);
    uncertainty.renewal_annual = annual_fee(*offer.plan, later);
  }
}

void add_rate_uncertainty(const Money& fee, const Money& compared, const Currency& currency, const fx::RateTable& rates,
                          Uncertainty& uncertainty) {
  if (const auto difference = fee.minus(compared)) {
    if (difference->currency() == currency) return;
    if (const auto ends = ends_of(*difference, currency, rates)) {
      uncertainty.saving_low = Money(std::min(ends->first, ends->second), currency);
      uncertainty.saving_high = Money(std::max(ends->first, ends->second), currency);
    }
    return;
  }
  const auto mine = ends_of(fee, currency, rates);
  const auto theirs = ends_of(compared, currency, rates);
  if (!mine || !theirs) return;
  uncertainty.saving_low = Money(mine->first - theirs->second, currency);
  uncertainty.saving_high = Money(mine->second - theirs->first, currency);
}

Result<void> add_assumption_uncertainty(const Scene& scene, const Assumptions& assumptions,
                                        std::vector<std::optional<Uncertainty>*> subjects) {
  for (const auto& [name, range] : {std::pair{"cpu_headroom", headroom_range(assumptions)},
                                    std::pair{"core_performance", core_performance_range(assumptions)}}) {
    const bool of_headroom = std::string_view(name) == "cpu_headroom";
    const auto moved = [&](const Rational& value) -> Result<std::vector<Outcome>> {
      Assumptions other = assumptions;
      if (of_headroom) {
        VPSFIT_TRY(other.cpu_headroom, Fraction::from(value));
      } else {
        other.core_performance = value;
      }
      return outcomes(scene, other);
    };
    VPSFIT_TRY(const auto low, moved(range.low));
    VPSFIT_TRY(const auto high, moved(range.high));
    for (std::size_t i = 0; i < subjects.size(); ++i)
      if (*subjects[i]) (*subjects[i])->assumptions.push_back({name, range.low, range.high, low[i], high[i]});
  }
  return {};
}

}  // namespace vpsfit::forecast
