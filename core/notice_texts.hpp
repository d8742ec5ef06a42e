// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string_view>

namespace vpsfit {

/// One row of the table of notices. "{name}" in a text is replaced by the argument of that name.
struct NoticeText {
  int number;  ///< 1xx measuring, 2xx usage and need, 3xx plans, 4xx money and rates, 5xx calibrations, 6xx predictions
  std::string_view code;
  std::string_view english;
};

[[nodiscard]] std::span<const NoticeText> notice_texts();

}  // namespace vpsfit
