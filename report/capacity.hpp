// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "forecast/capacity/answer.hpp"
#include "json/value.hpp"

/// CPU against request rate, for a terminal and for programs.
namespace vpsfit::report {

[[nodiscard]] std::string capacity_text(const forecast::Capacity& capacity);
[[nodiscard]] json::Value capacity_json(const forecast::Capacity& capacity, std::string_view version);

}  // namespace vpsfit::report
