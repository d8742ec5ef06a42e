// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "recording/reading.hpp"
#include "recording/writer.hpp"
#include "sampler/peak_watch.hpp"

namespace vpsfit::sampler {

/// A window that is planned from the start; nullopt duration (the last one only): until the end.
struct PlannedWindow {
  std::string name;
  std::optional<std::chrono::nanoseconds> duration;
};

/// How well a window was sampled.
struct Coverage {
  std::int64_t taken = 0, missed = 0;
  std::int64_t longest_missed = 0;  ///< ticks missed in a row

  void add_missed(std::int64_t count);
  /// A tick that was taken; one that lacks a figure which this target had before counts as missed.
  void add_tick(bool complete);
  /// Under 95 % of the ticks, or a gap over 2 s (over two intervals where they are longer)?
  [[nodiscard]] bool is_thin(std::chrono::nanoseconds interval) const;

 private:
  std::int64_t in_a_row_ = 0;
};

/// A window of one subject that is open.
struct OpenWindow {
  std::string name;
  recording::WindowId id = 0;
  recording::Edge begin;
  Coverage coverage;
  std::unique_ptr<PeakWatch> peak;  ///< since its begin; null where the kernel gives none
};

/// The planned windows on the time axis: one after the other from the start, then nothing until `length` is over.
class Schedule {
 public:
  /// A window without a duration stands last and has no `length` beside it.
  Schedule(std::vector<PlannedWindow> windows, std::optional<std::chrono::nanoseconds> length)
      : windows_(std::move(windows)), length_(length) {}

  void start(recording::Instant begin) { begin_ = window_begin_ = begin; }
  /// The window that is open now; nullptr after the last one.
  [[nodiscard]] const PlannedWindow* current() const { return at_ < windows_.size() ? &windows_[at_] : nullptr; }
  /// When the current window began.
  [[nodiscard]] recording::Instant window_began() const { return window_begin_; }
  /// When the current window closes or, after the last one, when everything ends; nullopt: never by itself.
  [[nodiscard]] std::optional<recording::Instant> next_edge() const;
  /// The current window was closed at `actual`. The next one begins where this one was planned to end, so that small
  /// delays do not add up; after a long delay it begins at `actual` and keeps its length.
  void advance(recording::Instant actual);
  /// Time that is still planned at `now`; zero where nothing is.
  [[nodiscard]] std::chrono::nanoseconds rest(recording::Instant now) const;

 private:
  [[nodiscard]] recording::Instant end() const;

  std::vector<PlannedWindow> windows_;
  std::optional<std::chrono::nanoseconds> length_;
  std::size_t at_ = 0;
  recording::Instant begin_{}, window_begin_{};
};

}  // namespace vpsfit::sampler
