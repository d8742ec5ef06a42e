// SPDX-License-Identifier: MIT
#include "recording/store.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include "core/text.hpp"
#include "recording/fields.hpp"
#include "recording/schema.hpp"
#include "recording/stored_text.hpp"

namespace vpsfit::recording {
namespace {

constexpr int busy_at_work_ms = 20;  ///< a tick cannot wait longer for another program's lock: it is tried again later
constexpr int busy_at_end_ms = 5000;

void bind_reading(sqlite::Statement& statement, int at, const Reading& reading) {
  each_reading_field(reading, [&](std::string_view, const auto& field) {
    field ? statement.bind(at, whole(*field)) : statement.bind_null(at);
    ++at;
  });
}

void bind_detail(sqlite::Statement& statement, int at, const Detail& detail) {
  each_detail_field(detail, [&](std::string_view, const auto& field) {
    field ? statement.bind(at, whole(*field)) : statement.bind_null(at);
    ++at;
  });
}

void bind_context(sqlite::Statement& statement, int at, const Context& context) {
  each_context_field(context, [&](std::string_view, const auto& field) {
    field ? statement.bind(at, whole(*field)) : statement.bind_null(at);
    ++at;
  });
}

std::int64_t wall_microseconds(WallTime moment) { return moment.time_since_epoch().count(); }

std::string parameters(int count) {
  std::string list = "?";
  for (int i = 1; i < count; ++i) list += ",?";
  return list;
}

Result<void> check(const sqlite::Database& database, int code) {
  if (code != SQLITE_OK) return fail(database.error(code));
  return {};
}

Result<void> use_wal(const sqlite::Database& database) {
  VPSFIT_TRY(sqlite::Statement mode, database.prepare("PRAGMA journal_mode=WAL"));
  const int code = mode.step();
  if (code != SQLITE_ROW) return fail(database.error(code));
  sqlite::Fields fields(mode, database, "the journal mode");
  if (fields.text(0) != "wal")
    return fail(ErrorKind::io, "this file system cannot hold a recording while it is written", database.place(),
                "put the recording on a local disk");
  mode.reset();
  // Working the log into the file waits for the disk (fsync), and a tick has to wait with it. So it is done seldom: a
  // measurement of a quarter of an hour never does it before its end. What stuck readers made the log grow to is given
  // back afterwards.
  return database.run(
      "PRAGMA synchronous=NORMAL; PRAGMA wal_autocheckpoint=4096; PRAGMA journal_size_limit=16777216; "
      "PRAGMA cache_size=-1024");
}

}  // namespace

Result<Store> Store::open(const std::filesystem::path& file, const std::string& place, const Host& host,
                          std::chrono::nanoseconds interval, Instant grid_start, WallTime grid_start_wall) {
  {
    // Looked at first without the right to write: another program's file is not even recovered by us.
    VPSFIT_TRY(const auto database, sqlite::Database::open(file, sqlite::Mode::read, place));
    sqlite3_busy_timeout(database.get(), busy_at_end_ms);
    VPSFIT_CHECK(check_format(database));
  }
  VPSFIT_TRY(auto database, sqlite::Database::open(file, sqlite::Mode::write, place));
  sqlite3_busy_timeout(database.get(), busy_at_end_ms);
  VPSFIT_CHECK(use_wal(database));
  Store store(std::move(database));
  store.grid_start_ = grid_start;
  VPSFIT_CHECK(store.prepare());
  VPSFIT_CHECK(store.begin_session(host, interval, grid_start_wall));
  sqlite3_busy_timeout(store.database_.get(), busy_at_work_ms);
  return store;
}

Result<void> Store::prepare() {
  const auto edge_columns = "window, side, at_ns, " + reading_columns() + ", " + detail_columns();
  VPSFIT_TRY(begin_, database_.prepare("BEGIN IMMEDIATE"));
  VPSFIT_TRY(commit_, database_.prepare("COMMIT"));
  VPSFIT_TRY(rollback_, database_.prepare("ROLLBACK"));
  VPSFIT_TRY(tick_, database_.prepare("INSERT INTO ticks(id, session, number, planned_ns, late_ns, took_ns) "
                                      "VALUES(?,?,?,?,?,?)"));
  VPSFIT_TRY(gap_, database_.prepare("INSERT INTO gaps(session, first_number, ticks, reason) VALUES(?,?,?,?)"));
  VPSFIT_TRY(window_, database_.prepare("INSERT INTO windows(id, run, name) VALUES(?,?,?)"));
  VPSFIT_TRY(edge_, database_.prepare(fmt::format("INSERT INTO edges({}) VALUES({})", edge_columns,
                                                  parameters(3 + reading_fields + detail_fields))));
  VPSFIT_CHECK(make_missing(database_, later_tables()));  // goes on with a file of an older program
  VPSFIT_TRY(context_, database_.prepare(fmt::format("INSERT INTO edge_contexts(window, side, {}) VALUES({})",
                                                     context_columns(), parameters(2 + context_fields))));
  VPSFIT_TRY(readings_,
             BulkInsert::prepare(database_, "readings", "tick, run, " + reading_columns(), 2 + reading_fields));
  VPSFIT_TRY(details_, BulkInsert::prepare(database_, "details", "tick, run, " + detail_columns(), 2 + detail_fields));
  return {};
}

Result<std::int64_t> Store::next(const char* sql) const {
  VPSFIT_TRY(const auto last, database_.number(sql));
  const std::int64_t used = last.value_or(0);
  if (used < 0 || used >= INT64_MAX / 2)
    return fail(ErrorKind::input, fmt::format("the recording is damaged: {} is used as a number", used),
                database_.place(), "write to a new file");
  return used + 1;
}

Result<void> Store::begin_session(const Host& host, std::chrono::nanoseconds interval, WallTime grid_start_wall) {
  VPSFIT_TRY(session_, next("SELECT max(id) FROM sessions"));
  VPSFIT_TRY(const std::int64_t first_tick, next(next_tick_sql));
  VPSFIT_TRY(
      sqlite::Statement same,
      database_.prepare(
          "SELECT id FROM hosts WHERE kernel=?1 AND architecture=?2 AND cpu_model=?3 AND cpus=?4 AND memory_bytes=?5 "
          "AND page_size=?6 AND cgroup_mode=?7"));
  VPSFIT_TRY(sqlite::Statement add_host,
             database_.prepare(
                 "INSERT INTO hosts(kernel, architecture, cpu_model, cpus, memory_bytes, page_size, cgroup_mode) "
                 "VALUES(?1,?2,?3,?4,?5,?6,?7)"));
  VPSFIT_TRY(
      sqlite::Statement add,
      database_.prepare(
          "INSERT INTO sessions(id, host, tool_version, interval_ns, grid_start_monotonic_ns, grid_start_wall_us, "
          "first_tick) VALUES(?,?,?,?,?,?,?)"));
  for (sqlite::Statement* statement : {&same, &add_host}) {
    statement->bind(1, stored_text(host.kernel));
    statement->bind(2, stored_text(host.architecture));
    statement->bind(3, stored_text(host.cpu_model));
    statement->bind(4, host.cpus);
    statement->bind(5, host.memory.count());
    statement->bind(6, host.page_size);
    statement->bind(7, stored_text(host.cgroup_mode));
  }
  return check(database_, transaction([&] {
                 std::int64_t host_id = 0;
                 if (same.step() == SQLITE_ROW) {
                   host_id = sqlite3_column_int64(same.get(), 0);
                 } else if (const int code = add_host.execute(); code != SQLITE_OK) {
                   return code;
                 } else {
                   host_id = sqlite3_last_insert_rowid(database_.get());
                 }
                 same.reset();
                 add.bind(1, session_);
                 add.bind(2, host_id);
                 add.bind(3, stored_text(host.tool_version));
                 add.bind(4, interval.count());
                 add.bind(5, grid_start_.time_since_epoch().count());
                 add.bind(6, wall_microseconds(grid_start_wall));
                 add.bind(7, first_tick);
                 return add.execute();
               }));
}

int Store::tick(std::int64_t id, const Tick& tick, std::int64_t missed, std::span<const TickRow> rows) {
  return transaction([&] {
    if (missed > 0) {
      gap_.bind(1, session_);
      gap_.bind(2, tick.number - missed);
      gap_.bind(3, missed);
      gap_.bind(4, "missed");
      if (const int code = gap_.execute(); code != SQLITE_OK) return code;
    }
    tick_.bind(1, id);
    tick_.bind(2, session_);
    tick_.bind(3, tick.number);
    tick_.bind(4, since_grid(tick.planned));
    tick_.bind(5, (tick.begin - tick.planned).count());
    tick_.bind(6, (tick.end - tick.begin).count());
    if (const int code = tick_.execute(); code != SQLITE_OK) return code;
    const auto key = [&](sqlite::Statement& statement, int at, const TickRow& row) {
      statement.bind(at, id);
      statement.bind(at + 1, row.run);
    };
    const int code = readings_.insert(rows.size(), [&](sqlite::Statement& statement, int at, std::size_t i) {
      key(statement, at, rows[i]);
      bind_reading(statement, at + 2, rows[i].reading);
    });
    if (code != SQLITE_OK) return code;
    with_detail_.clear();
    for (std::size_t i = 0; i < rows.size(); ++i)
      if (rows[i].detail) with_detail_.push_back(i);
    return details_.insert(with_detail_.size(), [&](sqlite::Statement& statement, int at, std::size_t i) {
      key(statement, at, rows[with_detail_[i]]);
      bind_detail(statement, at + 2, *rows[with_detail_[i]].detail);
    });
  });
}

int Store::gap(const Gap& gap) {
  gap_.bind(1, session_);
  gap_.bind(2, gap.first_number);
  gap_.bind(3, gap.ticks);
  gap_.bind(4, gap.reason);
  return transaction([&] { return gap_.execute(); });
}

int Store::edge(WindowId window, std::string_view side, const Edge& edge) {
  edge_.bind(1, window);
  edge_.bind(2, side);
  edge_.bind(3, since_grid(edge.at));
  bind_reading(edge_, 4, edge.reading);
  bind_detail(edge_, 4 + reading_fields, edge.detail);
  const int code = edge_.execute();
  if (code != SQLITE_OK || edge.context == Context{}) return code;
  context_.bind(1, window);
  context_.bind(2, side);
  bind_context(context_, 3, edge.context);
  return context_.execute();
}

int Store::begin_window(WindowId id, RunId run, std::string_view name, const Edge& begin) {
  return transaction([&] {
    window_.bind(1, id);
    window_.bind(2, run);
    window_.bind(3, name);
    const int code = window_.execute();
    return code == SQLITE_OK ? edge(id, "begin", begin) : code;
  });
}

int Store::end_window(WindowId id, const Edge& end) {
  return transaction([&] { return edge(id, "end", end); });
}

}  // namespace vpsfit::recording
