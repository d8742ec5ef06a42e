// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "core/rational.hpp"

namespace vpsfit {

/// What a subject was loaded with: two subjects compare only under the same load.
struct Load {
  std::string name;                            ///< empty where it was not said
  std::optional<Rational> request_rate_per_s;  ///< unknown where it was not said
  bool operator==(const Load&) const = default;
};

}  // namespace vpsfit
