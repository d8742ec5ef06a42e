// SPDX-License-Identifier: MIT
#include "recording/absorb.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "recording/lab_tables.hpp"
#include "recording/lock.hpp"
#include "recording/schema.hpp"
#include "recording/stored_text.hpp"

namespace vpsfit::recording {
namespace {

using Offsets = std::map<std::string, std::int64_t, std::less<>>;  ///< by table

constexpr std::int64_t largest_id = INT64_MAX / 4;

/// Which table's ids a column holds; empty: a figure.
std::string owner(const std::string& table, std::string_view column) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 10> known{{{"run", "runs"},
                                                                                 {"window", "windows"},
                                                                                 {"session", "sessions"},
                                                                                 {"host", "hosts"},
                                                                                 {"tick", "ticks"},
                                                                                 {"first_tick", "ticks"},
                                                                                 {"last_tick", "ticks"},
                                                                                 {"load_result", "load_results"},
                                                                                 {"histogram", "histograms"},
                                                                                 {"id", ""}}};
  for (const auto& [name, of] : known)
    if (column == name) return of.empty() ? table : std::string(of);
  return {};
}

/// The largest id of a table; ticks are also counted where sessions and runs say they may stand.
std::string last_sql(const std::string& schema, const std::string& table) {
  if (table != "ticks") return fmt::format("SELECT max(id) FROM {}.{}", schema, table);
  return fmt::format(
      "SELECT max(m) FROM (SELECT max(id) AS m FROM {0}.ticks UNION ALL SELECT max(first_tick) FROM {0}.sessions "
      "UNION ALL SELECT max(first_tick) FROM {0}.runs UNION ALL SELECT max(last_tick) FROM {0}.runs)",
      schema);
}

Result<Offsets> offsets_of(const sqlite::Database& database) {
  Offsets offsets;
  for (const char* const table :
       {"hosts", "sessions", "runs", "windows", "ticks", "notices", "load_results", "histograms"}) {
    VPSFIT_TRY(const auto here, database.number(last_sql("main", table)));
    VPSFIT_TRY(const auto there, database.number(last_sql("source", table)));
    VPSFIT_TRY(const auto first, database.number(fmt::format("SELECT min(id) FROM source.{}", table)));
    if (here.value_or(0) > largest_id || there.value_or(0) > largest_id || first.value_or(0) < -largest_id)
      return fail(ErrorKind::input, fmt::format("the ids of {} leave no room for more", table), database.place());
    // An empty table is filled with the ids as they are.
    offsets[table] = here ? *here + 1 - std::min<std::int64_t>(first.value_or(1), 1) : 0;
  }
  return offsets;
}

std::string expression(const std::string& table, std::string_view column, const Offsets& offsets) {
  if (table == "runs" && column == "subject")
    return "(SELECT m.id FROM main.subjects m JOIN source.subjects s ON s.name = m.name WHERE s.id = x.subject)";
  if (table == "runs" && column == "name")
    return "coalesce((SELECT n.name FROM temp.renamed n WHERE n.run = x.id), x.name)";
  const std::string of = owner(table, column);
  return of.empty() ? fmt::format("x.{}", column) : fmt::format("x.{} + {}", column, offsets.find(of)->second);
}

Result<void> copy_table(const sqlite::Database& database, const Table& table, const Offsets& offsets) {
  VPSFIT_TRY(const auto probe, database.prepare(fmt::format("SELECT * FROM main.{}", table.name)));
  const bool is_experiments = table.name == "lab_experiments";  // one experiment may have made both recordings
  std::string columns, values;
  for (int i = 0; i < sqlite3_column_count(probe.get()); ++i) {
    const std::string column = sqlite3_column_name(probe.get(), i);
    if (is_experiments && column == "id") continue;  // nothing refers to it
    const std::string comma = columns.empty() ? "" : ", ";
    columns += comma + column;
    values += comma + expression(table.name, column, offsets);
  }
  const std::string sql =
      fmt::format("INSERT INTO main.{0}({1}) SELECT {2} FROM source.{0} x WHERE true ORDER BY {3}{4}", table.name,
                  columns, values, table.order_by, is_experiments ? " ON CONFLICT(plan_sha256) DO NOTHING" : "");
  return database.run(sql.c_str());
}

/// What load generators reported comes along with the runs.
Result<void> copy_lab(const sqlite::Database& database, const Offsets& offsets) {
  VPSFIT_TRY(const bool there, has_lab_tables(database, "source"));
  if (!there) return {};
  VPSFIT_CHECK(make_missing(database, lab_tables()));
  for (const Table& table : lab_tables()) VPSFIT_CHECK(copy_table(database, table, offsets));
  return {};
}

Result<void> take_names(const sqlite::Database& database, const std::vector<Renamed>& renamed) {
  VPSFIT_CHECK(
      database.run("CREATE TEMP TABLE IF NOT EXISTS renamed(run INTEGER PRIMARY KEY, name TEXT NOT NULL); "
                   "DELETE FROM temp.renamed"));
  VPSFIT_TRY(auto add, database.prepare("INSERT INTO temp.renamed(run, name) VALUES(?1, ?2)"));
  for (const Renamed& one : renamed) {
    add.bind(1, one.run);
    add.bind(2, one.name);
    if (const int code = add.execute(); code != SQLITE_OK) return fail(database.error(code));
  }
  return {};
}

/// What was said of a run that has another name now names it so.
Result<void> rename_in_notices(const sqlite::Database& database, const Renamed& one, std::int64_t offset) {
  VPSFIT_TRY(auto all, database.prepare("SELECT id, code, args FROM main.notices WHERE run = ?1"));
  VPSFIT_TRY(auto update, database.prepare("UPDATE main.notices SET args = ?1 WHERE id = ?2"));
  all.bind(1, one.run + offset);
  for (;;) {
    const int code = all.step();
    if (code == SQLITE_DONE) return {};
    if (code != SQLITE_ROW) return fail(database.error(code));
    sqlite::Fields fields(all, database, "notices");
    const auto id = fields.whole(0, INT64_MIN);
    const auto notice_code = fields.text(1, longest_name);
    const auto args = fields.text(2, longest_list);
    VPSFIT_CHECK(fields.result());
    auto notice = parse_notice(notice_code, args);
    if (!notice || notice->code != notice_code) continue;  // of a newer program: stays as it is
    for (auto& [name, value] : notice->args)
      if (name == "run") value = one.name;
    update.bind(1, stored_args(*notice));
    update.bind(2, id);
    if (const int failed = update.execute(); failed != SQLITE_OK) return fail(database.error(failed));
  }
}

Result<void> copy_all(const sqlite::Database& database, const std::vector<Renamed>& renamed) {
  VPSFIT_TRY(const Offsets offsets, offsets_of(database));
  VPSFIT_CHECK(take_names(database, renamed));
  VPSFIT_CHECK(
      database.run("INSERT INTO main.subjects(name) SELECT name FROM source.subjects WHERE true ORDER BY id ON "
                   "CONFLICT DO NOTHING"));
  for (const Table& table : tables())
    if (table.name != "subjects") VPSFIT_CHECK(copy_table(database, table, offsets));
  for (const Table& table : later_tables()) {
    VPSFIT_TRY(const std::string sql, kept_sql(database, table.name, "source"));
    if (!sql.empty()) VPSFIT_CHECK(copy_table(database, table, offsets));
  }
  VPSFIT_CHECK(copy_lab(database, offsets));
  for (const Renamed& one : renamed) VPSFIT_CHECK(rename_in_notices(database, one, offsets.find("runs")->second));
  return {};
}

}  // namespace

Result<void> absorb(const sqlite::Database& target, const std::filesystem::path& source,
                    const std::vector<Renamed>& renamed) {
  {
    VPSFIT_TRY(auto attach, target.prepare("ATTACH ?1 AS source"));
    attach.bind(1, sqlite::uri(resolved(source), sqlite::Mode::read));
    if (const int code = attach.execute(); code != SQLITE_OK) return fail(target.error(code));
  }
  VPSFIT_CHECK(target.run("BEGIN"));
  auto done = copy_all(target, renamed);
  if (done) done = target.run("COMMIT");
  if (!done) (void)target.try_run("ROLLBACK");
  (void)target.try_run("DETACH source");
  return done;
}

}  // namespace vpsfit::recording
