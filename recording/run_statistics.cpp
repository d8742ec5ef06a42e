// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "core/decimal.hpp"
#include "core/text.hpp"
#include "recording/reader_impl.hpp"
#include "recording/run_notices.hpp"

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

void raise(std::optional<Bytes>& most, const std::optional<Bytes>& value) {
  if (value && (!most || *value > *most)) most = value;
}

bool has_something(const Reading& reading) { return reading.usage || reading.memory; }

/// A window while the samples go by.
struct OpenWindow {
  const WindowRecord* record = nullptr;
  WindowSummary summary;
  std::int64_t first_tick = 0, last_tick = -1;
  std::int64_t with_memory = 0;
  std::int64_t taken_of_grid = 0;
  std::optional<CpuTime> usage;  ///< latest value of the counter
  bool went_back = false;
  Instant latest{};

  [[nodiscard]] bool contains(Instant at) const {
    return at >= record->begin.at && (!record->end || at <= record->end->at);
  }
  void see_counter(const std::optional<CpuTime>& value) {
    if (value && usage && *value < *usage) went_back = true;
    if (value) usage = value;
  }
  void see_time(Instant at) {
    const nanoseconds gap = at - latest;
    if (!summary.longest_gap || gap > *summary.longest_gap) summary.longest_gap = gap;
    latest = at;
  }
};

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

/// Everything that is found out on one way through the samples of a run.
class Statistics {
 public:
  Statistics(const RunRecord& run, MemoryDefinition definition, const std::vector<WindowRecord>& windows,
             const std::vector<Gap>& gaps)
      : run_(run), definition_(definition), gaps_(gaps) {
    for (const WindowRecord& record : windows) {
      OpenWindow window;
      window.record = &record;
      window.summary.id = record.id;
      window.summary.name = record.name;
      window.summary.begin = window.latest = record.begin.at;
      window.usage = record.begin.reading.usage;
      raise(window.summary.memory_max, memory_of(record.begin.reading, record.begin.detail, definition_));
      see_edge(record.begin);
      if (record.end) see_edge(*record.end);
      windows_.push_back(std::move(window));
    }
  }

  void see(std::int64_t id, const SeriesRow& row) {
    if (!has_something(row.reading)) return;  // the target could not be read: that is a missing sample
    const auto memory = memory_of(row.reading, row.detail, definition_);
    if (!first_) first_ = row.tick;
    last_ = row.tick;
    ++ticks_;
    raise(memory_max_, memory);
    throttled_.see(row.tick.begin, row.reading.throttled_periods);
    if (row.detail) see_detail(row.tick.begin, *row.detail);
    for (OpenWindow& window : windows_) {
      const bool planned_inside = row.tick.planned >= window.record->begin.at &&
                                  (!window.record->end || row.tick.planned < window.record->end->at);
      if (planned_inside) ++window.taken_of_grid;
      if (!window.contains(row.tick.begin)) continue;
      if (window.summary.ticks++ == 0) window.first_tick = id;
      window.last_tick = id;
      if (memory) ++window.with_memory;
      raise(window.summary.memory_max, memory);
      window.see_counter(row.reading.usage);
      window.see_time(row.tick.begin);
    }
  }

  [[nodiscard]] Result<RunSummary> finish(const Reader::Impl& file, bool running);

 private:
  void see_edge(const Edge& edge) {
    raise(memory_max_, memory_of(edge.reading, edge.detail, definition_));
    throttled_.see(edge.at, edge.reading.throttled_periods);
    see_detail(edge.at, edge.detail);
  }
  void see_detail(Instant at, const Detail& detail) {
    oom_.see(at, detail.oom_kill);
    peak_.see(at, detail.memory_peak ? std::optional(detail.memory_peak->count()) : std::nullopt);
  }
  void close(OpenWindow& window) const;
  [[nodiscard]] std::int64_t missed(Instant from, Instant to, std::int64_t taken) const {
    return std::max(known_missed(run_, gaps_, from, to), due(run_, from, to) - taken);
  }
  [[nodiscard]] PeakOrigin peak_origin() const;

