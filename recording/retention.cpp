// SPDX-License-Identifier: MIT
#include "recording/retention.hpp"

#include <algorithm>

namespace vpsfit::recording {
namespace {

using std::chrono::minutes;
using std::chrono::nanoseconds;
using std::chrono::seconds;

constexpr nanoseconds longest_interval = seconds{30};
constexpr nanoseconds before_another_try = seconds{10};

}  // namespace

Result<std::unique_ptr<Retention>> Retention::open(const std::filesystem::path& file, nanoseconds retain,
                                                   nanoseconds interval) {
  VPSFIT_TRY(auto database, sqlite::Database::open(file, sqlite::Mode::write));
  // As the writer's own connection: the log is worked in seldom.
  VPSFIT_CHECK(
      database.run("PRAGMA synchronous=NORMAL; PRAGMA wal_autocheckpoint=4096; PRAGMA journal_size_limit=16777216; "
                   "PRAGMA cache_size=-1024"));
  std::unique_ptr<Retention> all(new Retention(std::move(database), file, retain, interval));
  VPSFIT_TRY(Replacing replacing, Replacing::prepare(all->file_.database()));
  all->replacing_.push_back(std::move(replacing));
  return all;
}

Result<void> Retention::step(Instant now) {
  if (interval_ >= longest_interval) return {};
  if (now >= look_again_) VPSFIT_CHECK(find_runs(now));
  auto left = 1 + static_cast<std::int64_t>(runs_.size()) * interval_ / longest_interval;
  for (const auto& kept : runs_) {
    while (!kept->over && kept->due <= now && left > 0) {
      --left;
      VPSFIT_CHECK(roll_up(*kept, now));
    }
  }
  return {};
}

// Once a minute is enough: the first minute of a run stays in seconds anyway.
Result<void> Retention::find_runs(Instant now) {
  look_again_ = now + minutes{1};
  std::erase_if(runs_, [](const auto& kept) { return kept->over; });
  VPSFIT_TRY(const auto records, file_.runs());
  std::int64_t session = 0;
  for (const RunRecord& record : records) session = std::max(session, record.session);
  for (const RunRecord& record : records) {
    const auto known =
        std::find_if(runs_.begin(), runs_.end(), [&](const auto& kept) { return kept->run.id == record.id; });
    if (known != runs_.end()) {
      (*known)->run.end = record.end;
      (*known)->run.last_tick = record.last_tick;
    } else if (record.session == session && record.id > newest_) {
      runs_.push_back(std::make_unique<Kept>(record, now));
    }
    newest_ = std::max(newest_, record.id);
  }
  return {};
}

Result<void> Retention::roll_up(Kept& kept, Instant now) {
  kept.due = now + before_another_try;
  VPSFIT_TRY(kept.windows, file_.windows(kept.run));
  kept.minutes.set_old_before(now - retain_);
  std::int64_t latest = 0;
  Instant planned{};
  bool to_the_end = true;
  VPSFIT_CHECK(file_.series(kept.run, [&](std::int64_t tick, const SeriesRow& row) {
    latest = tick;
    planned = row.tick.planned;
    to_the_end = kept.minutes.see(tick, row) && !kept.minutes.minute_ended();
    return to_the_end;
  }));
  const bool ended = kept.minutes.minute_ended();
  const auto rolled_up = kept.minutes.take();
  kept.over = to_the_end && kept.run.end;
  if (!ended) return {};
  if (!rolled_up.empty()) VPSFIT_CHECK(replacing_.front().replace(kept.run, rolled_up));
  kept.run.first_tick = latest;
  const Instant& start = kept.run.grid_start;
  kept.due = start + std::chrono::floor<minutes>(planned - start) + minutes{1} + interval_ + retain_;
  return {};
}

}  // namespace vpsfit::recording
