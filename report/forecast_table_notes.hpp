// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "forecast/forecast.hpp"

/// The running text below the forecast's tables. Each part ends with an empty line, or is empty.
namespace vpsfit::report {

/// Formulas, assumptions, rates with their days: what a reader needs to redo the sums.
[[nodiscard]] std::string computation_text(const forecast::Forecast& forecast);
/// Cheaper plans that were refused, nearest misses, excluded plans; long lists are cut with a count.
[[nodiscard]] std::string passed_over_text(const forecast::Forecast& forecast);
/// Every notice once, with the subjects it concerns where its text does not name them.
[[nodiscard]] std::string notes_text(const forecast::Forecast& forecast);

}  // namespace vpsfit::report
