// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "core/notice.hpp"
#include "core/usage.hpp"
#include "forecast/need.hpp"

namespace vpsfit::forecast {

/// A run must have reached this share of the request rate that it was to be measured at.
inline constexpr int least_rate_percent = 98;

/// Did the run answer fewer than least_rate_percent of the requests that its load asks for? Not where that is unknown.
[[nodiscard]] bool missed_rate(const RunUsage& run, const Load& load);
/// Has the run fewer than 3 samples, or fewer than half of those due?
[[nodiscard]] bool has_few_ticks(const RunUsage& run);

/// Why no saving may be computed from these measurements: idle; a run that its CPU limit held back or that lost
/// processes for want of memory (what it would have used is unknown); a run whose requests failed or that missed its
/// rate by more than 2 % (it did other work than the one compared); a run of fewer than 3 samples, or of fewer than
/// half of those due. None where all is well; what is unknown refuses nothing.
[[nodiscard]] std::vector<Notice> refusals(const Usage& usage, const Need& need);

}  // namespace vpsfit::forecast
