// SPDX-License-Identifier: MIT
#include "recording/redact.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "core/text.hpp"
#include "recording/reader.hpp"
#include "recording/schema.hpp"
#include "recording/sqlite.hpp"

namespace vpsfit::recording {
namespace {

/// What belongs to nobody any more goes, from the top down; then what tells more than figures.
constexpr const char* drop_the_rest =
    "DELETE FROM runs WHERE subject NOT IN (SELECT id FROM subjects);"
    "DELETE FROM windows WHERE run NOT IN (SELECT id FROM runs);"
    "DELETE FROM edges WHERE window NOT IN (SELECT id FROM windows);"
    "DELETE FROM readings WHERE run NOT IN (SELECT id FROM runs);"
    "DELETE FROM details WHERE run NOT IN (SELECT id FROM runs);"
    "DELETE FROM notices WHERE run IS NULL OR run NOT IN (SELECT id FROM runs);"
    "DELETE FROM load_results WHERE run NOT IN (SELECT id FROM runs);"
    "DELETE FROM latencies WHERE load_result NOT IN (SELECT id FROM load_results);"
    "DELETE FROM histograms WHERE load_result NOT IN (SELECT id FROM load_results);"
    "DELETE FROM histogram_buckets WHERE histogram NOT IN (SELECT id FROM histograms);"
    "DELETE FROM sessions WHERE id NOT IN (SELECT session FROM runs);"
    "DELETE FROM ticks WHERE session NOT IN (SELECT id FROM sessions);"
    "DELETE FROM gaps WHERE session NOT IN (SELECT id FROM sessions);"
    "DELETE FROM hosts WHERE id NOT IN (SELECT host FROM sessions);"
    "UPDATE runs SET target = '', group_path = '', group_inode = 0, command = NULL, limit_memory_from = '', "
    "limit_cpu_from = '';";

Result<void> copy_whole(const std::filesystem::path& recording, const std::filesystem::path& copy) {
  VPSFIT_TRY(const auto source, sqlite::Database::open(recording, sqlite::Mode::read));
  VPSFIT_TRY(auto statement, source.prepare("VACUUM INTO ?1"));
  statement.bind(1, copy.string());
  if (const int code = statement.execute(); code != SQLITE_OK) return fail(source.error(code));
  return {};
}

Result<void> drop_other_subjects(const sqlite::Database& database, const std::vector<std::string>& subjects) {
  VPSFIT_TRY(auto all, database.prepare("SELECT id, name FROM subjects ORDER BY id"));
  std::vector<std::int64_t> others;
  int code = SQLITE_ROW;
  while ((code = all.step()) == SQLITE_ROW) {
    sqlite::Fields fields(all, database, "subjects");
    const auto id = fields.whole(0);
    const auto name = fields.text(1);
    VPSFIT_CHECK(fields.result());
    if (std::find(subjects.begin(), subjects.end(), name) == subjects.end()) others.push_back(id);
  }
  if (code != SQLITE_DONE) return fail(database.error(code));
  VPSFIT_TRY(auto drop, database.prepare("DELETE FROM subjects WHERE id = ?1"));
  for (const auto id : others) {
    drop.bind(1, id);
    if (const int failed = drop.execute(); failed != SQLITE_OK) return fail(database.error(failed));
  }
  return {};
}

/// Tables that stand beside those of the format: what is done with their rows. Of an experiment only what it was called
/// and which load it names for a forecast stay: its text holds command lines, its environment the host.
struct Beside {
  std::string_view table;
  const char* redact;
};
constexpr auto beside = std::to_array<Beside>(
    {{"edge_contexts", "DELETE FROM edge_contexts WHERE window NOT IN (SELECT id FROM windows)"},
     {"minutes", "DELETE FROM minutes WHERE run NOT IN (SELECT id FROM runs)"},
     {"lab_loads", "DELETE FROM lab_loads WHERE load_result NOT IN (SELECT id FROM load_results)"},
     {"lab_warm_ups", "DELETE FROM lab_warm_ups WHERE window NOT IN (SELECT id FROM windows)"},
     {"lab_files", "DELETE FROM lab_files WHERE run NOT IN (SELECT id FROM runs)"},
     {"lab_experiments", "UPDATE lab_experiments SET text = '', environment = ''"}});

/// What somebody else put into the file is not known to be harmless: it goes.
Result<void> drop_unknown(const sqlite::Database& database) {
  VPSFIT_TRY(auto all, database.prepare("SELECT type, name FROM sqlite_schema WHERE name NOT LIKE 'sqlite~_%' ESCAPE "
                                        "'~' AND type IN ('table', 'view', 'trigger') ORDER BY type DESC"));
  const auto is_table = [](const std::string& name) {
    return std::any_of(tables().begin(), tables().end(), [&](const Table& table) { return table.name == name; }) ||
           std::any_of(beside.begin(), beside.end(), [&](const Beside& table) { return table.table == name; });
  };
  const auto is_view = [](const std::string& name) {
    return std::any_of(views().begin(), views().end(),
                       [&](const std::string& sql) { return sql.starts_with("CREATE VIEW " + name + " "); });
  };
  std::vector<std::string> drops;
  int code = SQLITE_ROW;
  while ((code = all.step()) == SQLITE_ROW) {
    sqlite::Fields fields(all, database, "sqlite_schema");
    const auto type = fields.text(0);
    const auto name = fields.text(1);
    VPSFIT_CHECK(fields.result());
    if ((type == "table" && is_table(name)) || (type == "view" && is_view(name))) continue;
    std::string quoted;
    for (const char c : name) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    drops.push_back(fmt::format("DROP {} IF EXISTS \"{}\"", type, quoted));
  }
  if (code != SQLITE_DONE) return fail(database.error(code));
  for (const auto& drop : drops) VPSFIT_CHECK(database.run(drop.c_str()));
  return {};
}

Result<void> redact_beside(const sqlite::Database& database) {
  for (const auto& [table, redact] : beside) {
    VPSFIT_TRY(const bool here, has_table(database, std::string(table)));
    if (here) VPSFIT_CHECK(database.run(redact));
  }
  return {};
}

}  // namespace

Result<void> copy_redacted(const std::filesystem::path& recording, const std::filesystem::path& copy,
                           const std::vector<std::string>& subjects) {
  VPSFIT_CHECK(Reader::open(recording));  // says what is wrong with it, if something is
  VPSFIT_CHECK(copy_whole(recording, copy));
  VPSFIT_TRY(auto database, sqlite::Database::open(copy, sqlite::Mode::write));
  VPSFIT_CHECK(database.run("PRAGMA journal_mode = DELETE; BEGIN"));
  VPSFIT_CHECK(drop_unknown(database));
  VPSFIT_CHECK(drop_other_subjects(database, subjects));
  VPSFIT_CHECK(database.run(drop_the_rest));
  VPSFIT_CHECK(redact_beside(database));
  VPSFIT_CHECK(database.run("COMMIT; VACUUM"));
  if (const int code = database.close(); code != SQLITE_OK)
    return fail(ErrorKind::io, "cannot finish the copy", printable(copy.string()));
  return {};
}

}  // namespace vpsfit::recording