  const RunRecord& run_;
  MemoryDefinition definition_;
  const std::vector<Gap>& gaps_;
  std::vector<OpenWindow> windows_;
  std::int64_t ticks_ = 0;
  std::optional<Tick> first_, last_;
  std::optional<Bytes> memory_max_;
  FirstAndLast oom_, peak_, throttled_;
};

void Statistics::close(OpenWindow& window) const {
  const WindowRecord& record = *window.record;
  WindowSummary& summary = window.summary;
  const Instant until = record.end ? record.end->at : last_ ? std::max(last_->begin, record.begin.at) : record.begin.at;
  summary.missed_ticks = missed(record.begin.at, until, window.taken_of_grid);
  if (!record.end) return;
  const Edge& end = *record.end;
  summary.end = end.at;
  raise(summary.memory_max, memory_of(end.reading, end.detail, definition_));
  window.see_counter(end.reading.usage);
  window.see_time(end.at);
  // From the process tree the counter may fall a little when a process ends; only the edges count there.
  const bool tree = run_.start.source == SourceKind::process_tree;
  const bool usable = record.begin.reading.usage && end.reading.usage &&
                      (tree ? *end.reading.usage >= *record.begin.reading.usage : !window.went_back);
  const auto elapsed = std::chrono::round<std::chrono::microseconds>(end.at - record.begin.at);
  if (usable && elapsed.count() > 0) {
    summary.cpu_usage = *end.reading.usage - *record.begin.reading.usage;
    summary.cpu_elapsed = elapsed;
  }
  const auto &before = record.begin.reading.throttled_periods, &after = end.reading.throttled_periods;
  if (before && after && *after >= *before) summary.throttled_periods = *after - *before;
}

PeakOrigin Statistics::peak_origin() const {
  if (!peak_.last) return PeakOrigin::unknown;
  const std::int64_t before = run_.start.peak_at_start ? run_.start.peak_at_start->count() : *peak_.first;
  return run_.start.group_is_fresh || *peak_.last > before ? PeakOrigin::run : PeakOrigin::older;
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
  if (first_) {
    const Instant until = run_.end ? std::max(run_.end->ended, last_->begin) : last_->begin + nanoseconds{1};
    summary.missed_ticks = missed(first_->planned, until, ticks_);
  }
  if (peak_.last) summary.memory_peak = Bytes{*peak_.last};
  summary.peak_origin = peak_origin();
  if (oom_.last) {
    const std::int64_t kills = *oom_.last - (run_.start.group_is_fresh ? 0 : *oom_.first);
    if (kills >= 0) summary.oom_kills = kills;
  }
  for (OpenWindow& window : windows_) {
    close(window);
    VPSFIT_TRY(window.summary.memory_median,
               file.median(run_, window.first_tick, window.last_tick, window.with_memory, definition_));
    add_window_notices(summary, window.summary, window.went_back);
    summary.windows.push_back(std::move(window.summary));
  }
  RunFacts facts;
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
  if (!reading.memory || !detail->inactive_file) return std::nullopt;
  return std::max(*reading.memory - *detail->inactive_file, Bytes{0});
}

Result<RunSummary> summarize_run(const Reader::Impl& file, const RunRecord& run, MemoryDefinition definition,
                                 bool running) {
  VPSFIT_TRY(const auto windows, file.windows(run));
  VPSFIT_TRY(const auto gaps, file.gaps(run));
  Statistics statistics(run, definition, windows, gaps);
  VPSFIT_CHECK(file.series(run, [&](std::int64_t id, const SeriesRow& row) {
    statistics.see(id, row);
    return true;
  }));
  VPSFIT_TRY(RunSummary summary, statistics.finish(file, running));
  VPSFIT_TRY(auto told, file.notices(run));
  merge_notices(summary, std::move(told));
  return summary;
}

}  // namespace vpsfit::recording
