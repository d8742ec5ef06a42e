// SPDX-License-Identifier: MIT
#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <set>

#include "core/text.hpp"
#include "recording/absorb.hpp"
#include "recording/edit.hpp"
#include "recording/lab_tables.hpp"
#include "recording/lock.hpp"
#include "recording/new_file.hpp"
#include "recording/reader.hpp"
#include "recording/schema.hpp"

namespace vpsfit::recording {
namespace {

/// The names that are taken, by subject.
using Taken = std::map<std::string, std::set<std::string>>;

/// The next integer of a subject after all that it has here and in the recording that comes.
std::string next_number(const std::set<std::string>& here, const std::set<std::string>& coming) {
  std::int64_t last = 0;
  for (const auto* const names : {&here, &coming})
    for (const auto& name : *names)
      if (const auto number = parse_int(name); number && *number > last && *number < INT64_MAX / 2) last = *number;
  return std::to_string(last + 1);
}

/// Finds the runs that cannot keep their names.
Result<std::vector<Renamed>> settle(const std::vector<RunSummary>& runs, bool renumber, Taken& taken,
                                    const std::string& place) {
  Taken coming;
  for (const RunSummary& run : runs) coming[run.start.subject].insert(run.start.run);
  std::vector<Renamed> renamed;
  std::string clashes;
  for (const RunSummary& run : runs) {
    auto& names = taken[run.start.subject];
    std::string name = run.start.run;
    if (names.contains(name)) {
      clashes +=
          fmt::format("{}{} of {}", clashes.empty() ? "" : ", ", printable(name, 60), printable(run.start.subject, 60));
      name = next_number(names, coming[run.start.subject]);
      renamed.push_back({run.id, name});
    }
    names.insert(name);
  }
  if (!renamed.empty() && !renumber)
    return fail(ErrorKind::input,
                fmt::format("runs of the same name are in the recordings before: {}", printable(clashes, 400)), place,
                "give these the next free numbers with --renumber");
  return renamed;
}

}  // namespace

Result<std::vector<std::string>> tables_left_behind(const std::filesystem::path& recording) {
  VPSFIT_CHECK(Reader::open(recording));
  VPSFIT_TRY(const auto database, sqlite::Database::open(resolved(recording), sqlite::Mode::read));
  VPSFIT_TRY(auto all, database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE "
                                        "'sqlite~_%' ESCAPE '~' ORDER BY name"));
  VPSFIT_TRY(const bool has_lab, has_lab_tables(database));
  std::vector<std::string> names;
  int code = SQLITE_ROW;
  while ((code = all.step()) == SQLITE_ROW) {
    sqlite::Fields fields(all, database, "sqlite_schema");
    std::string name = fields.text(0);
    VPSFIT_CHECK(fields.result());
    const auto is_known = [&](const std::vector<Table>& known) {
      return std::any_of(known.begin(), known.end(), [&](const Table& table) { return table.name == name; });
    };
    if (!is_known(tables()) && !is_known(later_tables()) && !(has_lab && is_known(lab_tables())))
      names.push_back(std::move(name));
  }
  if (code != SQLITE_DONE) return fail(database.error(code));
  return names;
}

Result<std::int64_t> merge(const std::vector<std::filesystem::path>& recordings, bool renumber,
                           const std::filesystem::path& out) {
  VPSFIT_TRY(auto file, NewFile::make(out));
  Taken taken;
  std::map<std::string, std::string> hashes;
  std::int64_t renumbered = 0;
  for (const auto& recording : recordings) {
    const std::string place = printable(recording.string());
    VPSFIT_TRY(const Reader reader, Reader::open(recording));
    VPSFIT_TRY(const std::string hash, reader.content_hash());
    const auto [known, is_new] = hashes.try_emplace(hash, place);
    if (!is_new)
      return fail(ErrorKind::input, fmt::format("holds the same as {}", known->second), place, "name it once");
    VPSFIT_TRY(const auto runs, reader.runs());
    VPSFIT_CHECK(reader.check_figures());
    if (std::any_of(runs.begin(), runs.end(), [](const RunSummary& run) { return run.running; }))
      return fail(ErrorKind::unavailable, "is still being written", place, "merge it when its sampler has ended");
    VPSFIT_TRY(const auto renamed, settle(runs, renumber, taken, place));
    renumbered += static_cast<std::int64_t>(renamed.size());
    VPSFIT_CHECK(absorb(file.database(), recording, renamed));
  }
  VPSFIT_CHECK(file.publish());
  return renumbered;
}

}  // namespace vpsfit::recording
