// SPDX-License-Identifier: MIT
#include "forecast/traffic.hpp"

#include <algorithm>
#include <vector>

namespace vpsfit::forecast {
namespace {

const plans::Traffic* traffic_at(const plans::Plan& plan, const plans::Region* region) {
  if (region != nullptr && region->traffic_override) return &*region->traffic_override;
  return plan.traffic ? &*plan.traffic : nullptr;
}

/// Cost a year at a volume; nothing where it is not known, or not to be had for money.
std::optional<Rational> annual_cost(const Side& side, const Rational& volume) {
  const Overage more = overage(side.allowance, volume);
  if (!more.cost) return std::nullopt;
  return side.annual_fee + *more.cost * Rational(12);
}

/// What a byte more costs a year beyond that volume.
Rational slope_after(const Side& side, const Rational& volume) {
  const Allowance& allowance = side.allowance;
  const bool beyond = allowance.included && !allowance.unmetered && volume >= *allowance.included;
  return beyond && allowance.price ? *allowance.price * Rational(12) : Rational(0);
}

}  // namespace

Allowance allowance_of(const plans::Plan& plan, const plans::Region* region) {
  const plans::Traffic* const traffic = traffic_at(plan, region);
  Allowance allowance;
  if (traffic == nullptr) return allowance;
  if (traffic->included) {
    allowance.unmetered = traffic->included->unmetered;
    allowance.direction = traffic->included->direction.value_or("");
    if (traffic->included->size) allowance.included = Rational(traffic->included->size->bytes().count());
  }
  allowance.policy = traffic->after;
  if (traffic->overage_price && traffic->overage_per) {
    allowance.price = *traffic->overage_price / Rational(traffic->overage_per->bytes().count());
    allowance.price_currency = plan.overage_currency(*traffic);
  }
  allowance.throttle_mbit = traffic->throttle_mbit;
  return allowance;
}

Allowance of_sent_bytes(Allowance allowance, const RequestBytes& request) {
  const bool counts_received = allowance.direction == "both" || allowance.direction == "max";
  if (!counts_received || allowance.unmetered) return allowance;
  if (!request.received || request.sent.is_zero()) {
    allowance.included.reset();
    allowance.price.reset();
    return allowance;
  }
  const Rational counted =
      allowance.direction == "both" ? request.sent + *request.received : std::max(request.sent, *request.received);
  const Rational for_each_sent = counted / request.sent;
  if (allowance.included) *allowance.included = *allowance.included / for_each_sent;
  if (allowance.price) *allowance.price = *allowance.price * for_each_sent;
  return allowance;
}

Rational monthly_volume(const Rational& request_bytes, const Rational& requests_per_s) {
  return request_bytes * requests_per_s * Rational(seconds_a_month);
}

std::optional<Rational> seconds_until_used(const Allowance& allowance, const Rational& request_bytes,
                                           const Rational& requests_per_s) {
  const Rational each_second = request_bytes * requests_per_s;
  if (allowance.unmetered || !allowance.included || each_second <= Rational(0)) return std::nullopt;
  return *allowance.included / each_second;
}

std::string_view word(Beyond beyond) {
  switch (beyond) {
    case Beyond::nothing:
      return "nothing";
    case Beyond::billed:
      return "billed";
    case Beyond::billed_unknown:
      return "billed_unknown";
    case Beyond::throttled:
      return "throttled";
    case Beyond::suspended:
      return "suspended";
    case Beyond::unknown:
      break;
  }
  return "unknown";
}

Overage overage(const Allowance& allowance, const Rational& volume) {
  if (allowance.unmetered) return {Beyond::nothing, Rational(0), Rational(0)};
  if (!allowance.included) return {Beyond::unknown, std::nullopt, std::nullopt};
  if (volume <= *allowance.included) return {Beyond::nothing, Rational(0), Rational(0)};
  const Rational more = volume - *allowance.included;
  switch (allowance.policy) {
    case plans::OveragePolicy::bill:
      if (allowance.price) return {Beyond::billed, more, more * *allowance.price};
      return {Beyond::billed_unknown, more, std::nullopt};
    case plans::OveragePolicy::throttle:
      return {Beyond::throttled, more, std::nullopt};
    case plans::OveragePolicy::suspend:
      return {Beyond::suspended, more, std::nullopt};
    case plans::OveragePolicy::unknown:
      break;
  }
  return {Beyond::unknown, more, std::nullopt};
}

std::optional<Rational> volume_of_no_saving(const Side& a, const Side& b) {
  // Both costs are straight between the allowances: look for the crossing piece by piece.
  std::vector<Rational> edges{Rational(0)};
  for (const auto* side : {&a, &b})
    if (side->allowance.included && !side->allowance.unmetered) edges.push_back(*side->allowance.included);
  std::sort(edges.begin(), edges.end());
  for (std::size_t i = 0; i < edges.size(); ++i) {
    const auto cost_a = annual_cost(a, edges[i]);
    const auto cost_b = annual_cost(b, edges[i]);
    if (!cost_a || !cost_b) return std::nullopt;
    const Rational apart = *cost_a - *cost_b;
    if (apart.is_zero() && !edges[i].is_zero()) return edges[i];
    const Rational closing = slope_after(b, edges[i]) - slope_after(a, edges[i]);
    if (closing.is_zero() || apart.is_zero()) continue;
    const Rational at = edges[i] + apart / closing;
    const bool inside = at > edges[i] && (i + 1 == edges.size() || at < edges[i + 1]);
    if (inside && annual_cost(a, at) && annual_cost(b, at)) return at;
  }
  return std::nullopt;
}

const Offer* first_fit_with_traffic(const Need& need, const Market& market, const Selection& selection,
                                    const Rational& at_least, const RequestBytes& request) {
  const auto holds = [&](const Offer& offer) {
    const Allowance allowance = of_sent_bytes(allowance_of(*offer.plan, offer.region), request);
    return (allowance.unmetered || (allowance.included && *allowance.included >= at_least)) &&
           shortage(need, *offer.plan, selection).kinds() == 0;
  };
  const auto found = std::find_if(market.offers.begin(), market.offers.end(), holds);
  return found == market.offers.end() ? nullptr : &*found;
}

}  // namespace vpsfit::forecast
