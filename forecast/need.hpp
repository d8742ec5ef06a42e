// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/bytes.hpp"
#include "core/cores.hpp"
#include "core/notice.hpp"
#include "core/usage.hpp"
#include "forecast/assumptions.hpp"

namespace vpsfit::forecast {

enum class MemoryStatistic { max_sample, kernel_peak };

/// What a server must have, and which figures of which run decided it.
struct Need {
  std::int64_t vcpus = 1;  ///< whole cores, at least 1
  Rational vcpus_exact;    ///< before the ceiling
  Bytes memory;            ///< rounded up to whole bytes

  Cores cpu;                ///< highest run average
  std::size_t cpu_run = 0;  ///< index into Usage::runs
  Bytes memory_used;        ///< the figure that was multiplied
  std::size_t memory_run = 0;
  MemoryStatistic memory_statistic = MemoryStatistic::max_sample;
  std::vector<Notice> notices;
};

/// Usage -> need, as the study defines it:
///   vcpus  = ceil(max over runs of (cpu_usage / window) / core_performance / (1 - cpu_headroom)), at least 1
///   memory = ceil(max over runs of the largest sample x memory_factor + os_reserve)
/// The kernel's peak takes the place of the largest sample where it is higher and belongs to the run (PeakOrigin::run).
/// Equal runs: the first one decides. Fails (input) where a result does not fit 64 bits.
[[nodiscard]] Result<Need> require(const Usage& usage, const Assumptions& assumptions);

}  // namespace vpsfit::forecast
