// SPDX-License-Identifier: MIT
#include <algorithm>
#include <fmt/format.h>

#include "core/text.hpp"
#include "report/page/plot.hpp"
#include "report/page/plot_parts.hpp"

namespace vpsfit::report {
namespace {

// One row under the other: a line with the name and the figure in words, below it the field of the values. Narrow, so
// that it stays readable on a telephone without scrolling.
constexpr double rows_width = 400;
constexpr double field_begin = 10;
constexpr double field_end = rows_width - 10;
constexpr double row_height = 42;
constexpr double text_base = 15;     // of the line of text, from the row's top
constexpr double field_middle = 28;  // of the field, from the row's top
constexpr double axis_height = 20;
constexpr std::size_t cells_of_row = 46;

double top_of(std::size_t row) { return row_height * static_cast<double>(row); }

void put_texts(Markup& out, std::size_t row, std::string_view name, std::string_view label) {
  const std::size_t taken = display_width(label) + 2;
  const std::size_t left = cells_of_row > taken + 8 ? cells_of_row - taken : 8;
  put_label(out, field_begin - 6, top_of(row) + text_base, cut_name(name, left), "l");
  put_label(out, field_end + 6, top_of(row) + text_base, label, "v", "end");
}

}  // namespace

Markup plot_runs(const Context& context, std::string_view id, std::string_view title, std::string_view description,
                 const std::vector<RunsRow>& rows) {
  double largest = 0;
  for (const auto& row : rows)
    for (const double value : row.values) largest = std::max(largest, value);
  const Axis axis = axis_to(largest, 5);
  const double scale = (field_end - field_begin) / axis.end;
  const double bottom = top_of(rows.size());
  Markup out = open_plot(id, rows_width, bottom + axis_height, title, description);
  out.open("g", {{"aria-hidden", "true"}});
  for (const double tick : axis.ticks()) {
    const double x = field_begin + tick * scale;
    for (std::size_t i = 0; i < rows.size(); ++i)
      put_line(out, x, top_of(i) + field_middle - 8, x, top_of(i) + field_middle + 8, "g");
    const std::string_view anchor = tick == 0 ? "start" : tick == axis.end ? "end" : "middle";
    const double shift = tick == 0 ? -6 : tick == axis.end ? 6 : 0;
    put_label(out, x + shift, bottom + 12, context.figures.decimal(axis.label(tick)), "a", anchor);
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const double y = top_of(i) + field_middle;
    put_texts(out, i, rows[i].name, rows[i].label);
    put_line(out, field_begin, y, field_end, y, "g");
    const double middle = field_begin + rows[i].middle * scale;
    for (const double value : rows[i].values)
      out.empty("circle",
                {{"class", "d"}, {"cx", coordinate(field_begin + value * scale)}, {"cy", coordinate(y)}, {"r", "4.5"}});
    put_line(out, middle, y - 8, middle, y + 8, "m");
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
  Markup out = open_plot(id, rows_width, top_of(rows.size()), title, description);
  out.open("g", {{"aria-hidden", "true"}});
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const double y = top_of(i) + field_middle;
    put_texts(out, i, rows[i].name, rows[i].label);
    const double end = zero + rows[i].value * scale;
    put_box(out, std::min(zero, end), y - 7, std::max(end, zero) - std::min(zero, end), 14,
            rows[i].value < 0 ? "b neg" : "b");
    put_line(out, zero, y - 10, zero, y + 10, "z");
  }
  out.close().close();
  return out;
}

}  // namespace vpsfit::report
