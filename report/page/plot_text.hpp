// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>

#include "report/page/document.hpp"

namespace vpsfit::report {

/// CPU and memory of a run over time in plain characters, its windows named below: for a terminal of `width` cells. A
/// column shows the largest value of its time; a column without a sample stays empty, and none is ever filled in.
[[nodiscard]] std::string plot_text(const RecordedRun& run, std::size_t width);

}  // namespace vpsfit::report
