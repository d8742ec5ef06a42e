// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <stdexcept>
#include <string>

#include "core/decimal.hpp"
#include "fx-rates/rate.hpp"

using namespace vpsfit;
using namespace vpsfit::fx;

namespace {
Currency currency(const char* code) { return *Currency::parse(code); }
Money money(const char* text) { return *parse_money(text); }
}  // namespace

TEST_CASE("a given rate is read whole: pair, value and day") {
  const auto rate = parse_given_rate("USD/KRW=1335.27@2026-10-30");
  REQUIRE(rate);
  CHECK(rate->from == currency("USD"));
  CHECK(rate->to == currency("KRW"));
  CHECK(rate->value == Rational(133527, 100));
  CHECK(rate->printed == "1335.27");
  CHECK(to_text(rate->date_used) == "2026-10-30");
  CHECK(rate->days_back() == 0);
  CHECK(rate->source == RateSource::given);
  CHECK_FALSE(rate->exact);
  CHECK(rate->legs.empty());
}

TEST_CASE("the printed form of a given rate has no idle zeros") {
  CHECK(parse_given_rate("EUR/HUF=0366.90@2026-04-13")->printed == "366.9");
  CHECK(parse_given_rate("KRW/USD=0.000670@2026-04-13")->printed == "0.00067");
  CHECK(parse_given_rate("USD/KRW=1300@2026-04-13")->printed == "1300");
}

TEST_CASE("a given rate that is not one is refused with what was typed") {
  for (const char* bad : {"",
                          "USD/KRW",
                          "USD/KRW=1335.27",
                          "USD/KRW@2026-10-30",
                          "USD/KRW=@2026-10-30",
                          "USDKRW=1335.27@2026-10-30",
                          "USD/KRW=1335,27@2026-10-30",
                          "USD/KRW=1e3@2026-10-30",
                          "USD/KRW=NaN@2026-10-30",
                          "USD/KRW=1e400@2026-10-30",
                          "USD/KRW=0@2026-10-30",
                          "USD/KRW=0.000@2026-10-30",
                          "USD/KRW=-1335.27@2026-10-30",
                          "USD/KRW=+1335.27@2026-10-30",
                          "USD/KRW=1335.27@2026-02-30",
                          "USD/KRW=1335.27@30.10.2026",
                          "USD/KRW=1335.27@2026-10-30 ",
                          "usd/krw=1335.27@2026-10-30",
                          "USD/KRX=1335.27@2026-10-30",
                          "USD/USD=1@2026-10-30",
                          "USD/USD=2@2026-10-30",
                          "2026-10-30@USD/KRW=1335.27",
                          "USD/KRW/JPY=1@2026-10-30",
                          "\x1b[31mUSD/KRW=1@2026-10-30"}) {
    const auto rate = parse_given_rate(bad);
    REQUIRE_FALSE_MESSAGE(rate.has_value(), bad);
    CHECK(rate.error().kind == ErrorKind::input);
    CHECK_FALSE(rate.error().message.empty());
    CHECK_FALSE(rate.error().remedy.empty());
    CHECK(rate.error().message.find('\x1b') == std::string::npos);
  }
  const std::string endless = "USD/KRW=" + std::string(10'000'000, '9') + "@2026-10-30";
  const auto rate = parse_given_rate(endless);
  REQUIRE_FALSE(rate);
  CHECK(rate.error().message.size() < 400);
}

TEST_CASE("the printed rate multiplies, and only the end is rounded: the study's won") {
  const auto rate = *parse_given_rate("USD/KRW=1335.27@2026-10-30");
  CHECK(rate.convert(money("55 USD")).rounded() == "73440");   // 73439.85
  CHECK(rate.convert(money("35 USD")).rounded() == "46734");   // 46734.45
  CHECK(rate.convert(money("95 USD")).rounded() == "126851");  // 126850.65
  CHECK(rate.convert(money("35 USD")).amount() == Rational(4673445, 100));
  CHECK(rate.convert(money("-55 USD")).rounded() == "-73440");
}

TEST_CASE("money of another currency is not converted") {
  const auto rate = *parse_given_rate("USD/KRW=1335.27@2026-10-30");
  CHECK_THROWS_AS((void)rate.convert(money("55 KRW")), std::logic_error);
}

TEST_CASE("a pair names what one unit buys") {
  CHECK(parse_pair("USD/KRW")->code() == "USD/KRW");
  for (const char* bad : {"", "/", "USD", "USD/", "/KRW", "USDKRW", "USD-KRW", "usd/krw", "USD/KRW/EUR", " USD/KRW",
                          "USD/KRW ", "US/KRW", "USD/KRWW", "XXX/KRW"}) {
    const auto pair = parse_pair(bad);
    REQUIRE_FALSE_MESSAGE(pair.has_value(), bad);
    CHECK(pair.error().kind == ErrorKind::input);
  }
}

TEST_CASE("one pair has one rate") {
  RateTable table;
  CHECK(table.add(*parse_given_rate("USD/KRW=1335.27@2026-10-30")));
  CHECK(table.add(*parse_given_rate("USD/KRW=1335.270@2026-10-30")));  // the same, said twice
  const auto other_value = table.add(*parse_given_rate("USD/KRW=1335.28@2026-10-30"));
  REQUIRE_FALSE(other_value);
  CHECK(other_value.error().message.find("1335.27 ") != std::string::npos);
  CHECK(other_value.error().message.find("1335.28 ") != std::string::npos);
  CHECK_FALSE(table.add(*parse_given_rate("USD/KRW=1335.27@2026-10-29")));
  CHECK(table.rates().size() == 1);
}

TEST_CASE("a table finds the pair, the identity, and never an inverse") {
  RateTable table;
  REQUIRE(table.add(*parse_given_rate("USD/KRW=1335.27@2026-10-30")));
  const Rate* const found = table.find(currency("USD"), currency("KRW"));
  REQUIRE(found != nullptr);
  CHECK(found->printed == "1335.27");
  CHECK(table.find(currency("KRW"), currency("USD")) == nullptr);
  CHECK(table.find(currency("EUR"), currency("KRW")) == nullptr);

  const Rate* const one = table.find(currency("JPY"), currency("JPY"));
  REQUIRE(one != nullptr);
  CHECK(one->value == Rational(1));
  CHECK(one->source == RateSource::identity);
  CHECK(table.find(currency("JPY"), currency("JPY")) == one);
  CHECK(table.find(currency("KRW"), currency("KRW")) != one);
  CHECK(table.rates().size() == 1);
}
