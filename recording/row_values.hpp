// SPDX-License-Identifier: MIT
#pragma once

#include "recording/fields.hpp"
#include "recording/sqlite.hpp"

/// Figures from the columns of a row, for those who read the tables.
namespace vpsfit::recording {

/// Farthest time and largest tick number in a file, so that no sum of a few of them can overflow: 36 years in ns.
inline constexpr std::int64_t far = INT64_MAX / 8;

/// More samples than any sampler takes in a minute, and few enough to be added up.
inline constexpr std::int64_t most_in_minute = 60'000'000;

inline void take(std::optional<std::int64_t>& field, std::optional<std::int64_t> value) { field = value; }
template <class Tag>
inline void take(std::optional<Quantity<Tag, std::int64_t>>& field, std::optional<std::int64_t> value) {
  field = value ? std::optional(Quantity<Tag, std::int64_t>{*value}) : std::nullopt;
}

inline Reading reading_at(sqlite::Fields& fields, int column) {
  Reading reading;
  each_reading_field(reading, [&](std::string_view, auto& field) { take(field, fields.maybe_whole(column++)); });
  return reading;
}

inline Detail detail_at(sqlite::Fields& fields, int column) {
  Detail detail;
  each_detail_field(detail, [&](std::string_view, auto& field) { take(field, fields.maybe_whole(column++)); });
  return detail;
}

/// The other figures of both stay as they are.
inline void take_statistics(sqlite::Fields& fields, int column, Reading& reading) {
  each_statistic_field(reading, [&](std::string_view, auto& field) { take(field, fields.maybe_whole(column++)); });
}
inline void take_statistics(sqlite::Fields& fields, int column, Detail& detail) {
  each_slow_statistic_field(detail, [&](std::string_view, auto& field) { take(field, fields.maybe_whole(column++)); });
}

inline Minute minute_at(sqlite::Fields& fields, int column, Instant grid_start) {
  Minute minute;
  minute.first_number = fields.whole(column, -far, far);
  minute.first = grid_start + std::chrono::nanoseconds{fields.whole(column + 1, -far, far)};
  minute.samples = fields.whole(column + 2, 2, most_in_minute);
  minute.longest_gap = std::chrono::nanoseconds{fields.whole(column + 3, 0, far)};
  minute.went_back = fields.whole(column + 4, 0, 1) == 1;
  column += 5;
  each_minute_field(minute, [&](std::string_view, auto& field) {
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(field)>, std::int64_t>)
      field = fields.whole(column++, 0, most_in_minute);
    else
      take(field, fields.maybe_whole(column++));
  });
  return minute;
}

inline Context context_at(sqlite::Fields& fields, int column) {
  Context context;
  each_context_field(context, [&](std::string_view, auto& field) { take(field, fields.maybe_whole(column++)); });
  return context;
}

inline Instant instant_at(sqlite::Fields& fields, int column, Instant grid_start) {
  return grid_start + std::chrono::nanoseconds{fields.whole(column, -far, far)};
}

/// Calls row(statement) for every row; row returns false to stop, or an error.
template <class Row>
Result<void> each_row(const sqlite::Database& database, sqlite::Statement& statement, Row row) {
  for (;;) {
    const int code = statement.step();
    if (code == SQLITE_DONE) return {};
    if (code != SQLITE_ROW) return fail(database.error(code));
    VPSFIT_TRY(const bool more, row());
    if (!more) return {};
  }
}

}  // namespace vpsfit::recording
