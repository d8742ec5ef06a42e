// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "forecast/calibration.hpp"

namespace vpsfit::forecast {

/// What speaks against the runs of one side, whatever the other one did; none where all is well.
void add_run_refusals(const MeasuredSide& side, std::vector<Notice>& refusals);

}  // namespace vpsfit::forecast
