// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>

#include "core/quantity.hpp"
#include "core/rational.hpp"

namespace vpsfit {

/// CPU time used, in microseconds, as cpu.stat's usage_usec counts it.
using CpuTime = Quantity<struct CpuTimeTag, std::int64_t>;
/// CPU seconds per second: 1 is one core busy all the time. Exact.
using Cores = Quantity<struct CoresTag, Rational>;

/// The average over a window: counter difference between its edges / measured time between those two reads. The only
/// way from time to cores. `elapsed` must be positive (std::domain_error otherwise).
[[nodiscard]] inline Cores average_cores(CpuTime used, std::chrono::microseconds elapsed) {
  return Cores{Rational(used.count(), elapsed.count())};
}

}  // namespace vpsfit
