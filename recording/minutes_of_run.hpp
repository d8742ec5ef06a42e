// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "recording/reader_impl.hpp"

namespace vpsfit::recording {

/// A minute with what it takes the place of.
struct RolledUp {
  std::int64_t kept = 0;              ///< id of its last tick
  std::vector<std::int64_t> removed;  ///< ids of the others
  Minute minute;
};

/// Finds the minutes of a run that can be rolled up while its samples go by.
class MinutesOfRun {
 public:
  /// Samples at `old_before` and later stay. All arguments outlive it.
  MinutesOfRun(const RunRecord& run, const std::vector<WindowRecord>& windows, Instant old_before)
      : grid_start_(run.grid_start), windows_(windows), old_before_(old_before) {}

  /// False where nothing that comes later can be old enough. A minute is done when the next one's first sample is seen.
  bool see(std::int64_t tick, const SeriesRow& row);
  /// Samples at that moment and later stay from now on.
  void set_old_before(Instant moment) { old_before_ = moment; }
  /// A minute went by whole since the last `take`, whether it could be rolled up or not.
  [[nodiscard]] bool minute_ended() const { return minute_ended_; }
  [[nodiscard]] const std::vector<RolledUp>& minutes() const { return minutes_; }
  /// Those that are done; the samples from the latest one that was seen on are to be shown again.
  [[nodiscard]] std::vector<RolledUp> take();

 private:
  struct Row {
    std::int64_t tick;
    SeriesRow row;
  };
  void end_minute();
  [[nodiscard]] bool may_be_rolled_up() const;
  [[nodiscard]] bool has_edge(Instant from, Instant to) const;

  Instant grid_start_;
  const std::vector<WindowRecord>& windows_;
  Instant old_before_;
  std::optional<std::int64_t> first_minute_, minute_;
  std::vector<Row> rows_;  ///< of the minute that goes by
  std::vector<RolledUp> minutes_;
  bool minute_ended_ = false;
};

}  // namespace vpsfit::recording
