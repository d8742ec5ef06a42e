// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "forecast/forecast.hpp"
#include "forecast/stack.hpp"
#include "json/value.hpp"

/// Several subjects on shared servers, for a terminal and for programs.
namespace vpsfit::report {

/// What is told of a stack.
struct StackReport {
  forecast::StackUsage usage;
  forecast::Stack stack;
  forecast::Assumptions assumptions;
  std::optional<forecast::Calibration> calibration;
  forecast::Selection selection;
  std::vector<forecast::InputFile> inputs;
  std::vector<std::vector<Notice>> refusals;  ///< of each subject: why its figures do not carry a result
  std::vector<forecast::ExcludedPlan> excluded;
};

[[nodiscard]] bool is_refused(const StackReport& report);
[[nodiscard]] std::string stack_text(const StackReport& report, std::size_t width);
[[nodiscard]] json::Value stack_json(const StackReport& report, std::string_view version);

}  // namespace vpsfit::report
