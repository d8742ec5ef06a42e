// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <chrono>
#include <fmt/format.h>
#include <functional>

#include "core/decimal.hpp"
#include "core/text.hpp"
#include "report/page/plot.hpp"
#include "report/page/plot_parts.hpp"
#include "report/page/style.hpp"

namespace vpsfit::report {
namespace {

constexpr double width = 480;
constexpr double left = 48;
constexpr double right = 470;
constexpr double panel_height = 96;
constexpr double cpu_top = 52;  // two lines of window names and the title above
constexpr double memory_top = cpu_top + panel_height + 34;
constexpr double bottom = memory_top + panel_height;
constexpr double height = bottom + 38;
constexpr double narrowest_named_gap = 34;
constexpr double letter_width = 6.4;  // of a small label
constexpr std::size_t most_gaps = 60;

double mebibytes(Bytes bytes) { return static_cast<double>(bytes.count()) / (1024.0 * 1024.0); }

/// A level drawn across a panel.
struct Level {
  double value = 0;
  std::string label;
  std::string_view css_class;
};

/// One of the two fields: its figure, its axis, its levels.
struct Panel {
  double top = 0;
  std::optional<double> Sample::*figure = nullptr;
  std::string title;
  std::string_view css_class;
  std::vector<Level> levels;
};

/// Names above the windows, centred, on the first of two lines where they do not touch the one before; a name that fits
/// neither is left to the table of windows.
class WindowNames {
 public:
  void put(Markup& out, double middle, std::string_view name) {
    const std::string shown = cut_name(name, 24);
    const double half = static_cast<double>(display_width(shown)) * letter_width / 2;
    const double at = std::clamp(middle, left + half, std::max(left + half, right - half));
    for (std::size_t line = 0; line < ends_.size(); ++line) {
      if (at - half < ends_[line]) continue;
      ends_[line] = at + half + letter_width;
      put_label(out, at, 14 + 14 * static_cast<double>(line), shown, "a", "middle");
      return;
    }
  }

 private:
  std::array<double, 2> ends_{0, 0};
};

class TimePlot {
 public:
  TimePlot(const Context& context, const RecordedRun& run) : context_(context), run_(run) {
    double last = 0;
    for (const auto& sample : run.samples) last = std::max(last, sample.at_s);
    for (const auto& window : run.summary.windows)
      if (window.end) last = std::max(last, since_start(*window.end));
    time_ = axis_to(last, 8);  // a plot ends with its run, not with its axis
    time_.end = last > 0 ? last : time_.end;
  }

  Markup draw(std::string_view id, std::string_view title, std::string_view description) {
    Markup out = open_plot(id, width, height, title, description);
    out.open("g", {{"aria-hidden", "true"}});
    draw_windows(out);
    draw_gaps(out);
    draw_time_axis(out);
    draw_panel(out, cpu_panel());
    draw_panel(out, memory_panel());
    out.close().close();
    return out;
  }

 private:
  [[nodiscard]] double since_start(recording::Instant moment) const {
    return std::chrono::duration<double>(moment - run_.summary.start.started).count();
  }
  [[nodiscard]] double x(double seconds) const {
    return left + std::clamp(seconds / time_.end, 0.0, 1.0) * (right - left);
  }

  void draw_windows(Markup& out) const {
    bool odd = false;
    WindowNames names;
    for (const auto& window : run_.summary.windows) {
      const double from = x(since_start(window.begin));
      const double to = window.end ? x(since_start(*window.end)) : right;
      put_box(out, from, cpu_top, to - from, panel_height, odd ? "w odd" : "w");
      put_box(out, from, memory_top, to - from, panel_height, odd ? "w odd" : "w");
      names.put(out, (from + to) / 2, window.name);
      odd = !odd;
    }
  }

  /// As wide as the samples that are missing; where several were merged, before the first sample after them.
  void draw_gaps(Markup& out) const {
    std::size_t drawn = 0;
    for (const auto& sample : run_.samples) {
      if (!sample.after_gap || drawn == most_gaps) continue;
      const double to = x(sample.at_s);
      const double from = std::min(x(sample.at_s - sample.missing_s), to - 1);
      put_box(out, from, cpu_top, to - from, panel_height, "gap");
      put_box(out, from, memory_top, to - from, panel_height, "gap");
      if (to - from >= narrowest_named_gap)
        put_label(out, (from + to) / 2, cpu_top + panel_height / 2, context_.say(Message::gap), "a", "middle");
      ++drawn;
    }
  }

  void draw_time_axis(Markup& out) const {
    for (const double tick : time_.ticks())
      put_label(out, x(tick), bottom + 16, context_.figures.decimal(time_.label(tick)), "a", "middle");
    put_label(out, (left + right) / 2, bottom + 33, context_.say(Message::seconds_since_start), "a", "middle");
  }

