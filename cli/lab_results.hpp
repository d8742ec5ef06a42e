// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "core/result.hpp"
#include "core/usage.hpp"

/// What an experiment says about the recording that it made, for those who forecast from it.
namespace vpsfit::cli {

/// The load that the experiment names for its forecast; empty where there is none, or several experiments differ.
[[nodiscard]] Result<std::string> forecast_load_of(const std::string& recording);

/// Adds to each usage what its load results give reason to say: errors and a missed rate as notices; a rate that most
/// runs missed, and a generator that was the limit, as refusals. The rules are those of lab/flags.hpp.
/// Fails (input) where figures contradict each other: somebody changed them.
[[nodiscard]] Result<void> add_load_remarks(const std::string& recording, std::vector<Usage>& usages);

}  // namespace vpsfit::cli
