// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/load.hpp"
#include "core/result.hpp"

namespace vpsfit::recording {

/// What a load generator reported about one run (tables load_results, latencies and histograms), as far as it said.
struct LoadFigures {
  std::string subject, run, load;
  std::string window;  ///< empty: about no window
  std::string generator;
  std::optional<Rational> asked_rate_per_s;         ///< nothing: as many as the subject takes
  std::chrono::nanoseconds elapsed{};               ///< recorded, > 0
  std::optional<std::chrono::nanoseconds> planned;  ///< how long it was to last
  std::optional<std::int64_t> completed;            ///< successful responses
  std::optional<std::int64_t> errors, timeouts;
  std::map<std::int64_t, std::int64_t> latencies;  ///< ns by quantile in ppm: 500000 is the median, 1000000 the largest
  std::optional<Rational> mean_ns;                 ///< from the histogram "latency", each bucket at its middle
};

/// Everything that generators reported, in the order in which it was stored. Fails as Reader::open does, and (input)
/// where a figure cannot be.
[[nodiscard]] Result<std::vector<LoadFigures>> read_load_figures(const std::filesystem::path& file);

}  // namespace vpsfit::recording
