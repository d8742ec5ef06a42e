// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include "forecast/fee.hpp"
#include "made.hpp"

using namespace vpsfit;
using namespace vpsfit::forecast;
using namespace vpsfit::made;

namespace {

plans::Plan priced(plans::PeriodUnit unit, std::string_view amount, std::int64_t count = 1) {
  auto result = plan("p", 2, 4, "GB", amount);
  result.prices[0].period_unit = unit;
  result.prices[0].period_count = count;
  return result;
}

std::string fee_of_plan(const plans::Plan& plan) {
  return to_decimal(annual_fee(plan, plan.prices[0]).amount(), Rounding::up);
}

}  // namespace

TEST_CASE("a year as it is, a month x 12, an hour x 8760") {
  CHECK(fee_of_plan(priced(plans::PeriodUnit::year, "25.00")) == "25");
  CHECK(fee_of_plan(priced(plans::PeriodUnit::month, "5.49")) == "65.88");
  CHECK(fee_of_plan(priced(plans::PeriodUnit::hour, "0.0072")) == "63.072");
}

TEST_CASE("an hourly price costs at most its monthly cap") {
  auto hourly = priced(plans::PeriodUnit::hour, "0.0075");
  CHECK(fee_of_plan(hourly) == "65.7");
  hourly.prices[0].monthly_cap = number("5");
  CHECK(fee_of_plan(hourly) == "60");
  hourly.prices[0].monthly_cap = number("6");
  CHECK(fee_of_plan(hourly) == "65.7");  // the cap is never reached
}

TEST_CASE("several periods at once count by their share of a year") {
  CHECK(fee_of_plan(priced(plans::PeriodUnit::month, "30", 3)) == "120");
  CHECK(fee_of_plan(priced(plans::PeriodUnit::year, "90", 3)) == "30");
  CHECK(fee_of_plan(priced(plans::PeriodUnit::year, "100", 3)) == "33.333333334");
}

TEST_CASE("the setup fee and a year of IPv4 come on top") {
  auto monthly = priced(plans::PeriodUnit::month, "5.00");
  monthly.prices[0].setup_fee = number("4.99");
  CHECK(fee_of_plan(monthly) == "64.99");
  monthly.network = plans::Network{};
  CHECK(fee_of_plan(monthly) == "64.99");
  monthly.network->ipv4_price = number("0.50");
  monthly.network->ipv4_per = plans::PeriodUnit::month;
  CHECK(fee_of_plan(monthly) == "70.99");
  monthly.network->ipv4_price = number("0.005");
  monthly.network->ipv4_per = plans::PeriodUnit::hour;
  CHECK(fee_of_plan(monthly) == "108.79");
  monthly.network->ipv4_price = number("12");
  monthly.network->ipv4_per = plans::PeriodUnit::year;
  CHECK(fee_of_plan(monthly) == "76.99");
  monthly.network->ipv4_count = 0;
  CHECK(fee_of_plan(monthly) == "76.99");
  monthly.network->ipv4_count = 1;  // one is in the price: another is not needed
  CHECK(fee_of_plan(monthly) == "64.99");
}

TEST_CASE("a first-term discount and a code are not applied") {
  auto promoted = priced(plans::PeriodUnit::year, "80.00");
  promoted.prices[0].first_term = plans::FirstTerm{number("40.00"), 1};
  promoted.prices[0].coupons.push_back({"FIRST20", "20 %", "first_invoice"});
  CHECK(fee_of_plan(promoted) == "80");
}
