// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "core/bytes.hpp"
#include "core/fraction.hpp"
#include "core/rational.hpp"
#include "core/result.hpp"

namespace vpsfit::forecast {

/// What is assumed rather than measured; printed with every result. The defaults are the study's.
struct Assumptions {
  Rational core_performance = Rational(1, 2);  ///< what a core of the server does / one of the measuring host; > 0
  Fraction cpu_headroom = *Fraction::from(Rational(1, 5));  ///< share of the server left unused; < 1
  Rational memory_factor = Rational(5, 4);                  ///< >= 1
  Bytes os_reserve = MiB(128);                              ///< >= 0
  bool operator==(const Assumptions&) const = default;
};

/// Fails (input) where a value is outside the range that is written beside it.
[[nodiscard]] Result<void> check(const Assumptions& assumptions);

struct Range {
  Rational low, high;
};

/// How far the two that are known least may be off, around what is assumed: 0.1 to 0.3 and 0.4 to 0.6 around the
/// defaults. A headroom 0.1 less (never below none) or more (never past half of what it leaves); a core performance a
/// fifth less or more, whether assumed or measured.
[[nodiscard]] Range headroom_range(const Assumptions& assumptions);
[[nodiscard]] Range core_performance_range(const Assumptions& assumptions);

inline constexpr std::string_view cpu_formula =
    "ceil(max over runs of average cores / core_performance / (1 - cpu_headroom)), at least 1";
inline constexpr std::string_view memory_formula = "ceil(largest observed memory x memory_factor + os_reserve_bytes)";

}  // namespace vpsfit::forecast
