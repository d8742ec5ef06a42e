// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>
#include <vector>

#include "cli/report_inputs.hpp"
#include "forecast/change.hpp"

/// The yearly fees between two forecasts, a cause at a time.
namespace vpsfit::cli {

using BillsOf = std::map<std::string, forecast::Bills>;  ///< by subject

/// What the documents alone tell: both ends, the new plan's fee at the old rate, and every step that changed nothing
/// because what belongs to it (measurements, assumptions, plan files and day) is the same on both sides. Fails (input)
/// where a figure cannot be read.
[[nodiscard]] Result<BillsOf> bills_of_documents(const ForecastFile& before, const ForecastFile& after);

/// Every step computed again from the files: both forecasts' measurements and plans must be there.
[[nodiscard]] Result<BillsOf> bills_of_files(const ForecastFile& before, const FoundInputs& before_files,
                                             const ForecastFile& after, const FoundInputs& after_files);

}  // namespace vpsfit::cli
