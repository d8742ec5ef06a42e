// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "recording/reading.hpp"
#include "sampler/clock.hpp"
#include "sampler/life.hpp"
#include "sampler/peak_watch.hpp"

namespace vpsfit::sampler {

/// Where one target's figures come from.
class Source {
 public:
  Source() = default;
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;
  virtual ~Source() = default;

  /// The fast set, every tick. What cannot be read is nullopt.
  virtual void read(recording::Reading& into) = 0;
  /// The slow set.
  virtual void read(recording::Detail& into) = 0;
  /// The fast set with the moment at which the CPU counter was read.
  virtual recording::Instant read_timed(const Clock& clock, recording::Reading& into) = 0;
  /// What stands beside an edge, as far as this source knows it.
  virtual void read_beside(recording::Context& /*into*/) {}
  /// A peak that begins now; nullptr where the kernel gives none.
  [[nodiscard]] virtual std::unique_ptr<PeakWatch> watch_peak() { return nullptr; }
  /// Does it live, is it paused? Also notices when it is gone.
  virtual Life look() { return {}; }
  /// Descriptors by which poll tells that `look` has news (POLLPRI); where these are all, nothing else need be asked.
  [[nodiscard]] virtual std::vector<int> life_descriptors() const { return {}; }
  [[nodiscard]] virtual bool tells_of_life() const { return true; }
  /// Why it is gone.
  [[nodiscard]] virtual Farewell farewell() const { return Farewell::unknown; }
  /// Is the target gone for good? Told by the last read.
  [[nodiscard]] virtual bool gone() const = 0;
};

/// Figures that a source cannot read, each with the reason.
using MissingFigures = std::vector<std::pair<std::string, std::string>>;

/// Room for the text of one kernel file; shared by all sources of a session, which read one after the other. The
/// largest file read here, memory.stat, has about 3 KiB.
using ReadBuffer = std::array<char, 16384>;

}  // namespace vpsfit::sampler
