// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/result.hpp"
#include "core/usage.hpp"
#include "recording/evidence.hpp"
#include "recording/minute.hpp"
#include "recording/reading.hpp"
#include "recording/writer.hpp"

namespace vpsfit::recording {

/// A window with its statistics; medians and maxima are of the samples inside it.
struct WindowSummary {
  WindowId id = 0;
  std::string name;
  Instant begin{};
  std::optional<Instant> end;  ///< nullopt: it was never closed (the sampler was killed)
  std::int64_t ticks = 0;      ///< samples taken inside it
  std::int64_t missed_ticks = 0;
  std::int64_t rolled_minutes = 0;  ///< of its samples that are rolled up: the median and the busiest minute are lost
  std::optional<std::chrono::nanoseconds> longest_gap;   ///< between two neighbouring samples, the edges among them
  std::optional<CpuTime> cpu_usage;                      ///< difference of the edges' counters
  std::optional<std::chrono::microseconds> cpu_elapsed;  ///< measured time between those two reads
  std::optional<Cores> cpu_uncertainty;                  ///< to either side of the average
  std::optional<CpuStretch> busiest_minute;              ///< nullopt where it is shorter than a minute
  std::optional<CpuStretch> impossible_cpu;              ///< more than the host's CPUs can do: no CPU is known then
  std::optional<Bytes> memory_median, memory_max;        ///< of the definition that was asked for
  std::array<MemoryFigures, memory_definitions.size()> memory;  ///< of all, in the order of memory_definitions
  PeakRange peak;                                               ///< of memory.current
  std::optional<std::int64_t> throttled_periods;
  Explanation why;
  std::vector<Notice> notices;  ///< about this window
};

/// A run with its statistics.
struct RunSummary {
  RunId id = 0;
  RunStart start;
  std::optional<RunEnd> end;  ///< nullopt: still running, or the sampler was killed
  bool running = false;       ///< a living sampler is at it
  Host host;
  std::chrono::nanoseconds interval{};
  std::int64_t ticks = 0;
  std::int64_t missed_ticks = 0;
  std::optional<Bytes> memory_max;   ///< of all samples and edges
  std::optional<Bytes> memory_peak;  ///< the kernel's last word
  PeakOrigin peak_origin = PeakOrigin::unknown;
  PeakRange peak;                         ///< in which the peak of memory.current in the run must lie
  std::optional<Bytes> memory_batch;      ///< how much of the memory figures may be air
  std::optional<Bytes> swap_max;          ///< largest sample of swap
  std::optional<std::int64_t> oom_kills;  ///< during the run
  std::vector<WindowSummary> windows;
  std::vector<Notice> notices;  ///< about the whole run; what concerns a window stands there
};

/// Is something of the run missing: a gap over 2 s (or twice the interval, where that is more), under 95 % of the ticks
/// of a window, an early end, a cut, an OOM kill?
[[nodiscard]] bool is_incomplete(const RunSummary& run);

/// One row of the series of a run.
struct SeriesRow {
  Tick tick;
  Reading reading;
  std::optional<Detail> detail;
  std::optional<Minute> minute;  ///< the row stands for all samples of this minute, of which it was the last
};

/// Reads a recording, also while it is being written; never changes the file.
class Reader {
 public:
  class Impl;
  /// Fails: io (cannot read), input (no SQLite file, another program's, cut or damaged, a newer version: says which).
  [[nodiscard]] static Result<Reader> open(const std::filesystem::path& file);
  Reader(Reader&&) noexcept;
  Reader& operator=(Reader&&) noexcept;
  ~Reader();

  /// All runs in the order of their start. The memory figures are those of the definition: "current" (memory.current),
  /// "working-set" (less inactive_file, never below zero) or "anon"; the latter two only where the slow set was read.
  /// Goes through the file once, whatever the number of runs, and keeps little of it in memory.
  [[nodiscard]] Result<std::vector<RunSummary>> runs(std::string_view memory_definition = "current") const;
  /// Calls `row` for every tick of a run, in order; stops where it returns false.
  [[nodiscard]] Result<void> series(RunId run, const std::function<bool(const SeriesRow&)>& row) const;
  /// Looks at every figure of every sample, for those who copy them: the others only check what they use.
  [[nodiscard]] Result<void> check_figures() const;
  /// SHA-256 of the content (not of the pages): equal recordings have equal hashes, whatever SQLite did to the file.
  [[nodiscard]] Result<std::string> content_hash() const;
  [[nodiscard]] const std::filesystem::path& file() const;

 private:
  explicit Reader(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

/// Which part of a recording a forecast reads.
struct Excerpt {
  std::string window;  ///< empty: "load", else "measure", else the only one
  std::string load;    ///< empty: the only one
  std::string memory_definition = "current";
  std::string cpu_statistic = "run-average";  ///< or "busiest-minute"
};

/// Recording -> usage, one per subject, in the order of their first run. A run whose window is missing, was never
/// closed or has no CPU difference is left out with a notice; a run that was cut after its window was closed is used
/// with one. A subject without a usable run gets a refusal and no runs, one whose runs had
/// different limits a refusal. Notices about a memory peak are left to the
/// forecast. Fails (input) where several windows or loads could be meant, or the one asked for is not there: the
/// message lists them.
[[nodiscard]] Result<std::vector<Usage>> summarize(const Reader& reader, const Excerpt& excerpt);

}  // namespace vpsfit::recording
