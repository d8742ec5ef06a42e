// SPDX-License-Identifier: MIT
#include "fx-rates/target_calendar.hpp"

namespace vpsfit::fx {

Date easter_sunday(date::year year) {
  // The Gregorian computus: golden number, century corrections, age of the moon, then the Sunday after.
  const int y = static_cast<int>(year);
  const int golden = y % 19;
  const int century = y / 100;
  const int in_century = y % 100;
  const int moon_shift = (8 * century + 13) / 25;
  const int epact = (19 * golden + century - century / 4 - moon_shift + 15) % 30;
  const int sunday = (32 + 2 * (century % 4) + 2 * (in_century / 4) - epact - in_century % 4) % 7;
  const int late = (golden + 11 * epact + 22 * sunday) / 451;
  const int days_after_21_march = epact + sunday - 7 * late + 1;
  return Date{year / date::March / 21} + date::days{days_after_21_march};
}

bool is_closed(Date day) {
  const date::weekday weekday{day};
  if (weekday == date::Saturday || weekday == date::Sunday) return true;
  const date::year_month_day ymd{day};
  const date::month_day in_year{ymd.month(), ymd.day()};
  if (in_year == date::January / 1 || in_year == date::December / 25) return true;
  if (in_year == date::December / 31) return ymd.year() == date::year{1999} || ymd.year() == date::year{2001};
  if (ymd.year() < date::year{2000}) return false;
  if (in_year == date::May / 1 || in_year == date::December / 26) return true;
  const Date easter = easter_sunday(ymd.year());
  return day == easter - date::days{2} || day == easter + date::days{1};
}

Date next_open_day(Date day) {
  do day += date::days{1};
  while (is_closed(day));
  return day;
}

}  // namespace vpsfit::fx
