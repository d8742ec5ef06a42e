// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include "core/date.hpp"

using namespace vpsfit;
using namespace std::chrono_literals;

TEST_CASE("a day has one spelling and must exist") {
  CHECK(to_text(*parse_date("2024-02-29")) == "2024-02-29");
  for (const char* bad : {"", "2026-2-29", "2026-02-29", "2026-13-01", "2026-00-10", "26-01-01", "2026-01-01 ",
                          "2026-01-01T00:00:00Z", "2026/01/01", "+026-01-01"})
    CHECK_FALSE_MESSAGE(parse_date(bad).has_value(), std::string(bad));
}

TEST_CASE("moments are RFC 3339 in UTC") {
  CHECK(to_text(WallTime{1793534400000000us}) == "2026-11-01T12:00:00.000Z");  // date -u -d @1793534400
  CHECK(to_text(WallTime{1250000us}) == "1970-01-01T00:00:01.250Z");
  CHECK(to_text(WallTime{-1us}) == "1969-12-31T23:59:59.999Z");
}

TEST_CASE("durations have a unit and a sensible size") {
  CHECK(*parse_duration("500ms") == 500ms);
  CHECK(*parse_duration("15s") == 15s);
  CHECK(*parse_duration("1.5s") == 1500ms);
  CHECK(*parse_duration("2m") == 2min);
  CHECK(*parse_duration("1h") == 1h);
  for (const char* bad :
       {"", "15", "s", "15 s", "0s", "-1s", "1d", "1e3s", "99999999999h", "0.0000001ms", "15S", "1m30s"})
    CHECK_FALSE_MESSAGE(parse_duration(bad).has_value(), std::string(bad));
}
