// SPDX-License-Identifier: MIT
#include "fx-rates/publication.hpp"

#include "fx-rates/target_calendar.hpp"

namespace vpsfit::fx {
namespace {

/// One o'clock UTC on the last Sunday of a month.
WallTime switch_of(date::year year, unsigned month) {
  const Date sunday{year / date::month(month) / date::Sunday[date::last]};
  return sunday + std::chrono::hours(1);
}

}  // namespace

std::chrono::hours frankfurt_offset(WallTime moment) {
  const date::year year = date::year_month_day(date::floor<date::days>(moment)).year();
  const bool summer = moment >= switch_of(year, 3) && moment < switch_of(year, 10);
  return std::chrono::hours(summer ? 2 : 1);
}

Date last_open_day(Date day) {
  while (is_closed(day)) day -= date::days(1);
  return day;
}

Expectation expected_publication(WallTime now) {
  const WallTime local = now + frankfurt_offset(now);
  const Date today = date::floor<date::days>(local);
  const auto clock = local - today;
  const Date before = last_open_day(today - date::days(1));
  if (is_closed(today) || clock < window_opens) return {before, before};
  return {clock < window_closes ? before : today, today};
}

}  // namespace vpsfit::fx
