// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "forecast/capacity/answer.hpp"
#include "forecast/capacity/carried.hpp"
#include "json/value.hpp"

/// CPU against request rate, for a terminal and for programs.
namespace vpsfit::report {

/// What is told of a capacity.
struct CapacityReport {
  forecast::Capacity capacity;
  std::optional<Money> budget;                            ///< a year
  std::vector<std::optional<forecast::Carried>> carried;  ///< of each subject, where a plan or a budget was named
};

[[nodiscard]] std::string capacity_text(const CapacityReport& report);
[[nodiscard]] json::Value capacity_json(const CapacityReport& report, std::string_view version);

}  // namespace vpsfit::report
