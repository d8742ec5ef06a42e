// SPDX-License-Identifier: MIT
#include "forecast/robustness.hpp"

#include <array>

#include "forecast/require.hpp"

namespace vpsfit::forecast {
namespace {

/// The assumptions with one of them at one end of its range.
Result<std::array<Assumptions, 4>> ends(const Assumptions& assumptions) {
  std::array<Assumptions, 4> result{assumptions, assumptions, assumptions, assumptions};
  const Range headroom = headroom_range(assumptions), performance = core_performance_range(assumptions);
  VPSFIT_TRY(result[0].cpu_headroom, Fraction::from(headroom.low));
  VPSFIT_TRY(result[1].cpu_headroom, Fraction::from(headroom.high));
  result[2].core_performance = performance.low;
  result[3].core_performance = performance.high;
  return result;
}

bool has_small_margin(const Need& need, const Assumptions& assumptions, const plans::Plan& plan) {
  const Rational least(11, 10);
  const BreakEven limits = break_even(need, assumptions, plan);
  if (limits.cpu_growth_max && *limits.cpu_growth_max < least) return true;
  if (limits.memory_factor_max && *limits.memory_factor_max / assumptions.memory_factor < least) return true;
  return plan.cpu.baseline_share && limits.sustained_cpu_share_needed &&
         plan.cpu.baseline_share->value() / *limits.sustained_cpu_share_needed < least;
}

}  // namespace

Result<Robustness> robustness(const Usage& usage, const Need& need, const Assumptions& assumptions,
                              const Market& market, const Selection& selection, const Offer& chosen) {
  VPSFIT_TRY(const auto varied, ends(assumptions));
  for (const auto& other : varied) {
    VPSFIT_TRY(const Need other_need, require(usage, other));
    const Offer* const first = first_fit(other_need, market, selection);
    if (first == nullptr || first->plan != chosen.plan) return Robustness::flips;
  }
  return has_small_margin(need, assumptions, *chosen.plan) ? Robustness::tight : Robustness::robust;
}

}  // namespace vpsfit::forecast
