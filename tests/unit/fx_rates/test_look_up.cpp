// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <string>

#include "core/decimal.hpp"
#include "core/text.hpp"
#include "fixture.hpp"
#include "fx-rates/cross.hpp"
#include "fx-rates/look_up.hpp"

using namespace vpsfit;
using namespace vpsfit::fx;
using namespace vpsfit::fx::testing;

namespace {

/// Expects a reason, told in the message and with advice.
void no_rate(const Store& store, const char* asked_pair, const char* asked, NoRate why, std::string_view word,
             std::optional<Date> today = std::nullopt) {
  const auto rate = store.rate(pair(asked_pair), day(asked), today);
  INFO(std::string(asked_pair) << " " << std::string(asked));
  REQUIRE_FALSE(rate.has_value());
  INFO(rate.error().message);
  CHECK(rate.error().kind == ErrorKind::unavailable);
  CHECK(why_no_rate(rate.error()) == why);
  CHECK(rate.error().message.ends_with(" [" + std::string(code(why)) + "]"));
  CHECK(rate.error().message.find(word) != std::string::npos);
  CHECK_FALSE(rate.error().remedy.empty());
}

Store excerpt() { return store_of(fixture("eurofxref-hist.excerpt.csv")); }

}  // namespace

TEST_CASE("won for a dollar comes out as Python's fractions have it") {
  const Store store = excerpt();
  const std::string text = fixture("usd-krw.csv");
  int rows = 0;
  for (const auto line : split(text, '\n')) {
    const auto cells = split(line, ',');
    if (cells.size() != 9 || cells[0] == "asked") continue;
    INFO(std::string(line));
    const auto rate = store.rate(pair("USD/KRW"), day(cells[0]));
    REQUIRE(rate);
    CHECK(to_text(rate->date_used) == cells[1]);
    CHECK(to_text(rate->date_asked) == cells[0]);
    CHECK(std::to_string(rate->days_back()) == cells[2]);
    CHECK(rate->legs[0].published == cells[3]);
    CHECK(rate->legs[1].published == cells[4]);
    CHECK(rate->printed == cells[5]);
    CHECK(exact_text(*rate) == cells[6]);
    CHECK(to_significant(rate->quoting->low, 6) == cells[7]);
    CHECK(to_significant(rate->quoting->high, 6) == cells[8]);
    CHECK(rate->source == RateSource::ecb);
    ++rows;
  }
  CHECK(rows == 24);
}

TEST_CASE("a day before the first has no rate, not the first one") {
  no_rate(excerpt(), "USD/KRW", "1999-01-03", NoRate::before_first_day, "1999-01-04");
  no_rate(excerpt(), "EUR/USD", "1066-10-14", NoRate::before_first_day, "1999-01-04");
  no_rate(excerpt(), "EUR/INR", "2008-12-31", NoRate::before_first_day, "INR");
  CHECK(excerpt().rate(pair("EUR/INR"), day("2009-01-02")));
}

TEST_CASE("a day long after the last has no rate: that is not a weekend") {
  no_rate(excerpt(), "USD/KRW", "2026-10-30", NoRate::stale, "2026-04-13");
  no_rate(excerpt(), "USD/KRW", "2026-04-15", NoRate::stale, "2026-04-14 was a publication day");
  no_rate(excerpt(), "EUR/USD", "9999-12-31", NoRate::stale, "2026-04-13");
}

TEST_CASE("the day itself may only not be published yet") {
  no_rate(excerpt(), "USD/KRW", "2026-04-14", NoRate::not_yet_published, "2026-04-13");
  no_rate(excerpt(), "USD/KRW", "2026-04-14", NoRate::not_yet_published, "2026-04-14", day("2026-04-14"));
  no_rate(excerpt(), "USD/KRW", "2026-04-14", NoRate::stale, "2026-04-13", day("2026-04-15"));
  no_rate(excerpt(), "USD/KRW", "2026-04-20", NoRate::not_yet_published, "2026-04-20", day("2026-04-15"));
  no_rate(excerpt(), "USD/KRW", "2026-04-20", NoRate::stale, "2026-04-13", day("2026-04-20"));
}

