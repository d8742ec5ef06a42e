// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "recording/reader.hpp"
#include "report/text_table.hpp"

namespace vpsfit::report {

/// The runs of a recording for a terminal of 80 columns: hosts, runs, windows, remarks.
[[nodiscard]] std::string show_table(const std::vector<recording::RunSummary>& runs,
                                     std::size_t width = terminal_width);

}  // namespace vpsfit::report
