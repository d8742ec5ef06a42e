// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "report/page/markup.hpp"

namespace vpsfit::report {

/// A coordinate with at most one decimal: "12.5".
[[nodiscard]] std::string coordinate(double value);

/// Ends and steps of an axis from zero: round numbers of which at most `most` fit.
struct Axis {
  double end = 1;
  double step = 1;
  int decimals = 0;  ///< that a step needs
  [[nodiscard]] std::vector<double> ticks() const;
  [[nodiscard]] std::string label(double tick) const;  ///< plain decimal text
};
/// An axis up to at least `largest` (>= 0).
[[nodiscard]] Axis axis_to(double largest, int most);

/// Opens <svg> with its title and description; the caller closes it.
[[nodiscard]] Markup open_plot(std::string_view id, double width, double height, std::string_view title,
                               std::string_view description);
/// A name from outside, cut to so many cells.
[[nodiscard]] std::string cut_name(std::string_view name, std::size_t cells);

void put_line(Markup& out, double x1, double y1, double x2, double y2, std::string_view css_class);
void put_box(Markup& out, double x, double y, double width, double height, std::string_view css_class);
/// `anchor`: start, middle, end.
void put_label(Markup& out, double x, double y, std::string_view text, std::string_view css_class,
               std::string_view anchor = "start");

}  // namespace vpsfit::report
