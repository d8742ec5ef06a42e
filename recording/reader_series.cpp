// SPDX-License-Identifier: MIT
#include <algorithm>
#include <fmt/format.h>

#include "recording/reader_impl.hpp"
#include "recording/row_values.hpp"
#include "recording/schema.hpp"

namespace vpsfit::recording {
namespace {

constexpr std::string_view rows_of_ticks = "ticks and readings";

/// Columns from `column` on: number, planned_ns, late_ns, took_ns.
Tick tick_at(sqlite::Fields& fields, int column, Instant grid_start) {
  Tick tick;
  tick.number = fields.whole(column, -far, far);
  tick.planned = instant_at(fields, column + 1, grid_start);
  tick.begin = instant_at(fields, column + 2, tick.planned);
  tick.end = instant_at(fields, column + 3, tick.begin);
  return tick;
}

bool follows(const Tick& tick, const Tick& before) { return tick.number > before.number && tick.begin >= before.begin; }

/// Rows in the order of (tick, run), one at a time.
class Rows {
 public:
  Rows(const sqlite::Database& database, sqlite::Statement statement)
      : database_(database), statement_(std::move(statement)) {}

  Result<void> next() {
    const int code = statement_.step();
    if (code != SQLITE_ROW && code != SQLITE_DONE) return fail(database_.error(code));
    there_ = code == SQLITE_ROW;
    if (!there_) return {};
    sqlite::Fields fields(statement_, database_, rows_of_ticks);
    tick_ = fields.whole(0, INT64_MIN);
    run_ = fields.whole(1, INT64_MIN);
    return fields.result();
  }
  /// Passes over what lies before the row of that tick and run; `at` tells whether it is there.
  Result<void> pass(std::int64_t tick, std::int64_t run) {
    while (lies_before(tick, run)) VPSFIT_CHECK(next());
    return {};
  }
  [[nodiscard]] bool lies_before(std::int64_t tick, std::int64_t run) const {
    return there_ && (tick_ < tick || (tick_ == tick && run_ < run));
  }
  [[nodiscard]] bool at(std::int64_t tick, std::int64_t run) const { return there_ && tick_ == tick && run_ == run; }
  [[nodiscard]] bool there() const { return there_; }
  [[nodiscard]] const sqlite::Statement& statement() const { return statement_; }

 private:
  const sqlite::Database& database_;
  sqlite::Statement statement_;
  bool there_ = false;
  std::int64_t tick_ = 0, run_ = 0;
};

Result<Rows> rows_of(const sqlite::Database& database, std::string_view table, const std::string& columns) {
  VPSFIT_TRY(auto statement,
             database.prepare(fmt::format("SELECT tick, run, {} FROM {} ORDER BY tick, run", columns, table)));
  Rows rows(database, std::move(statement));
  VPSFIT_CHECK(rows.next());
  return rows;
}

/// What is rolled up, from a tick on; nothing where the file is of an older program.
Result<Rows> minutes_of(const sqlite::Database& database, std::int64_t first_tick = INT64_MIN) {
  VPSFIT_TRY(const bool there, has_table(database, "minutes"));
  return there ? rows_of(database, fmt::format("minutes WHERE tick >= {}", first_tick), minute_columns())
               : rows_of(database, "readings WHERE 0", "0");
}

Result<void> take_minute(const sqlite::Database& database, Rows& minutes, std::int64_t tick, const RunRecord& run,
                         SeriesRow& row) {
  VPSFIT_CHECK(minutes.pass(tick, run.id));
  if (!minutes.at(tick, run.id)) return {};
  sqlite::Fields fields(minutes.statement(), database, "minutes");
  row.minute = minute_at(fields, 2, run.grid_start);
  if (row.minute->first > row.tick.begin) fields.object(3, "is after the minute's last sample");
  return fields.result();
}

}  // namespace

Result<void> Reader::Impl::series(const RunRecord& run, const RowCallback& row) const {
  // CROSS JOIN fixes the order: along the ticks, and each reading by its key.
  VPSFIT_TRY(Rows minutes, minutes_of(database_, run.first_tick));
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
    sqlite::Fields fields(statement, database_, rows_of_ticks);
    const std::int64_t id = fields.whole(0, INT64_MIN);
    SeriesRow one;
    one.tick = tick_at(fields, 1, run.grid_start);
    const bool has_detail = fields.maybe_whole(5, INT64_MIN).has_value();
    one.reading = reading_at(fields, 6);
    if (has_detail) one.detail = detail_at(fields, 6 + reading_fields);
    if (before && !follows(one.tick, *before)) fields.object(1, "is out of order");
    VPSFIT_CHECK(fields.result());
    VPSFIT_CHECK(take_minute(database_, minutes, id, run, one));
    before = one.tick;
    return row(id, one);
  });
}

namespace {

/// The rows of all runs in the order of the readings, each with its tick and what stands beside it.
class Merge {
 public:
  Merge(const sqlite::Database& database, const std::vector<RunRecord>& runs, const AnyRowCallback& row,
        sqlite::Statement ticks, Rows details, Rows minutes)
      : database_(database),
        runs_(runs),
        row_(row),
        ticks_(std::move(ticks)),
        details_(std::move(details)),
        minutes_(std::move(minutes)),
        before_(runs.size()) {}

