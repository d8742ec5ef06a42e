// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "core/result.hpp"
#include "forecast/calibration.hpp"

namespace vpsfit::cli {

/// Which part of a recording a calibration is made of; window and load: empty for the usual or only one.
struct SideWish {
  std::string subject, window, load;
};

/// One side of a calibration from its recording: the subject's runs, the requests that a load generator counted in
/// them, the command where each run was one from its start to its end, and the host. Fails: io, input (no recording, no
/// such subject, window or load, runs of several hosts, load results that contradict themselves).
[[nodiscard]] Result<forecast::MeasuredSide> read_side(const std::string& file, const SideWish& wish);

}  // namespace vpsfit::cli
