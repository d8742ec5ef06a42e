// SPDX-License-Identifier: MIT
#include "forecast/neighbours.hpp"

namespace vpsfit::forecast {
namespace {

Money extra(const Offer& offer, const Offer& chosen) {
  return {offer.annual_fee_converted.amount() - chosen.annual_fee_converted.amount(),
          chosen.annual_fee_converted.currency()};
}

}  // namespace

Neighbours neighbours(const Need& need, const Offer& chosen, const Assumptions& assumptions, const Market& market,
                      const Selection& selection) {
  Neighbours result;
  const auto insure = [&](const Offer& offer) {
    return Insurance{offer, extra(offer, chosen), break_even(need, assumptions, *offer.plan)};
  };
  for (const auto& offer : market.offers) {  // in market order: the first of each kind is the cheapest
    if (result.more_cpu && result.more_memory) break;
    if (offer.plan == chosen.plan || shortage(need, *offer.plan, selection).kinds() != 0) continue;
    if (!result.runner_up) {
      result.runner_up = offer;
      result.fee_may_rise = extra(offer, chosen);
    }
    if (!result.more_cpu && offer.plan->cpu.vcpus > chosen.plan->cpu.vcpus) result.more_cpu = insure(offer);
    if (!result.more_memory && offer.plan->memory.lower_bytes() > chosen.plan->memory.lower_bytes())
      result.more_memory = insure(offer);
  }
  return result;
}

}  // namespace vpsfit::forecast
