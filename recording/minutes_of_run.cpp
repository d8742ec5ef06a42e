// SPDX-License-Identifier: MIT
#include "recording/minutes_of_run.hpp"

#include <algorithm>
#include <utility>

#include "recording/window_statistics.hpp"

namespace vpsfit::recording {
namespace {

bool is_told(const Reading& reading) { return reading.usage || reading.memory; }

Minute::Memory figures(std::vector<Bytes> values) {
  Minute::Memory memory;
  memory.samples = static_cast<std::int64_t>(values.size());
  if (values.empty()) return memory;
  std::sort(values.begin(), values.end());
  const Bytes lower = values[(values.size() - 1) / 2], upper = values[values.size() / 2];
  memory.min = values.front();
  memory.median = Bytes{lower.count() + (upper.count() - lower.count()) / 2};
  memory.max = values.back();
  return memory;
}

}  // namespace

bool MinutesOfRun::has_edge(Instant from, Instant to) const {
  const auto within = [&](Instant at) { return at >= from && at <= to; };
  return std::any_of(windows_.begin(), windows_.end(), [&](const WindowRecord& window) {
    return within(window.begin.at) || (window.end && within(window.end->at));
  });
}

// The last sample stands for the others, so it must know what any of them knows.
bool MinutesOfRun::may_be_rolled_up() const {
  if (minute_ == first_minute_ || rows_.size() < 2) return false;
  const SeriesRow &first = rows_.front().row, &last = rows_.back().row;
  if (last.tick.begin >= old_before_ || has_edge(std::min(first.tick.planned, first.tick.begin), last.tick.begin))
    return false;
  return std::all_of(rows_.begin(), rows_.end(), [&](const Row& one) {
    const Reading& reading = one.row.reading;
    return !one.row.minute && is_told(reading) && reading.usage.has_value() == last.reading.usage.has_value() &&
           reading.memory.has_value() == last.reading.memory.has_value();
  });
}

void MinutesOfRun::end_minute() {
  const auto rows = std::exchange(rows_, {});
  RolledUp one;
  one.kept = rows.back().tick;
  Minute& minute = one.minute;
  minute.first_number = rows.front().row.tick.number;
  minute.first = rows.front().row.tick.begin;
  minute.samples = static_cast<std::int64_t>(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const SeriesRow& row = rows[i].row;
    if (i + 1 < rows.size()) one.removed.push_back(rows[i].tick);
    if (row.detail) raise(minute.swap_max, row.detail->swap);
    if (i == 0) continue;
    const SeriesRow& before = rows[i - 1].row;
    minute.longest_gap = std::max(minute.longest_gap, row.tick.begin - before.tick.begin);
    minute.went_back = minute.went_back || (row.reading.usage && *row.reading.usage < *before.reading.usage);
  }
  for (const MemoryDefinition definition : memory_definitions) {
    std::vector<Bytes> values;
    for (const Row& each : rows)
      if (const auto value = memory_of(each.row.reading, each.row.detail, definition)) values.push_back(*value);
    minute.memory[static_cast<std::size_t>(definition)] = figures(std::move(values));
  }
  minutes_.push_back(std::move(one));
}

bool MinutesOfRun::see(std::int64_t tick, const SeriesRow& row) {
  const std::int64_t number =
      std::chrono::floor<std::chrono::minutes>(row.tick.planned - grid_start_).count();  // before the grid: negative
  if (!first_minute_) first_minute_ = number;
  if (minute_ && number != *minute_) {
    rows_.empty() || !may_be_rolled_up() ? rows_.clear() : end_minute();
    minute_.reset();
    minute_ended_ = true;
  }
  if (row.tick.begin >= old_before_) return false;
  minute_ = number;
  rows_.push_back({tick, row});
  return true;
}

std::vector<RolledUp> MinutesOfRun::take() {
  rows_.clear();
  minute_.reset();
  minute_ended_ = false;
  return std::exchange(minutes_, {});
}

}  // namespace vpsfit::recording
