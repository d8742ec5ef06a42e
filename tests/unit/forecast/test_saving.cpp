// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include "forecast/saving.hpp"
#include "made.hpp"

using namespace vpsfit;
using namespace vpsfit::forecast;
using namespace vpsfit::made;

TEST_CASE("the study's savings against Spine at 25 USD, to the won") {
  struct Row {
    const char *fee, *unrounded, *annual, *monthly_unrounded, *monthly, *dollars;
  };
  for (const Row& row : {Row{"80 USD", "73439.85", "73440", "6119.9875", "6120", "55.00"},
                         Row{"60 USD", "46734.45", "46734", "3894.5375", "3895", "35.00"},
                         Row{"120 USD", "126850.65", "126851", "10570.8875", "10571", "95.00"}}) {
    CAPTURE(row.fee);
    const auto result = saving(money(row.fee), money("25 USD"), currency("KRW"), study_rates());
    REQUIRE(result);
    CHECK(result->annual.amount() == number(row.unrounded));
    CHECK(result->annual.rounded() == row.annual);
    CHECK(result->monthly.amount() == number(row.monthly_unrounded));
    CHECK(result->monthly.rounded() == row.monthly);
    CHECK(result->annual_in_plan_currency->rounded() == row.dollars);
  }
}

TEST_CASE("a month is a twelfth of the unrounded year, half away from zero") {
  // 46734 / 12 = 3894.5: half-even on the rounded year would say 3894
  const auto result = saving(money("46734 KRW"), money("0 KRW"), currency("KRW"), rates({}));
  CHECK(result->monthly.rounded() == "3895");
  const auto swapped = saving(money("0 KRW"), money("46734 KRW"), currency("KRW"), rates({}));
  CHECK(swapped->monthly.rounded() == "-3895");
}

TEST_CASE("fees in two currencies are converted each by its own rate, then subtracted") {
  const auto table = rates({"USD/KRW=1335.27@2026-10-30", "EUR/KRW=1540.5@2026-10-30"});
  const auto result = saving(money("60 USD"), money("20 EUR"), currency("KRW"), table);
  REQUIRE(result);
  CHECK(result->annual.amount() == number("49306.2"));  // 80116.2 - 30810
  CHECK_FALSE(result->annual_in_plan_currency);
}

TEST_CASE("without a rate there is no saving, and the error says which one is missing") {
  const auto result = saving(money("60 USD"), money("20 EUR"), currency("KRW"), study_rates());
  REQUIRE_FALSE(result);
  CHECK(result.error().kind == ErrorKind::input);
  CHECK(result.error().message.find("EUR/KRW") != std::string::npos);
  // the inverse of a given rate is nobody's figure
  CHECK_FALSE(saving(money("60 KRW"), money("20 KRW"), currency("USD"), study_rates()));
}

TEST_CASE("the plan's own currency needs no rate") {
  const auto result = saving(money("60 USD"), money("25 USD"), currency("USD"), rates({}));
  CHECK(result->annual.rounded() == "35.00");
  CHECK(result->monthly.rounded() == "2.92");
}
