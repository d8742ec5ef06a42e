// SPDX-License-Identifier: MIT
#pragma once

#include "json/node.hpp"
#include "lab/experiment.hpp"

namespace vpsfit::lab {

/// What no single value shows: lists that are empty, names used twice or not defined, a warm-up whose maximum is below
/// its minimum. `root` is the file, for the places. Fails (input).
[[nodiscard]] Result<void> check_experiment(const Experiment& experiment, const json::Node& root);

}  // namespace vpsfit::lab
