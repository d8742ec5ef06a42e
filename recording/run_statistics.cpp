// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <deque>
#include <fmt/format.h>

#include "core/decimal.hpp"
#include "core/text.hpp"
#include "recording/run_notices.hpp"
#include "recording/window_statistics.hpp"

namespace vpsfit::recording {
namespace {

using std::chrono::nanoseconds;

/// The first and the last known value of a counter, whatever the order in which they are shown.
struct FirstAndLast {
  std::optional<std::int64_t> first, last;
  Instant first_at{}, last_at{};
  void see(Instant at, const std::optional<std::int64_t>& value) {
    if (!value) return;
    if (!first || at < first_at) first = value, first_at = at;
    if (!last || at >= last_at) last = value, last_at = at;
  }
};

bool has_something(const Reading& reading) { return reading.usage || reading.memory; }

/// How many ticks of the grid were due in [from, to), each with a whole interval left to be taken in.
std::int64_t due(const RunRecord& run, Instant from, Instant to) {
  const auto number = [&](Instant at) {  // of the first tick planned at or after the moment
    const nanoseconds since = at - run.grid_start;
    const std::int64_t down = since / run.interval;
    return std::max<std::int64_t>(down + (since % run.interval > nanoseconds{0} ? 1 : 0), 0);
  };
  return std::max<std::int64_t>(number(to - run.interval + nanoseconds{1}) - number(from), 0);
}

/// How many ticks planned in [from, to) the sampler itself says are not there.
std::int64_t known_missed(const RunRecord& run, const std::vector<Gap>& gaps, Instant from, Instant to,
                          std::string_view reason = {}) {
  std::int64_t missed = 0;
  for (const Gap& gap : gaps) {
    if (!reason.empty() && gap.reason != reason) continue;
    // By whole intervals since the grid's start; far times are bounded, so are the numbers that count.
    const std::int64_t first =
        std::max(gap.first_number, (from - run.grid_start + run.interval - nanoseconds{1}) / run.interval);
    const std::int64_t last =
        std::min(gap.first_number + gap.ticks, (to - run.grid_start + run.interval - nanoseconds{1}) / run.interval);
    missed += std::max<std::int64_t>(last - first, 0);
  }
  return missed;
}

/// Everything that is found out of one run while the samples go by.
class Statistics {
 public:
  Statistics(const RunRecord& run, MemoryDefinition definition, std::vector<WindowRecord> windows,
             std::vector<Gap> gaps)
      : run_(run), definition_(definition), records_(std::move(windows)), gaps_(std::move(gaps)) {
    for (const WindowRecord& record : records_) {
      windows_.emplace_back(run, record);
      see_edge(record.begin);
      if (record.end) see_edge(*record.end);
    }
  }
  Statistics(const Statistics&) = delete;  // the windows refer to their records
  Statistics& operator=(const Statistics&) = delete;

  void see(std::int64_t id, const SeriesRow& row) {
    if (!has_something(row.reading)) return;  // the target could not be read: that is a missing sample
    if (!first_) first_ = row.tick;
    last_ = row.tick;
    ticks_ += row.minute ? row.minute->samples : 1;
    see_memory(row.reading, row.detail);
    if (row.minute) see_minute(*row.minute);
    throttled_.see(row.tick.begin, row.reading.throttled_periods);
    if (row.detail) see_detail(row.tick.begin, *row.detail);
    for (WindowStatistics& window : windows_) window.see(id, row);
  }

  [[nodiscard]] Result<RunSummary> finish(const Reader::Impl& file, bool running);

 private:
  void see_memory(const Reading& reading, const std::optional<Detail>& detail) {
    raise(memory_max_, memory_of(reading, detail, definition_));
    raise(current_max_, reading.memory);
  }
  void see_minute(const Minute& minute) {
    raise(memory_max_, minute.memory[static_cast<std::size_t>(definition_)].max);
    raise(current_max_, minute.memory[static_cast<std::size_t>(MemoryDefinition::current)].max);
    raise(swap_max_, minute.swap_max);
  }
  void see_edge(const Edge& edge) {
    see_memory(edge.reading, edge.detail);
    throttled_.see(edge.at, edge.reading.throttled_periods);
    see_detail(edge.at, edge.detail);
  }
  void see_detail(Instant at, const Detail& detail) {
    oom_.see(at, detail.oom_kill);
    peak_.see(at, detail.memory_peak ? std::optional(detail.memory_peak->count()) : std::nullopt);
    raise(swap_max_, detail.swap);
  }
  [[nodiscard]] std::int64_t missed(Instant from, Instant to, std::int64_t taken) const {
    return std::max(known_missed(run_, gaps_, from, to), due(run_, from, to) - taken);
  }
  void take_peak(RunSummary& summary) const;

