// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <string>

#include "fixture.hpp"

using namespace vpsfit;
using namespace vpsfit::fx;
using namespace vpsfit::fx::testing;

namespace {

void sdmx_refused(const Result<Quotes>& quotes, std::string_view word, std::string_view place = ":") {
  REQUIRE_FALSE(quotes.has_value());
  INFO(quotes.error().message << " at " << quotes.error().place);
  CHECK(quotes.error().kind == ErrorKind::input);
  CHECK(quotes.error().message.find(word) != std::string::npos);
  CHECK(quotes.error().place.starts_with(place));
}

std::string replaced(std::string text, std::string_view what, std::string_view by) {
  const auto at = text.find(what);
  REQUIRE(at != std::string::npos);
  return text.replace(at, what.size(), by);
}

const std::string head = "FREQ,CURRENCY,TIME_PERIOD,OBS_VALUE\n";

}  // namespace

TEST_CASE("the API's csvdata is read by its column names") {
  const auto quotes = parse_sdmx_csv(fixture("api.csv"));
  REQUIRE(quotes);
  CHECK(quotes->dialect == "sdmx-csv");
  CHECK(quotes->rows.size() == 6);
  CHECK(figure(*quotes, "2026-04-13", "KRW") == "1740.86");
  CHECK(figure(*quotes, "2026-04-09", "USD") == "1.1685");
}

TEST_CASE("a quoted field may hold commas") {
  const auto quotes = parse_sdmx_csv(
      "CURRENCY,TITLE,TIME_PERIOD,OBS_VALUE\nUSD,\"US dollar, 2.15 pm \"\"C.E.T.\"\"\",2026-04-13,1.1684\n");
  REQUIRE(quotes);
  CHECK(figure(*quotes, "2026-04-13", "USD") == "1.1684");
}

TEST_CASE("an empty value is a closing day, not a publication") {
  const auto quotes = parse_sdmx_csv(head + "D,USD,2012-04-06,\nD,USD,2012-04-05,1.3068\n,,,\n");
  REQUIRE(quotes);
  CHECK(quotes->rows.size() == 1);
}

TEST_CASE("what is not a daily reference rate against EUR is refused") {
  sdmx_refused(parse_sdmx_csv(replaced(fixture("api.csv"), "A,D,KRW", "A,M,KRW")), "FREQ is 'M'", ":2:");
  sdmx_refused(parse_sdmx_csv(replaced(fixture("api.csv"), "KRW,EUR", "KRW,USD")), "CURRENCY_DENOM is 'USD'", ":2:");
  sdmx_refused(parse_sdmx_csv(replaced(fixture("api.csv"), ",SP00,", ",SP01,")), "EXR_TYPE", ":2:");
  sdmx_refused(parse_sdmx_csv(replaced(fixture("api.csv"), ",A,2026", ",E,2026")), "EXR_SUFFIX", ":2:");
}

TEST_CASE("csvdata that was cut or damaged is refused") {
  const std::string whole = fixture("api.csv");
  for (std::size_t length = 0; length < whole.size(); ++length)
    if (length == 0 || whole[length - 1] != '\n')
      CHECK_MESSAGE(!parse_sdmx_csv(std::string_view(whole).substr(0, length)).has_value(), length);
  sdmx_refused(parse_sdmx_csv("CURRENCY,TIME_PERIOD\nUSD,2026-04-13\n"), "OBS_VALUE is missing");
  sdmx_refused(parse_sdmx_csv(head + "D,USD,2026-04-13\n"), "3 fields", ":2:1");
  sdmx_refused(parse_sdmx_csv(head + "D,\"USD,2026-04-13,1.1\n"), "quotation mark", ":2:1");
  sdmx_refused(parse_sdmx_csv(head + "D,USD,2026-04-11,1.1\n"), "Saturday", ":2:7");
  sdmx_refused(parse_sdmx_csv(head + "D,USD,2026-04,1.1\n"), "not a date", ":2:7");
  sdmx_refused(parse_sdmx_csv(head + "D,USD,2026-04-13,NaN\n"), "'NaN'", ":2:18");
  sdmx_refused(parse_sdmx_csv(head + "D,USD,2026-04-13,0\n"), "positive", ":2:18");
  sdmx_refused(parse_sdmx_csv(head + "D,USD,2026-04-13,1.1\nD,USD,2026-04-13,1.1\n"), "twice", ":3:18");
  sdmx_refused(parse_sdmx_csv(head), "not one exchange rate");
}

