// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "core/bytes.hpp"
#include "core/fraction.hpp"
#include "core/rational.hpp"

namespace vpsfit::forecast {

/// What is assumed rather than measured; printed with every result. The defaults are the study's.
struct Assumptions {
  Fraction core_performance =
      *Fraction::from(Rational(1, 2));  ///< a core of the server / a core of the measuring host; > 0
  Fraction cpu_headroom = *Fraction::from(Rational(1, 5));  ///< share of the server left unused; < 1
  Rational memory_factor = Rational(5, 4);                  ///< >= 1
  Bytes os_reserve = MiB(128);                              ///< >= 0
};

inline constexpr std::string_view cpu_formula =
    "ceil(max over runs of average cores / core_performance / (1 - cpu_headroom)), at least 1";
inline constexpr std::string_view memory_formula = "ceil(largest observed memory x memory_factor + os_reserve_bytes)";

}  // namespace vpsfit::forecast
