// SPDX-License-Identifier: MIT
#include "forecast/capacity/carried.hpp"

#include <algorithm>

namespace vpsfit::forecast {
namespace {

/// The largest memory of the runs that count, with factor and reserve.
Result<Bytes> memory_needed(const SubjectCapacity& subject, const Assumptions& assumptions) {
  Bytes largest{0};
  for (const auto& run : subject.runs)
    if (run.left_out.empty()) largest = std::max(largest, run.memory);
  const Rational need =
      Rational(largest.count()) * assumptions.memory_factor + Rational(assumptions.os_reserve.count());
  VPSFIT_TRY(const std::int64_t bytes, need.ceil());
  return Bytes{bytes};
}

/// Cores of the measuring host that may be busy all the time on the plan.
Rational usable_cores(const plans::Plan& plan, const Assumptions& assumptions) {
  const Rational whole(plan.cpu.vcpus.floor().value_or(0));
  const Rational cores = whole * assumptions.cpu_headroom.complement();
  const auto& share = plan.cpu.baseline_share;
  return (share ? std::min(cores, plan.cpu.vcpus * share->value()) : cores) * assumptions.core_performance;
}

}  // namespace

Result<std::optional<Carried>> carried_by(const SubjectCapacity& subject, const Assumptions& assumptions,
                                          const Offer& offer) {
  if (!subject.line) return std::optional<Carried>();
  Carried result{offer, std::nullopt, {}};
  VPSFIT_TRY(const Bytes memory, memory_needed(subject, assumptions));
  if (offer.plan->memory.lower_bytes() < memory) {
    result.lacks = "memory";
    return std::optional(std::move(result));
  }
  result.rate = highest_rate(*subject.line, usable_cores(*offer.plan, assumptions).approximate());
  if (!result.rate) result.lacks = "vcpus";
  return std::optional(std::move(result));
}

Result<std::optional<Carried>> most_for(const SubjectCapacity& subject, const Assumptions& assumptions,
                                        const Market& market, const Money& budget) {
  std::optional<Carried> best;
  for (const auto& offer : market.offers) {
    if (offer.annual_fee_converted.amount() > budget.amount()) break;  // by fee, ascending
    VPSFIT_TRY(auto found, carried_by(subject, assumptions, offer));
    if (!found) return std::optional<Carried>();
    if (!best || found->rate.value_or(0) > best->rate.value_or(0)) best = std::move(found);
  }
  return best;
}

}  // namespace vpsfit::forecast
