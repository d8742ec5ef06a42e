// SPDX-License-Identifier: MIT
#pragma once

#include "cli/sample_start.hpp"

namespace vpsfit::cli {

/// The targets as container engines tell of them, without the cgroup tree. Fails: unavailable (no engine, not there),
/// input (several could be meant, no container).
[[nodiscard]] Result<Measured> open_engine_targets(const SampleOptions& options, const sampler::HostRoot& host);

}  // namespace vpsfit::cli