TEST_CASE("the API's jsondata is joined by its indices") {
  const auto quotes = parse_sdmx_json(fixture("api.json"));
  REQUIRE(quotes);
  CHECK(quotes->dialect == "sdmx-json");
  CHECK(quotes->rows.size() == 8);
  CHECK(figure(*quotes, "2026-08-13", "USD") == "1.1534");
  CHECK(figure(*quotes, "2026-08-13", "PLN") == "4.3048");
  CHECK(figure(*quotes, "2026-08-13", "DKK") == "7.4757");
}

TEST_CASE("an observation without a value is not a publication") {
  const auto quotes = parse_sdmx_json(replaced(fixture("api.json"), "[0.9373]", "[null]"));
  REQUIRE(quotes);
  CHECK(quotes->rows.size() == 7);
}

TEST_CASE("jsondata that does not fit together is refused with its pointer") {
  const std::string whole = fixture("api.json");
  sdmx_refused(parse_sdmx_json(replaced(whole, "\"0:0:0:0:0\"", "\"0:8:0:0:0\"")), "points to no value of CURRENCY",
               ":1:");
  sdmx_refused(parse_sdmx_json(replaced(whole, "\"0:0:0:0:0\"", "\"0:-1:0:0:0\"")), "points to no value");
  sdmx_refused(parse_sdmx_json(replaced(whole, "\"0:0:0:0:0\"", "\"0:0:0:0\"")), "has 4 parts");
  sdmx_refused(parse_sdmx_json(replaced(whole, "\"0:0:0:0:0\"", "\"0:1:0:0:0\"")), "twice");
  sdmx_refused(parse_sdmx_json(replaced(whole, "{\"0\":[0.9373]}", "{\"1\":[0.9373]}")), "TIME_PERIOD");
  sdmx_refused(parse_sdmx_json(replaced(whole, "[0.9373]", "[\"0.9373\"]")), "not a number");
  sdmx_refused(parse_sdmx_json(replaced(whole, "[0.9373]", "0.9373")), "not an array");
  sdmx_refused(parse_sdmx_json(replaced(whole, "[0.9373]", "[-0.9373]")), "'-0.9373'");
  sdmx_refused(parse_sdmx_json(replaced(whole, "[0.9373]", "[9.373e-1]")), "is not a rate");
  sdmx_refused(parse_sdmx_json(replaced(whole, "[0.9373]", "[1e400]")), "too large");
  sdmx_refused(parse_sdmx_json(replaced(whole, "\"D\"", "\"M\"")), "FREQ is 'M'");
  sdmx_refused(parse_sdmx_json(replaced(whole, "\"EUR\"", "\"USD\"")), "CURRENCY_DENOM is 'USD'");
  sdmx_refused(parse_sdmx_json(replaced(whole, "\"id\":\"CURRENCY\"", "\"id\":\"COUNTRY\"")), "named CURRENCY");
  sdmx_refused(parse_sdmx_json(replaced(whole, "\"CHF\"", "\"EUR\"")), "EUR against EUR");
  sdmx_refused(parse_sdmx_json(replaced(whole, "2026-08-13\",\"name", "2026-08-15\",\"name")), "Saturday");
  for (std::size_t length = 0; length < whole.size(); length += 7)
    CHECK_MESSAGE(!parse_sdmx_json(std::string_view(whole).substr(0, length)).has_value(), length);
  for (const char* odd : {"{}", "[]", "null", "{\"structure\":1}", "{\"structure\":{\"dimensions\":[]}}",
                          "{\"dataSets\":[]}", "{\"errors\":[{\"code\":404}]}"})
    CHECK_MESSAGE(!parse_sdmx_json(odd).has_value(), odd);
}

TEST_CASE("an objection to an observation names the way to it") {
  const auto quotes = parse_sdmx_json(replaced(fixture("api.json"), "[0.9373]", "[0]"));
  REQUIRE_FALSE(quotes);
  CHECK(quotes.error().place.find("/dataSets/0/series/0:0:0:0:0/observations/0") != std::string::npos);
}
