// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "forecast/forecast.hpp"
#include "json/value.hpp"

/// What the chosen plans cost over several years.
namespace vpsfit::report {

/// The parts and the sum; `total` is null where the sum rests on something that nobody tells, `total_if_unchanged` is
/// the sum with an unknown setup fee as none and an unknown renewal as the price of the first term.
[[nodiscard]] json::Value years_json(const forecast::YearsTotal& years, const forecast::Offer& offer);
/// A row a subject with a plan; empty where no years were asked for.
[[nodiscard]] std::string years_table(const forecast::Forecast& forecast, std::size_t width);

}  // namespace vpsfit::report
