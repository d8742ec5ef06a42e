// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/terminal.hpp"
#include "recording/writer.hpp"
#include "sampler/subject.hpp"

namespace vpsfit::cli {

/// "1.62"; nothing where a counter is missing, went backwards, or no time passed.
[[nodiscard]] std::optional<std::string> cores_between(const std::optional<CpuTime>& from,
                                                       const std::optional<CpuTime>& to, std::chrono::nanoseconds took,
                                                       int digits);

/// The targets of a session with their latest figures, as lines for a terminal. Pure: it draws nothing itself.
class LiveTable {
 public:
  void add(recording::RunId run, std::string subject);
  /// A window was opened; its time counts from the next tick.
  void begin_window() { window_began_.reset(); }
  void tick(std::string_view window, const std::vector<recording::TickRow>& rows, const recording::Tick& tick,
            std::int64_t missed);
  /// At most `terminal.rows` - 1 lines of at most `terminal.columns` - 1 cells each, so that no line wraps.
  [[nodiscard]] std::vector<std::string> lines(const Terminal& terminal) const;

 private:
  struct Row {
    recording::RunId run = 0;
    std::string subject;
    std::optional<CpuTime> usage;
    recording::Instant at{};
    std::string cores = "-", memory = "-";
    std::int64_t gaps = 0;  ///< ticks since its first in which it could not be read
    bool seen = false;
  };
  void see(Row& row, const recording::TickRow& reading, const recording::Tick& tick);

  std::vector<Row> rows_;
  std::string window_;
  std::optional<recording::Instant> window_began_;
  std::chrono::nanoseconds elapsed_{};
  std::int64_t missed_ = 0;
};

}  // namespace vpsfit::cli
