// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

#include "lab/experiment.hpp"

namespace vpsfit::lab {

/// What one warm-up window brought.
struct WarmUpWindow {
  std::int64_t good = 0;  ///< answers with 2xx
  std::chrono::microseconds elapsed{1};
};

/// What the last windows say together.
struct Steadiness {
  Rational cv_squared;             ///< (sample standard deviation / mean)^2 of the answers per second; divisor n - 1
  Rational cv_population_squared;  ///< the same with the divisor n
  Rational trend;                  ///< (last - first) / mean
  bool steady = false;             ///< the coefficient of variation is at most the rule's
  bool drifting = false;  ///< each window was faster (or slower) than the one before, by more than the rule's in all
};

/// Of the last `rule.windows` windows; nothing where there are fewer, or they brought no answers.
[[nodiscard]] std::optional<Steadiness> steadiness(const std::vector<WarmUpWindow>& windows, const WarmUpRule& rule);

}  // namespace vpsfit::lab
