// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <unordered_map>

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
  /// Passes over what lies before the row of that tick and run; true where it is there.
  Result<bool> find(std::int64_t tick, std::int64_t run) {
    while (there_ && (tick_ < tick || (tick_ == tick && run_ < run))) VPSFIT_CHECK(next());
    return there_ && tick_ == tick && run_ == run;
  }
  [[nodiscard]] bool there() const { return there_; }
  [[nodiscard]] std::int64_t tick() const { return tick_; }
  [[nodiscard]] std::int64_t run() const { return run_; }
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

/// What is rolled up; nothing where the file is of an older program.
Result<Rows> minutes_of(const sqlite::Database& database) {
  VPSFIT_TRY(const bool there, has_table(database, "minutes"));
  return there ? rows_of(database, "minutes", minute_columns()) : rows_of(database, "readings WHERE 0", "0");
}

Result<void> take_minute(const sqlite::Database& database, Rows& minutes, std::int64_t tick, const RunRecord& run,
                         SeriesRow& row) {
  row.minute.reset();
  VPSFIT_TRY(const bool rolled_up, minutes.find(tick, run.id));
  if (!rolled_up) return {};
  sqlite::Fields fields(minutes.statement(), database, "minutes");
  row.minute = minute_at(fields, 2, run.grid_start);
  if (row.minute->first > row.tick.begin) fields.object(3, "is after the minute's last sample");
  return fields.result();
}

}  // namespace

Result<void> Reader::Impl::series(const RunRecord& run, const RowCallback& row) const {
  // CROSS JOIN fixes the order: along the ticks, and each reading by its key.
  VPSFIT_TRY(Rows minutes, minutes_of(database_));
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

/// The rows of all runs along the ticks.
class Merge {
 public:
  Merge(const sqlite::Database& database, const std::vector<RunRecord>& runs, Rows readings, Rows details, Rows minutes)
      : database_(database),
        runs_(runs),
        readings_(std::move(readings)),
        details_(std::move(details)),
        minutes_(std::move(minutes)),
        before_(runs.size()) {
    for (std::size_t i = 0; i < runs.size(); ++i) index_[runs[i].id] = i;
  }

  Result<void> tick(std::int64_t id, std::int64_t session, const Tick& since_start, const AnyRowCallback& row) {
    while (readings_.there() && readings_.tick() < id) VPSFIT_CHECK(readings_.next());
    while (readings_.there() && readings_.tick() == id) {
      const auto known = index_.find(readings_.run());
      if (known != index_.end() && is_of(runs_[known->second], id, session))
        VPSFIT_CHECK(take(known->second, id, since_start, row));
      VPSFIT_CHECK(readings_.next());
    }
    return {};
  }

 private:
  static bool is_of(const RunRecord& run, std::int64_t tick, std::int64_t session) {
    return run.session == session && tick >= run.first_tick && tick <= run.last_tick;
  }
  Result<void> take(std::size_t at, std::int64_t id, const Tick& since_start, const AnyRowCallback& row) {
    const RunRecord& run = runs_[at];
    const auto shift = run.grid_start.time_since_epoch();
    one_.tick = {since_start.number, since_start.planned + shift, since_start.begin + shift, since_start.end + shift};
    sqlite::Fields fields(readings_.statement(), database_, rows_of_ticks);
    one_.reading = reading_at(fields, 2);
    if (before_[at] && !follows(one_.tick, *before_[at])) fields.object(0, "is out of order");
    VPSFIT_CHECK(fields.result());
    VPSFIT_TRY(const bool has_detail, details_.find(id, run.id));
    one_.detail.reset();
    if (has_detail) {
      sqlite::Fields slow(details_.statement(), database_, rows_of_ticks);
      one_.detail = detail_at(slow, 2);
      VPSFIT_CHECK(slow.result());
    }
    VPSFIT_CHECK(take_minute(database_, minutes_, id, run, one_));
    before_[at] = one_.tick;
    row(at, id, one_);
    return {};
  }

  const sqlite::Database& database_;
  const std::vector<RunRecord>& runs_;
  Rows readings_, details_, minutes_;
  std::unordered_map<std::int64_t, std::size_t> index_;
  std::vector<std::optional<Tick>> before_;
  SeriesRow one_;
};

}  // namespace

// Ordered ways at once: along the ticks, their readings, their details, what is rolled up. Each page of the file is
// read once.
Result<void> Reader::Impl::each_series(const std::vector<RunRecord>& runs, const AnyRowCallback& row) const {
  VPSFIT_TRY(Rows readings, rows_of(database_, "readings", reading_columns()));
  VPSFIT_TRY(Rows details, rows_of(database_, "details", detail_columns()));
  VPSFIT_TRY(Rows minutes, minutes_of(database_));
  Merge merge(database_, runs, std::move(readings), std::move(details), std::move(minutes));
  VPSFIT_TRY(auto ticks, database_.prepare("SELECT id, session, number, planned_ns, late_ns, took_ns FROM ticks "
                                           "ORDER BY id"));
  return each_row(database_, ticks, [&]() -> Result<bool> {
    sqlite::Fields fields(ticks, database_, rows_of_ticks);
    const std::int64_t id = fields.whole(0, INT64_MIN), session = fields.whole(1, INT64_MIN);
    const Tick tick = tick_at(fields, 2, Instant{});
    VPSFIT_CHECK(fields.result());
    VPSFIT_CHECK(merge.tick(id, session, tick, row));
    return true;
  });
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
