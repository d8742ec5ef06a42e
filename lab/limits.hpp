// SPDX-License-Identifier: MIT
#pragma once

#include <sys/types.h>

#include "core/result.hpp"
#include "lab/experiment.hpp"
#include "recording/reading.hpp"
#include "sampler/cgroup_tree.hpp"
#include "sampler/place.hpp"

namespace vpsfit::lab {

/// Over which a quota of CPU time is counted; the kernel's usual 100 ms.
inline constexpr std::int64_t quota_period_us = 100'000;

/// Puts the limits on a group of our own, before anything runs in it. Fails (unavailable) where this host has no place
/// for one of them: says which and what would do.
[[nodiscard]] Result<void> set_limits(const sampler::CgroupTree& tree, const sampler::Place& group,
                                      const ServerLimits& limits);
/// Reads back what really holds, over the group and its ancestors. Fails (refused) where it is not what was asked for.
[[nodiscard]] Result<recording::Limits> check_limits(const sampler::CgroupTree& tree, const sampler::Place& group,
                                                     const ServerLimits& limits);
/// The processors on which a process may run, as the kernel tells.
[[nodiscard]] Result<CpuSet> affinity_of(pid_t process);

}  // namespace vpsfit::lab