  const RunRecord& run_;
  MemoryDefinition definition_;
  std::vector<WindowRecord> records_;
  std::vector<Gap> gaps_;
  std::deque<WindowStatistics> windows_;
  std::int64_t ticks_ = 0;
  std::optional<Tick> first_, last_;
  std::optional<Bytes> memory_max_, current_max_, swap_max_;
  FirstAndLast oom_, peak_, throttled_;
};

void Statistics::take_peak(RunSummary& summary) const {
  const auto bytes = [](const std::optional<std::int64_t>& count) {
    return count ? std::optional(Bytes{*count}) : std::nullopt;
  };
  summary.memory_peak = bytes(peak_.last);
  const auto before = run_.start.peak_at_start ? run_.start.peak_at_start : bytes(peak_.first);
  if (summary.memory_peak)
    summary.peak_origin =
        run_.start.group_is_fresh || *summary.memory_peak > *before ? PeakOrigin::run : PeakOrigin::older;
  summary.peak = peak_range(current_max_, before, summary.memory_peak, run_.start.group_is_fresh);
  summary.memory_batch = run_.start.source == SourceKind::process_tree ? std::nullopt : memory_batch(run_.host);
}

Result<RunSummary> Statistics::finish(const Reader::Impl& file, bool running) {
  RunSummary summary;
  summary.id = run_.id;
  summary.start = run_.start;
  summary.end = run_.end;
  summary.running = running;
  summary.host = run_.host;
  summary.interval = run_.interval;
  summary.ticks = ticks_;
  summary.memory_max = memory_max_;
  summary.swap_max = swap_max_;
  if (first_) {
    const Instant until = run_.end ? std::max(run_.end->ended, last_->begin) : last_->begin + nanoseconds{1};
    summary.missed_ticks = missed(first_->planned, until, ticks_);
  }
  take_peak(summary);
  if (oom_.last) {
    const std::int64_t kills = *oom_.last - (run_.start.group_is_fresh ? 0 : *oom_.first);
    if (kills >= 0) summary.oom_kills = kills;
  }
  for (WindowStatistics& window : windows_) {
    VPSFIT_TRY(WindowSummary one, window.finish(file, definition_));
    const Instant begin = window.record().begin.at;
    const Instant until = window.record().end ? window.record().end->at : last_ ? std::max(last_->begin, begin) : begin;
    one.missed_ticks = missed(begin, until, window.taken_of_grid());
    add_window_notices(summary, one, window.went_back());
    summary.windows.push_back(std::move(one));
  }
  RunFacts facts;
  facts.current_max = current_max_;
  facts.dropped_ticks =
      first_ ? known_missed(run_, gaps_, first_->planned, run_.end ? run_.end->ended : last_->begin, "dropped") : 0;
  if (throttled_.last && *throttled_.last > *throttled_.first)
    facts.throttled_periods = *throttled_.last - *throttled_.first;
  add_run_notices(summary, facts);
  return summary;
}

}  // namespace

Result<MemoryDefinition> parse_memory_definition(std::string_view text) {
  constexpr std::array known{std::pair{"current", MemoryDefinition::current},
                             std::pair{"working-set", MemoryDefinition::working_set},
                             std::pair{"anon", MemoryDefinition::anon}};
  for (const auto& [name, definition] : known)
    if (text == name) return definition;
  return fail(ErrorKind::input, fmt::format("'{}' is not a definition of memory", printable(text, 40)), {},
              "use current, working-set or anon");
}

std::optional<Bytes> memory_of(const Reading& reading, const std::optional<Detail>& detail,
                               MemoryDefinition definition) {
  if (definition == MemoryDefinition::current) return reading.memory;
  if (!detail) return std::nullopt;
  if (definition == MemoryDefinition::anon) return detail->anon;
  if (!reading.memory) return std::nullopt;
  // Both are read one after the other, and the second may be late: what falls below zero is zero.
  if (definition == MemoryDefinition::working_set) {
    if (!detail->inactive_file) return std::nullopt;
    return std::max(*reading.memory - *detail->inactive_file, Bytes{0});
  }
  if (!detail->file) return std::nullopt;
  const Bytes cache = std::max(*detail->file - detail->shmem.value_or(Bytes{0}), Bytes{0});
  return std::max(*reading.memory - cache, Bytes{0});
}

Result<std::vector<RunSummary>> summarize_runs(const Reader::Impl& file, const std::vector<RunRecord>& runs,
                                               MemoryDefinition definition, const std::vector<bool>& running) {
  std::deque<Statistics> all;
  for (const RunRecord& run : runs) {
    VPSFIT_TRY(auto windows, file.windows(run));
    VPSFIT_TRY(auto gaps, file.gaps(run));
    all.emplace_back(run, definition, std::move(windows), std::move(gaps));
  }
  VPSFIT_CHECK(
      file.each_series(runs, [&](std::size_t run, std::int64_t id, const SeriesRow& row) { all[run].see(id, row); }));
  std::vector<RunSummary> summaries;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    VPSFIT_TRY(RunSummary summary, all[i].finish(file, running[i]));
    VPSFIT_TRY(auto told, file.notices(runs[i]));
    merge_notices(summary, std::move(told));
    summaries.push_back(std::move(summary));
  }
  return summaries;
}

}  // namespace vpsfit::recording
