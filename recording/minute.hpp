// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>

#include "recording/evidence.hpp"

namespace vpsfit::recording {

/// The samples of one run in one minute of the grid, rolled up into its last one: `compact` removed the others.
struct Minute {
  /// One definition of memory; samples without a value are not among them.
  struct Memory {
    std::int64_t samples = 0;
    std::optional<Bytes> min, median, max;  ///< of two middle ones the mean, rounded down
    bool operator==(const Memory&) const = default;
  };
  std::int64_t first_number = 0;                         ///< of its first tick on the grid
  Instant first{};                                       ///< when its first sample was taken
  std::int64_t samples = 0;                              ///< the last one among them, > 1
  std::chrono::nanoseconds longest_gap{};                ///< between two neighbouring samples of it
  bool went_back = false;                                ///< its CPU counter fell at least once
  std::array<Memory, memory_definitions.size()> memory;  ///< in the order of memory_definitions
  std::optional<Bytes> swap_max;
  bool operator==(const Minute&) const = default;
};

}  // namespace vpsfit::recording
