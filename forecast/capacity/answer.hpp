// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/bytes.hpp"
#include "core/cores.hpp"
#include "core/load.hpp"
#include "forecast/assumptions.hpp"
#include "forecast/capacity/line.hpp"

/// CPU against request rate for several subjects: what was fitted, and the answers for the rate and server asked for.
namespace vpsfit::forecast {

struct CapacityRun {
  Load load;
  std::string run;
  Cores cores;
  Bytes memory;
  std::string left_out;  ///< code of the reason; empty: it counts
};

struct SubjectCapacity {
  std::string subject;
  std::vector<CapacityRun> runs;
  std::optional<Line> line;
  std::optional<Prediction> at_rate;  ///< where a rate was asked for
  std::optional<std::int64_t> vcpus;  ///< needed there, by the upper end of the interval
  std::optional<Bytes> memory;        ///< largest of the runs at that rate or more, else of all
  bool memory_of_all = false;         ///< no run was at that rate or more
  std::optional<double> carried;      ///< requests a second that the asked vCPU carry
  std::string refused;                ///< why there is no answer; empty where there is
};

struct Capacity {
  std::optional<Rational> rate;   ///< requests a second asked for
  std::optional<Rational> vcpus;  ///< of the server asked for
  Assumptions assumptions;
  std::vector<SubjectCapacity> subjects;
};

/// Fits every subject's line and answers. Fails (input) where a need does not fit 64 bits.
[[nodiscard]] Result<void> fit(Capacity& capacity);

}  // namespace vpsfit::forecast
