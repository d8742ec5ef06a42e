// SPDX-License-Identifier: MIT
#include <algorithm>
#include <fmt/format.h>

#include "report/page/plot.hpp"
#include "report/page/plot_parts.hpp"

namespace vpsfit::report {
namespace {

// One row under the other: the name, the field of the values, a figure in words.
constexpr double width = 640;
constexpr double field_begin = 170;
constexpr double field_end = 520;
constexpr double row_height = 28;
constexpr double axis_height = 26;
constexpr std::size_t name_cells = 22;

double middle_of(std::size_t row) { return row_height * (static_cast<double>(row) + 0.5); }

void put_names(Markup& out, std::size_t row, std::string_view name, std::string_view label) {
  put_label(out, field_begin - 10, middle_of(row) + 4, cut_name(name, name_cells), "l", "end");
  put_label(out, width - 4, middle_of(row) + 4, label, "v", "end");
}

}  // namespace

Markup plot_runs(const Context& context, std::string_view id, std::string_view title, std::string_view description,
                 const std::vector<RunsRow>& rows) {
  double largest = 0;
  for (const auto& row : rows)
    for (const double value : row.values) largest = std::max(largest, value);
  const Axis axis = axis_to(largest, 5);
  const double scale = (field_end - field_begin) / axis.end;
  const double bottom = row_height * static_cast<double>(rows.size());
  Markup out = open_plot(id, width, bottom + axis_height, title, description);
  out.open("g", {{"aria-hidden", "true"}});
  for (const double tick : axis.ticks()) {
    const double x = field_begin + tick * scale;
    put_line(out, x, 0, x, bottom, "g");
    put_label(out, x, bottom + 17, context.figures.decimal(axis.label(tick)), "a", "middle");
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    put_names(out, i, rows[i].name, rows[i].label);
    const double middle = field_begin + rows[i].middle * scale;
    put_line(out, middle, middle_of(i) - 9, middle, middle_of(i) + 9, "m");
    for (const double value : rows[i].values)
      out.empty("circle", {{"class", "d"},
                           {"cx", coordinate(field_begin + value * scale)},
                           {"cy", coordinate(middle_of(i))},
                           {"r", "4"}});
  }
  out.close().close();
  return out;
}

Markup plot_bars(std::string_view id, std::string_view title, std::string_view description,
                 const std::vector<BarRow>& rows) {
  double low = 0;
  double high = 0;
  for (const auto& row : rows) low = std::min(low, row.value), high = std::max(high, row.value);
  const double range = high - low > 0 ? high - low : 1;
  const double scale = (field_end - field_begin) / range;
  const double zero = field_begin - low * scale;
  const double bottom = row_height * static_cast<double>(rows.size());
  Markup out = open_plot(id, width, bottom + 4, title, description);
  out.open("g", {{"aria-hidden", "true"}});
  for (std::size_t i = 0; i < rows.size(); ++i) {
    put_names(out, i, rows[i].name, rows[i].label);
    const double end = zero + rows[i].value * scale;
    put_box(out, std::min(zero, end), middle_of(i) - 8, std::max(end, zero) - std::min(zero, end), 16,
            rows[i].value < 0 ? "b neg" : "b");
  }
  put_line(out, zero, 0, zero, bottom, "z");
  out.close().close();
  return out;
}

}  // namespace vpsfit::report
