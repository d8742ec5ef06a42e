// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include "fx-rates/publication.hpp"

using namespace vpsfit;
using namespace vpsfit::fx;
using std::chrono::hours;
using std::chrono::minutes;

namespace {

Date day(const char* text) { return *parse_date(text); }
/// A moment in UTC.
WallTime at(const char* text, int hour, int minute) { return day(text) + hours(hour) + minutes(minute); }

void check(WallTime now, const char* certain, const char* possible) {
  const Expectation expected = expected_publication(now);
  CHECK(to_text(expected.certain) == certain);
  CHECK(to_text(expected.possible) == possible);
}

}  // namespace

TEST_CASE("Frankfurt's clock changes at 01:00 UTC on the last Sundays of March and October") {
  CHECK(frankfurt_offset(at("2026-03-29", 0, 59)) == hours(1));
  CHECK(frankfurt_offset(at("2026-03-29", 1, 0)) == hours(2));
  CHECK(frankfurt_offset(at("2026-10-25", 0, 59)) == hours(2));
  CHECK(frankfurt_offset(at("2026-10-25", 1, 0)) == hours(1));
  CHECK(frankfurt_offset(at("2027-03-28", 1, 0)) == hours(2));
  CHECK(frankfurt_offset(at("2026-01-01", 0, 0)) == hours(1));
  CHECK(frankfurt_offset(at("2026-07-01", 0, 0)) == hours(2));
}

TEST_CASE("the same hour of Frankfurt is another one in UTC after the clock changed") {
  check(at("2026-07-06", 13, 49), "2026-07-03", "2026-07-03");  // summer, Monday 15:49
  check(at("2026-07-06", 13, 50), "2026-07-03", "2026-07-06");
  check(at("2026-07-06", 15, 59), "2026-07-03", "2026-07-06");
  check(at("2026-07-06", 16, 0), "2026-07-06", "2026-07-06");
  check(at("2026-11-30", 14, 49), "2026-11-27", "2026-11-27");  // winter
  check(at("2026-11-30", 14, 50), "2026-11-27", "2026-11-30");
  check(at("2026-11-30", 17, 0), "2026-11-30", "2026-11-30");
}

TEST_CASE("nothing is expected on weekends and closing days") {
  check(at("2026-11-29", 20, 0), "2026-11-27", "2026-11-27");
  check(at("2026-04-06", 20, 0), "2026-04-02", "2026-04-02");  // Easter Monday: before Good Friday
  check(at("2026-12-26", 20, 0), "2026-12-24", "2026-12-24");
  check(at("2027-01-01", 20, 0), "2026-12-31", "2026-12-31");
}

TEST_CASE("a day begins in Frankfurt, not in UTC") {
  check(at("2026-11-30", 23, 30), "2026-11-30", "2026-11-30");  // already December there, before any publication
  check(at("2026-07-05", 22, 30), "2026-07-03", "2026-07-03");
}

TEST_CASE("the latest files of ten years were out before the window closes") {
  // Times of the entries in the bank's zips: 2025-10-22 17:29, 2016-12-09 17:06, 2026-03-06 16:36.
  for (const auto& [date, local] :
       {std::pair("2025-10-22", minutes(17 * 60 + 29)), std::pair("2016-12-09", minutes(17 * 60 + 6)),
        std::pair("2026-03-06", minutes(16 * 60 + 36))}) {
    const WallTime noon = at(date, 12, 0);
    const WallTime moment = day(date) + local - frankfurt_offset(noon);
    CHECK(to_text(expected_publication(moment).possible) == date);
    CHECK(expected_publication(moment).certain < day(date));
  }
}
