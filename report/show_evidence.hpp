// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "recording/reader.hpp"

namespace vpsfit::report {

/// One table a question, one row a window: how sure CPU and memory are, memory by each definition, and what went on
/// beside. A table of which nothing was recorded is left out. Starts with an empty line.
[[nodiscard]] std::string evidence_tables(const std::vector<recording::RunSummary>& runs, std::size_t width);

/// A line a subject: the limits that held, each with the group that sets it; empty where nothing was limited.
[[nodiscard]] std::string limits_text(const std::vector<recording::RunSummary>& runs);

}  // namespace vpsfit::report
