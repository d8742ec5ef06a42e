// SPDX-License-Identifier: MIT
#include "report/page/plot_rates.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <stdexcept>

#include "core/date.hpp"
#include "core/text.hpp"
#include "report/page/plot_parts.hpp"

namespace vpsfit::report {
namespace {

constexpr double rates_width = 480;
constexpr double rates_left = 62;
constexpr double rates_right = 470;
constexpr double rates_top = 30;  // the title stands above
constexpr double rates_field = 140;
constexpr double rates_bottom = rates_top + rates_field;
constexpr std::size_t rates_columns = 408;  // one a unit of the field
constexpr std::size_t rates_lines = 10;
constexpr std::size_t rates_margin = 12;  // cells left of the axis

/// Rates of the days that share a column; nothing where none was published.
struct RateColumn {
  double first = 0, last = 0, low = 0, high = 0;
};
using RateColumns = std::vector<std::optional<RateColumn>>;

/// What is drawn: columns over the days, and the round numbers around the values.
struct RateField {
  RateColumns columns;
  double low = 0, high = 1, step = 1;
  int decimals = 0;

  [[nodiscard]] double share(double value) const { return (value - low) / (high - low); }
  [[nodiscard]] std::string label(double value) const { return fmt::format("{:.{}f}", value, decimals); }
};

RateColumns columns_of(const std::vector<fx::Rate>& rates, std::size_t most) {
  const Date first = rates.front().date_used;
  const auto days = static_cast<std::size_t>((rates.back().date_used - first).count()) + 1;
  RateColumns columns(std::min(days, most));
  for (const auto& rate : rates) {
    const auto day = static_cast<std::size_t>((rate.date_used - first).count());
    const double value = rate.value.approximate();
    auto& column = columns[day * columns.size() / days];
    if (!column) column = RateColumn{value, value, value, value};
    *column = {column->first, value, std::min(column->low, value), std::max(column->high, value)};
  }
  return columns;
}

RateField field_of(const std::vector<fx::Rate>& rates, std::size_t most_columns) {
  if (rates.empty()) throw std::logic_error("a plot of no rates");
  RateField field;
  field.columns = columns_of(rates, most_columns);
  field.low = field.high = rates.front().value.approximate();
  for (const auto& column : field.columns)
    if (column) field.low = std::min(field.low, column->low), field.high = std::max(field.high, column->high);
  const double apart = field.high - field.low;
  // A rate that never moved stands in the middle of a hundredth of itself.
  const double spread = apart > 0 ? apart : field.high / 100;
  if (!(apart > 0)) field.low -= spread / 2, field.high += spread / 2;
  const Axis axis = axis_to(spread, 4);
  field.step = axis.step;
  field.decimals = axis.decimals;
  field.low = std::floor(field.low / axis.step + 1e-9) * axis.step;
  field.high = std::ceil(field.high / axis.step - 1e-9) * axis.step;
  return field;
}

std::string what_is_plotted(const fx::Pair& pair) {
  return fmt::format("{}: {} for 1 {}", pair.code(), pair.to.code(), pair.from.code());
}
constexpr std::string_view rates_source = "source: European Central Bank";

std::string rate_on_day(const fx::Rate& rate) { return fmt::format("{} on {}", rate.printed, to_text(rate.date_used)); }

/// The finding of a plot: of equal rates the first day is named.
struct RatesFinding {
  std::string count, lowest, highest;
};
RatesFinding finding_of(const std::vector<fx::Rate>& rates) {
  const auto below = [](const fx::Rate& a, const fx::Rate& b) { return a.value < b.value; };
  return {fmt::format("{} rate{}", rates.size(), rates.size() == 1 ? "" : "s"),
          rate_on_day(*std::min_element(rates.begin(), rates.end(), below)),
          rate_on_day(*std::max_element(rates.begin(), rates.end(), below))};
}

/// One line a run of columns that touch; a lone column is a dot.
std::string rates_line(const RateField& field) {
  const double cell = (rates_right - rates_left) / static_cast<double>(field.columns.size());
  const auto y = [&](double value) { return coordinate(rates_bottom - field.share(value) * rates_field); };
  std::string line;
  bool pen_down = false;
  for (std::size_t i = 0; i < field.columns.size(); ++i) {
    const auto& column = field.columns[i];
    if (column) {
      const std::string x = coordinate(rates_left + cell * (static_cast<double>(i) + 0.5));
      line += (pen_down ? "L" : "M") + x + " " + y(column->first);
      if (!pen_down) line += "h0";
      if (column->low != column->high)
        line += fmt::format("V{}V{}V{}", y(column->low), y(column->high), y(column->last));
    }
    pen_down = column.has_value();
  }
  return line;
}

/// Is the height of a line of text, counted from below, within what the column reaches?
bool reaches(const RateColumn& column, const RateField& field, std::size_t line) {
  const auto line_at = [&](double value) {
    return std::min(static_cast<std::size_t>(field.share(value) * rates_lines), rates_lines - 1);
  };
  return line_at(column.low) <= line && line <= line_at(column.high);
}

}  // namespace

Markup plot_rates(const fx::Pair& pair, const std::vector<fx::Rate>& rates) {
  const RateField field = field_of(rates, rates_columns);
  const std::string title = fmt::format("{}; {}", what_is_plotted(pair), rates_source);
  const std::string first = to_text(rates.front().date_used), last = to_text(rates.back().date_used);
  const auto finding = finding_of(rates);
  Markup out = open_plot(
      "rates", rates_width, rates_bottom + 24, title,
      fmt::format("{} to {}: {}, lowest {}, highest {}", first, last, finding.count, finding.lowest, finding.highest));
  out.open("g", {{"aria-hidden", "true"}});
  put_label(out, rates_left, 16, title, "v");
  const auto ticks = static_cast<int>(std::lround((field.high - field.low) / field.step));
  for (int i = 0; i <= ticks; ++i) {
    const double value = field.low + field.step * i;
    const double y = rates_bottom - field.share(value) * rates_field;
    put_line(out, rates_left, y, rates_right, y, "g");
    put_label(out, rates_left - 6, y + 4, field.label(value), "a", "end");
  }
  put_label(out, rates_left, rates_bottom + 17, first, "a");
  if (rates.size() > 1) put_label(out, rates_right, rates_bottom + 17, last, "a", "end");
  out.empty("path", {{"class", "cpu"}, {"d", rates_line(field)}});
  out.close().close();
  return out;
}

std::string plot_rates_text(const fx::Pair& pair, const std::vector<fx::Rate>& rates, std::size_t width) {
  const std::size_t most = std::clamp<std::size_t>(width, rates_margin + 24, 202) - rates_margin - 2;
  const RateField field = field_of(rates, most);
  std::string text = fmt::format("{}\n{}\n", what_is_plotted(pair), rates_source);
  for (std::size_t line = rates_lines; line-- > 0;) {
    const bool outer = line + 1 == rates_lines || line == 0;
    std::string row = outer ? pad_left(field.label(line == 0 ? field.low : field.high), rates_margin)
                            : std::string(rates_margin, ' ');
    row += " |";
    for (const auto& column : field.columns) row += column && reaches(*column, field, line) ? '#' : ' ';
    text += row.substr(0, row.find_last_not_of(' ') + 1) + "\n";
  }
  const auto columns = field.columns.size();
  text += std::string(rates_margin + 1, ' ') + "+" + std::string(columns, '-') + "\n";
  const std::string first = to_text(rates.front().date_used);
  text += std::string(rates_margin + 2, ' ') + first;
  if (rates.size() > 1)
    text += pad_left(" " + to_text(rates.back().date_used), std::max(columns, std::size_t{21}) - first.size());
  const auto finding = finding_of(rates);
  return text + fmt::format("\n{}\nlowest  {}\nhighest {}\n", finding.count, finding.lowest, finding.highest);
}

}  // namespace vpsfit::report
