// SPDX-License-Identifier: MIT
#include "recording/compact.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "recording/lock.hpp"
#include "recording/minutes_of_run.hpp"
#include "recording/schema.hpp"

namespace vpsfit::recording {
namespace {

using std::chrono::nanoseconds;

constexpr std::size_t at_a_time = 1440;  ///< minutes in a transaction

Result<void> done(sqlite::Statement& statement, const sqlite::Database& database) {
  const int code = statement.execute();
  return code == SQLITE_OK ? Result<void>{} : fail(database.error(code));
}

void bind(sqlite::Statement& statement, int at, std::int64_t value) { statement.bind(at, value); }
void bind(sqlite::Statement& statement, int at, const std::optional<Bytes>& value) {
  value ? statement.bind(at, value->count()) : statement.bind_null(at);
}

/// Puts minutes in the place of their samples, in one transaction.
class Replacing {
 public:
  [[nodiscard]] static Result<Replacing> prepare(const sqlite::Database& database) {
    Replacing all(database);
    std::string places = "?1, ?2";
    for (int i = 3; i <= columns; ++i) places += fmt::format(", ?{}", i);
    VPSFIT_TRY(all.add_, database.prepare(
                             fmt::format("INSERT INTO minutes(tick, run, {}) VALUES({})", minute_columns(), places)));
    VPSFIT_TRY(all.reading_, database.prepare("DELETE FROM readings WHERE tick = ?1 AND run = ?2"));
    VPSFIT_TRY(all.detail_, database.prepare("DELETE FROM details WHERE tick = ?1 AND run = ?2"));
    VPSFIT_TRY(all.tick_, database.prepare("DELETE FROM ticks WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM readings "
                                           "WHERE tick = ?1)"));
    return all;
  }

  Result<void> replace(const RunRecord& run, const RolledUp& one) {
    const Minute& minute = one.minute;
    add_.bind(1, one.kept);
    add_.bind(2, run.id);
    add_.bind(3, minute.first_number);
    add_.bind(4, (minute.first - run.grid_start).count());
    add_.bind(5, minute.samples);
    add_.bind(6, minute.longest_gap.count());
    add_.bind(7, std::int64_t{minute.went_back ? 1 : 0});
    int at = 7;
    each_minute_field(minute, [&](std::string_view, const auto& field) { bind(add_, ++at, field); });
    VPSFIT_CHECK(done(add_, database_));
    for (const std::int64_t tick : one.removed) {
      for (sqlite::Statement* const remove : {&reading_, &detail_}) {
        remove->bind(1, tick);
        remove->bind(2, run.id);
        VPSFIT_CHECK(done(*remove, database_));
      }
      tick_.bind(1, tick);
      VPSFIT_CHECK(done(tick_, database_));
    }
    return {};
  }

 private:
  static constexpr int columns = 2 + 5 + 17;
  explicit Replacing(const sqlite::Database& database) : database_(database) {}
  const sqlite::Database& database_;
  sqlite::Statement add_, reading_, detail_, tick_;
};

Result<void> replace_all(const sqlite::Database& database, const RunRecord& run, const std::vector<RolledUp>& minutes) {
  VPSFIT_TRY(Replacing replacing, Replacing::prepare(database));
  VPSFIT_CHECK(database.run("BEGIN IMMEDIATE"));
  Result<void> replaced;
  for (const RolledUp& one : minutes)
    if (replaced) replaced = replacing.replace(run, one);
  if (replaced) replaced = database.run("COMMIT");
  if (!replaced) (void)database.try_run("ROLLBACK");
  return replaced;
}

/// The moment before which samples are old, on the clock of the run's session; nothing where there are no ticks.
Result<std::optional<Instant>> cutoff(const sqlite::Database& database, const RunRecord& run, nanoseconds retain) {
  VPSFIT_TRY(const auto last, database.number("SELECT max(s.grid_start_wall_us + (t.planned_ns + t.late_ns) / 1000) "
                                              "FROM ticks t JOIN sessions s ON s.id = t.session"));
  VPSFIT_TRY(const auto start,
             database.number(fmt::format("SELECT grid_start_wall_us FROM sessions WHERE id = {}", run.session)));
  std::int64_t since = 0;
  if (!last || !start || __builtin_sub_overflow(*last, *start, &since) ||
      __builtin_mul_overflow(since, std::int64_t{1000}, &since) ||
      __builtin_sub_overflow(since, std::int64_t{retain.count()}, &since) || since > far || since < -far)
    return std::nullopt;
  return run.grid_start + nanoseconds{since};
}

Result<void> compact_run(const Reader::Impl& file, RunRecord run, nanoseconds retain, CompactResult& result) {
  VPSFIT_TRY(const auto old_before, cutoff(file.database(), run, retain));
  if (!old_before) return {};
  VPSFIT_TRY(const auto windows, file.windows(run));
  MinutesOfRun gathered(run, windows, *old_before);
  for (;;) {
    VPSFIT_CHECK(file.series(run, [&](std::int64_t tick, const SeriesRow& row) {
      run.first_tick = tick;
      return gathered.see(tick, row) && gathered.minutes().size() < at_a_time;
    }));
    const auto minutes = gathered.take();
    if (minutes.empty()) return {};
    VPSFIT_CHECK(replace_all(file.database(), run, minutes));
    for (const RolledUp& one : minutes) result.samples_removed += static_cast<std::int64_t>(one.removed.size());
    result.minutes += static_cast<std::int64_t>(minutes.size());
  }
}

}  // namespace

Result<CompactResult> compact(const std::filesystem::path& recording, nanoseconds retain) {
  VPSFIT_TRY(const Reader checked, Reader::open(recording));
  VPSFIT_CHECK(checked.runs());  // before anything is changed
  VPSFIT_CHECK(checked.check_figures());
  const std::filesystem::path file = resolved(recording);
  VPSFIT_TRY(const WriterLock lock, WriterLock::take(file));
  VPSFIT_TRY(sqlite::Database database, sqlite::Database::open(file, sqlite::Mode::write));
  VPSFIT_CHECK(make_missing(database, later_tables()));
  CompactResult result;
  const Reader::Impl impl(std::move(database), file);
  VPSFIT_TRY(const auto runs, impl.runs());
  for (const RunRecord& run : runs) VPSFIT_CHECK(compact_run(impl, run, retain, result));
  if (result.minutes > 0) VPSFIT_CHECK(impl.database().run("VACUUM"));
  return result;
}

}  // namespace vpsfit::recording
