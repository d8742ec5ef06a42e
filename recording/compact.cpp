// SPDX-License-Identifier: MIT
#include "recording/compact.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "recording/lock.hpp"
#include "recording/replacing.hpp"
#include "recording/schema.hpp"

namespace vpsfit::recording {
namespace {

using std::chrono::nanoseconds;

constexpr std::size_t at_a_time = 1440;  ///< minutes in a transaction

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
  VPSFIT_TRY(Replacing replacing, Replacing::prepare(file.database()));
  for (;;) {
    VPSFIT_CHECK(file.series(run, [&](std::int64_t tick, const SeriesRow& row) {
      run.first_tick = tick;
      return gathered.see(tick, row) && gathered.minutes().size() < at_a_time;
    }));
    const auto minutes = gathered.take();
    if (minutes.empty()) return {};
    VPSFIT_CHECK(replacing.replace(run, minutes));
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
