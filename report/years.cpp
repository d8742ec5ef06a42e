// SPDX-License-Identifier: MIT
#include "report/years.hpp"

#include <fmt/format.h>

#include "core/decimal.hpp"
#include "report/forecast_json_parts.hpp"
#include "report/text_table.hpp"

namespace vpsfit::report {
namespace {

using json::Value;

std::string amount_of(const Money& money) { return money.rounded() + " " + money.currency().code(); }

std::string unknown_text(const forecast::YearsTotal& years) {
  if (years.is_known()) return "-";
  std::string text;
  for (const auto code : years.unknown) text += (text.empty() ? "" : ", ") + std::string(code);
  return text;
}

/// "120.00 (2)": what so many periods cost together.
std::string periods_cell(std::int64_t periods, const Rational& together, const Currency& currency) {
  return periods == 0 ? "-" : fmt::format("{} ({})", Money(together, currency).rounded(), periods);
}

}  // namespace

Value years_json(const forecast::YearsTotal& years, const forecast::Offer& offer) {
  const Currency& currency = offer.price->currency;
  const auto money = [&](const Rational& amount) { return money_json(Money(amount, currency)); };
  Value unknown = Value::array();
  for (const auto code : years.unknown) unknown.push(code);
  return Value::object()
      .set("years", years.years)
      .set("setup_fee", years.setup_fee ? money(*years.setup_fee) : Value())
      .set("first_term_periods", years.first_periods)
      .set("first_term", money(years.first_term))
      .set("renewed_periods", years.renewed_periods)
      .set("renewed", money(years.renewed))
      .set("ipv4", money_json(years.ipv4))
      .set("unknown", std::move(unknown))
      .set("total", years.is_known() ? money_json(years.as_known) : Value())
      .set("total_if_unchanged", money_json(years.as_known))
      .set("total_if_unchanged_exact", to_decimal(years.as_known.amount(), Rounding::half_away))
      .set("first_term_discount", years.first_term_discount ? money(*years.first_term_discount) : Value());
}

std::string years_table(const forecast::Forecast& forecast, std::size_t width) {
  TextTable table({{"subject"},
                   {"plan"},
                   {"setup", Align::right},
                   {"first term (periods)", Align::right},
                   {"renewed (periods)", Align::right},
                   {"IPv4", Align::right},
                   {"total", Align::right},
                   {"nobody tells"}});
  bool any = false;
  std::string discounts;
  for (const auto& subject : forecast.subjects) {
    if (!subject.years) continue;
    any = true;
    const auto& years = *subject.years;
    const auto& offer = *subject.choice.offer;
    const Currency& currency = offer.price->currency;
    table.row({subject.usage.subject, offer.plan->full_name(),
               years.setup_fee ? Money(*years.setup_fee, currency).rounded() : "?",
               periods_cell(years.first_periods, years.first_term, currency),
               periods_cell(years.renewed_periods, years.renewed, currency), amount_of(years.ipv4),
               amount_of(years.as_known), unknown_text(years)});
    if (years.first_term_discount)
      discounts += wrap(fmt::format("{}: its first-term price would take off {}; it is not applied",
                                    offer.plan->full_name(), amount_of({*years.first_term_discount, currency})),
                        "  ");
  }
  if (!any) return {};
  return fmt::format("Over {} year{}, as it is billed\n", forecast.selection.years,
                     forecast.selection.years == 1 ? "" : "s") +
         table.render(width) +
         wrap(
             "An unknown setup fee counts as none, an unknown renewal as the price of the first term. Coupons and "
             "first-term prices are never applied.") +
         discounts + "\n";
}

}  // namespace vpsfit::report
