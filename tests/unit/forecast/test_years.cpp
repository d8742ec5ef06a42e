// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include "forecast/years.hpp"
#include "made.hpp"

using namespace vpsfit;
using namespace vpsfit::forecast;
using namespace vpsfit::made;

namespace {

plans::Plan priced_for_years(plans::PeriodUnit unit, std::string_view amount, std::int64_t count = 1,
                             std::string_view code = "USD") {
  auto result = plan("p", 2, 4, "GB", amount, code);
  result.prices[0].period_unit = unit;
  result.prices[0].period_count = count;
  return result;
}

YearsTotal total(const plans::Plan& plan, std::int64_t years, const fx::RateTable& table = study_rates()) {
  const Money none(Rational(0), plan.prices[0].currency);
  return total_of_years({&plan, &plan.prices[0], nullptr, none, none}, years, currency("KRW"), table);
}

}  // namespace

TEST_CASE("a first price and its renewal: 48 months at 5.49 are 263.52, a year more at 11.99 is 143.88") {
  auto hostinger = priced_for_years(plans::PeriodUnit::month, "5.49");
  hostinger.prices[0].commitment_months = 48;
  hostinger.prices[0].renewal = plans::Renewal{number("11.99"), plans::RenewalStatus::different};
  CHECK(total(hostinger, 4).as_known == money("263.52 USD"));
  CHECK(total(hostinger, 4).renewed_periods == 0);
  CHECK(total(hostinger, 5).as_known == money("407.40 USD"));
  CHECK(total(hostinger, 5).is_known());
}

TEST_CASE("a setup fee is paid once, and an address every year") {
  auto plan = priced_for_years(plans::PeriodUnit::month, "10");
  plan.prices[0].setup_fee = number("7.50");
  plan.network = plans::Network{0, number("0.50"), plans::PeriodUnit::month, {}, {}};
  CHECK(total(plan, 1).as_known == money("133.50 USD"));
  CHECK(total(plan, 3).as_known == money("385.50 USD"));
}

TEST_CASE("an unknown renewal or setup fee is told, and nothing else is") {
  auto plan = priced_for_years(plans::PeriodUnit::year, "25");
  plan.prices[0].renewal = plans::Renewal{{}, plans::RenewalStatus::unverified};
  plan.prices[0].setup_fee.reset();
  using Codes = std::vector<std::string_view>;
  CHECK(total(plan, 1).unknown == Codes{"setup_fee"});  // the first year needs no renewal
  CHECK(total(plan, 3).unknown == Codes{"setup_fee", "renewal"});
  CHECK(total(plan, 3).as_known == money("75 USD"));
  plan.prices[0].renewal = plans::Renewal{{}, plans::RenewalStatus::different};  // to what, nobody says
  CHECK(total(plan, 2).unknown == Codes{"setup_fee", "renewal"});
  plan.prices[0].renewal.reset();
  CHECK(total(plan, 2).unknown == Codes{"setup_fee", "renewal"});
}

TEST_CASE("three years paid at once are paid whole for two, and twice for four") {
  const auto plan = priced_for_years(plans::PeriodUnit::year, "90", 3);
  CHECK(total(plan, 2).as_known == money("90 USD"));
  CHECK(total(plan, 3).as_known == money("90 USD"));
  CHECK(total(plan, 4).as_known == money("180 USD"));
}

TEST_CASE("hours cost at most their monthly cap: 5.00 a month, not 0.0075 x 730") {
  auto plan = priced_for_years(plans::PeriodUnit::hour, "0.0075");
  CHECK(total(plan, 2).as_known == money("131.40 USD"));
  plan.prices[0].monthly_cap = number("5");
  CHECK(total(plan, 2).as_known == money("120 USD"));
}

TEST_CASE("a first-term price and a coupon are never applied; what the former would take off is told") {
  auto plan = priced_for_years(plans::PeriodUnit::month, "12");
  plan.prices[0].first_term = plans::FirstTerm{number("1"), 6};  // "1 a month" is for half a year only
  plan.prices[0].coupons = {{"FIRST20", "20 % off", "first_invoice"}};
  CHECK(total(plan, 1).as_known == money("144 USD"));
  CHECK(total(plan, 1).first_term_discount == Rational(66));
}

TEST_CASE("an address in another currency is converted by its own rate") {
  auto plan = priced_for_years(plans::PeriodUnit::year, "100", 1, "USD");
  plan.network = plans::Network{0, number("1"), plans::PeriodUnit::month, {}, {}};
  plan.prices.push_back(plan.prices[0]);
  plan.prices[1].currency = currency("EUR");
  const Money none(Rational(0), currency("EUR"));
  const auto all = total_of_years({&plan, &plan.prices[1], nullptr, none, none}, 2, currency("KRW"),
                                  rates({"USD/KRW=1300@2026-10-30", "EUR/KRW=1500@2026-10-30"}));
  CHECK(all.as_known == money("331200 KRW"));  // 2 x 100 x 1500 + 24 x 1300
}

TEST_CASE("no years and more than a hundred are a broken promise") {
  const auto plan = priced_for_years(plans::PeriodUnit::year, "25");
  CHECK_THROWS_AS(static_cast<void>(total(plan, 0)), std::domain_error);
  CHECK_THROWS_AS(static_cast<void>(total(plan, 101)), std::domain_error);
  CHECK(total(plan, 100).as_known == money("2500 USD"));
}