  /// Columns: tick, run, the figures. Readings without a tick or a run are passed over.
  bool see(sqlite::Fields& fields) {
    const std::int64_t id = fields.whole(0, INT64_MIN), run = fields.whole(1, INT64_MIN);
    if (ticks_left_ && id > id_ && !is_well(go_to(id))) return false;
    const std::size_t at = id == id_ ? index_of(run) : runs_.size();
    return at == runs_.size() || !is_of(runs_[at]) || take(at, fields);
  }
  /// Looks at the ticks that have no readings, too; fails with what ended it early.
  Result<void> finish() {
    if (failed_) return fail(*failed_);
    return go_to(INT64_MAX);
  }

 private:
  Result<void> go_to(std::int64_t id) {
    while (ticks_left_ && id_ < id) {
      const int code = ticks_.step();
      if (code != SQLITE_ROW && code != SQLITE_DONE) return fail(database_.error(code));
      ticks_left_ = code == SQLITE_ROW;
      if (!ticks_left_) return {};
      sqlite::Fields fields(ticks_, database_, rows_of_ticks);
      id_ = fields.whole(0, INT64_MIN);
      session_ = fields.whole(1, INT64_MIN);
      since_start_ = tick_at(fields, 2, Instant{});
      VPSFIT_CHECK(fields.result());
    }
    return {};
  }
  /// Runs stand in the order of their ids, and so do the readings of a tick: it is mostly the next one.
  std::size_t index_of(std::int64_t run) {
    if (++latest_ < runs_.size() && runs_[latest_].id == run) return latest_;
    const auto found = std::lower_bound(runs_.begin(), runs_.end(), run,
                                        [](const RunRecord& record, std::int64_t id) { return record.id < id; });
    if (found == runs_.end() || found->id != run) return runs_.size();
    return latest_ = static_cast<std::size_t>(found - runs_.begin());
  }
  [[nodiscard]] bool is_of(const RunRecord& run) const {
    return run.session == session_ && id_ >= run.first_tick && id_ <= run.last_tick;
  }
  bool is_well(Result<void> done) {
    if (!done) failed_ = std::move(done).error();
    return !failed_;
  }
  bool take(std::size_t at, sqlite::Fields& fields) {
    const RunRecord& run = runs_[at];
    const auto shift = run.grid_start.time_since_epoch();
    one_.tick = {since_start_.number, since_start_.planned + shift, since_start_.begin + shift,
                 since_start_.end + shift};
    take_statistics(fields, 2, one_.reading);
    if (before_[at] && !follows(one_.tick, *before_[at])) fields.object(0, "is out of order");
    one_.detail.reset();
    one_.minute.reset();
    if (!fields.good() || (details_.there() && !is_well(take_detail(run))) ||
        (minutes_.there() && !is_well(take_minute(database_, minutes_, id_, run, one_))))
      return false;
    before_[at] = one_.tick;
    row_(at, id_, one_);
    return true;
  }
  Result<void> take_detail(const RunRecord& run) {
    VPSFIT_CHECK(details_.pass(id_, run.id));
    if (!details_.at(id_, run.id)) return {};
    sqlite::Fields fields(details_.statement(), database_, rows_of_ticks);
    take_statistics(fields, 2, one_.detail.emplace());
    return fields.result();
  }

  const sqlite::Database& database_;
  const std::vector<RunRecord>& runs_;
  const AnyRowCallback& row_;
  sqlite::Statement ticks_;
  Rows details_, minutes_;
  std::vector<std::optional<Tick>> before_;
  std::int64_t id_ = INT64_MIN, session_ = 0;  ///< of the tick
  Tick since_start_;                           ///< its moments as if the grid had begun at zero
  bool ticks_left_ = true;
  std::optional<Error> failed_;
  std::size_t latest_ = 0;
  SeriesRow one_;
};

}  // namespace

// Ordered ways at once: the readings, their ticks, their details, what is rolled up. Each page of the file is read
// once.
Result<void> Reader::Impl::each_series(const std::vector<RunRecord>& runs, const AnyRowCallback& row) const {
  VPSFIT_TRY(Rows details, rows_of(database_, "details", slow_statistic_columns()));
  VPSFIT_TRY(Rows minutes, minutes_of(database_));
  VPSFIT_TRY(auto ticks, database_.prepare("SELECT id, session, number, planned_ns, late_ns, took_ns FROM ticks "
                                           "ORDER BY id"));
  Merge merge(database_, runs, row, std::move(ticks), std::move(details), std::move(minutes));
  VPSFIT_CHECK(database_.scan("readings", "tick, run, " + statistic_columns(), rows_of_ticks,
                              [&](sqlite::Fields& fields) { return merge.see(fields); }));
  return merge.finish();
}

Result<std::optional<Bytes>> Reader::Impl::median(const RunRecord& run, std::int64_t first, std::int64_t last,
                                                  std::int64_t count, MemoryDefinition definition) const {
  if (count <= 0) return std::nullopt;
  const bool current = definition == MemoryDefinition::current;
  const char* value = "x.memory_bytes";
  if (definition == MemoryDefinition::anon) value = "d.anon_bytes";
  if (definition == MemoryDefinition::working_set) value = "max(x.memory_bytes - d.inactive_file_bytes, 0)";
  if (definition == MemoryDefinition::without_cache)
    value = "max(x.memory_bytes - max(d.file_bytes - coalesce(d.shmem_bytes, 0), 0), 0)";
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
