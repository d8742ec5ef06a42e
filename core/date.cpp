// SPDX-License-Identifier: MIT
#include "core/date.hpp"

#include <fmt/format.h>

#include "core/decimal.hpp"
#include "core/text.hpp"

namespace vpsfit {
namespace {

/// date's own parser takes "2026-1-3" and trailing text; a day in a result must have one spelling.
bool has_iso_shape(std::string_view text) {
  if (text.size() != 10 || text[4] != '-' || text[7] != '-') return false;
  for (const std::size_t i : {0U, 1U, 2U, 3U, 5U, 6U, 8U, 9U})
    if (text[i] < '0' || text[i] > '9') return false;
  return true;
}

int number(std::string_view digits) {
  int value = 0;
  for (const char c : digits) value = value * 10 + (c - '0');
  return value;
}

}  // namespace

Result<Date> parse_date(std::string_view text) {
  const auto wrong = [&](std::string_view why) {
    return fail(ErrorKind::input, fmt::format("'{}' is not a date: {}", printable(text, 40), why), {},
                "write it like 2026-10-30");
  };
  if (!has_iso_shape(text)) return wrong("it is not written as year-month-day");
  const auto day = date::year{number(text.substr(0, 4))} / number(text.substr(5, 2)) / number(text.substr(8, 2));
  if (!day.ok()) return wrong("there is no such day");
  return Date{day};
}

std::string to_text(Date day) {
  const date::year_month_day ymd{day};
  return fmt::format("{:04d}-{:02d}-{:02d}", static_cast<int>(ymd.year()), static_cast<unsigned>(ymd.month()),
                     static_cast<unsigned>(ymd.day()));
}

std::string to_text(WallTime moment) {
  const auto day = date::floor<date::days>(moment);
  const date::hh_mm_ss time{date::floor<std::chrono::milliseconds>(moment - day)};
  return fmt::format("{}T{:02d}:{:02d}:{:02d}.{:03d}Z", to_text(Date{day}), time.hours().count(),
                     time.minutes().count(), time.seconds().count(), time.subseconds().count());
}

Result<std::chrono::nanoseconds> parse_duration(std::string_view text) {
  const auto wrong = [&] {
    return fail(ErrorKind::input, fmt::format("'{}' is not a duration", printable(text, 40)), {},
                "write a number and a unit, like 500ms, 15s, 2m or 1h");
  };
  const auto unit_at = text.find_first_not_of("0123456789.");
  if (unit_at == std::string_view::npos || unit_at == 0) return wrong();
  const std::string_view unit = text.substr(unit_at);
  const std::int64_t scale = unit == "ms"  ? 1'000'000
                             : unit == "s" ? 1'000'000'000
                             : unit == "m" ? 60'000'000'000
                             : unit == "h" ? 3'600'000'000'000
                                           : 0;
  const auto amount = parse_decimal(text.substr(0, unit_at));
  if (scale == 0 || !amount) return wrong();
  const Rational exact = *amount * Rational(scale);
  const Rational ten_years = Rational(10LL * 366 * 86400) * Rational(1'000'000'000);
  if (exact < Rational(1) || exact > ten_years)
    return fail(ErrorKind::input, fmt::format("the duration '{}' is outside what can be measured", printable(text, 40)),
                {}, "durations go from 1ms to ten years");
  VPSFIT_TRY(const std::int64_t count, exact.floor());
  return std::chrono::nanoseconds{count};
}

}  // namespace vpsfit
