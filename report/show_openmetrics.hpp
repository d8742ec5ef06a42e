// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "recording/reader.hpp"

namespace vpsfit::report {

/// The runs and windows as OpenMetrics text (1.0): one family a figure, labels subject, run and, where it is of one,
/// window; what is unknown has no sample. Ends with "# EOF".
[[nodiscard]] std::string show_openmetrics(const std::vector<recording::RunSummary>& runs);

}  // namespace vpsfit::report
