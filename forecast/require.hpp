// SPDX-License-Identifier: MIT
#pragma once

#include "core/result.hpp"
#include "core/usage.hpp"
#include "forecast/assumptions.hpp"
#include "forecast/need.hpp"

namespace vpsfit::forecast {

/// Usage -> need, as the study defines it:
///   vcpus  = ceil(max over runs of (cpu_usage / window) / core_performance / (1 - cpu_headroom)), at least 1
///   memory = ceil(max over runs of the largest sample x memory_factor + os_reserve)
/// The kernel's peak takes the place of the largest sample where it is higher and belongs to the run (PeakOrigin::run).
/// Equal runs: the first one decides. Fails (input): no runs, a window without time, assumptions out of range, a result
/// beyond 64 bits.
[[nodiscard]] Result<Need> require(const Usage& usage, const Assumptions& assumptions);

}  // namespace vpsfit::forecast
