// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "recording/reader.hpp"

namespace vpsfit::report {

/// The runs of a recording as CSV: one row a window, with its run's figures repeated; a run without windows has one
/// row.
[[nodiscard]] std::string show_csv(const std::vector<recording::RunSummary>& runs);

}  // namespace vpsfit::report
