// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "forecast/forecast.hpp"
#include "json/value.hpp"

namespace vpsfit::report {

inline constexpr std::string_view forecast_schema = "urn:vpsfit:schema:forecast:1";
inline constexpr std::string_view forecast_schema_version = "1.0";

/// The forecast as its published document (schema/forecast.schema.json). Exact numbers are decimal strings; what does
/// not end carries 9 decimals, maxima rounded down, minima and needs rounded up. `version` is the program's.
[[nodiscard]] json::Value forecast_json(const forecast::Forecast& forecast, std::string_view version);

}  // namespace vpsfit::report
