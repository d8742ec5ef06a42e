// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "core/rational.hpp"
#include "json/value.hpp"

namespace vpsfit::report {

/// The middle value, or the mean of the two in the middle; nothing of nothing.
[[nodiscard]] std::optional<Rational> median(std::vector<Rational> values);

/// A range and the middle of one figure over the runs of a subject.
struct Spread {
  Rational low, middle, high;
  std::size_t count = 0;
};
[[nodiscard]] std::optional<Spread> spread(const std::vector<Rational>& values);

/// The spread as documents have it: {low, median, high} as decimals and the number of runs; null of nothing.
[[nodiscard]] json::Value range_json(const std::vector<Rational>& values);

}  // namespace vpsfit::report
