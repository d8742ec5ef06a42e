// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

#include "core/date.hpp"
#include "recording/reading.hpp"

namespace vpsfit::sampler {

/// Why a wait ended; several at once are possible, none means that the time given was reached.
struct Wake {
  std::uint64_t grid_points =
      0;                 ///< points of the grid passed since the last one reported; more than 1: some were missed
  int signal = 0;        ///< SIGINT, SIGTERM or SIGHUP arrived
  bool child = false;    ///< the command ended
  bool request = false;  ///< somebody asks for a mark
  bool news = false;     ///< a target came, went or was paused
};

/// Time and everything that can end a wait for it.
class Clock {
 public:
  Clock() = default;
  Clock(const Clock&) = delete;
  Clock& operator=(const Clock&) = delete;
  virtual ~Clock() = default;

  [[nodiscard]] virtual recording::Instant now() const = 0;
  [[nodiscard]] virtual WallTime wall() const = 0;
  /// How long the host was suspended since its start, which `now` does not count; nullopt where nobody knows.
  [[nodiscard]] virtual std::optional<std::chrono::nanoseconds> asleep() const { return std::nullopt; }
  /// From now on `wait` reports the points first, first + interval, first + 2 x interval, ...
  virtual void start_grid(recording::Instant first, std::chrono::nanoseconds interval) = 0;
  /// Sleeps until something happens, at most until `until`.
  [[nodiscard]] virtual Wake wait(std::optional<recording::Instant> until) = 0;
};

}  // namespace vpsfit::sampler
