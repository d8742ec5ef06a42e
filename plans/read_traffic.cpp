// SPDX-License-Identifier: MIT
#include <array>

#include "plans/read_plan.hpp"
#include "plans/values.hpp"

namespace vpsfit::plans {
namespace {

constexpr std::array<std::string_view, 3> directions{"out", "both", "max"};

struct Overage {
  OveragePolicy policy = OveragePolicy::unknown;
  std::optional<Rational> price;
  std::optional<Currency> paid_in;
  std::optional<Size> per;
  std::optional<Rational> throttle_mbit;
};

std::optional<Size> read_plain_size(const Field& field) {
  const Object object(field, {"value", "unit"});
  return read_size(object);
}

/// "unmetered", or a size with its direction.
std::optional<IncludedTraffic> read_included(const Field& field) {
  IncludedTraffic included;
  if (field.value().kind() == json::Value::Kind::string) {
    included.unmetered = true;
    constexpr std::array<std::string_view, 1> only{"unmetered"};
    static_cast<void>(field.read(word_of(only)));
    return included;
  }
  const Object object(field, {"value", "unit", "direction", "pooled"});
  included.size = read_size(object);
  object.maybe("direction", included.direction, word_of(directions));
  object.maybe("pooled", included.pooled, truth);
  return included;
}

std::optional<Overage> read_overage(const Field& field) {
  const Object object(field, {"policy", "price", "currency", "per", "throttle_mbit"});
  Overage overage;
  object.required("policy", overage.policy, choice<OveragePolicy>);
  object.maybe("price", overage.price, amount);
  object.maybe("currency", overage.paid_in, currency);
  object.maybe("per", overage.per, read_plain_size);
  object.maybe("throttle_mbit", overage.throttle_mbit, positive);
  if (object.has("price") && !object.has("per"))
    object.complain_about("price", "the price has no amount of traffic to go with",
                          "add \"per\", like {\"value\": 1, \"unit\": \"GB\"}");
  return overage;
}

}  // namespace

std::optional<Traffic> read_traffic(const Field& field) {
  const Object object(field, {"included", "after"});
  Traffic traffic;
  object.maybe("included", traffic.included, read_included);
  std::optional<Overage> after;
  object.maybe("after", after, read_overage);
  if (after) {
    traffic.after = after->policy;
    traffic.overage_price = std::move(after->price);
    traffic.overage_currency = after->paid_in;
    traffic.overage_per = std::move(after->per);
    traffic.throttle_mbit = std::move(after->throttle_mbit);
  }
  return traffic;
}

}  // namespace vpsfit::plans
