// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <rapidcheck.h>
#include <string>

#include "fixture.hpp"

using namespace vpsfit;
using namespace vpsfit::fx;
using namespace vpsfit::fx::testing;

namespace {

/// Expects a refusal whose message and place hold the words.
void refused(std::string_view content, std::string_view word, std::string_view place = ":") {
  const auto quotes = parse_csv(content);
  INFO(content.substr(0, 200));
  REQUIRE_FALSE(quotes.has_value());
  INFO(quotes.error().message << " at " << quotes.error().place);
  CHECK(quotes.error().kind == ErrorKind::input);
  CHECK(quotes.error().message.find(word) != std::string::npos);
  CHECK(quotes.error().place.starts_with(place));
  CHECK_FALSE(quotes.error().remedy.empty());
}

}  // namespace

TEST_CASE("the history is read by its header, figures as printed, N/A as missing") {
  const auto quotes = parse_csv(fixture("eurofxref-hist.excerpt.csv"));
  REQUIRE(quotes);
  CHECK(quotes->dialect == "csv");
  CHECK(figure(*quotes, "2026-04-13", "USD") == "1.1684");
  CHECK(figure(*quotes, "2026-04-13", "KRW") == "1740.86");
  CHECK(figure(*quotes, "2026-04-13", "HUF") == "366.9");
  CHECK(figure(*quotes, "2026-04-13", "BGN").empty());
  CHECK(figure(*quotes, "1999-01-04", "KRW") == "1398.59");
  CHECK(quotes->rows.front().day == first_publication);
}

TEST_CASE("the columns may stand in any order") {
  const auto quotes = parse_csv("Date,KRW,ILS,USD,\n2026-04-13,1740.86,N/A,1.1684,\n");
  REQUIRE(quotes);
  CHECK(figure(*quotes, "2026-04-13", "USD") == "1.1684");
  CHECK(figure(*quotes, "2026-04-13", "KRW") == "1740.86");
  CHECK(quotes->rows.size() == 2);
}

TEST_CASE("the days may rise or fall, and lines may end in CR LF") {
  for (const char* text :
       {"Date,USD,\n2026-04-10,1.1711,\n2026-04-13,1.1684,\n", "Date,USD,\n2026-04-13,1.1684,\n2026-04-10,1.1711,\n",
        "Date,USD,\r\n2026-04-13,1.1684,\r\n2026-04-10,1.1711,\r\n"}) {
    const auto quotes = parse_csv(text);
    REQUIRE(quotes);
    CHECK(to_text(quotes->rows.front().day) == "2026-04-10");
    CHECK(quotes->rows.back().published == "1.1684");
  }
}

TEST_CASE("the file of one day writes its date in words and keeps trailing zeros") {
  const auto quotes = parse_csv(fixture("daily.csv"));
  REQUIRE(quotes);
  CHECK(figure(*quotes, "2026-04-13", "HUF") == "366.90");
  CHECK(figure(*quotes, "2026-04-13", "SEK") == "10.8920");
  CHECK(figure(*quotes, "2026-04-13", "KRW") == "1740.86");
}

TEST_CASE("dates in words that name no day are refused") {
  for (const char* date :
       {"31 April 2026", "0 April 2026", "13 Apr 2026", "13 april 2026", "April 13 2026", "13 4 2026", "013 April 2026",
        "13 April 26", "13  April 2026", "-3 April 2026", "13 April 02026"})
    refused(std::string("Date, USD, \n") + date + ", 1.1684, \n", "is not a date", ":2:1");
}

TEST_CASE("a line without its comma at the end is refused: what was cut off cannot be known") {
  refused("Date,USD,KRW,\n2026-04-13,1.1684,1740.8", "does not end in a comma", ":2:25");
  refused("Date,USD,KRW,\n2026-04-13,1.1684,1740.86\n", "does not end in a comma", ":2:26");
  refused("Date,USD,KRW\n2026-04-13,1.1684,1740.86\n", "does not end in a comma", ":1:13");
  refused("Date,USD,KRW,\n2026-04-13,1.1684", "does not end in a comma", ":2:18");
  refused("Date,USD,KRW,\n2026-04-13,1.1684,", "ends before the column of KRW", ":2:19");
  refused("Date,USD,KRW,\n2026-04-13", "ends before the column of USD", ":2:11");
  refused("Date,USD,KRW,\n2026-04-1", "is not a date", ":2:1");
}

TEST_CASE("a history that was cut anywhere inside a line is refused") {
  const std::string whole = fixture("eurofxref-hist.excerpt.csv");
  for (std::size_t length = 0; length < whole.size(); ++length) {
    const auto quotes = parse_csv(std::string_view(whole).substr(0, length));
    const bool whole_line = length > 1 && (whole[length - 1] == '\n' || whole[length] == '\n');
    if (!whole_line) CHECK_MESSAGE(!quotes.has_value(), length);
  }
}

TEST_CASE("figures that the ECB could not print are refused with line and column") {
  refused("Date,KRW,USD,\n2026-04-13,1740.86,1,1684,\n", "more fields than the header", ":2:22");
  for (const char* bad : {"", "0", "0.0000", "-1.1684", "+1.1684", "1.1684 ", "1.", ".5", "1e3", "0x1", "NaN", "n/a",
                          "inf", "007", "1.2.3", "123456789012345678901", "1..2", "\xEF\xBC\x91", "1\t"})
    refused("Date,KRW,USD,\n2026-04-13,1740.86," + std::string(bad) + ",\n", "", ":2:20");
}

