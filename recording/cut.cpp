// SPDX-License-Identifier: MIT
#include <algorithm>
#include <fmt/format.h>

#include "core/decimal.hpp"
#include "core/text.hpp"
#include "recording/absorb.hpp"
#include "recording/edit.hpp"
#include "recording/fields.hpp"
#include "recording/lab_tables.hpp"
#include "recording/new_file.hpp"
#include "recording/reader.hpp"
#include "recording/stored_text.hpp"

namespace vpsfit::recording {
namespace {

using std::chrono::microseconds;
using std::chrono::nanoseconds;

constexpr const char* began = "t.planned_ns + t.late_ns";

/// The stretch that is kept, by the clock.
struct Stretch {
  std::int64_t from_us = 0, to_us = 0;
};

/// No recording lasts longer; keeps nanoseconds in range.
constexpr std::int64_t longest_us = 1'000'000'000'000'000;

std::int64_t by_the_clock(const Moment& moment, WallTime first_start) {
  if (const auto* wall = std::get_if<WallTime>(&moment)) return wall->time_since_epoch().count();
  return (first_start + std::chrono::floor<microseconds>(std::get<nanoseconds>(moment))).time_since_epoch().count();
}

Result<Stretch> stretch_of(const std::vector<RunSummary>& runs, const std::optional<Moment>& from,
                           const std::optional<Moment>& to, const std::string& place) {
  if (runs.empty()) return fail(ErrorKind::input, "the recording has no runs", place);
  const auto first = std::min_element(runs.begin(), runs.end(), [](const auto& a, const auto& b) {
    return a.start.started_wall < b.start.started_wall;
  });
  const WallTime start = first->start.started_wall;
  const std::int64_t start_us = start.time_since_epoch().count();
  const std::int64_t earliest = start_us - longest_us, latest = start_us + longest_us;
  const Stretch stretch{std::clamp(from ? by_the_clock(*from, start) : earliest, earliest, latest),
                        std::clamp(to ? by_the_clock(*to, start) : latest, earliest, latest)};
  if (stretch.from_us > stretch.to_us)
    return fail(ErrorKind::input, "the end of the excerpt lies before its beginning", place, "swap --from and --to");
  return stretch;
}

/// Runs one statement with numbers bound to ?1, ?2, ...; returns how many rows it changed.
Result<std::int64_t> change(const sqlite::Database& database, const std::string& sql,
                            const std::vector<std::int64_t>& numbers = {}) {
  VPSFIT_TRY(auto statement, database.prepare(sql));
  int at = 0;
  for (const auto number : numbers) statement.bind(++at, number);
  if (const int code = statement.execute(); code != SQLITE_OK) return fail(database.error(code));
  return sqlite3_changes64(database.get());
}

/// A row of whole numbers; empty where there is none.
Result<std::vector<std::optional<std::int64_t>>> row_of(const sqlite::Database& database, const std::string& sql,
                                                        const std::vector<std::int64_t>& numbers, int columns) {
  VPSFIT_TRY(auto statement, database.prepare(sql));
  int at = 0;
  for (const auto number : numbers) statement.bind(++at, number);
  const int code = statement.step();
  if (code != SQLITE_ROW && code != SQLITE_DONE) return fail(database.error(code));
  std::vector<std::optional<std::int64_t>> row;
  if (code == SQLITE_DONE) return row;
  sqlite::Fields fields(statement, database, "the excerpt");
  for (int i = 0; i < columns; ++i) row.push_back(fields.maybe_whole(i, INT64_MIN));
  VPSFIT_CHECK(fields.result());
  return row;
}

/// Limits of the stretch as nanoseconds since the grid's start of a session, in SQL; ?1 and ?2 are the clock's.
std::string since_grid(const char* limit) { return fmt::format("({} - s.grid_start_wall_us) * 1000", limit); }

Result<std::int64_t> drop_outside(const sqlite::Database& database, const Stretch& stretch) {
  const std::vector<std::int64_t> limits{stretch.from_us, stretch.to_us};
  VPSFIT_CHECK(change(database,
                      fmt::format("DELETE FROM ticks AS t WHERE NOT EXISTS (SELECT 1 FROM sessions s WHERE s.id = "
                                  "t.session AND {0} BETWEEN {1} AND {2})",
                                  began, since_grid("?1"), since_grid("?2")),
                      limits));
  VPSFIT_TRY(const std::int64_t dropped,
             change(database,
                    fmt::format("DELETE FROM windows AS w WHERE (SELECT count(*) FROM edges e JOIN runs r ON r.id = "
                                "w.run JOIN sessions s ON s.id = r.session WHERE e.window = w.id AND e.at_ns BETWEEN "
                                "{} AND {}) < 2",
                                since_grid("?1"), since_grid("?2")),
                    limits));
  for (const char* const sql :
       {"DELETE FROM readings WHERE tick NOT IN (SELECT id FROM ticks)",
        "DELETE FROM details WHERE tick NOT IN (SELECT id FROM ticks)",
        "DELETE FROM minutes WHERE tick NOT IN (SELECT id FROM ticks)",
        "DELETE FROM edges WHERE window NOT IN (SELECT id FROM windows)",
        "DELETE FROM edge_contexts WHERE window NOT IN (SELECT id FROM windows)",
        "DELETE FROM load_results WHERE window IS NOT NULL AND window NOT IN (SELECT id FROM windows)"})
    VPSFIT_CHECK(change(database, sql));
  // Of a minute that began before the excerpt only its last sample lies in it, and that is there itself.
  VPSFIT_CHECK(change(database,
                      fmt::format("DELETE FROM minutes AS m WHERE m.first_ns < (SELECT {} FROM ticks t JOIN sessions s "
                                  "ON s.id = t.session WHERE t.id = m.tick)",
                                  since_grid("?1")),
                      {stretch.from_us}));
  VPSFIT_CHECK(change(database,
                      fmt::format("DELETE FROM gaps AS g WHERE NOT EXISTS (SELECT 1 FROM sessions s WHERE s.id = "
                                  "g.session AND g.first_number * s.interval_ns <= {} AND (g.first_number + g.ticks) * "
                                  "s.interval_ns >= {})",
                                  since_grid("?2"), since_grid("?1")),
                      limits));
  return dropped;
}

/// What belongs to nobody any more.
Result<void> drop_orphans(const sqlite::Database& database) {
  return database.run(
      "DELETE FROM runs WHERE NOT EXISTS (SELECT 1 FROM readings x WHERE x.run = runs.id) AND "
      "NOT EXISTS (SELECT 1 FROM windows w WHERE w.run = runs.id);"
      "DELETE FROM subjects WHERE id NOT IN (SELECT subject FROM runs);"
      "DELETE FROM notices WHERE run IS NOT NULL AND run NOT IN (SELECT id FROM runs);"
      "DELETE FROM lab_files WHERE run NOT IN (SELECT id FROM runs);"
      "DELETE FROM load_results WHERE run NOT IN (SELECT id FROM runs);"
      "DELETE FROM latencies WHERE load_result NOT IN (SELECT id FROM load_results);"
      "DELETE FROM histograms WHERE load_result NOT IN (SELECT id FROM load_results);"
      "DELETE FROM histogram_buckets WHERE histogram NOT IN (SELECT id FROM histograms);"
      "DELETE FROM sessions WHERE id NOT IN (SELECT session FROM runs);"
      "DELETE FROM gaps WHERE session NOT IN (SELECT id FROM sessions);"
      "DELETE FROM ticks WHERE session NOT IN (SELECT id FROM sessions);"
      "DELETE FROM hosts WHERE id NOT IN (SELECT host FROM sessions)");
}

/// What load generators reported of windows that are gone goes too; experiments go with the last of it.
Result<void> drop_lab_orphans(const sqlite::Database& database) {
  VPSFIT_TRY(const bool there, has_lab_tables(database));
  if (!there) return {};
  return database.run(
      "DELETE FROM lab_loads WHERE load_result NOT IN (SELECT id FROM load_results);"
      "DELETE FROM lab_warm_ups WHERE window NOT IN (SELECT id FROM windows);"
      "DELETE FROM lab_experiments WHERE NOT EXISTS (SELECT 1 FROM lab_loads) AND "
      "NOT EXISTS (SELECT 1 FROM lab_warm_ups)");
}

/// One run that the excerpt does not hold whole.
class Excerpted {
 public:
  Excerpted(const sqlite::Database& database, std::int64_t run) : database_(database), run_(run) {}

