// SPDX-License-Identifier: MIT
#include "report/page/document.hpp"

namespace vpsfit::report {

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
