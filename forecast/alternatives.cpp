// SPDX-License-Identifier: MIT
#include "forecast/alternatives.hpp"

#include <algorithm>

namespace vpsfit::forecast {
namespace {

/// The need of one of several equal servers.
std::optional<Need> share_of(const Need& need, std::int64_t servers) {
  Need part = need;
  part.vcpus_exact = need.vcpus_exact / Rational(servers);
  part.sustained = Cores{need.sustained.count() / Rational(servers)};
  const auto whole = part.vcpus_exact.ceil();
  if (!whole) return std::nullopt;
  part.vcpus = std::max<std::int64_t>(*whole, 1);
  return part;
}

std::optional<Alternative> several_servers(const Need& need, const Market& market, const Selection& selection) {
  std::optional<Alternative> best;
  for (std::int64_t servers = 2; servers <= most_servers; ++servers) {
    const auto part = share_of(need, servers);
    const Offer* const offer = part ? first_fit(*part, market, selection) : nullptr;
    if (offer == nullptr) continue;
    Money fee = offer->annual_fee_converted.times(Rational(servers));
    if (best && best->annual_fee_converted->amount() <= fee.amount()) continue;
    best = Alternative{"several_servers", offer->plan->full_name(), servers, {}, {}, {}, std::move(fee)};
  }
  return best;
}

/// The plan that carries most CPU among those that have everything else.
const Offer* strongest(const Need& need, const Market& market, const Selection& selection) {
  Need rest = need;
  rest.vcpus = 0;
  rest.sustained = Cores{};
  const Offer* best = nullptr;
  for (const auto& offer : market.offers)
    if (shortage(rest, *offer.plan, selection).kinds() == 0 &&
        (best == nullptr || offer.plan->cpu.vcpus > best->plan->cpu.vcpus))
      best = &offer;
  return best;
}

}  // namespace

std::vector<Alternative> alternatives(const Need& need, const Choice& choice, const Assumptions& assumptions,
                                      const Market& market, const Selection& selection) {
  std::vector<Alternative> found;
  if (choice.offer) return found;
  if (auto several = several_servers(need, market, selection)) found.push_back(std::move(*several));
  if (const Offer* const offer = strongest(need, market, selection); offer != nullptr && !need.cpu.count().is_zero()) {
    const Rational whole(offer->plan->cpu.vcpus.floor().value_or(0));
    const Rational carried = whole * assumptions.core_performance / need.cpu.count();  // without any headroom
    const std::string name = offer->plan->full_name();
    const bool sustained = !offer->plan->cpu.baseline_share;
    if (sustained && carried > Rational(1))
      found.push_back(
          {"less_headroom", name, {}, Rational(1) - Rational(1) / carried, {}, {}, offer->annual_fee_converted});
    if (sustained && !carried.is_zero())
      found.push_back(
          {"less_cpu", name, {}, {}, carried * assumptions.cpu_headroom.complement(), {}, offer->annual_fee_converted});
  }
  for (const auto& miss : choice.nearest_misses)
    if (!miss.excluded.empty())
      found.push_back({"excluded_plan", miss.plan->full_name(), {}, {}, {}, miss.excluded, std::nullopt});
  return found;
}

}  // namespace vpsfit::forecast
