// SPDX-License-Identifier: MIT
#pragma once

#include "forecast/forecast.hpp"
#include "json/value.hpp"

/// The parts of the forecast document that say how sure an answer is and how it came about.
namespace vpsfit::report {

[[nodiscard]] json::Value proof_json(const forecast::Proof& proof);
[[nodiscard]] json::Value neighbours_json(const forecast::Neighbours& neighbours);
[[nodiscard]] json::Value uncertainty_json(const forecast::Uncertainty& uncertainty);
[[nodiscard]] json::Value alternatives_json(const std::vector<forecast::Alternative>& alternatives);
[[nodiscard]] json::Value what_if_json(const forecast::Forecast& forecast);

}  // namespace vpsfit::report
