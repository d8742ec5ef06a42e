// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "core/text.hpp"
#include "recording/fields.hpp"
#include "recording/reader_impl.hpp"
#include "recording/stored_text.hpp"

namespace vpsfit::recording {
namespace {

using std::chrono::nanoseconds;

void take(std::optional<std::int64_t>& field, std::optional<std::int64_t> value) { field = value; }
template <class Tag>
void take(std::optional<Quantity<Tag, std::int64_t>>& field, std::optional<std::int64_t> value) {
  field = value ? std::optional(Quantity<Tag, std::int64_t>{*value}) : std::nullopt;
}

Reading reading_at(sqlite::Fields& fields, int column) {
  Reading reading;
  each_reading_field(reading, [&](std::string_view, auto& field) { take(field, fields.maybe_whole(column++)); });
  return reading;
}

Detail detail_at(sqlite::Fields& fields, int column) {
  Detail detail;
  each_detail_field(detail, [&](std::string_view, auto& field) { take(field, fields.maybe_whole(column++)); });
  return detail;
}

Instant instant_at(sqlite::Fields& fields, int column, Instant grid_start) {
  return grid_start + nanoseconds{fields.whole(column, -far, far)};
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

}  // namespace

Result<std::vector<WindowRecord>> Reader::Impl::windows(const RunRecord& run) const {
  VPSFIT_TRY(auto statement,
             database_.prepare(
                 fmt::format("SELECT w.id, w.name, e.side = 'end', e.at_ns, {}, {} FROM windows w LEFT JOIN edges e "
                             "ON e.window = w.id WHERE w.run = ?1 ORDER BY w.id, e.side",
                             reading_columns("e."), detail_columns("e."))));
  statement.bind(1, run.id);
  std::vector<WindowRecord> result;
  const Result<void> done = each_row(database_, statement, [&]() -> Result<bool> {
    sqlite::Fields fields(statement, database_, "windows");
    const WindowId id = fields.whole(0);
    const std::string name = fields.text(1, longest_name);
    if (!check_name("window", name)) fields.object(1, "is not a name");
    const bool is_end = fields.whole(2, 0, 1) == 1;  // NULL where a window has no edge at all
    const Edge edge{instant_at(fields, 3, run.grid_start), reading_at(fields, 4),
                    detail_at(fields, 4 + reading_fields)};
    const bool known = !result.empty() && result.back().id == id;
    if (is_end != known) fields.object(2, "is not preceded by the window's other edge");
    if (is_end && known && edge.at < result.back().begin.at) fields.object(3, "lies before the window's begin");
    VPSFIT_CHECK(fields.result());
    if (is_end) {
      result.back().end = edge;
    } else {
      result.push_back({id, name, edge, std::nullopt});
    }
    return true;
  });
  VPSFIT_CHECK(done);
  return result;
}

Result<std::vector<Gap>> Reader::Impl::gaps(const RunRecord& run) const {
  VPSFIT_TRY(auto statement, database_.prepare("SELECT first_number, ticks, reason FROM gaps WHERE session = ?1 "
                                               "ORDER BY first_number"));
  statement.bind(1, run.session);
  std::vector<Gap> result;
  const Result<void> done = each_row(database_, statement, [&]() -> Result<bool> {
    sqlite::Fields fields(statement, database_, "gaps");
    const std::int64_t first = fields.whole(0, -far, far);
    const std::int64_t ticks = fields.whole(1, 0, far);
    const bool dropped = fields.text(2) == "dropped";
    VPSFIT_CHECK(fields.result());
    result.push_back({first, ticks, dropped ? "dropped" : "missed"});
    return true;
  });
  VPSFIT_CHECK(done);
  return result;
}

Result<std::vector<Notice>> Reader::Impl::notices(const RunRecord& run) const {
  VPSFIT_TRY(auto statement, database_.prepare("SELECT code, args FROM notices WHERE run = ?1 ORDER BY id"));
  statement.bind(1, run.id);
  std::vector<Notice> result;
  const Result<void> done = each_row(database_, statement, [&]() -> Result<bool> {
    sqlite::Fields fields(statement, database_, "notices");
    const std::string code = fields.text(0, longest_name);
    const std::string args = fields.text(1, longest_list);
    VPSFIT_CHECK(fields.result());
    auto notice = parse_notice(code, args);
    if (!notice) return fail(std::move(notice).error().in(database_.place()));
    result.push_back(std::move(*notice));
    return true;
  });
  VPSFIT_CHECK(done);
  return result;
}

Result<void> Reader::Impl::series(const RunRecord& run, const RowCallback& row) const {
  // CROSS JOIN fixes the order: along the ticks, and each reading by its key.
  VPSFIT_TRY(auto statement,
             database_.prepare(fmt::format(
                 "SELECT t.id, t.number, t.planned_ns, t.late_ns, t.took_ns, d.tick, {}, {} FROM ticks t CROSS JOIN "
                 "readings x ON x.tick = t.id AND x.run = ?1 LEFT JOIN details d ON d.tick = t.id AND d.run = ?1 "
                 "WHERE t.id BETWEEN ?2 AND ?3 AND t.session = ?4 ORDER BY t.id",
                 reading_columns("x."), detail_columns("d."))));
  statement.bind(1, run.id);
  statement.bind(2, run.first_tick);
  statement.bind(3, run.last_tick);
  statement.bind(4, run.session);
  std::optional<Tick> before;
  return each_row(database_, statement, [&]() -> Result<bool> {
    sqlite::Fields fields(statement, database_, "ticks and readings");
    const std::int64_t id = fields.whole(0, INT64_MIN);
    SeriesRow one;
    one.tick.number = fields.whole(1, -far, far);
    one.tick.planned = instant_at(fields, 2, run.grid_start);
    one.tick.begin = instant_at(fields, 3, one.tick.planned);
    one.tick.end = instant_at(fields, 4, one.tick.begin);
    const bool has_detail = fields.maybe_whole(5, INT64_MIN).has_value();
    one.reading = reading_at(fields, 6);
    if (has_detail) one.detail = detail_at(fields, 6 + reading_fields);
    if (before && (one.tick.number <= before->number || one.tick.begin < before->begin))
      fields.object(1, "is out of order");
    VPSFIT_CHECK(fields.result());
    before = one.tick;
    return row(id, one);
  });
}

Result<std::optional<Bytes>> Reader::Impl::median(const RunRecord& run, std::int64_t first, std::int64_t last,
                                                  std::int64_t count, MemoryDefinition definition) const {
  if (count <= 0) return std::nullopt;
  const bool current = definition == MemoryDefinition::current;
  const char* const value = current                                ? "x.memory_bytes"
                            : definition == MemoryDefinition::anon ? "d.anon_bytes"
                                                                   : "max(x.memory_bytes - d.inactive_file_bytes, 0)";
  VPSFIT_TRY(
      auto statement,
      database_.prepare(fmt::format(
          "SELECT {0} AS value FROM ticks t CROSS JOIN readings x ON x.tick = t.id AND x.run = ?1 {1} "
          "WHERE t.id BETWEEN ?2 AND ?3 AND t.session = ?6 AND {0} IS NOT NULL ORDER BY value LIMIT ?4 OFFSET ?5",
          value, current ? "" : "CROSS JOIN details d ON d.tick = t.id AND d.run = ?1")));
  statement.bind(1, run.id);
  statement.bind(2, first);
  statement.bind(3, last);
  statement.bind(4, count % 2 == 1 ? 1 : 2);
  statement.bind(5, (count - 1) / 2);
  statement.bind(6, run.session);
  std::vector<std::int64_t> middle;
  const Result<void> done = each_row(database_, statement, [&]() -> Result<bool> {
    sqlite::Fields fields(statement, database_, "readings");
    middle.push_back(fields.whole(0));
    VPSFIT_CHECK(fields.result());
    return true;
  });
  VPSFIT_CHECK(done);
  if (middle.empty()) return std::nullopt;
  return Bytes{middle.front() + (middle.back() - middle.front()) / 2};
}

}  // namespace vpsfit::recording
