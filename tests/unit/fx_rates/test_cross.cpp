// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <rapidcheck.h>
#include <string>

#include "core/decimal.hpp"
#include "core/text.hpp"
#include "fixture.hpp"
#include "fx-rates/cross.hpp"

using namespace vpsfit;
using namespace vpsfit::fx;
using namespace vpsfit::fx::testing;

namespace {

PublishedLeg leg(const char* currency, const std::string& published) {
  return {*Currency::parse(currency), published, decimals_of(published)};
}

Rate cross(const char* from, const std::string& below, const char* to, const std::string& above) {
  const Date on = day("2026-04-13");
  return rate_from_legs({*Currency::parse(from), *Currency::parse(to)}, leg(from, below), leg(to, above), on, on);
}

}  // namespace

TEST_CASE("a published rate is passed through, digit by digit") {
  const Date on = day("2026-04-13");
  for (const char* digits : {"104.6008", "366.90", "1558", "0.0000001", "20082.05"}) {
    const Rate rate = rate_from_legs(pair("EUR/HUF"), std::nullopt, leg("HUF", digits), on, on);
    CHECK(rate.printed == digits);
    CHECK(rate.value == *parse_decimal(digits));
    CHECK(rate.legs.size() == 1);
  }
}

TEST_CASE("a cross has six significant digits, and its full quotient beside it") {
  const Rate rate = cross("USD", "1.1684", "KRW", "1740.86");
  CHECK(rate.printed == "1489.95");
  CHECK(rate.value == Rational(148995, 100));
  CHECK(*rate.exact == Rational(174086, 100) / Rational(11684, 10000));
  CHECK(exact_text(rate) == "1489.952071208490243067442657");
  CHECK(rate.legs == std::vector<Leg>{{*Currency::parse("USD"), "1.1684"}, {*Currency::parse("KRW"), "1740.86"}});
}

TEST_CASE("an inverse is one division, never a rounded inverse") {
  const Date on = day("2026-04-13");
  // 1 / 20082.05 = 0.00004979571308706033497576193665...: four decimals would leave nothing of it
  const Rate rate = rate_from_legs(pair("IDR/EUR"), leg("IDR", "20082.05"), std::nullopt, on, on);
  CHECK(rate.printed == "0.0000497957");
  CHECK(exact_text(rate) == "0.00004979571308706033497576193665");
}

TEST_CASE("a cross does not go through a rounded inverse") {
  // 2024-02-19: the inverse with four decimals would make it 1335.27
  CHECK(cross("USD", "1.0776", "KRW", "1438.87").printed == "1335.25");
}

TEST_CASE("halves are rounded away from zero, idle zeros of a cross are kept") {
  CHECK(cross("USD", "2", "KRW", "2.00001").printed == "1.00001");  // 1.000005
  CHECK(cross("USD", "0.8813", "KRW", "1161.55").printed == "1318.00");
  CHECK(cross("USD", "1", "KRW", "1").printed == "1.00000");
  CHECK(exact_text(cross("USD", "2", "KRW", "3")) == "1.5");
  CHECK(cross("KRW", "0.01", "TRL", "9999999.5").printed == "1000000000");
}

TEST_CASE("the rounding of the legs leaves a range around a cross") {
  // 2026-04-13: (1740.86 -+ 0.005) / (1.1684 +- 0.00005)
  const Rate rate = cross("USD", "1.1684", "KRW", "1740.86");
  REQUIRE(rate.quoting);
  CHECK(rate.quoting->low == Rational(1740855, 1000) / Rational(116845, 100000));
  CHECK(rate.quoting->high == Rational(1740865, 1000) / Rational(116835, 100000));
}

TEST_CASE("crossing there and back is one, before rounding") {
  CHECK(rc::check([](std::uint32_t a, std::uint32_t b) {
    const std::string below = std::to_string(a % 10'000'000 + 1);
    const std::string above = "0." + std::to_string(b % 1'000'000 + 1);
    const Rate there = cross("USD", below, "KRW", above);
    const Rate back = cross("KRW", above, "USD", below);
    RC_ASSERT(*there.exact * *back.exact == Rational(1));
    RC_ASSERT(there.quoting->low < *there.exact);
    RC_ASSERT(*there.exact < there.quoting->high);
    const Rational error = abs(there.value - *there.exact) / *there.exact;
    RC_ASSERT(error <= Rational(1, 200'000));  // half a unit of the sixth digit
  }));
}
