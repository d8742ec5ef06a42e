// SPDX-License-Identifier: MIT
#include "forecast/defaults.hpp"

#include <fmt/format.h>
#include <set>
#include <string>

namespace vpsfit::forecast {
namespace {

Result<Currency> the_only(const std::set<Currency>& currencies, std::string_view whose) {
  if (currencies.size() == 1) return *currencies.begin();
  std::set<std::string> codes;
  for (const auto& currency : currencies) codes.insert(currency.code());
  return fail(ErrorKind::input,
              currencies.empty() ? "no currency to show the fees in: there is no plan"
                                 : fmt::format("the {} are in several currencies: {}", whose, fmt::join(codes, ", ")),
              {}, "say which one to show with --currency");
}

}  // namespace

Result<Currency> common_currency(const plans::Catalog& catalog, const fx::RateTable& rates) {
  std::set<Currency> targets;
  for (const auto& rate : rates.rates()) targets.insert(rate.to);
  if (!targets.empty()) return the_only(targets, "rates");
  std::set<Currency> prices;
  for (const auto& plan : catalog.plans)
    for (const auto& price : plan.prices) prices.insert(price.currency);
  return the_only(prices, "plans");
}

std::optional<Date> latest_day(const plans::Catalog& catalog, const fx::RateTable& rates) {
  std::optional<Date> latest;
  const auto take = [&](Date day) {
    if (!latest || day > *latest) latest = day;
  };
  for (const auto& plan : catalog.plans)
    if (plan.verified_on) take(*plan.verified_on);
  for (const auto& rate : rates.rates()) take(rate.date_asked);
  return latest;
}

}  // namespace vpsfit::forecast
