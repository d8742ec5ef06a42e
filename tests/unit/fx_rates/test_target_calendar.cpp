// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include "fixture.hpp"
#include "fx-rates/target_calendar.hpp"

using namespace vpsfit;
using namespace vpsfit::fx;
using namespace vpsfit::fx::testing;

TEST_CASE("Easter falls where the church calendars say") {
  const auto easter = [](int year) { return to_text(easter_sunday(date::year{year})); };
  CHECK(easter(1999) == "1999-04-04");
  CHECK(easter(2000) == "2000-04-23");
  CHECK(easter(2008) == "2008-03-23");  // very early
  CHECK(easter(2011) == "2011-04-24");  // very late
  CHECK(easter(2019) == "2019-04-21");
  CHECK(easter(2024) == "2024-03-31");
  CHECK(easter(2026) == "2026-04-05");
  CHECK(easter(2027) == "2027-03-28");
  CHECK(easter(2038) == "2038-04-25");  // the latest day there is
  CHECK(easter(2285) == "2285-03-22");  // the earliest
}

TEST_CASE("TARGET closes on six days of the year since 2000") {
  for (const char* closed :
       {"2000-04-21", "2000-04-24", "2000-05-01", "2000-12-25", "2000-12-26", "2001-01-01", "2002-01-01", "2020-04-10",
        "2020-04-13", "2024-05-01", "2024-12-26", "2026-04-03", "2026-04-06", "2027-01-01", "2027-03-26", "2027-03-29"})
    CHECK_MESSAGE(is_closed(day(closed)), closed);
  for (const char* open : {"2021-02-12", "2024-11-28", "2024-12-24", "2024-12-31", "2025-05-02", "2026-06-04",
                           "2026-04-02", "2026-04-07", "2000-12-27"})
    CHECK_MESSAGE(!is_closed(day(open)), open);
}

TEST_CASE("the first years differ") {
  for (const char* open : {"1999-04-02", "1999-04-05", "2000-12-29", "2002-12-31"})
    CHECK_MESSAGE(!is_closed(day(open)), open);
  for (const char* closed : {"1999-01-01", "1999-12-31", "2001-12-31", "2001-12-25", "2001-12-26"})
    CHECK_MESSAGE(is_closed(day(closed)), closed);
}

TEST_CASE("no more than four days pass without a publication") {
  int longest = 0;
  for (Date at = first_publication; at < day("2199-01-01"); at = next_open_day(at))
    longest = std::max(longest, static_cast<int>((next_open_day(at) - at).count()) - 1);
  CHECK(longest == max_days_back);
}
