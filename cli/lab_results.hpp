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
/// runs missed, errors in over 0.1 % of a run's requests, and a generator that was the limit, as refusals. The rules
/// are those of lab/flags.hpp. Also how many bytes an answer had, where the generator counted them. Fails (input) where
/// figures contradict each other: somebody changed them.
[[nodiscard]] Result<void> add_load_remarks(const std::string& recording, std::vector<Usage>& usages);

/// Puts the requests that a load generator counted into the runs of a usage, and tells the mode of their load: "rate",
/// "requests" or "saturated"; empty where the recording has no results of them, or of several modes. Fails as
/// add_load_remarks() does.
[[nodiscard]] Result<std::string> count_requests(const std::string& recording, Usage& usage);

}  // namespace vpsfit::cli
