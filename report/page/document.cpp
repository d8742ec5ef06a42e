// SPDX-License-Identifier: MIT
#include "report/page/document.hpp"

#include <algorithm>

namespace vpsfit::report {

std::optional<Rational> median(std::vector<Rational> values) {
  if (values.empty()) return std::nullopt;
  std::sort(values.begin(), values.end());
  const std::size_t middle = values.size() / 2;
  if (values.size() % 2 == 1) return values[middle];
  return (values[middle - 1] + values[middle]) / Rational(2);
}

std::optional<Spread> spread(const std::vector<Rational>& values) {
  const auto middle = median(values);
  if (!middle) return std::nullopt;
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  return Spread{*low, *middle, *high, values.size()};
}

std::vector<Rational> cores_of_runs(const Usage& usage) {
  std::vector<Rational> values;
  for (const auto& run : usage.runs)
    if (run.window.count() > 0) values.push_back(average_cores(run.cpu_usage, run.window).count());
  return values;
}

std::vector<Rational> memory_medians_of_runs(const Usage& usage) {
  std::vector<Rational> values;
  for (const auto& run : usage.runs)
    if (run.memory_median) values.emplace_back(run.memory_median->count());
  return values;
}

std::vector<Rational> memory_maxima_of_runs(const Usage& usage) {
  std::vector<Rational> values;
  for (const auto& run : usage.runs) values.emplace_back(run.memory_max.count());
  return values;
}

}  // namespace vpsfit::report
