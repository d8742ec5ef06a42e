// SPDX-License-Identifier: MIT
#include "recording/window_statistics.hpp"

#include <algorithm>

namespace vpsfit::recording {

using std::chrono::microseconds;
using std::chrono::nanoseconds;

void raise(std::optional<Bytes>& most, const std::optional<Bytes>& value) {
  if (value && (!most || *value > *most)) most = value;
}

WindowStatistics::WindowStatistics(const RunRecord& run, const WindowRecord& window)
    : run_(run), window_(window), usage_(window.begin.reading.usage), latest_(window.begin.at) {
  see_edge(window.begin);
  if (usage_) busiest_.see(window.begin.at, *usage_);
}

void WindowStatistics::see_edge(const Edge& edge) {
  for (const MemoryDefinition definition : memory_definitions)
    raise(memory_[static_cast<std::size_t>(definition)].max, memory_of(edge.reading, edge.detail, definition));
  raise(swap_max_, edge.detail.swap);
}

void WindowStatistics::see_usage(Instant at, const std::optional<CpuTime>& value) {
  if (!value) return;
  if (usage_ && *value < *usage_) went_back_ = true;
  usage_ = value;
  busiest_.see(at, *value);
}

void WindowStatistics::see_time(Instant at) {
  const nanoseconds gap = at - latest_;
  if (!longest_gap_ || gap > *longest_gap_) longest_gap_ = gap;
  latest_ = at;
}

// No edge lies between its samples, or it would not have been rolled up.
void WindowStatistics::see_minute(const Minute& minute) {
  ++rolled_minutes_;
  ticks_ += minute.samples;
  taken_of_grid_ += minute.samples;
  went_back_ = went_back_ || minute.went_back;
  see_time(minute.first);
  longest_gap_ = std::max(*longest_gap_, minute.longest_gap);
  latest_ = minute.first;
  for (std::size_t i = 0; i < memory_.size(); ++i) {
    memory_[i].rolled_up += minute.memory[i].samples;
    raise(memory_[i].max, minute.memory[i].max);
  }
  raise(swap_max_, minute.swap_max);
}

void WindowStatistics::see(std::int64_t tick, const SeriesRow& row) {
  const auto& end = window_.end;
  const Instant at = row.tick.begin;
  if (row.minute && row.minute->first >= window_.begin.at) {
    if (end && at > end->at) return;
    see_minute(*row.minute);
    see_usage(at, row.reading.usage);
    latest_ = at;
    return;
  }
  if (row.tick.planned >= window_.begin.at && (!end || row.tick.planned < end->at)) ++taken_of_grid_;
  if (at < window_.begin.at || (end && at > end->at)) return;
  if (ticks_++ == 0) first_tick_ = tick;
  last_tick_ = tick;
  for (const MemoryDefinition definition : memory_definitions) {
    if (!row.detail && definition != MemoryDefinition::current) break;  // the others need it
    const auto value = memory_of(row.reading, row.detail, definition);
    if (!value) continue;
    Memory& memory = memory_[static_cast<std::size_t>(definition)];
    memory.tally.add(value->count());
    raise(memory.max, value);
  }
  if (row.detail) raise(swap_max_, row.detail->swap);
  see_usage(at, row.reading.usage);
  see_time(at);
}

// From the process tree the counter may fall a little when a process ends; only the edges count there.
void WindowStatistics::take_cpu(WindowSummary& summary) const {
  const auto &before = window_.begin.reading.usage, &after = window_.end->reading.usage;
  const bool tree = run_.start.source == SourceKind::process_tree;
  const bool usable = before && after && (tree ? *after >= *before : !went_back_);
  const auto paused = explain(window_.begin, *window_.end).paused.value_or(microseconds{0});
  const auto elapsed = std::chrono::round<microseconds>(window_.end->at - window_.begin.at) - paused;
  if (!usable || elapsed.count() <= 0) return;
  const CpuStretch whole{*after - *before, elapsed};
  summary.impossible_cpu = !is_possible(whole, run_.start.source, run_.host) ? std::optional(whole) : std::nullopt;
  const auto& minute = busiest_.result();
  if (minute && !is_possible(*minute, run_.start.source, run_.host)) summary.impossible_cpu = *minute;
  if (summary.impossible_cpu) return;
  summary.cpu_usage = whole.used;
  summary.cpu_elapsed = elapsed;
  summary.cpu_uncertainty = cpu_uncertainty(run_.host, run_.start.limits, elapsed);
  if (rolled_minutes_ == 0) summary.busiest_minute = minute;
}

Result<WindowSummary> WindowStatistics::finish(const Reader::Impl& file, MemoryDefinition definition) {
  if (window_.end) {
    see_edge(*window_.end);
    see_usage(window_.end->at, window_.end->reading.usage);
    see_time(window_.end->at);
  }
  WindowSummary summary;
  summary.id = window_.id;
  summary.name = window_.name;
  summary.begin = window_.begin.at;
  summary.ticks = ticks_;
  summary.rolled_minutes = rolled_minutes_;
  summary.longest_gap = longest_gap_;
  for (const MemoryDefinition each : memory_definitions) {
    const Memory& seen = memory_[static_cast<std::size_t>(each)];
    MemoryFigures& figures = summary.memory[static_cast<std::size_t>(each)];
    figures.samples = seen.tally.total() + seen.rolled_up;
    figures.max = seen.max;
    if (rolled_minutes_ > 0) continue;  // their medians have no median
    if (const auto median = seen.tally.median()) figures.median = Bytes{*median};
    if (!seen.tally.is_whole()) {
      VPSFIT_TRY(figures.median, file.median(run_, first_tick_, last_tick_, figures.samples, each));
    }
  }
  summary.memory_median = summary.memory[static_cast<std::size_t>(definition)].median;
  summary.memory_max = summary.memory[static_cast<std::size_t>(definition)].max;
  if (!window_.end) return summary;
  summary.end = window_.end->at;
  summary.why = explain(window_.begin, *window_.end);
  summary.why.swap_max = swap_max_;
  summary.throttled_periods = summary.why.throttled_periods;
  take_cpu(summary);
  const auto& current = summary.memory[static_cast<std::size_t>(MemoryDefinition::current)].max;
  if (const auto& inside = window_.end->context.peak_inside) {
    const Bytes peak = current ? std::max(*inside, *current) : *inside;
    summary.peak = {PeakBasis::reset, peak, peak};
  } else {
    summary.peak = peak_range(current, window_.begin.detail.memory_peak, window_.end->detail.memory_peak, false);
  }
  return summary;
}

}  // namespace vpsfit::recording
