// SPDX-License-Identifier: MIT
#include "forecast/fee.hpp"

#include <algorithm>
#include <stdexcept>

namespace vpsfit::forecast {
namespace {

constexpr std::int64_t hours_a_year = 8760;
Rational units_a_year(plans::PeriodUnit unit) {
  switch (unit) {
    case plans::PeriodUnit::hour:
      return Rational(hours_a_year);
    case plans::PeriodUnit::month:
      return Rational(months_a_year);
    case plans::PeriodUnit::year:
      break;
  }
  return Rational(1);
}

/// One address is needed; it costs extra only where none is in the price.
Rational ipv4_a_year(const plans::Plan& plan) {
  if (!plan.network || !plan.network->ipv4_price || plan.network->ipv4_count.value_or(0) > 0) return Rational(0);
  return *plan.network->ipv4_price * units_a_year(plan.network->ipv4_per.value_or(plans::PeriodUnit::month));
}

}  // namespace

Rational periods_a_year(const plans::Price& price) {
  return units_a_year(price.period_unit) / Rational(price.period_count);
}

FeeParts fee_parts(const plans::Plan& plan, const plans::Price& price) {
  FeeParts parts{price.amount * periods_a_year(price), price.setup_fee.value_or(Rational(0)), ipv4_a_year(plan), false};
  if (price.period_unit == plans::PeriodUnit::hour && price.monthly_cap) {
    const Rational capped = *price.monthly_cap * Rational(months_a_year);
    parts.is_capped = capped < parts.periods;
    parts.periods = std::min(parts.periods, capped);
  }
  return parts;
}

Currency ipv4_currency(const plans::Plan& plan, const plans::Price& price) {
  return plan.prices.empty() ? price.currency : plan.ipv4_currency();
}

bool has_two_currencies(const plans::Plan& plan, const plans::Price& price) {
  return ipv4_currency(plan, price) != price.currency && !ipv4_a_year(plan).is_zero();
}

Money annual_fee(const plans::Plan& plan, const plans::Price& price) {
  if (has_two_currencies(plan, price)) throw std::logic_error("a fee of two currencies has no sum before its rates");
  const FeeParts parts = fee_parts(plan, price);
  return {parts.periods + parts.setup + parts.ipv4, price.currency};
}

std::optional<Money> annual_fee_in(const Currency& currency, const plans::Plan& plan, const plans::Price& price,
                                   const fx::RateTable& rates) {
  const fx::Rate* const rate = rates.find(price.currency, currency);
  if (rate == nullptr) return std::nullopt;
  if (!has_two_currencies(plan, price)) return rate->convert(annual_fee(plan, price));
  const fx::Rate* const ipv4_rate = rates.find(ipv4_currency(plan, price), currency);
  if (ipv4_rate == nullptr) return std::nullopt;
  const FeeParts parts = fee_parts(plan, price);
  return Money((parts.periods + parts.setup) * rate->value + parts.ipv4 * ipv4_rate->value, currency);
}

}  // namespace vpsfit::forecast
