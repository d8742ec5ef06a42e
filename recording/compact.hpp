// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>

#include "core/result.hpp"

namespace vpsfit::recording {

struct CompactResult {
  std::int64_t minutes = 0;          ///< rolled up now, of all runs
  std::int64_t samples_removed = 0;  ///< that are only in the figures of their minute now
  bool operator==(const CompactResult&) const = default;
};

/// Rolls samples up that are older than `retain` (>= 0), counted back from the last tick of the recording: of each run
/// and whole minute of the grid the last sample stays as it is, the others become the figures of the minute. Left in
/// seconds: the first and the last minute of a run, and those in which an edge of one of its windows lies, so averages,
/// counts, gaps and largest values stay exact. Each transaction leaves a whole recording; what was done stays where it
/// is broken off, and the next call goes on. Fails: unavailable (somebody samples into it), as Reader::open, io.
[[nodiscard]] Result<CompactResult> compact(const std::filesystem::path& recording, std::chrono::nanoseconds retain);

}  // namespace vpsfit::recording