TEST_CASE("a Monday morning has no rate yet, and the weekend before has Friday's") {
  const Store store = store_of("Date,USD,KRW,\n2026-04-10,1.1711,1737.06,\n2026-04-09,1.1685,1728.78,\n");
  CHECK(to_text(store.rate(pair("USD/KRW"), day("2026-04-11"))->date_used) == "2026-04-10");
  CHECK(to_text(store.rate(pair("USD/KRW"), day("2026-04-12"))->date_used) == "2026-04-10");
  no_rate(store, "USD/KRW", "2026-04-13", NoRate::not_yet_published, "2026-04-13", day("2026-04-13"));
}

TEST_CASE("both legs are of one day: a currency that ended gives no old rate with a new one") {
  const Store store = excerpt();
  no_rate(store, "RUB/USD", "2024-02-19", NoRate::currency_ended, "2022-03-01");
  no_rate(store, "USD/RUB", "2024-02-19", NoRate::currency_ended, "2022-03-01");
  no_rate(store, "EUR/RUB", "2022-03-02", NoRate::currency_ended, "2022-03-01");
  CHECK(store.rate(pair("EUR/RUB"), day("2022-03-01"))->printed == "117.201");
  no_rate(store, "EUR/BGN", "2026-01-02", NoRate::currency_ended, "2025-12-31");
  no_rate(store, "BGN/EUR", "2026-10-30", NoRate::currency_ended, "2025-12-31");
  no_rate(store, "EUR/TRL", "2005-01-03", NoRate::currency_ended, "2004-12-31");
}

TEST_CASE("the last day of a currency lasts over the closing day after it") {
  CHECK(to_text(excerpt().rate(pair("EUR/BGN"), day("2026-01-01"))->date_used) == "2025-12-31");
}

TEST_CASE("a gap in a currency is a gap, not an interpolation") {
  const Store store = excerpt();
  no_rate(store, "EUR/ISK", "2012-06-15", NoRate::gap, "ISK has no figure on 2012-06-15");
  no_rate(store, "ISK/KRW", "2015-01-15", NoRate::gap, "2015-01-15");
  CHECK(store.rate(pair("EUR/ISK"), day("2008-12-09"))->printed == "290");
  no_rate(store, "EUR/ISK", "2008-12-10", NoRate::gap, "mix two days");
}

TEST_CASE("days that were never imported are no closing days") {
  no_rate(excerpt(), "USD/KRW", "2013-01-01", NoRate::days_missing, "2012-06-18 and 2015-01-14");
  no_rate(excerpt(), "USD/KRW", "2024-06-15", NoRate::days_missing, "2024-06-15");
}

TEST_CASE("a day that is there with a few currencies only ends none of the others") {
  Store store = excerpt();
  REQUIRE(store.import({import_of("api", "CURRENCY,TIME_PERIOD,OBS_VALUE\nUSD,2026-04-14,1.17\n")}));
  no_rate(store, "USD/KRW", "2026-04-14", NoRate::gap, "KRW has no figure on 2026-04-14");
  CHECK(store.rate(pair("EUR/USD"), day("2026-04-14"))->printed == "1.17");
  CHECK(store.rate(pair("USD/KRW"), day("2026-04-13")));
}

TEST_CASE("a currency that the store never saw is unknown, not one to one") {
  no_rate(excerpt(), "EUR/VND", "2026-04-13", NoRate::currency_unknown, "VND");
  no_rate(excerpt(), "VND/USD", "2026-04-11", NoRate::currency_unknown, "VND");
}

TEST_CASE("a currency against itself is one, with no figure needed") {
  const auto rate = excerpt().rate(pair("VND/VND"), day("2030-01-01"));
  REQUIRE(rate);
  CHECK(rate->value == Rational(1));
  CHECK(rate->source == RateSource::identity);
  CHECK(rate->days_back() == 0);
}

TEST_CASE("every reason has a name of its own") {
  for (const NoRate why : {NoRate::currency_unknown, NoRate::before_first_day, NoRate::currency_ended, NoRate::gap,
                           NoRate::days_missing, NoRate::not_yet_published, NoRate::stale})
    CHECK(why_no_rate(Error{ErrorKind::unavailable, "x [" + std::string(code(why)) + "]", {}, {}}) == why);
  CHECK_FALSE(why_no_rate(Error{ErrorKind::io, "disk full", {}, {}}));
}