  Result<void> mark(bool without_start, bool without_end, const std::string& name, nanoseconds from, nanoseconds to) {
    VPSFIT_CHECK(add_window());
    if (without_start) VPSFIT_CHECK(forget_start());
    if (without_end) VPSFIT_CHECK(end_early());
    const auto seconds = [](nanoseconds time) { return to_fixed(Rational(time.count(), 1'000'000'000), 3); };
    const Notice notice = make_notice("excerpt", {{"run", name}, {"from", seconds(from)}, {"to", seconds(to)}});
    VPSFIT_TRY(auto add, database_.prepare("INSERT INTO notices(run, code, args) VALUES(?1, ?2, ?3)"));
    add.bind(1, run_);
    add.bind(2, notice.code);
    add.bind(3, stored_args(notice));
    if (const int code = add.execute(); code != SQLITE_OK) return fail(database_.error(code));
    return {};
  }

 private:
  /// The window "cut" from the first to the last reading of the counter.
  Result<void> add_window() {
    VPSFIT_TRY(const auto ends, row_of(database_,
                                       "SELECT min(tick), max(tick) FROM readings WHERE run = ?1 AND "
                                       "usage_usec IS NOT NULL",
                                       {run_}, 2));
    if (ends.empty() || !ends[0] || *ends[0] == *ends[1]) return {};
    std::string name = "cut";
    for (int i = 2;; ++i) {
      VPSFIT_TRY(auto same, database_.prepare("SELECT count(*) FROM windows WHERE run = ?1 AND name = ?2"));
      same.bind(1, run_);
      same.bind(2, name);
      if (same.step() != SQLITE_ROW) return fail(database_.error(sqlite3_extended_errcode(database_.get())));
      if (sqlite3_column_int64(same.get(), 0) == 0) break;
      name = fmt::format("cut-{}", i);
    }
    VPSFIT_TRY(auto add, database_.prepare("INSERT INTO windows(run, name) VALUES(?1, ?2)"));
    add.bind(1, run_);
    add.bind(2, name);
    if (const int code = add.execute(); code != SQLITE_OK) return fail(database_.error(code));
    const std::int64_t window = sqlite3_last_insert_rowid(database_.get());
    const auto edge = [&](const char* side, std::int64_t tick) {
      return change(
          database_,
          fmt::format("INSERT INTO edges(window, side, at_ns, {}, {}) SELECT ?1, '{}', {} + t.took_ns / 2, {}, "
                      "{} FROM ticks t JOIN readings x ON x.tick = t.id AND x.run = ?2 LEFT JOIN details d ON "
                      "d.tick = t.id AND d.run = ?2 WHERE t.id = ?3",
                      reading_columns(), detail_columns(), side, began, reading_columns("x."), detail_columns("d.")),
          {window, run_, tick});
    };
    VPSFIT_CHECK(edge("begin", *ends[0]));
    VPSFIT_CHECK(edge("end", *ends[1]));
    return {};
  }
  /// A peak from before the excerpt is not the excerpt's.
  Result<void> forget_start() {
    VPSFIT_CHECK(change(database_,
                        "UPDATE runs SET group_is_fresh = 0, peak_at_start_bytes = (SELECT memory_peak_bytes FROM "
                        "details WHERE run = ?1 AND memory_peak_bytes IS NOT NULL ORDER BY tick LIMIT 1) WHERE id = ?1",
                        {run_}));
    return {};
  }
  Result<void> end_early() {
    VPSFIT_CHECK(
        change(database_,
               fmt::format("UPDATE runs SET (ended_ns, ended_wall_us, last_tick, end_reason, command_status) = "
                           "(SELECT {0} + t.took_ns, s.grid_start_wall_us + ({0} + t.took_ns) / 1000, t.id, "
                           "'cut', NULL FROM ticks t JOIN sessions s ON s.id = t.session WHERE t.id = (SELECT "
                           "max(tick) FROM readings WHERE run = ?1)) WHERE id = ?1 AND EXISTS (SELECT 1 FROM "
                           "readings WHERE run = ?1)",
                           began),
               {run_}));
    return {};
  }

  const sqlite::Database& database_;
  std::int64_t run_;
};

Result<void> mark_excerpts(const sqlite::Database& database, const std::vector<RunSummary>& runs,
                           const Stretch& stretch) {
  for (const RunSummary& run : runs) {
    // Ids stay as they are in a file that was empty; runs of which nothing is left are gone.
    VPSFIT_TRY(const auto row,
               row_of(database,
                      "SELECT (?2 - s.grid_start_wall_us) * 1000 - r.started_ns, (?3 - s.grid_start_wall_us) * 1000 - "
                      "r.started_ns, r.ended_ns - r.started_ns FROM runs r JOIN sessions s ON s.id = r.session WHERE "
                      "r.id = ?1",
                      {run.id, stretch.from_us, stretch.to_us}, 3));
    if (row.empty()) continue;
    const bool without_start = *row[0] > 0;
    const bool without_end = !row[2] || *row[1] < *row[2];
    if (!without_start && !without_end) continue;
    const nanoseconds from{std::max<std::int64_t>(*row[0], 0)};
    const nanoseconds to{row[2] ? std::min(*row[1], *row[2]) : *row[1]};
    VPSFIT_CHECK(Excerpted(database, run.id).mark(without_start, without_end, run.start.run, from, to));
  }
  return {};
}

}  // namespace

Result<CutResult> cut(const std::filesystem::path& recording, const std::optional<Moment>& from,
                      const std::optional<Moment>& to, const std::filesystem::path& out) {
  const std::string place = printable(recording.string());
  VPSFIT_TRY(const Reader reader, Reader::open(recording));
  VPSFIT_TRY(const auto runs, reader.runs());
  VPSFIT_CHECK(reader.check_figures());
  VPSFIT_TRY(const Stretch stretch, stretch_of(runs, from, to, place));
  VPSFIT_TRY(auto file, NewFile::make(out));
  const auto& database = file.database();
  VPSFIT_CHECK(absorb(database, recording));
  CutResult result;
  VPSFIT_CHECK(database.run("BEGIN"));
  VPSFIT_TRY(result.windows_dropped, drop_outside(database, stretch));
  VPSFIT_CHECK(drop_orphans(database));
  VPSFIT_CHECK(drop_lab_orphans(database));
  VPSFIT_TRY(const auto kept,
             row_of(database, "SELECT (SELECT count(*) FROM runs), (SELECT count(*) FROM windows)", {}, 2));
  result.runs = kept[0].value_or(0);
  result.windows = kept[1].value_or(0);
  if (result.runs == 0)
    return fail(ErrorKind::input, "nothing was recorded between these times", place,
                "'vpsfit show' tells when its runs began and ended");
  VPSFIT_CHECK(mark_excerpts(database, runs, stretch));
  VPSFIT_CHECK(database.run("COMMIT; VACUUM"));
  VPSFIT_CHECK(file.publish());
  return result;
}

}  // namespace vpsfit::recording
