// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include "forecast/comparison.hpp"
#include "forecast/defaults.hpp"
#include "made.hpp"

using namespace vpsfit;
using namespace vpsfit::forecast;
using namespace vpsfit::made;

TEST_CASE("--against takes a plan or a fee") {
  const auto plan = parse_against("vpsgod/2c-4g");
  REQUIRE(plan);
  CHECK(std::get<AgainstPlan>(*plan).vendor == "vpsgod");
  CHECK(std::get<AgainstPlan>(*plan).id == "2c-4g");
  const auto fee = parse_against("12.50 USD/month");
  REQUIRE(fee);
  CHECK(std::get<AgainstFee>(*fee).annual == money("150 USD"));
  CHECK(std::get<AgainstFee>(*fee).text == "12.50 USD/month");
  CHECK(std::get<AgainstFee>(*parse_against("0.01 EUR/hour")).annual == money("87.6 EUR"));
  CHECK(std::get<AgainstFee>(*parse_against("0 USD/year")).annual == money("0 USD"));
}

TEST_CASE("what --against does not understand is said with what it takes") {
  for (const char* bad : {"", "/", "x", "x/", "/x", "12 USD", "12 USD/week", "12 USD/", "-1 USD/month", "1e3 USD/month",
                          "12 XXX/month", "12 usd/month", "NaN USD/month", "12  USD/month"}) {
    CAPTURE(bad);
    const auto result = parse_against(bad);
    REQUIRE_FALSE(result);
    CHECK(result.error().kind == ErrorKind::input);
    CHECK(result.error().remedy.find("12 USD/month") != std::string::npos);
  }
}

TEST_CASE("the currency of a result is where the rates lead, else the one of all prices") {
  const auto dollars = catalog({plan("a", 1, 1, "GB", "1"), plan("b", 1, 1, "GB", "1")});
  CHECK(*common_currency(dollars, rates({})) == currency("USD"));
  CHECK(*common_currency(dollars, study_rates()) == currency("KRW"));
  const auto mixed = catalog({plan("a", 1, 1, "GB", "1"), plan("b", 1, 1, "GB", "1", "EUR")});
  CHECK(common_currency(mixed, rates({})).error().message.find("EUR, USD") != std::string::npos);
  CHECK_FALSE(common_currency(mixed, rates({"USD/KRW=1335.27@2026-10-30", "USD/JPY=150@2026-10-30"})));
  CHECK_FALSE(common_currency(catalog({}), rates({})));
}

TEST_CASE("the day of a result is the latest day of its inputs") {
  auto dated = catalog({plan("a", 1, 1, "GB", "1")});
  CHECK(latest_day(dated, study_rates()) == day("2026-11-01"));
  CHECK(latest_day(dated, rates({"USD/KRW=1335.27@2026-11-03"})) == day("2026-11-03"));
  dated.plans[0].verified_on.reset();
  CHECK(latest_day(dated, study_rates()) == day("2026-10-30"));
  CHECK_FALSE(latest_day(dated, rates({})));
}
