// SPDX-License-Identifier: MIT
#include "recording/redact.hpp"

#include <algorithm>

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

}  // namespace

Result<void> copy_redacted(const std::filesystem::path& recording, const std::filesystem::path& copy,
                           const std::vector<std::string>& subjects) {
  VPSFIT_CHECK(Reader::open(recording));  // says what is wrong with it, if something is
  VPSFIT_CHECK(copy_whole(recording, copy));
  VPSFIT_TRY(auto database, sqlite::Database::open(copy, sqlite::Mode::write));
  VPSFIT_CHECK(database.run("PRAGMA journal_mode = DELETE; BEGIN"));
  VPSFIT_CHECK(drop_other_subjects(database, subjects));
  VPSFIT_CHECK(database.run(drop_the_rest));
  VPSFIT_TRY(const bool contexts, has_table(database, "edge_contexts"));
  if (contexts) VPSFIT_CHECK(database.run("DELETE FROM edge_contexts WHERE window NOT IN (SELECT id FROM windows)"));
  VPSFIT_CHECK(database.run("COMMIT; VACUUM"));
  if (const int code = database.close(); code != SQLITE_OK)
    return fail(ErrorKind::io, "cannot finish the copy", printable(copy.string()));
  return {};
}

}  // namespace vpsfit::recording
