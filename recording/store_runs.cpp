// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <sys/stat.h>

#include "recording/store.hpp"
#include "recording/stored_text.hpp"

namespace vpsfit::recording {
namespace {

constexpr int busy_at_run_end_ms = 5000;  ///< how long the end waits for readers

template <class T>
void bind_maybe(sqlite::Statement& statement, int at, const std::optional<T>& value) {
  value ? statement.bind(at, *value) : statement.bind_null(at);
}

std::optional<std::int64_t> byte_count(const std::optional<Bytes>& bytes) {
  return bytes ? std::optional(bytes->count()) : std::nullopt;
}

std::optional<std::string> fraction(const std::optional<Rational>& number) {
  return number ? std::optional(number->fraction()) : std::nullopt;
}

void bind_run(sqlite::Statement& add, const RunStart& run) {
  const auto at = [&](const char* name) { return sqlite3_bind_parameter_index(add.get(), name); };
  add.bind(at(":name"), run.run);
  add.bind(at(":target"), stored_text(run.target));
  add.bind(at(":group_path"), stored_text(run.group_path));
  add.bind(at(":group_inode"), static_cast<std::int64_t>(run.group_inode));
  add.bind(at(":group_is_fresh"), std::int64_t{run.group_is_fresh ? 1 : 0});
  add.bind(at(":source"), to_text(run.source));
  if (!run.command.empty()) add.bind(at(":command"), stored_command(run.command));
  add.bind(at(":load_name"), run.load.name);
  bind_maybe(add, at(":request_rate"), fraction(run.load.request_rate_per_s));
  bind_maybe(add, at(":limit_memory"), byte_count(run.limits.memory));
  add.bind(at(":limit_memory_from"), stored_text(run.limits.memory_from));
  bind_maybe(add, at(":limit_cpu"), fraction(run.limits.cpu_cores));
  add.bind(at(":limit_cpu_from"), stored_text(run.limits.cpu_from));
  bind_maybe(add, at(":limit_cpuset"), run.limits.cpuset_cpus);
  bind_maybe(add, at(":peak_at_start"), byte_count(run.peak_at_start));
  add.bind(at(":started_wall"), std::int64_t{run.started_wall.time_since_epoch().count()});
}

tl::unexpected<Error> left_behind(const sqlite::Database& database, std::string what) {
  return fail(ErrorKind::io, std::move(what), database.place(),
              fmt::format("keep the -wal file beside it; when the cause is gone, run: sqlite3 '{}' 'PRAGMA "
                          "journal_mode=DELETE'",
                          database.place()));
}

bool holds_data(const std::filesystem::path& file) {
  struct stat info {};
  return ::stat(file.c_str(), &info) == 0 && info.st_size > 0;
}

}  // namespace

int Store::begin_run(RunId id, const RunStart& run, std::int64_t first_tick) {
  auto subject = database_.prepare("INSERT INTO subjects(name) VALUES(?1) ON CONFLICT(name) DO NOTHING");
  auto add = database_.prepare(
      "INSERT INTO runs(id, session, subject, name, target, group_path, group_inode, group_is_fresh, source, command, "
      "load_name, request_rate_per_s, limit_memory_bytes, limit_memory_from, limit_cpu_cores, limit_cpu_from, "
      "limit_cpuset_cpus, peak_at_start_bytes, started_ns, started_wall_us, first_tick) VALUES(:id, :session, "
      "(SELECT id FROM subjects WHERE name = :subject), :name, :target, :group_path, :group_inode, :group_is_fresh, "
      ":source, :command, :load_name, :request_rate, :limit_memory, :limit_memory_from, :limit_cpu, :limit_cpu_from, "
      ":limit_cpuset, :peak_at_start, :started, :started_wall, :first_tick)");
  if (!subject || !add) return sqlite3_extended_errcode(database_.get());
  subject->bind(1, run.subject);
  const auto at = [&](const char* name) { return sqlite3_bind_parameter_index(add->get(), name); };
  bind_run(*add, run);
  add->bind(at(":id"), id);
  add->bind(at(":session"), session_);
  add->bind(at(":subject"), run.subject);
  add->bind(at(":started"), since_grid(run.started));
  add->bind(at(":first_tick"), first_tick);
  return transaction([&] {
    const int code = subject->execute();
    return code == SQLITE_OK ? add->execute() : code;
  });
}

int Store::end_run(RunId run, const RunEnd& end, std::int64_t last_tick) {
  auto update = database_.prepare(
      "UPDATE runs SET ended_ns=?1, ended_wall_us=?2, last_tick=?3, end_reason=?4, command_status=?5 WHERE id=?6");
  if (!update) return sqlite3_extended_errcode(database_.get());
  update->bind(1, since_grid(end.ended));
  update->bind(2, std::int64_t{end.ended_wall.time_since_epoch().count()});
  update->bind(3, last_tick);
  update->bind(4, to_text(end.reason));
  end.command_status ? update->bind(5, std::int64_t{*end.command_status}) : update->bind_null(5);
  update->bind(6, run);
  return transaction([&] { return update->execute(); });
}

int Store::notice(RunId run, const Notice& notice) {
  auto add = database_.prepare("INSERT INTO notices(run, code, args) VALUES(?1, ?2, ?3)");
  if (!add) return sqlite3_extended_errcode(database_.get());
  add->bind(1, run);
  add->bind(2, notice.code);
  add->bind(3, stored_args(notice));
  return transaction([&] { return add->execute(); });
}

Result<std::vector<std::string>> Store::run_names(std::string_view subject) const {
  VPSFIT_TRY(sqlite::Statement statement,
             database_.prepare("SELECT r.name FROM runs r JOIN subjects s ON s.id = r.subject WHERE s.name = ?1"));
  statement.bind(1, subject);
  std::vector<std::string> names;
  int code = SQLITE_OK;
  while ((code = statement.step()) == SQLITE_ROW) {
    sqlite::Fields fields(statement, database_, "runs");
    names.push_back(fields.text(0));
    VPSFIT_CHECK(fields.result());
  }
  if (code != SQLITE_DONE) return fail(error(code));
  return names;
}

Result<void> Store::finish(const std::filesystem::path& file) {
  for (sqlite::Statement* statement : {&begin_, &commit_, &rollback_, &tick_, &gap_, &edge_, &context_, &window_})
    *statement = sqlite::Statement();
  for (BulkInsert* statements : {&readings_, &details_}) *statements = BulkInsert();
  sqlite3_busy_timeout(database_.get(), busy_at_run_end_ms);
  const int checkpoint =
      sqlite3_wal_checkpoint_v2(database_.get(), nullptr, SQLITE_CHECKPOINT_TRUNCATE, nullptr, nullptr);
  const int mode = checkpoint == SQLITE_OK ? database_.try_run("PRAGMA journal_mode=DELETE") : checkpoint;
  const std::string reason = sqlite3_errstr(mode);
  if (const int code = database_.close(); code != SQLITE_OK) return fail(database_.error(code));
  // Closing says nothing of a log that could not be worked in, so the file itself is asked. An empty log is a reader's
  // that is still open: nothing is lost then.
  if (holds_data(file.string() + "-wal"))
    return left_behind(database_, fmt::format("the end of the recording stands in its -wal file only ({})", reason));
  return {};
}

}  // namespace vpsfit::recording
