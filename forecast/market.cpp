// SPDX-License-Identifier: MIT
#include "forecast/market.hpp"

#include <algorithm>
#include <tuple>

#include "forecast/fee.hpp"
#include "forecast/front.hpp"

namespace vpsfit::forecast {
namespace {

bool sale_over(plans::Lifecycle lifecycle) {
  return lifecycle == plans::Lifecycle::end_of_sale || lifecycle == plans::Lifecycle::legacy;
}

bool sold_in(const plans::Region& region) {
  return region.stock != plans::Stock::out && !(region.lifecycle && sale_over(*region.lifecycle));
}

bool can_be_ordered(plans::Stock stock) { return stock == plans::Stock::in_stock || stock == plans::Stock::scarce; }

/// What the filters ask of a region, beside its being sold there; what the region does not say, the plan does.
bool wanted_in(const plans::Plan& plan, const plans::Region& region, const Filters& filters) {
  if (!in_one_of(region, filters.regions)) return false;
  if (filters.active && region.lifecycle && *region.lifecycle != plans::Lifecycle::active) return false;
  return !filters.in_stock || can_be_ordered(region.stock.value_or(plan.stock));
}

bool holds(const plans::Price& price, const Selection& selection) {
  return !price.promo_ends || *price.promo_ends >= selection.as_of;
}

/// A list of prices and the region it holds in.
struct PriceList {
  const std::vector<plans::Price>* prices;
  const plans::Region* region;
};

/// Where the region matters to the buyer it is named; else the plan's own prices hold in no region in particular.
std::vector<PriceList> price_lists(const plans::Plan& plan, const Filters& filters) {
  std::vector<PriceList> lists;
  bool general = plan.regions.empty();
  for (const auto& region : plan.regions) {
    if (!sold_in(region) || !wanted_in(plan, region, filters)) continue;
    if (!region.price_override.empty()) {
      lists.push_back({&region.price_override, &region});
    } else if (!filters.regions.empty() || filters.in_stock) {
      lists.push_back({&plan.prices, &region});
    } else {
      general = true;
    }
  }
  if (general) lists.insert(lists.begin(), {&plan.prices, nullptr});
  return lists;
}

/// Why a plan that is sold somewhere is not where and how the filters want it.
std::string_view sale_exclusion(const plans::Plan& plan, const Filters& filters) {
  if (filters.in_stock && plan.regions.empty() && !can_be_ordered(plan.stock)) return "stock_unknown";
  if (!price_lists(plan, filters).empty()) return {};
  Filters fewer = filters;
  fewer.in_stock = false;
  if (!price_lists(plan, fewer).empty()) return "stock_unknown";
  fewer.active = false;
  return price_lists(plan, fewer).empty() ? "sold_out" : "not_active";
}

bool is_stale(const plans::Plan& plan, const Selection& selection) {
  const auto days = (selection.as_of - *plan.verified_on).count();
  if (selection.filters.verified_within) return days > *selection.filters.verified_within;
  return !selection.stale_ok && days > stale_days;
}

/// Why the plan takes no part, whatever it costs; empty where it does.
std::string_view exclusion(const plans::Plan& plan, const Selection& selection) {
  if (!plan.verified_on) return "unverified";
  if (sale_over(plan.lifecycle) || (plan.unavailable_after && *plan.unavailable_after < selection.as_of))
    return "end_of_sale";
  if (plan.stock == plans::Stock::out || price_lists(plan, {}).empty()) return "sold_out";
  if (is_stale(plan, selection)) return "stale";
  if (const auto code = filtered_out(plan, selection.filters); !code.empty()) return code;
  return sale_exclusion(plan, selection.filters);
}

/// Why there is no offer although the plan is sold.
std::string_view price_problem(const plans::Plan& plan, const Selection& selection) {
  bool any = false;
  bool any_holds = false;
  bool any_wanted = false;
  std::string_view unwanted;
  for (const auto& list : price_lists(plan, selection.filters)) {
    for (const auto& price : *list.prices) {
      any = true;
      if (!holds(price, selection)) continue;
      any_holds = true;
      const auto code = filtered_out(price, selection.filters);
      any_wanted = any_wanted || code.empty();
      if (unwanted.empty()) unwanted = code;
    }
  }
  return !any ? "no_price" : !any_holds ? "promo_ended" : !any_wanted ? unwanted : "no_rate";
}

std::int64_t traffic_of(const Offer& offer) {
  const auto& traffic =
      offer.region != nullptr && offer.region->traffic_override ? offer.region->traffic_override : offer.plan->traffic;
  const auto bytes = traffic ? traffic->included_bytes() : std::nullopt;
  return bytes ? bytes->count() : -1;  // unknown traffic is not more than none
}

/// Lower fee, more memory, more vCPU, more traffic, id, vendor.
bool comes_before(const Offer& a, const Offer& b) {
  const Rational& fee_a = a.annual_fee_converted.amount();
  const Rational& fee_b = b.annual_fee_converted.amount();
  if (fee_a != fee_b) return fee_a < fee_b;
  const auto rank = [](const Offer& offer) {
    return std::tuple(-offer.plan->memory.lower_bytes().count(), -offer.plan->cpu.vcpus, -traffic_of(offer),
                      offer.plan->id, offer.plan->vendor);
  };
  return rank(a) < rank(b);
}

}  // namespace

std::optional<Offer> cheapest_offer(const plans::Plan& plan, const fx::RateTable& rates, const Selection& selection) {
  std::optional<Offer> best;
  auto lists = price_lists(plan, selection.filters);
  if (lists.empty()) lists = price_lists(plan, {});
  if (lists.empty()) lists.push_back({&plan.prices, nullptr});  // sold nowhere: it can still be compared with
  for (const auto& list : lists) {
    for (const auto& price : *list.prices) {
      const auto converted = annual_fee_in(selection.currency, plan, price, rates);
      if (!converted || !holds(price, selection) || !filtered_out(price, selection.filters).empty()) continue;
      const Money fee = has_two_currencies(plan, price) ? *converted : annual_fee(plan, price);
      Offer offer{&plan, &price, list.region, fee, *converted};
      if (!best || offer.annual_fee_converted.amount() < best->annual_fee_converted.amount()) best = std::move(offer);
    }
  }
  return best;
}

Market open_market(const plans::Catalog& catalog, const fx::RateTable& rates, const Selection& selection) {
  Market market;
  for (const auto& plan : catalog.plans) {
    std::string_view code = exclusion(plan, selection);
    if (code.empty()) {
      if (auto offer = cheapest_offer(plan, rates, selection)) {
        market.offers.push_back(std::move(*offer));
        continue;
      }
      code = price_problem(plan, selection);
    }
    market.excluded.push_back({&plan, std::string(code)});
  }
  std::sort(market.offers.begin(), market.offers.end(), comes_before);
  market.front = front_of(market.offers);
  std::sort(market.excluded.begin(), market.excluded.end(), [](const ExcludedPlan& a, const ExcludedPlan& b) {
    return std::tie(a.plan->vendor, a.plan->id) < std::tie(b.plan->vendor, b.plan->id);
  });
  return market;
}

}  // namespace vpsfit::forecast
