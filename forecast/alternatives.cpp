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

/// A month of the plan where the offer holds, if it is also sold by single months; the cheapest regular price of those.
std::optional<Money> month_of(const Offer& offer) {
  const bool own = offer.region != nullptr && !offer.region->price_override.empty();
  std::optional<Money> least;
  for (const auto& price : own ? offer.region->price_override : offer.plan->prices) {
    if (price.period_unit != plans::PeriodUnit::month || price.period_count != 1 ||
        price.kind == plans::PriceKind::promo)
      continue;
    if (!least || (price.currency == least->currency() && price.amount < least->amount()))
      least = Money(price.amount, price.currency);
  }
  return least;
}

Alternative of_plan(std::string kind, const Offer& offer, std::int64_t servers = 1) {
  Alternative result{std::move(kind), offer.plan->full_name()};
  result.annual_fee_converted = offer.annual_fee_converted.times(Rational(servers));
  if (const auto month = month_of(offer)) result.monthly_fee = month->times(Rational(servers));
  return result;
}

std::optional<Alternative> several_servers(const Need& need, const Market& market, const Selection& selection) {
  std::optional<Alternative> best;
  for (std::int64_t servers = 2; servers <= most_servers; ++servers) {
    const auto part = share_of(need, servers);
    const Offer* const offer = part ? first_fit(*part, market, selection) : nullptr;
    if (offer == nullptr) continue;
    Alternative found = of_plan("several_servers", *offer, servers);
    if (best && best->annual_fee_converted->amount() <= found.annual_fee_converted->amount()) continue;
    found.servers = servers;
    best = std::move(found);
  }
  return best;
}

/// What the strongest plan would carry: with less of it left unused, or were less used.
void add_of_strongest(const Need& need, const Assumptions& assumptions, const Offer& offer,
                      std::vector<Alternative>& found) {
  if (offer.plan->cpu.baseline_share || need.cpu.count().is_zero()) return;
  const Rational whole(offer.plan->cpu.vcpus.floor().value_or(0));
  const Rational carried = whole * assumptions.core_performance / need.cpu.count();  // without any headroom
  if (carried > Rational(1)) {
    found.push_back(of_plan("less_headroom", offer));
    found.back().cpu_headroom = Rational(1) - Rational(1) / carried;
  }
  if (!carried.is_zero()) {
    found.push_back(of_plan("less_cpu", offer));
    found.back().cpu_factor = carried * assumptions.cpu_headroom.complement();
  }
}

}  // namespace

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

std::vector<WiderMarket> wider_markets(const plans::Catalog& catalog, const fx::RateTable& rates,
                                       const Selection& selection) {
  std::vector<WiderMarket> wider;
  const auto add = [&](const char* kind, auto Filters::*names) {
    if ((selection.filters.*names).empty()) return;
    Selection other = selection;
    (other.filters.*names).clear();
    wider.push_back({kind, open_market(catalog, rates, other), other});
  };
  add("other_region", &Filters::regions);
  add("other_vendor", &Filters::vendors);
  return wider;
}

std::vector<Alternative> alternatives(const Need& need, const Choice& choice, const Assumptions& assumptions,
                                      const Market& market, const Selection& selection,
                                      const std::vector<WiderMarket>& wider) {
  std::vector<Alternative> found;
  if (choice.offer) return found;
  if (auto several = several_servers(need, market, selection)) found.push_back(std::move(*several));
  for (const auto& other : wider)
    if (const Offer* const offer = first_fit(need, other.market, other.selection))
      found.push_back(of_plan(other.kind, *offer));
  if (const Offer* const offer = strongest(need, market, selection)) add_of_strongest(need, assumptions, *offer, found);
  for (const auto& miss : choice.nearest_misses) {
    if (miss.excluded.empty()) continue;
    found.push_back({"excluded_plan", miss.plan->full_name()});
    found.back().excluded = miss.excluded;
  }
  return found;
}

}  // namespace vpsfit::forecast
