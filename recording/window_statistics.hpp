// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <vector>

#include "recording/busiest.hpp"
#include "recording/reader_impl.hpp"
#include "recording/tally.hpp"

namespace vpsfit::recording {

/// A window while the samples of its run go by.
class WindowStatistics {
 public:
  /// `window` and `run` outlive it.
  WindowStatistics(const RunRecord& run, const WindowRecord& window);

  void see(std::int64_t tick, const SeriesRow& row);
  /// The last reading is known: everything but the notices and what only the whole run tells (missed ticks).
  [[nodiscard]] Result<WindowSummary> finish(const Reader::Impl& file, MemoryDefinition definition);

  [[nodiscard]] const WindowRecord& record() const { return window_; }
  /// Ticks that were planned inside it and taken.
  [[nodiscard]] std::int64_t taken_of_grid() const { return taken_of_grid_; }
  [[nodiscard]] bool went_back() const { return went_back_; }

 private:
  struct Memory {
    Tally tally;
    std::optional<Bytes> max;
    std::int64_t rolled_up = 0;  ///< samples that are only in the figures of their minute
  };
  void see_minute(const Minute& minute);
  void see_edge(const Edge& edge);
  void see_usage(Instant at, const std::optional<CpuTime>& value);
  void see_time(Instant at);
  void take_cpu(WindowSummary& summary) const;

  const RunRecord& run_;
  const WindowRecord& window_;
  std::array<Memory, memory_definitions.size()> memory_;
  BusiestMinute busiest_;
  std::int64_t ticks_ = 0, taken_of_grid_ = 0;
  std::int64_t first_tick_ = 0, last_tick_ = -1;
  std::optional<CpuTime> usage_;  ///< latest value of the counter
  bool went_back_ = false;
  Instant latest_{};
  std::int64_t rolled_minutes_ = 0;
  std::optional<std::chrono::nanoseconds> longest_gap_;
  std::optional<Bytes> swap_max_;
};

/// The larger of the two, where there is one.
void raise(std::optional<Bytes>& most, const std::optional<Bytes>& value);

}  // namespace vpsfit::recording
