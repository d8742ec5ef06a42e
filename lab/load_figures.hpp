// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <filesystem>
#include <string>

#include "lab/experiment.hpp"
#include "lab/generator.hpp"
#include "recording/load_results.hpp"

/// From an experiment to an order for a generator, and from its report to what is kept: the same steps when a run is
/// made and when its raw files are read again.
namespace vpsfit::lab {

/// What the generator is asked for in one window of `length`; its files stand in `folder`.
[[nodiscard]] LoadOrder load_order(const Experiment& experiment, const Subject& subject, const LoadPlan& load,
                                   std::chrono::nanoseconds length, const std::filesystem::path& folder);

/// All of a result that the report and the plan tell; names, CPU times, checks and flags are left as they are.
[[nodiscard]] recording::LoadResult load_result(const Experiment& experiment, const LoadPlan& load,
                                                const LoadReport& report);

/// The same of a warm-up window.
[[nodiscard]] recording::WarmUpResult warm_up_result(const LoadPlan& load, const LoadReport& report);

/// The generator's name and version, of what it printed when asked for it, and from when its latencies count: wherever
/// the one stands, so does the other.
[[nodiscard]] std::string described(const Generator& generator, std::string_view version_output, LatencyOrigin origin);

}  // namespace vpsfit::lab