  [[nodiscard]] Panel cpu_panel() const {
    Panel panel{cpu_top, &Sample::cores, context_.say(Message::cpu_average), "cpu", {}};
    if (const auto& limit = run_.summary.start.limits.cpu_cores) {
      const std::string value =
          context_.figures.decimal(to_decimal(round_to(*limit, 3, Rounding::half_away), Rounding::half_away));
      panel.levels.push_back({limit->approximate(), context_.say(Message::limit_at, {{"value", value}}), "lim"});
    }
    return panel;
  }

  [[nodiscard]] Panel memory_panel() const {
    Panel panel{memory_top, &Sample::memory_mib, context_.say(Message::host_memory) + " (MiB)", "mem", {}};
    const auto& summary = run_.summary;
    if (const auto& limit = summary.start.limits.memory)
      panel.levels.push_back(
          {mebibytes(*limit), context_.say(Message::limit_at, {{"value", context_.figures.memory(*limit)}}), "lim"});
    if (summary.memory_peak && summary.peak_origin == PeakOrigin::run)
      panel.levels.push_back(
          {mebibytes(*summary.memory_peak),
           context_.say(Message::peak_at, {{"value", context_.figures.memory(*summary.memory_peak)}}), "peak"});
    return panel;
  }

  /// A level far above the samples would press them flat: it is then written beside the title, not drawn.
  void draw_panel(Markup& out, const Panel& panel) const {
    double largest = 0;
    for (const auto& sample : run_.samples) largest = std::max(largest, (sample.*panel.figure).value_or(0));
    double axis_end = largest;
    for (const auto& level : panel.levels)
      if (level.value <= 2 * largest) axis_end = std::max(axis_end, level.value);
    const Axis axis = axis_to(axis_end, 4);
    const auto y = [&](double value) { return panel.top + panel_height * (1 - value / axis.end); };

    put_label(out, left, panel.top - 7, panel.title, "v");
    std::string levels;
    for (const auto& level : panel.levels) levels += (levels.empty() ? "" : " · ") + level.label;
    put_label(out, right, panel.top - 7, levels, "a", "end");
    for (const double tick : axis.ticks()) {
      put_line(out, left, y(tick), right, y(tick), "g");
      put_label(out, left - 6, y(tick) + 4, context_.figures.decimal(axis.label(tick)), "a", "end");
    }
    for (const auto& level : panel.levels)
      if (level.value <= axis.end) put_line(out, left, y(level.value), right, y(level.value), level.css_class);
    out.empty("path", {{"class", panel.css_class}, {"d", line_of(panel, y)}});
  }

  [[nodiscard]] std::string line_of(const Panel& panel, const std::function<double(double)>& y) const {
    std::string line;
    bool pen_down = false;
    for (const auto& sample : run_.samples) {
      const auto& value = sample.*panel.figure;
      pen_down = pen_down && !sample.after_gap && value.has_value();
      if (!value) continue;
      const std::string at = coordinate(x(sample.at_s)) + " " + coordinate(y(*value));
      line += pen_down ? "L" + at : "M" + at + "h0";  // "h0": a lone sample is a dot
      pen_down = true;
    }
    return line;
  }

  const Context& context_;
  const RecordedRun& run_;
  Axis time_;
};

}  // namespace

Markup plot_time(const Context& context, std::string_view id, const RecordedRun& run) {
  double cores = 0;
  double last = 0;
  for (const auto& sample : run.samples) {
    cores = std::max(cores, sample.cores.value_or(0));
    last = std::max(last, sample.at_s);
  }
  const auto& summary = run.summary;
  const std::string memory =
      summary.memory_max ? context.figures.memory(*summary.memory_max) : context.say(Message::unknown);
  const std::string title =
      context.say(Message::plot_time, {{"subject", summary.start.subject}, {"run", summary.start.run}});
  const std::string description =
      context.say(Message::plot_time_desc,
                  {{"cpu", context.figures.decimal(fmt::format("{:.3f}", cores))},
                   {"memory", memory},
                   {"duration", Figures::with_unit(context.figures.decimal(fmt::format("{:.1f}", last)), "s")},
                   {"missed", context.figures.whole(summary.missed_ticks)}});
  return TimePlot(context, run).draw(id, title, description);
}

std::string standalone(const Markup& plot) {
  const std::string& text = plot.str();
  const auto inside = text.find('>') + 1;
  return text.substr(0, inside) + "<style>" + std::string(plot_style()) + "</style>" + text.substr(inside) + "\n";
}

}  // namespace vpsfit::report
