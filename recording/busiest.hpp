// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <deque>
#include <optional>

#include "recording/evidence.hpp"

namespace vpsfit::recording {

/// Finds the stretch of at least a minute with the highest average CPU: of all pairs of readings, the nearest ones that
/// lie a minute or more apart. A gap makes a stretch longer, never the figure higher than what was used.
class BusiestMinute {
 public:
  static constexpr std::chrono::minutes length{1};

  /// Moments rise. A counter that fell begins anew: nothing is computed across it.
  void see(Instant at, CpuTime usage);
  /// nullopt where the readings span less than a minute.
  [[nodiscard]] const std::optional<CpuStretch>& result() const { return best_; }

 private:
  std::deque<std::pair<Instant, CpuTime>> recent_;
  std::optional<CpuStretch> best_;
};

}  // namespace vpsfit::recording
