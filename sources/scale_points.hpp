// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/rational.hpp"
#include "core/result.hpp"

namespace vpsfit::sources {

/// Throughput under so many clients, measured by somebody else.
struct ScalePoint {
  std::string subject;
  Rational clients;     ///< >= 1
  Rational throughput;  ///< answered requests a second, > 0
};

/// CSV with the columns subject, clients, throughput_per_s in any order. Fails (input) with file:line:column.
[[nodiscard]] Result<std::vector<ScalePoint>> parse_scale_points(std::string_view text, const std::string& file);

}  // namespace vpsfit::sources