TEST_CASE("days on which nothing is published are refused") {
  refused("Date,USD,\n2026-04-11,1.1684,\n", "Saturday", ":2:1");
  refused("Date,USD,\n2026-04-12,1.1684,\n", "Sunday", ":2:1");
  refused("Date,USD,\n1998-12-31,1.1684,\n", "before the first reference rates", ":2:1");
  refused("Date,USD,\n2026-02-30,1.1684,\n", "no such day", ":2:1");
  refused("Date,USD,\n13/04/2026,1.1684,\n", "is not a date", ":2:1");
}

TEST_CASE("a later day than the day of the import is refused where that day is told") {
  const char* const text = "Date,USD,\n2026-04-13,1.1684,\n";
  CHECK(parse_csv(text, day("2026-04-13")));
  const auto quotes = parse_csv(text, day("2026-04-12"));
  REQUIRE_FALSE(quotes);
  CHECK(quotes.error().message.find("2026-04-13 is after 2026-04-12") != std::string::npos);
}

TEST_CASE("a day that stands twice is refused, with the same figures too") {
  refused("Date,USD,\n2026-04-13,1.1684,\n2026-04-13,1.1685,\n", "stands twice for 2026-04-13: 1.1684 and 1.1685",
          ":3:12");
  refused("Date,USD,\n2026-04-13,1.1684,\n2026-04-10,1.1711,\n2026-04-13,1.1684,\n", "twice", ":4:12");
}

TEST_CASE("headers that name no columns are refused") {
  refused("", "not one exchange rate", ":1:1");
  refused("Date,\n2026-04-13,\n", "names no currency");
  refused("Date,USD,\n", "not one exchange rate");
  refused("Date,USD,\n2026-04-13,N/A,\n", "not one exchange rate");
  refused("Day,USD,\n2026-04-13,1.1684,\n", "'Day' and not 'Date'", ":1:1");
  refused("Date,usd,\n2026-04-13,1.1684,\n", "'usd' is not a currency code", ":1:6");
  refused("Date,USDX,\n2026-04-13,1.1684,\n", "'USDX'", ":1:6");
  refused("Date,USD,,KRW,\n2026-04-13,1.1684,1,1,\n", "''", ":1:10");
  refused("Date,USD,USD,\n2026-04-13,1.1684,1.1684,\n", "two columns are named USD", ":1:10");
  refused("Date,USD,EUR,\n2026-04-13,1.1684,1,\n", "EUR against EUR", ":1:10");
  refused("Date,USD,\n2026-04-13,1.1684,1740.86,\n", "more fields than the header", ":2:19");
  refused("Date,USD,\n\n2026-04-13,1.1684,\n", "is not a date", ":2:1");
  std::string wide = "Date";
  for (char a = 'A'; a <= 'Z'; ++a)
    for (char b = 'A'; b <= 'Z'; ++b) wide += std::string(",X") + a + b;
  refused(wide + ",\n", "too many columns", ":1:");
}

TEST_CASE("escape sequences in a file do not reach the message") {
  const auto quotes = parse_csv("Date,\x1b[2J,\n");
  REQUIRE_FALSE(quotes);
  CHECK(quotes.error().message.find('\x1b') == std::string::npos);
}

TEST_CASE("a currency that this program does not know yet is kept") {
  const auto quotes = parse_csv("Date,QQQ,\n2026-04-13,1.5,\n");
  REQUIRE(quotes);
  CHECK(figure(*quotes, "2026-04-13", "QQQ") == "1.5");
}

TEST_CASE("a text longer than any publication is refused before it is read") {
  const std::string huge(max_quotes_bytes + 1, '\n');
  refused(huge, "bytes, at most");
}

TEST_CASE("no mangled history makes a figure that no publication can hold") {
  const std::string whole = fixture("eurofxref-hist.excerpt.csv");
  CHECK(rc::check([&] {
    std::string text = whole.substr(0, 1200);
    const auto changes = *rc::gen::inRange(1, 8);
    for (int i = 0; i < changes; ++i) {
      const auto at = *rc::gen::inRange<std::size_t>(0, text.size());
      switch (*rc::gen::inRange(0, 3)) {
        case 0:
          text[at] = *rc::gen::arbitrary<char>();
          break;
        case 1:
          text.erase(at, *rc::gen::inRange<std::size_t>(1, 40));
          break;
        default:
          text.insert(at, *rc::gen::elementOf(std::vector<std::string>{",", "\n", "N/A", "-", "0", "\"", " ", "\r"}));
      }
      if (text.empty()) text = "D";
    }
    const auto quotes = parse_ecb(text);
    if (!quotes) {
      RC_ASSERT(quotes.error().kind == ErrorKind::input);
      return;
    }
    for (const Quote& quote : quotes->rows) {
      RC_ASSERT(is_published_figure(quote.published));
      RC_ASSERT(date::weekday{quote.day}.iso_encoding() <= 5U);
    }
  }));
}
