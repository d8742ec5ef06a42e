// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "core/result.hpp"
#include "forecast/forecast.hpp"
#include "json/value.hpp"
#include "report/load_groups.hpp"

/// What load generators reported, as it goes into documents.
namespace vpsfit::cli {

/// Of these subjects, under whatever load, with what forbids to publish it (lab/flags.hpp).
[[nodiscard]] Result<std::vector<report::ReportedLoad>> read_loads(const std::vector<std::string>& subjects,
                                                                   const std::vector<std::string>& recordings);

/// The forecast as its published document, with the load results of its subjects where a usage file is a recording that
/// has some. Fails (io, input) where they cannot be read.
[[nodiscard]] Result<json::Value> forecast_document(const forecast::Forecast& forecast,
                                                    const std::vector<std::string>& usage_files);

}  // namespace vpsfit::cli
