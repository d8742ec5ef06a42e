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

/// Writes one recording file (format: recording/FORMAT.md). One writer a file at a time, enforced by a lock that the
/// kernel gives back at the end of the process; readers are never refused. A tick is committed before the next one
/// starts. Where the disk is full or fails, or another program holds the file, what happened is kept in memory and
/// tried again with each call; that is no failure. At most an hour of ticks is kept so (fewer for very many targets),
/// then the oldest are dropped and become a gap in the recording.
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

  /// Starts a run; an empty name becomes the subject's next integer. Fails: input (this subject has a run of this name;
  /// a name is empty, longer than 200 bytes, not UTF-8 or has control characters), io (the disk refuses it).
  [[nodiscard]] Result<RunId> begin_run(const RunStart& start);
  /// The name of a run that is open; empty for another.
  [[nodiscard]] std::string run_name(RunId run) const;
  [[nodiscard]] Result<void> end_run(RunId run, const RunEnd& end);
  /// Opens and closes a named window of a run. Fails (input) where the run has a window of this name already.
  [[nodiscard]] Result<WindowId> begin_window(RunId run, std::string_view name, const Edge& edge);
  [[nodiscard]] Result<void> end_window(WindowId window, const Edge& edge);
  /// One tick of all targets, one transaction. `missed` ticks right before it were due and not taken. Rows in ascending
  /// order of their runs are written fastest. Fails (input) where the tick does not follow the one before.
  [[nodiscard]] Result<void> tick(const Tick& tick, std::int64_t missed, const std::vector<TickRow>& rows);
  [[nodiscard]] Result<void> notice(RunId run, const Notice& notice);
  /// Seconds older than that become minutes while it goes on, a little work after each tick (recording/retention.hpp).
  /// Fails: io.
  [[nodiscard]] Result<void> retain(std::chrono::nanoseconds duration);
  /// Why that was given up; empty in health. Nothing is lost then, the recording only gets larger.
  [[nodiscard]] const std::string& retain_trouble() const;
  /// From here to `release` edges, ends and notices wait, to be written together: a thousand windows that close at once
  /// are one transaction, and the next tick is not late for it.
  void hold();
  [[nodiscard]] Result<void> release();
  /// Ticks that wait in memory because the disk refused them; 0 in health.
  [[nodiscard]] std::size_t unsaved_ticks() const;
  /// Ticks that waited too long and were dropped, since the beginning.
  [[nodiscard]] std::int64_t dropped_ticks() const;
  /// Why the latest write was refused ("database or disk is full"); empty in health.
  [[nodiscard]] const std::string& trouble() const;
  /// Writes what waits, checkpoints, switches to journal_mode=DELETE, closes, gives the lock back; after it the
  /// recording is one file and the writer is used up. Fails (io) where something is not in that file: the message says
  /// what and where it is.
  [[nodiscard]] Result<void> finish();

 private:
  class Impl;
  explicit Writer(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace vpsfit::recording
