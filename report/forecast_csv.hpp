// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "forecast/forecast.hpp"

namespace vpsfit::report {

/// The forecast as CSV, a row a subject; unknown is empty. Amounts carry their currency's digits, `_exact` ones are
/// unrounded.
[[nodiscard]] std::string forecast_csv(const forecast::Forecast& forecast);

}  // namespace vpsfit::report
