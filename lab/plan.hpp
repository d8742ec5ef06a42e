// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "lab/experiment.hpp"

namespace vpsfit::lab {

/// One fresh start of one subject and the loads that it gets, in their order.
struct PlannedRun {
  std::string id;           ///< "express-r2k-1"; the name of its folder
  std::size_t subject = 0;  ///< index into the experiment's
  std::int64_t repetition = 1;
  std::vector<std::size_t> loads;  ///< indices into the experiment's; one where each window has a start of its own
  std::string name;                ///< of the run in the recording: "r2k-1"
};

/// All runs of an experiment, in the order in which they will be made: interleaved A1 B1 A2 B2, blocked A1 A2 B1 B2.
[[nodiscard]] std::vector<PlannedRun> plan_runs(const Experiment& experiment);

/// The name of a run or of its folder for an attempt, counted from 1: the first has the name as it is,
/// "r2k-1-attempt2".
[[nodiscard]] std::string attempt_name(const std::string& name, int attempt);
/// The name of the window in which a load is measured: "load", which forecasts read, where each has a start of its own.
[[nodiscard]] std::string window_name(const Experiment& experiment, const LoadPlan& load);

/// The time that a run takes at least: its warm-up's minimum and its windows (those of fixed numbers of requests are
/// unknown and count nothing).
[[nodiscard]] nanoseconds least_time(const Experiment& experiment, const PlannedRun& run);

/// Hash of the experiment's text and of the plan: a stopped campaign goes on only with the same.
[[nodiscard]] std::string plan_hash(std::string_view toml, const std::vector<PlannedRun>& runs);

}  // namespace vpsfit::lab
