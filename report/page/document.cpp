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

std::vector<Rational> memory_counted_of_runs(const SubjectView& subject) {
  if (!subject.measured) return {};
  if (subject.usage.memory_statistic != "kernel peak" || !subject.usage.memory)
    return memory_maxima_of_runs(*subject.measured);
  std::vector<Rational> values;
  for (const auto& run : subject.measured->runs) {
    // A peak above the figure that decided was not counted.
    const bool counts = run.peak_origin == PeakOrigin::run && run.memory_peak && *run.memory_peak > run.memory_max &&
                        *run.memory_peak <= *subject.usage.memory;
    values.emplace_back(counts ? run.memory_peak->count() : run.memory_max.count());
  }
  return values;
}

}  // namespace vpsfit::report
