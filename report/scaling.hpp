// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "forecast/capacity/scaling.hpp"
#include "json/value.hpp"

namespace vpsfit::report {

[[nodiscard]] std::string scaling_text(const forecast::Scaling& scaling);
/// The document of the schema `scaling`; estimates carry six significant digits.
[[nodiscard]] json::Value scaling_json(const forecast::Scaling& scaling, std::string_view version);

}  // namespace vpsfit::report
