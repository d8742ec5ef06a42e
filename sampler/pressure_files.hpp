// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string_view>

#include "core/cores.hpp"
#include "recording/reading.hpp"

namespace vpsfit::sampler {

/// The totals of a pressure file (Documentation/accounting/psi.rst), microseconds since the group's beginning.
struct Pressure {
  std::optional<CpuTime> some, full;  ///< old kernels have no "full" line in cpu.pressure
  bool operator==(const Pressure&) const = default;
};
/// "some avg10=0.00 avg60=0.00 avg300=0.00 total=123": the total by its name, in any order; what is torn, unknown or
/// malformed is passed over.
[[nodiscard]] Pressure parse_pressure(std::string_view text);

/// The first line of /proc/stat, in units of 1/`ticks_per_second`: what all CPUs of the host did since its start. Time
/// of guests is part of user and nice already. Lines of old kernels that end early leave the rest unknown.
void parse_proc_stat(std::string_view text, long ticks_per_second, recording::Context& into);

}  // namespace vpsfit::sampler
