// SPDX-License-Identifier: MIT
#include "report/page/plot_parts.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "core/text.hpp"

namespace vpsfit::report {

std::string coordinate(double value) {
  std::string text = fmt::format("{:.1f}", value);
  if (text.ends_with(".0")) text.erase(text.size() - 2);
  return text == "-0" ? "0" : text;
}

std::vector<double> Axis::ticks() const {
  std::vector<double> ticks;
  const int count = static_cast<int>(std::floor(end / step + 1e-9));
  for (int i = 0; i <= count; ++i) ticks.push_back(step * i);
  return ticks;
}

std::string Axis::label(double tick) const { return fmt::format("{:.{}f}", tick, decimals); }

Axis axis_to(double largest, int most) {
  if (!(largest > 0) || !std::isfinite(largest)) return {};
  const double rough = largest / most;
  const int power = static_cast<int>(std::floor(std::log10(rough)));
  const double unit = std::pow(10.0, power);
  for (const double factor : {1.0, 2.0, 5.0, 10.0}) {
    const double step = factor * unit;
    const double count = std::ceil(largest / step - 1e-9);
    if (count <= most) return {step * std::max(count, 1.0), step, std::max(0, factor < 10 ? -power : -power - 1)};
  }
  return {10 * unit * most, 10 * unit, std::max(0, -power - 1)};
}

Markup open_plot(std::string_view id, double width, double height, std::string_view title,
                 std::string_view description) {
  const std::string title_id = fmt::format("{}-t", id);
  const std::string description_id = fmt::format("{}-d", id);
  Markup out;
  out.open("svg", {{"xmlns", "http://www.w3.org/2000/svg"},
                   {"role", "img"},
                   {"viewBox", fmt::format("0 0 {} {}", coordinate(width), coordinate(height))},
                   {"aria-labelledby", title_id + " " + description_id}});
  out.leaf("title", title, {{"id", title_id}}).leaf("desc", description, {{"id", description_id}});
  return out;
}

std::string cut_name(std::string_view name, std::size_t cells) {
  const std::string shown = printable(name, 500);
  return display_width(shown) <= cells ? shown : std::string(trim(pad_right(shown, cells)));
}

void put_line(Markup& out, double x1, double y1, double x2, double y2, std::string_view css_class) {
  out.empty("path",
            {{"class", css_class},
             {"d", fmt::format("M{} {}L{} {}", coordinate(x1), coordinate(y1), coordinate(x2), coordinate(y2))}});
}

void put_box(Markup& out, double x, double y, double width, double height, std::string_view css_class) {
  out.empty("rect", {{"class", css_class},
                     {"x", coordinate(x)},
                     {"y", coordinate(y)},
                     {"width", coordinate(std::max(width, 0.0))},
                     {"height", coordinate(std::max(height, 0.0))}});
}

void put_label(Markup& out, double x, double y, std::string_view text, std::string_view css_class,
               std::string_view anchor) {
  out.leaf("text", text, {{"class", css_class}, {"x", coordinate(x)}, {"y", coordinate(y)}, {"text-anchor", anchor}});
}

}  // namespace vpsfit::report
