// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "forecast/forecast.hpp"
#include "report/text_table.hpp"

namespace vpsfit::report {

/// The forecast for a terminal of 80 columns: what was measured, what follows from it, how far that holds; then how it
/// was computed, what was passed over and why, and the notices as notes.
[[nodiscard]] std::string forecast_table(const forecast::Forecast& forecast, std::size_t width = terminal_width);

}  // namespace vpsfit::report
