// SPDX-License-Identifier: MIT
#include "report/page/plot_text.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "core/text.hpp"
#include "report/page/plot_parts.hpp"

namespace vpsfit::report {
namespace {

constexpr std::size_t text_height = 8;
constexpr std::size_t margin = 10;  ///< cells left of the axis

using PlotFigure = std::optional<double> Sample::*;

double plot_seconds(std::chrono::nanoseconds time) { return std::chrono::duration<double>(time).count(); }

/// The time axis: which column a moment falls into.
struct Axis1 {
  double from = 0, to = 1;
  std::size_t columns = 1;
  [[nodiscard]] std::size_t column(double at) const {
    const double place = (at - from) / (to - from) * static_cast<double>(columns);
    return std::min(static_cast<std::size_t>(std::max(place, 0.0)), columns - 1);
  }
};

std::vector<std::optional<double>> maxima(const std::vector<Sample>& samples, const Axis1& axis, PlotFigure figure) {
  std::vector<std::optional<double>> columns(axis.columns);
  std::optional<std::size_t> before;
  for (const Sample& sample : samples) {
    const auto& value = sample.*figure;
    const std::size_t at = axis.column(sample.at_s);
    if (value) {
      // Columns between neighbouring samples of a short run show the later one; across a gap they stay empty.
      const std::size_t first = before && !sample.after_gap ? std::min(*before + 1, at) : at;
      for (std::size_t i = first; i <= at; ++i)
        if (!columns[i] || *columns[i] < *value) columns[i] = *value;
    }
    before = value ? std::optional(at) : std::nullopt;
  }
  return columns;
}

std::string panel(const std::string& title, const std::vector<Sample>& samples, const Axis1& time, PlotFigure figure) {
  const auto columns = maxima(samples, time, figure);
  double largest = 0;
  for (const auto& value : columns) largest = std::max(largest, value.value_or(0));
  const Axis axis = axis_to(largest, 4);
  std::string text = title + "\n";
  for (std::size_t row = text_height; row > 0; --row) {
    const double level = axis.end * static_cast<double>(row - 1) / text_height;
    std::string line = row == text_height ? pad_left(axis.label(axis.end), margin) : std::string(margin, ' ');
    if (row == 1) line = pad_left("0", margin);
    line += " |";
    for (const auto& value : columns) {
      const bool filled = value && (*value > level || row == 1);
      line += !filled ? ' ' : row == 1 && *value <= level ? '.' : '#';
    }
    text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
  return text + std::string(margin + 1, ' ') + "+" + std::string(columns.size(), '-') + "\n";
}

/// "|--load--|" below the time in which it was open; windows that overlap get lines of their own.
std::string windows(const recording::RunSummary& run, const Axis1& axis) {
  std::vector<std::string> lines;
  for (const auto& window : run.windows) {
    const std::size_t from = axis.column(plot_seconds(window.begin - run.start.started));
    const std::size_t to = window.end ? axis.column(plot_seconds(*window.end - run.start.started)) : axis.columns - 1;
    std::string bar(std::max<std::size_t>(to - std::min(from, to) + 1, 1), '-');
    bar.front() = bar.back() = '|';
    std::string name = printable(window.name, 40);
    std::string text = name.size() + 2 <= bar.size() && is_utf8(name) && display_width(name) == name.size()
                           ? bar.replace((bar.size() - name.size()) / 2, name.size(), name)
                           : bar + " " + name;
    auto line = std::find_if(lines.begin(), lines.end(), [&](const auto& l) { return display_width(l) < from; });
    if (line == lines.end()) line = lines.insert(lines.end(), std::string());
    *line = pad_right(*line, from) + text;
  }
  std::string all;
  for (const auto& line : lines) all += std::string(margin + 2, ' ') + line + "\n";
  return all;
}

}  // namespace

std::string plot_text(const RecordedRun& run, std::size_t width) {
  const auto& start = run.summary.start;
  std::string text = fmt::format("{}, run {}\n", printable(start.subject), printable(start.run));
  if (run.samples.empty()) return text + "no samples\n";
  Axis1 time;
  time.columns = std::clamp<std::size_t>(width, margin + 22, 202) - margin - 2;
  time.from = std::min(run.samples.front().at_s, 0.0);
  time.to = std::max(run.samples.back().at_s, time.from + 0.001);
  text += panel("cores", run.samples, time, &Sample::cores);
  text += panel("memory, MiB", run.samples, time, &Sample::memory_mib);
  const std::string end = fmt::format("{:.0f} s", time.to);
  text +=
      std::string(margin + 2, ' ') + pad_right("0 s", time.columns - std::min(end.size(), time.columns)) + end + "\n";
  return text + windows(run.summary, time);
}

}  // namespace vpsfit::report
