// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "core/usage.hpp"
#include "forecast/stack.hpp"

namespace vpsfit::cli {

/// What the subjects of one recording used at the same moments, where their runs were made side by side: as many runs
/// each, the windows of the first ones together, then those of the second ones, and so on. A subject without a sample
/// at a moment counts there with its own largest figure, and what the kernel's peak exceeds its samples by is added to
/// every moment, so that a subject alone needs what require() says. Where the recording does not carry that, the sum of
/// the peaks comes back with the reason in `why`. Fails as sum_of_peaks() and where the file cannot be read.
[[nodiscard]] Result<forecast::StackUsage> used_together(const std::vector<std::string>& files,
                                                         const std::vector<Usage>& usages);

}  // namespace vpsfit::cli
