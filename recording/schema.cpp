// SPDX-License-Identifier: MIT
#include "recording/schema.hpp"

#include <fmt/format.h>

#include "core/text.hpp"
#include "recording/fields.hpp"

namespace vpsfit::recording {
namespace {

/// "usage_usec, user_usec" -> "usage_usec INTEGER, user_usec INTEGER"
std::string integers(const std::string& columns) {
  std::string result;
  for (const auto column : split(columns, ',')) result += fmt::format(", {} INTEGER", trim(column));
  return result;
}

std::vector<Table> make_tables() {
  const std::string reading = integers(reading_columns());
  const std::string detail = integers(detail_columns());
  std::vector<Table> all;
  const auto table = [&](const std::string& name, const std::string& columns, const std::string& order_by) {
    const bool has_id = columns.starts_with("id INTEGER PRIMARY KEY");
    const std::string tail = has_id ? ")" : fmt::format(", PRIMARY KEY({})) WITHOUT ROWID", order_by);
    all.push_back({name, fmt::format("CREATE TABLE {}({}{}", name, columns, tail), order_by});
  };
  table("hosts",
        "id INTEGER PRIMARY KEY, kernel TEXT NOT NULL, architecture TEXT NOT NULL, cpu_model TEXT NOT NULL, "
        "cpus INTEGER NOT NULL, memory_bytes INTEGER NOT NULL, page_size INTEGER NOT NULL, cgroup_mode TEXT NOT NULL",
        "id");
  table("sessions",
        "id INTEGER PRIMARY KEY, host INTEGER NOT NULL REFERENCES hosts, tool_version TEXT NOT NULL, "
        "interval_ns INTEGER NOT NULL, grid_start_monotonic_ns INTEGER NOT NULL, grid_start_wall_us INTEGER NOT NULL, "
        "first_tick INTEGER NOT NULL",
        "id");
  table("subjects", "id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE", "id");
  table("runs",
        "id INTEGER PRIMARY KEY, session INTEGER NOT NULL REFERENCES sessions, "
        "subject INTEGER NOT NULL REFERENCES subjects, name TEXT NOT NULL, target TEXT NOT NULL, "
        "group_path TEXT NOT NULL, group_inode INTEGER NOT NULL, group_is_fresh INTEGER NOT NULL, "
        "source TEXT NOT NULL, command TEXT, load_name TEXT NOT NULL, request_rate_per_s TEXT, "
        "limit_memory_bytes INTEGER, limit_memory_from TEXT NOT NULL, limit_cpu_cores TEXT, "
        "limit_cpu_from TEXT NOT NULL, limit_cpuset_cpus INTEGER, peak_at_start_bytes INTEGER, "
        "started_ns INTEGER NOT NULL, started_wall_us INTEGER NOT NULL, first_tick INTEGER NOT NULL, "
        "ended_ns INTEGER, ended_wall_us INTEGER, last_tick INTEGER, end_reason TEXT, command_status INTEGER, "
        "UNIQUE(subject, name)",
        "id");
  table("windows",
        "id INTEGER PRIMARY KEY, run INTEGER NOT NULL REFERENCES runs, name TEXT NOT NULL, UNIQUE(run, name)", "id");
  table("edges",
        "window INTEGER NOT NULL REFERENCES windows, side TEXT NOT NULL CHECK(side IN ('begin', 'end')), "
        "at_ns INTEGER NOT NULL" +
            reading + detail,
        "window, side");
  table("ticks",
        "id INTEGER PRIMARY KEY, session INTEGER NOT NULL, number INTEGER NOT NULL, planned_ns INTEGER NOT NULL, "
        "late_ns INTEGER NOT NULL, took_ns INTEGER NOT NULL",
        "id");
  table("readings", "tick INTEGER NOT NULL, run INTEGER NOT NULL" + reading, "tick, run");
  table("details", "tick INTEGER NOT NULL, run INTEGER NOT NULL" + detail, "tick, run");
  table("gaps",
        "session INTEGER NOT NULL, first_number INTEGER NOT NULL, ticks INTEGER NOT NULL, "
        "reason TEXT NOT NULL CHECK(reason IN ('missed', 'dropped'))",
        "session, first_number");
  table("notices", "id INTEGER PRIMARY KEY, run INTEGER REFERENCES runs, code TEXT NOT NULL, args TEXT NOT NULL", "id");
  table("load_results",
        "id INTEGER PRIMARY KEY, run INTEGER NOT NULL REFERENCES runs, window INTEGER REFERENCES windows, "
        "generator TEXT NOT NULL, begin_ns INTEGER NOT NULL, end_ns INTEGER NOT NULL, asked_rate_per_s TEXT, "
        "requests INTEGER, completed INTEGER, errors INTEGER, timeouts INTEGER, bytes_in INTEGER, bytes_out INTEGER",
        "id");
  table("latencies",
        "load_result INTEGER NOT NULL REFERENCES load_results, quantile_ppm INTEGER NOT NULL, "
        "latency_ns INTEGER NOT NULL",
        "load_result, quantile_ppm");
  table("histograms",
        "id INTEGER PRIMARY KEY, load_result INTEGER NOT NULL REFERENCES load_results, name TEXT NOT NULL, "
        "unit TEXT NOT NULL, total INTEGER NOT NULL, UNIQUE(load_result, name)",
        "id");
  table("histogram_buckets",
        "histogram INTEGER NOT NULL REFERENCES histograms, lowest INTEGER NOT NULL, highest INTEGER NOT NULL, "
        "count INTEGER NOT NULL",
        "histogram, lowest");
  return all;
}

std::vector<Table> make_later_tables() {
  return {{"edge_contexts",
           "CREATE TABLE edge_contexts(window INTEGER NOT NULL REFERENCES windows, side TEXT NOT NULL" +
               integers(context_columns()) + ", PRIMARY KEY(window, side)) WITHOUT ROWID",
           "window, side"},
          {"minutes",
           "CREATE TABLE minutes(tick INTEGER NOT NULL, run INTEGER NOT NULL" + integers(minute_columns()) +
               ", PRIMARY KEY(tick, run)) WITHOUT ROWID",
           "tick, run"},
          {"lab_files",
           "CREATE TABLE lab_files(run INTEGER NOT NULL REFERENCES runs, path TEXT NOT NULL, bytes INTEGER NOT NULL, "
           "sha256 TEXT NOT NULL, PRIMARY KEY(run, path)) WITHOUT ROWID",
           "run, path"}};
}

tl::unexpected<Error> not_ours(const sqlite::Database& database, std::string message, std::string remedy) {
  return fail(ErrorKind::input, std::move(message), database.place(), std::move(remedy));
}

}  // namespace

const std::vector<Table>& tables() {
  static const std::vector<Table> all = make_tables();
  return all;
}

const std::vector<Table>& later_tables() {
  static const std::vector<Table> all = make_later_tables();
  return all;
}

Result<std::string> kept_sql(const sqlite::Database& database, const std::string& table, std::string_view schema) {
  VPSFIT_TRY(
      sqlite::Statement statement,
      database.prepare(fmt::format("SELECT sql FROM {}.sqlite_schema WHERE type = 'table' AND name = ?1", schema)));
  statement.bind(1, table);
  const int code = statement.step();
  if (code == SQLITE_DONE) return std::string();
  if (code != SQLITE_ROW) return fail(database.error(code));
  sqlite::Fields fields(statement, database, "the schema");
  auto sql = fields.maybe_text(0, 100'000);
  VPSFIT_CHECK(fields.result());
  return sql.value_or("");
}

Result<bool> has_table(const sqlite::Database& database, const std::string& table) {
  VPSFIT_TRY(const std::string sql, kept_sql(database, table));
  return !sql.empty();
}

Result<void> make_missing(const sqlite::Database& database, const std::vector<Table>& tables) {
  for (const Table& table : tables) {
    VPSFIT_TRY(const bool there, has_table(database, table.name));
    if (!there) VPSFIT_CHECK(database.run(table.sql.c_str()));
  }
  return {};
}

const std::vector<std::string>& views() {
  static const std::vector<std::string> all{
      "CREATE VIEW samples AS SELECT s.name AS subject, r.name AS run, t.number AS tick, "
      "(t.planned_ns + t.late_ns - r.started_ns) / 1e9 AS at_s, " +
          reading_columns("x.") +
          " FROM readings x JOIN ticks t ON t.id = x.tick JOIN runs r ON r.id = x.run "
          "JOIN subjects s ON s.id = r.subject",
      "CREATE VIEW sample_details AS SELECT s.name AS subject, r.name AS run, t.number AS tick, "
      "(t.planned_ns + t.late_ns - r.started_ns) / 1e9 AS at_s, " +
          detail_columns("x.") +
          " FROM details x JOIN ticks t ON t.id = x.tick JOIN runs r ON r.id = x.run "
          "JOIN subjects s ON s.id = r.subject",
      "CREATE VIEW window_cpu AS SELECT subject, run, window, start_s, duration_s, paused_s, cpu_usage_usec, "
      "cpu_usage_usec / nullif(max(elapsed_us, 0), 0) AS cpu_cores FROM (SELECT *, "
      "round(duration_s * 1e6 - paused_s * 1e6) AS elapsed_us FROM (SELECT s.name AS subject, r.name AS run, w.name AS "
      "window, "
      "(b.at_ns - r.started_ns) / 1e9 AS start_s, (e.at_ns - b.at_ns) / 1e9 AS duration_s, "
      "max(coalesce(ec.paused_us - bc.paused_us, 0), 0) / 1e6 AS paused_s, "
      "CASE WHEN e.usage_usec >= b.usage_usec THEN e.usage_usec - b.usage_usec END AS cpu_usage_usec "
      "FROM windows w JOIN runs r ON r.id = w.run JOIN subjects s ON s.id = r.subject "
      "LEFT JOIN edges b ON b.window = w.id AND b.side = 'begin' "
      "LEFT JOIN edges e ON e.window = w.id AND e.side = 'end' "
      "LEFT JOIN edge_contexts bc ON bc.window = w.id AND bc.side = 'begin' "
      "LEFT JOIN edge_contexts ec ON ec.window = w.id AND ec.side = 'end'))",
      "CREATE VIEW window_samples AS SELECT s.name AS subject, r.name AS run, w.name AS window, "
      "(t.planned_ns + t.late_ns - b.at_ns) / 1e9 AS at_s, " +
          reading_columns("x.") +
          " FROM windows w JOIN runs r ON r.id = w.run JOIN subjects s ON s.id = r.subject "
          "JOIN edges b ON b.window = w.id AND b.side = 'begin' "
          "LEFT JOIN edges e ON e.window = w.id AND e.side = 'end' "
          "JOIN ticks t ON t.session = r.session AND t.id >= r.first_tick AND t.planned_ns + t.late_ns >= b.at_ns "
          "AND (e.at_ns IS NULL OR t.planned_ns + t.late_ns <= e.at_ns) "
          "JOIN readings x ON x.tick = t.id AND x.run = r.id",
  };
  return all;
}

Result<void> check_format(const sqlite::Database& database) {
  VPSFIT_TRY(const auto id, database.number("PRAGMA application_id"));
  if (id != application_id)
    return not_ours(
        database,
        fmt::format("is a SQLite file of another program (application id {}), not a recording", id.value_or(0)),
        "give the file that 'vpsfit sample --out' wrote");
  VPSFIT_TRY(const auto version, database.number("PRAGMA user_version"));
  if (version.value_or(0) > format_version)
    return not_ours(database,
                    fmt::format("the recording has format version {}; this program reads up to version {}",
                                version.value_or(0), format_version),
                    "use a newer vpsfit");
  if (version != format_version)
    return not_ours(database, fmt::format("the recording says format version {}, which never was", version.value_or(0)),
                    "take a copy that was not changed by hand");
  for (const Table& table : tables()) {
    VPSFIT_TRY(const std::string sql, kept_sql(database, table.name));
    if (sql != table.sql)
      return not_ours(database,
                      fmt::format("the recording is damaged: its table {} is {}", table.name,
                                  sql.empty() ? "missing" : "not the one of format version 1"),
                      "take a copy that was not changed by hand");
  }
  for (const Table& table : later_tables()) {
    VPSFIT_TRY(const std::string sql, kept_sql(database, table.name));
    if (!sql.empty() && sql != table.sql)
      return not_ours(database, fmt::format("the recording is damaged: its table {} has other columns", table.name),
                      "take a copy that was not changed by hand");
  }
  return {};
}

}  // namespace vpsfit::recording
