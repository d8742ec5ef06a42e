// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "core/result.hpp"
#include "recording/reading.hpp"

namespace vpsfit::recording {

using RunId = std::int64_t;
using WindowId = std::int64_t;

/// One target's part of a tick; nullopt detail: the slow set was not read.
struct TickRow {
  RunId run = 0;
  Reading reading;
  std::optional<Detail> detail;
};

/// Writes one recording file (format: recording/FORMAT.md). One writer a file at a time, enforced by a lock; readers
/// are never refused. A tick is committed before the next one starts. Where the disk is full the ticks are kept in
/// memory and tried again.
class Writer {
 public:
  /// Creates the file or goes on with one. Fails: io (cannot write), input (not a recording, or a newer version),
  /// unavailable (another writer holds it).
  [[nodiscard]] static Result<Writer> open(const std::filesystem::path& file, const Host& host,
                                           std::chrono::nanoseconds interval, Instant grid_start,
                                           WallTime grid_start_wall);
  Writer(Writer&&) noexcept;
  Writer& operator=(Writer&&) noexcept;
  ~Writer();

  /// Starts a run. Fails (input) where this subject has a run of this name.
  [[nodiscard]] Result<RunId> begin_run(const RunStart& start);
  [[nodiscard]] Result<void> end_run(RunId run, const RunEnd& end);
  /// Opens and closes a named window of a run.
  [[nodiscard]] Result<WindowId> begin_window(RunId run, std::string_view name, const Edge& edge);
  [[nodiscard]] Result<void> end_window(WindowId window, const Edge& edge);
  /// One tick of all targets, one transaction. `missed` ticks right before it were due and not taken.
  [[nodiscard]] Result<void> tick(const Tick& tick, std::int64_t missed, const std::vector<TickRow>& rows);
  [[nodiscard]] Result<void> notice(RunId run, const Notice& notice);
  /// Rows that wait in memory because the disk refused them; 0 in health.
  [[nodiscard]] std::size_t unsaved_ticks() const;
  /// Checkpoints, switches to journal_mode=DELETE, closes; after it the recording is one file. Fails (io) where
  /// something was lost.
  [[nodiscard]] Result<void> finish();

 private:
  class Impl;
  explicit Writer(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace vpsfit::recording
