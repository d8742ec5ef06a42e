// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "fx-rates/rate.hpp"
#include "report/page/markup.hpp"

/// How much of one currency a unit of another bought, day by day. The field spans the values, not zero to the largest.
/// A column stands for a day, or for several where there are more days than columns, and then reaches from their lowest
/// to their highest rate. A day without publication is a gap, and none is ever filled in.
namespace vpsfit::report {

/// The rates of one pair, by day ascending, at least one (std::logic_error otherwise). The title names both currencies
/// and the source; the description tells days, lowest and highest as they were printed.
[[nodiscard]] Markup plot_rates(const fx::Pair& pair, const std::vector<fx::Rate>& rates);

/// The same in plain characters, for a terminal of `width` cells.
[[nodiscard]] std::string plot_rates_text(const fx::Pair& pair, const std::vector<fx::Rate>& rates, std::size_t width);

}  // namespace vpsfit::report
