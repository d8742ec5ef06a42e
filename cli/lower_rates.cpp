// SPDX-License-Identifier: MIT
#include <algorithm>

#include "cli/capacity_inputs.hpp"
#include "core/decimal.hpp"

namespace vpsfit::cli {
namespace {

/// Whole requests a second that so many vCPU carry, below the rate that was measured; nullopt where nothing is known.
Result<std::optional<Rational>> carried_rate(const forecast::SubjectCapacity& measured, const Rational& vcpus,
                                             const forecast::Assumptions& assumptions,
                                             const std::optional<Rational>& rate) {
  forecast::Capacity capacity;
  capacity.vcpus = vcpus;
  capacity.assumptions = assumptions;
  capacity.subjects = {measured};
  VPSFIT_CHECK(forecast::fit(capacity));
  const auto& carried = capacity.subjects.front().carried;
  if (!carried) return std::optional<Rational>();
  // What comes after nine digits depends on the machine that computed it.
  const auto whole = round_significant(Rational::from(mpq_class(*carried)), 9, Rounding::half_away).floor();
  if (!whole || *whole <= 0 || (rate && Rational(*whole) >= *rate)) return std::optional<Rational>();
  return std::optional(Rational(*whole));
}

bool wants_one(const forecast::SubjectForecast& subject) {
  return subject.status == forecast::Status::no_fit && subject.need;
}

}  // namespace

Result<void> add_lower_rates(const std::vector<std::string>& files, const UsageWish& wish, forecast::Forecast& result) {
  if (std::none_of(result.subjects.begin(), result.subjects.end(), wants_one)) return {};
  std::vector<Usage> measured;
  for (const auto& file : files) {
    if (file == "-") continue;
    Inputs again;  // hashed when they were read first
    auto usages = read_all_loads(file, wish, again);
    if (!usages) continue;  // its other loads tell nothing, and the answer does not need them
    for (auto& one : *usages) measured.push_back(std::move(one));
  }
  VPSFIT_TRY(const auto capacities, runs_by_subject(measured));
  for (auto& subject : result.subjects) {
    if (!wants_one(subject)) continue;
    const auto found = std::find_if(capacities.begin(), capacities.end(),
                                    [&](const auto& one) { return one.subject == subject.usage.subject; });
    const auto* const offer = forecast::strongest(*subject.need, result.market, result.selection);
    if (found == capacities.end() || offer == nullptr || offer->plan->cpu.baseline_share) continue;
    const Rational vcpus(offer->plan->cpu.vcpus.floor().value_or(0));
    if (vcpus.is_zero()) continue;
    VPSFIT_TRY(const auto rate, carried_rate(*found, vcpus, result.assumptions, subject.usage.load.request_rate_per_s));
    if (!rate) continue;
    forecast::Alternative way{"lower_rate", offer->plan->full_name()};
    way.request_rate = rate;
    way.annual_fee_converted = offer->annual_fee_converted;
    subject.alternatives.push_back(std::move(way));
  }
  return {};
}

}  // namespace vpsfit::cli
