// SPDX-License-Identifier: MIT
#include "plans/write.hpp"

#include <stdexcept>

#include "core/decimal.hpp"
#include "plans/names.hpp"
#include "plans/read.hpp"

namespace vpsfit::plans {
namespace {

using json::Value;

Value number(const Rational& value) { return Value::number(to_decimal(value, Rounding::half_away)); }

/// Money with at least the digits of its currency's minor unit, and as many more as it has.
Value money(const Rational& amount, const Currency& currency) {
  std::string fixed = to_fixed(amount, currency.minor_digits());
  const auto same = parse_decimal(fixed);
  return same && *same == amount ? Value(fixed) : Value(to_decimal(amount, Rounding::half_away));
}

template <class T, class Write>
Value maybe(const std::optional<T>& value, Write write) {
  return value ? Value(write(*value)) : Value();
}
template <class T, class Write>
Value each(const std::vector<T>& items, Write write) {
  Value list = Value::array();
  for (const auto& item : items) list.push(write(item));
  return list;
}
Value text(const std::optional<std::string>& value) { return value ? Value(*value) : Value(); }
Value day(const std::optional<Date>& value) { return value ? Value(vpsfit::to_text(*value)) : Value(); }

Value size(const Size& size) { return Value::object().set("value", number(size.value)).set("unit", size.unit); }

/// An object that may lack its size.
Value with_size(const std::optional<Size>& size) {
  return Value::object()
      .set("value", maybe(size, [](const Size& s) { return number(s.value); }))
      .set("unit", maybe(size, [](const Size& s) { return s.unit; }));
}

Value cpu(const Cpu& cpu, const Currency& currency) {
  return Value::object()
      .set("vcpus", number(cpu.vcpus))
      .set("kind", word(cpu.kind))
      .set("baseline_share", maybe(cpu.baseline_share, [](const Fraction& share) { return number(share.value()); }))
      .set("burst", maybe(cpu.burst,
                          [&](const Burst& burst) {
                            return Value::object()
                                .set("credits_per_hour", maybe(burst.credits_per_hour, number))
                                .set("max_credits", maybe(burst.max_credits, number))
                                .set("unlimited_price", maybe(burst.unlimited_price, [&](const Rational& amount) {
                                       return money(amount, currency);
                                     }));
                          }))
      .set("arch", text(cpu.arch))
      .set("model", text(cpu.model));
}

Value memory(const Memory& memory) {
  return size(memory.size)
      .set("unit_confidence", word(memory.confidence))
      .set("usable_bytes", maybe(memory.usable, [](Bytes bytes) { return bytes.count(); }));
}

Value traffic(const Traffic& traffic, const Currency& currency) {
  Value included;
  if (traffic.included && traffic.included->unmetered) {
    included = "unmetered";
  } else if (traffic.included && traffic.included->size) {
    included = size(*traffic.included->size)
                   .set("direction", text(traffic.included->direction))
                   .set("pooled", traffic.included->pooled);
  }
  const Currency paid_in = traffic.overage_currency.value_or(currency);
  Value after = Value::object()
                    .set("policy", word(traffic.after))
                    .set("price", maybe(traffic.overage_price, [&](const Rational& a) { return money(a, paid_in); }));
  if (traffic.overage_currency) after.set("currency", traffic.overage_currency->code());
  after.set("per", maybe(traffic.overage_per, size)).set("throttle_mbit", maybe(traffic.throttle_mbit, number));
  return Value::object().set("included", included).set("after", after);
}

Value network(const Network& network, const Currency& currency) {
  Value ipv4_price;
  if (network.ipv4_price) {
    ipv4_price = Value::object().set("amount", money(*network.ipv4_price, network.ipv4_currency.value_or(currency)));
    if (network.ipv4_currency) ipv4_price.set("currency", network.ipv4_currency->code());
    ipv4_price.set("per", word(network.ipv4_per.value_or(PeriodUnit::month)));
  }
  return Value::object()
      .set("ipv4_count", Value(network.ipv4_count))
      .set("ipv4_price", ipv4_price)
      .set("ipv6", Value(network.ipv6))
      .set("port_mbit", maybe(network.port_mbit, number));
}

Value coupon(const Coupon& coupon) {
  return Value::object()
      .set("code", text(coupon.code))
      .set("effect", text(coupon.effect))
      .set("scope", coupon.scope)
      .set("applied", false);
}

Value price(const Price& price) {
  const auto amount = [&](const Rational& value) { return money(value, price.currency); };
  return Value::object()
      .set("period", Value::object().set("count", price.period_count).set("unit", word(price.period_unit)))
      .set("amount", amount(price.amount))
      .set("currency", price.currency.code())
      .set("monthly_cap", maybe(price.monthly_cap, amount))
      .set("payment", text(price.payment))
      .set("commitment_months", Value(price.commitment_months))
      .set("setup_fee", maybe(price.setup_fee, amount))
      .set("first_term", maybe(price.first_term,
                               [&](const FirstTerm& term) {
                                 return Value::object().set("amount", amount(term.amount)).set("periods", term.periods);
                               }))
      .set(
          "renewal",
          maybe(
              price.renewal,
              [&](const Renewal& renewal) {
                return Value::object().set("amount", maybe(renewal.amount, amount)).set("status", word(renewal.status));
              }))
      .set("kind", word(price.kind))
      .set("promo_name", text(price.promo_name))
      .set("promo_ends", day(price.promo_ends))
      .set("coupons", each(price.coupons, coupon))
      .set("tax", word(price.tax))
      .set("vat_rate", maybe(price.vat_rate, number))
      .set("tax_country", text(price.tax_country));
}

Value region(const Region& region, const Currency& currency) {
  return Value::object()
      .set("id", region.id)
      .set("country", text(region.country))
      .set("city", text(region.city))
      .set("price_override", each(region.price_override, price))
      .set("traffic_override", maybe(region.traffic_override, [&](const Traffic& t) { return traffic(t, currency); }))
      .set("stock", maybe(region.stock, [](Stock stock) { return word(stock); }))
      .set("lifecycle", maybe(region.lifecycle, [](Lifecycle lifecycle) { return word(lifecycle); }));
}

Value limit(const Limit& limit) {
  if (!limit.sustained_cpu_pct) return limit.text;
  return Value::object().set("sustained_cpu_pct", number(*limit.sustained_cpu_pct)).set("window", text(limit.window));
}

Value source(const Source& source) {
  return Value::object()
      .set("url", text(source.url))
      .set("kind", source.kind)
      .set("retrieved_at", text(source.retrieved_at))
      .set("sha256", text(source.sha256))
      .set("confidence", text(source.confidence));
}

}  // namespace

Value plan_value(const Plan& plan) {
  const Currency& currency = plan.prices.front().currency;
  return Value::object()
      .set("id", plan.id)
      .set("name", plan.name)
      .set("lifecycle", word(plan.lifecycle))
      .set("unavailable_after", day(plan.unavailable_after))
      .set("cpu", cpu(plan.cpu, currency))
      .set("memory", memory(plan.memory))
      .set("swap",
           maybe(plan.swap, [](const Swap& swap) { return with_size(swap.size).set("allowed", word(swap.allowed)); }))
      .set("disks", each(plan.disks,
                         [](const Disk& disk) {
                           return with_size(disk.size).set("kind", disk.kind).set("included", disk.included);
                         }))
      .set("traffic", maybe(plan.traffic, [&](const Traffic& t) { return traffic(t, currency); }))
      .set("network", maybe(plan.network, [&](const Network& n) { return network(n, currency); }))
      .set("regions", each(plan.regions, [&](const Region& r) { return region(r, currency); }))
      .set("prices", each(plan.prices, price))
      .set("stock", word(plan.stock))
      .set("stock_checked_on", day(plan.stock_checked_on))
      .set("limits", each(plan.limits, limit))
      .set("verified_on", day(plan.verified_on))
      .set("source", source(plan.source))
      .set("notes", text(plan.notes));
}

Value to_document(const Catalog& catalog) {
  if (catalog.vendors.size() != 1) throw std::logic_error("a catalog document has one vendor");
  const Vendor& vendor = catalog.vendors.front();
  return Value::object()
      .set("schema", schema_name)
      .set("schema_version", schema_version)
      .set("vendor", Value::object()
                         .set("id", vendor.id)
                         .set("name", vendor.name)
                         .set("url", text(vendor.url))
                         .set("country", text(vendor.country)))
      .set("license_note", Value())
      .set("plans", each(catalog.plans, plan_value));
}

}  // namespace vpsfit::plans
