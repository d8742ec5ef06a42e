// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "report/page/context.hpp"

/// Plots as SVG: each with a title, a description with the finding, direct labels, dashes beside colours, nothing that
/// can be focused. Doubles are good enough here; the figures in words come from exact values.
namespace vpsfit::report {

/// One row of a plot over runs: the values, and their middle and ends in words.
struct RunsRow {
  std::string name;
  std::vector<double> values;
  double middle = 0;
  std::string label;  ///< the middle
};
/// A dot a run and a bar at the median, from zero on. `id` is unique in the page.
[[nodiscard]] Markup plot_runs(const Context& context, std::string_view id, std::string_view title,
                               std::string_view description, const std::vector<RunsRow>& rows);

/// One bar; below zero it points to the left.
struct BarRow {
  std::string name;
  double value = 0;
  std::string label;
};
[[nodiscard]] Markup plot_bars(std::string_view id, std::string_view title, std::string_view description,
                               const std::vector<BarRow>& rows);

/// CPU and memory of a run over time, with its windows, gaps, limits and the kernel's peak.
[[nodiscard]] Markup plot_time(const Context& context, std::string_view id, const RecordedRun& run);

/// The plot as a file of its own: with its style inside.
[[nodiscard]] std::string standalone(const Markup& plot);

}  // namespace vpsfit::report
