// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/result.hpp"
#include "core/usage.hpp"
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
  std::optional<std::chrono::nanoseconds> longest_gap;   ///< between two neighbouring samples
  std::optional<CpuTime> cpu_usage;                      ///< difference of the edges' counters
  std::optional<std::chrono::microseconds> cpu_elapsed;  ///< measured time between those two reads
  std::optional<Bytes> memory_median, memory_max;
  std::optional<std::int64_t> throttled_periods;
};

struct RunSummary {
  RunId id = 0;
  RunStart start;
  std::optional<RunEnd> end;  ///< nullopt: still running, or the sampler was killed
  Host host;
  std::chrono::nanoseconds interval{};
  std::int64_t ticks = 0;
  std::int64_t missed_ticks = 0;
  std::optional<Bytes> memory_max;   ///< of all samples and edges
  std::optional<Bytes> memory_peak;  ///< the kernel's last word
  PeakOrigin peak_origin = PeakOrigin::unknown;
  std::optional<std::int64_t> oom_kills;  ///< during the run
  std::vector<WindowSummary> windows;
  std::vector<Notice> notices;
};

/// One row of the series of a run.
struct SeriesRow {
  Tick tick;
  Reading reading;
  std::optional<Detail> detail;
};

/// Reads a recording, also while it is being written; never changes the file.
class Reader {
 public:
  /// Fails: io (cannot read), input (not a recording, half-written, newer version: says which).
  [[nodiscard]] static Result<Reader> open(const std::filesystem::path& file);
  Reader(Reader&&) noexcept;
  Reader& operator=(Reader&&) noexcept;
  ~Reader();

  [[nodiscard]] Result<std::vector<RunSummary>> runs() const;
  /// Calls `row` for every tick of a run, in order; stops where it returns false.
  [[nodiscard]] Result<void> series(RunId run, const std::function<bool(const SeriesRow&)>& row) const;
  /// SHA-256 of the content (not of the pages): equal recordings have equal hashes, whatever SQLite did to the file.
  [[nodiscard]] Result<std::string> content_hash() const;

 private:
  class Impl;
  explicit Reader(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

/// Which part of a recording a forecast reads.
struct Excerpt {
  std::string window;  ///< empty: "load", else "measure", else the only one
  std::string load;    ///< empty: the only one
  std::string memory_definition = "current";
};

/// Recording -> usage, one per subject, in the order of their first run. Runs whose window is missing or torn are left
/// out with a notice or refuse the subject with one. Fails (input) where several windows or loads could be meant: the
/// message lists them.
[[nodiscard]] Result<std::vector<Usage>> summarize(const Reader& reader, const Excerpt& excerpt);

}  // namespace vpsfit::recording
