// SPDX-License-Identifier: MIT
#include "forecast/break_even.hpp"

namespace vpsfit::forecast {

BreakEven break_even(const Need& need, const Assumptions& assumptions, const plans::Plan& plan) {
  BreakEven result;
  const Rational& cpu = need.cpu.count();
  const Rational& vcpus = plan.cpu.vcpus;
  const Rational& performance = assumptions.core_performance;
  const Rational usable = assumptions.cpu_headroom.complement();
  if (!cpu.is_zero()) {
    result.sustained_cpu_share_needed = cpu / (performance * vcpus);
    result.cpu_headroom_max = Rational(1) - *result.sustained_cpu_share_needed;
    result.core_performance_min = cpu / (vcpus * usable);
    result.cpu_growth_max = vcpus * performance * usable / cpu;
  }
  if (need.memory_used > Bytes{0}) {
    result.memory_factor_max =
        Rational((plan.memory.lower_bytes() - assumptions.os_reserve).count()) / Rational(need.memory_used.count());
    result.memory_growth_max = *result.memory_factor_max / assumptions.memory_factor;
  }
  return result;
}

}  // namespace vpsfit::forecast
