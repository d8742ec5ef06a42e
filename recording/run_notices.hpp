// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "recording/reader.hpp"

/// What a run's figures give reason to say.
namespace vpsfit::recording {

/// Figures that only a remark needs.
struct RunFacts {
  std::int64_t dropped_ticks = 0;
  std::optional<Bytes> current_max;               ///< largest memory.current
  std::optional<std::int64_t> throttled_periods;  ///< over the whole run, where more than none
};

/// Both need `run.running` and the figures.
void add_window_notices(const RunSummary& run, WindowSummary& window, bool counter_went_back);
void add_run_notices(RunSummary& run, const RunFacts& facts);
/// Puts what the sampler itself told before what was derived; where both speak of the same thing, the derived one
/// stays.
void merge_notices(RunSummary& run, std::vector<Notice> told);

}  // namespace vpsfit::recording
