// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

/// Does memory grow, how fast, and when is a plan full?
namespace vpsfit::forecast {

struct MemorySample {
  double at_s = 0;   ///< seconds, from any moment on
  double bytes = 0;  ///< >= 0
};

/// A shorter span says nothing about growth: caches fill and heaps settle.
inline constexpr double least_growth_span_s = 30 * 60;
/// Nothing is said about what lies further ahead than so many times the span.
inline constexpr double most_spans_ahead = 20;
/// The chance of such a trend without growth, below which there is growth.
inline constexpr double growth_probability = 0.01;

/// What the samples say. Codes of `refused`: too_few_samples (under 10), span_too_short.
struct Growth {
  std::size_t samples = 0;
  std::size_t points = 0;                 ///< medians of equal stretches of time, at most 240, that were compared
  double span_s = 0;                      ///< from the first sample to the last
  std::string refused;                    ///< why nothing is said; empty: the rest holds
  double slope_bytes_per_s = 0;           ///< Theil-Sen: the median of the slopes of all pairs of points
  double level_bytes = 0;                 ///< where the line with that slope through the medians ends
  double probability = 1;                 ///< Mann-Kendall, two-sided, with the correction for ties
  bool grows = false;                     ///< upwards, and less probable by chance than growth_probability
  std::optional<double> days_until_full;  ///< 0: full already; nullopt: no capacity given, no growth, or too far
  bool too_far = false;                   ///< fuller only beyond most_spans_ahead times the span
};

/// Samples in any order; `capacity_bytes` is what the server has for the subject.
[[nodiscard]] Growth growth(std::vector<MemorySample> samples, std::optional<double> capacity_bytes);

}  // namespace vpsfit::forecast
