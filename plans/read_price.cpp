// SPDX-License-Identifier: MIT
#include <array>
#include <fmt/format.h>

#include "plans/read_plan.hpp"
#include "plans/values.hpp"

namespace vpsfit::plans {
namespace {

constexpr std::array<std::string_view, 2> payments{"upfront", "postpaid"};
constexpr std::array<std::string_view, 2> coupon_scopes{"first_invoice", "lifetime"};
constexpr std::int64_t longest_period = 1200;  // a hundred years of months

struct Period {
  std::int64_t count = 1;
  PeriodUnit unit = PeriodUnit::month;
};

std::optional<Period> read_period(const Field& field) {
  const Object object(field, {"count", "unit"});
  Period period;
  object.required("count", period.count, count(1, longest_period));
  object.required("unit", period.unit, choice<PeriodUnit>);
  return period;
}

std::optional<FirstTerm> read_first_term(const Field& field) {
  const Object object(field, {"amount", "periods"});
  FirstTerm term;
  object.required("amount", term.amount, amount);
  object.required("periods", term.periods, count(1, longest_period));
  return term;
}

std::optional<Renewal> read_renewal(const Field& field) {
  const Object object(field, {"amount", "status"});
  Renewal renewal;
  object.maybe("amount", renewal.amount, amount);
  object.required("status", renewal.status, choice<RenewalStatus>);
  return renewal;
}

std::optional<Coupon> read_coupon(const Field& field) {
  const Object object(field, {"code", "effect", "scope", "applied"});
  Coupon coupon;
  bool applied = false;
  object.maybe("code", coupon.code, name_text);
  object.maybe("effect", coupon.effect, name_text);
  object.required("scope", coupon.scope, word_of(coupon_scopes));
  object.required("applied", applied, truth);
  if (applied)
    object.complain_about("applied", "true is not allowed: a coupon is recorded and never applied in the price",
                          "write false, and the price as it is without the coupon");
  return coupon;
}

Result<Rational> vat_share(const json::Node& node) {
  const auto rate = share(node);
  if (!rate) return node.wrong(rate.error().message, "write a share, like 0.19 for 19 %");
  return rate->value();
}

/// What holds between the members of a price.
void check_promotion(const Object& object, const Price& price) {
  if (price.kind != PriceKind::promo) return;
  if (!object.has("promo_name"))
    object.complain_about("promo_name", "a promo price has no \"promo_name\"",
                          "write what the seller calls the promotion");
  if (!object.has("renewal"))
    object.complain_about("renewal", "a promo price does not say what it renews at",
                          "add \"renewal\" with \"status\": same, different or unverified");
}

}  // namespace

std::optional<Price> read_price(const Field& field) {
  const std::size_t before = field.complaints().count();
  const Object object(
      field, {"period", "amount", "currency", "monthly_cap", "payment", "commitment_months", "setup_fee", "first_term",
              "renewal", "kind", "promo_name", "promo_ends", "coupons", "tax", "vat_rate", "tax_country"});
  std::optional<Currency> paid_in;
  object.required("currency", paid_in, currency);
  if (!paid_in) paid_in = *Currency::parse("USD");  // reading goes on, for the other complaints
  Price price(*paid_in);
  Period period;
  object.required("period", period, read_period);
  price.period_count = period.count;
  price.period_unit = period.unit;
  object.required("amount", price.amount, amount);
  object.maybe("monthly_cap", price.monthly_cap, amount);
  object.maybe("payment", price.payment, word_of(payments));
  object.maybe("commitment_months", price.commitment_months, count(0, longest_period));
  object.maybe("setup_fee", price.setup_fee, amount);
  object.maybe("first_term", price.first_term, read_first_term);
  object.maybe("renewal", price.renewal, read_renewal);
  object.maybe("kind", price.kind, choice<PriceKind>);
  object.maybe("promo_name", price.promo_name, name_text);
  object.maybe("promo_ends", price.promo_ends, day);
  object.each("coupons", price.coupons, read_coupon);
  object.required("tax", price.tax, choice<Tax>);
  object.maybe("vat_rate", price.vat_rate, vat_share);
  object.maybe("tax_country", price.tax_country, country_code);
  check_promotion(object, price);
  if (field.complaints().count() != before) return std::nullopt;
  return price;
}

}  // namespace vpsfit::plans
