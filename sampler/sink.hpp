// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/notice.hpp"
#include "core/result.hpp"
#include "recording/reading.hpp"
#include "recording/writer.hpp"

namespace vpsfit::sampler {

/// A run as the sink knows it.
struct BegunRun {
  recording::RunId id = 0;
  std::string name;  ///< the subject's next integer where the user gave none
};

/// Where the measurement goes: a recording, or memory in tests.
class Sink {
 public:
  Sink() = default;
  Sink(const Sink&) = delete;
  Sink& operator=(const Sink&) = delete;
  virtual ~Sink() = default;

  [[nodiscard]] virtual Result<BegunRun> begin_run(const recording::RunStart& start) = 0;
  [[nodiscard]] virtual Result<void> end_run(recording::RunId run, const recording::RunEnd& end) = 0;
  [[nodiscard]] virtual Result<recording::WindowId> begin_window(recording::RunId run, std::string_view name,
                                                                 const recording::Edge& edge) = 0;
  [[nodiscard]] virtual Result<void> end_window(recording::WindowId window, const recording::Edge& edge) = 0;
  [[nodiscard]] virtual Result<void> tick(const recording::Tick& tick, std::int64_t missed,
                                          const std::vector<recording::TickRow>& rows) = 0;
  [[nodiscard]] virtual Result<void> notice(recording::RunId run, const Notice& notice) = 0;
  /// What comes between the two may be written at once, at `release`.
  virtual void hold() {}
  [[nodiscard]] virtual Result<void> release() { return {}; }
  /// Ticks that wait in memory because the disk refused them.
  [[nodiscard]] virtual std::size_t unsaved_ticks() const = 0;
};

}  // namespace vpsfit::sampler
