// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/date.hpp"
#include "core/result.hpp"

/// Recordings made of recordings. The result is whole or not there; the sources are only read.
namespace vpsfit::recording {

/// A moment of a recording: by the clock, or since the start of its first run.
using Moment = std::variant<WallTime, std::chrono::nanoseconds>;

struct CutResult {
  std::int64_t runs = 0;             ///< that have samples in the excerpt
  std::int64_t windows = 0;          ///< that lie in it with both edges
  std::int64_t windows_dropped = 0;  ///< that do not: a window without its true edges would be another one
  bool operator==(const CutResult&) const = default;
};

/// Writes the samples from `from` to `to` (both inclusive, nullopt: all) as a recording. A run of which something is
/// missing is marked as an excerpt and cut, gets no memory peak from before, and a window "cut" whose edges are its
/// first and last readings there, so that its CPU is an exact difference of counters. Times go by the clock as it stood
/// when the session began. Fails: input (the file exists, nothing lies between), as Reader::open, io.
[[nodiscard]] Result<CutResult> cut(const std::filesystem::path& recording, const std::optional<Moment>& from,
                                    const std::optional<Moment>& to, const std::filesystem::path& out);

/// The tables of a recording that neither `cut` nor `merge` takes along, because FORMAT.md does not describe
/// them. Fails as Reader::open.
[[nodiscard]] Result<std::vector<std::string>> tables_left_behind(const std::filesystem::path& recording);

/// Writes all runs of the recordings as one. Runs of one subject and name: where `renumber` is set the later ones get
/// the subject's next integers, else it fails (input) and names them. Fails also where two recordings are the same, as
/// Reader::open, io. Returns how many runs were renumbered.
[[nodiscard]] Result<std::int64_t> merge(const std::vector<std::filesystem::path>& recordings, bool renumber,
                                         const std::filesystem::path& out);

}  // namespace vpsfit::recording
