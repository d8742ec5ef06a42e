// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/bytes.hpp"
#include "core/cores.hpp"
#include "core/notice.hpp"

namespace vpsfit::forecast {

enum class MemoryStatistic { max_sample, kernel_peak };

/// What a server must have, and which figures of which run decided it.
struct Need {
  std::int64_t vcpus = 1;  ///< whole cores, at least 1
  Rational vcpus_exact;    ///< before the ceiling and the floor of 1
  Bytes memory;            ///< rounded up to whole bytes

  Cores cpu;                ///< highest run average, in cores of the measuring host
  std::size_t cpu_run = 0;  ///< index into Usage::runs
  Cores sustained;    ///< cpu / core_performance: cores of the server that are busy all the time, without headroom
  Bytes memory_used;  ///< the figure that was multiplied
  std::size_t memory_run = 0;
  MemoryStatistic memory_statistic = MemoryStatistic::max_sample;
  std::vector<Notice> notices;
};

}  // namespace vpsfit::forecast
