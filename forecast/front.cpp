// SPDX-License-Identifier: MIT
#include "forecast/front.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>

namespace vpsfit::forecast {
namespace {

constexpr std::int64_t no_limit = std::numeric_limits<std::int64_t>::max();

struct Capacity {
  std::int64_t vcpus = 0;  ///< whole ones: a need is of whole ones
  std::int64_t memory = 0;
  std::int64_t disk = 0;
  std::optional<Rational> sustained;  ///< nullopt: the vendor publishes no limit
  const plans::Traffic* traffic = nullptr;
  std::optional<Currency> overage;
};

Capacity capacity_of(const Offer& offer) {
  const plans::Plan& plan = *offer.plan;
  Capacity result;
  result.vcpus = plan.cpu.vcpus.floor().value_or(no_limit);
  result.memory = plan.memory.lower_bytes().count();
  result.disk = plan.included_disk().value_or(Bytes{no_limit}).count();
  if (plan.cpu.baseline_share) result.sustained = plan.cpu.vcpus * plan.cpu.baseline_share->value();
  const auto& own =
      offer.region != nullptr && offer.region->traffic_override ? offer.region->traffic_override : plan.traffic;
  if (own) result.traffic = &*own;
  if (own && own->overage_price) result.overage = plan.overage_currency(*own);
  return result;
}

bool same_direction(const plans::Traffic& a, const plans::Traffic& b) {
  return a.included && b.included && a.included->direction == b.included->direction &&
         a.included->pooled == b.included->pooled;
}

/// At least as much traffic, and nothing dearer after it.
bool enough_traffic(const Capacity& a, const Capacity& b) {
  if (a.traffic == nullptr || b.traffic == nullptr) return a.traffic == b.traffic;
  const auto& mine = *a.traffic;
  const auto& theirs = *b.traffic;
  if (!same_direction(mine, theirs)) return false;
  const auto more = mine.included_bytes();
  const auto less = theirs.included_bytes();
  if (!more || !less || *more < *less) return false;
  const auto size = [](const plans::Traffic& traffic) {
    return traffic.overage_per ? std::optional(traffic.overage_per->bytes()) : std::nullopt;
  };
  return mine.after == theirs.after && mine.overage_price == theirs.overage_price && a.overage == b.overage &&
         size(mine) == size(theirs) && mine.throttle_mbit == theirs.throttle_mbit;
}

bool as_good(const Capacity& a, const Capacity& b) {
  const bool sustained = !a.sustained || (b.sustained && *a.sustained >= *b.sustained);
  return a.vcpus >= b.vcpus && a.memory >= b.memory && a.disk >= b.disk && sustained && enough_traffic(a, b);
}

}  // namespace

std::vector<std::size_t> front_of(const std::vector<Offer>& offers) {
  std::vector<std::size_t> front;
  std::vector<Capacity> kept;
  for (std::size_t i = 0; i < offers.size(); ++i) {
    Capacity capacity = capacity_of(offers[i]);
    if (std::any_of(kept.begin(), kept.end(), [&](const Capacity& other) { return as_good(other, capacity); }))
      continue;
    kept.push_back(std::move(capacity));
    front.push_back(i);
  }
  return front;
}

}  // namespace vpsfit::forecast
