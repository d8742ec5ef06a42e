// SPDX-License-Identifier: MIT
#include "forecast/years.hpp"

#include <algorithm>
#include <stdexcept>

#include "forecast/fee.hpp"

namespace vpsfit::forecast {
namespace {

/// A count of periods; amounts and counts of a catalog are bounded, so it fits.
std::int64_t whole(const Rational& periods) {
  const auto count = periods.ceil();
  if (!count) throw std::logic_error("more periods than 64 bits count");
  return *count;
}

/// What one period costs; an hour never more than its share of the monthly cap.
Rational period_amount(const plans::Price& price) {
  if (price.period_unit != plans::PeriodUnit::hour || !price.monthly_cap) return price.amount;
  return std::min(price.amount, *price.monthly_cap * Rational(months_a_year) / periods_a_year(price));
}

/// How long the amount is sure: the commitment, or one period.
std::int64_t first_term_periods(const plans::Price& price) {
  const Rational commitment = Rational(price.commitment_months.value_or(0)) * periods_a_year(price);
  return std::max<std::int64_t>(1, whole(commitment / Rational(months_a_year)));
}

/// What a period costs after the first term; nullopt where nobody tells.
std::optional<Rational> renewal_amount(const plans::Price& price) {
  if (!price.renewal) return std::nullopt;
  switch (price.renewal->status) {
    case plans::RenewalStatus::same:
      return period_amount(price);
    case plans::RenewalStatus::different:
      return price.renewal->amount;
    case plans::RenewalStatus::unverified:
      break;
  }
  return std::nullopt;
}

/// The price of the first so many periods, less the first-term price of them.
Rational discount(const plans::FirstTerm& first_term, const YearsTotal& total, const Rational& amount,
                  const Rational& renewal) {
  const std::int64_t all = total.first_periods + total.renewed_periods;
  const std::int64_t cheaper = std::min(first_term.periods, all);
  const std::int64_t regular = std::min(cheaper, total.first_periods);
  return Rational(regular) * amount + Rational(cheaper - regular) * renewal - Rational(cheaper) * first_term.amount;
}

Money sum(const Offer& offer, const YearsTotal& total, const Currency& currency, const fx::RateTable& rates) {
  const plans::Price& price = *offer.price;
  const Rational own = total.first_term + total.renewed + total.setup_fee.value_or(Rational(0));
  if (!has_two_currencies(*offer.plan, price)) return {own + total.ipv4.amount(), price.currency};
  const fx::Rate* const rate = rates.find(price.currency, currency);
  const fx::Rate* const ipv4_rate = rates.find(total.ipv4.currency(), currency);
  if (rate == nullptr || ipv4_rate == nullptr) throw std::logic_error("an offer without its rates");
  return {own * rate->value + total.ipv4.amount() * ipv4_rate->value, currency};
}

}  // namespace

YearsTotal total_of_years(const Offer& offer, std::int64_t years, const Currency& currency,
                          const fx::RateTable& rates) {
  if (years < 1 || years > most_years) throw std::domain_error("years out of range");
  const plans::Price& price = *offer.price;
  const Currency address_currency = ipv4_currency(*offer.plan, price);
  YearsTotal total({fee_parts(*offer.plan, price).ipv4 * Rational(years), address_currency},
                   {Rational(0), price.currency});
  total.years = years;
  const std::int64_t periods = whole(periods_a_year(price) * Rational(years));
  total.first_periods = std::min(first_term_periods(price), periods);
  total.renewed_periods = periods - total.first_periods;
  const Rational amount = period_amount(price);
  const auto renewal = renewal_amount(price);
  total.first_term = Rational(total.first_periods) * amount;
  total.renewed = Rational(total.renewed_periods) * renewal.value_or(amount);
  total.setup_fee = price.setup_fee;
  if (!price.setup_fee) total.unknown.emplace_back("setup_fee");
  if (!renewal && total.renewed_periods > 0) total.unknown.emplace_back("renewal");
  if (price.first_term)
    total.first_term_discount = discount(*price.first_term, total, amount, renewal.value_or(amount));
  total.as_known = sum(offer, total, currency, rates);
  return total;
}

}  // namespace vpsfit::forecast
