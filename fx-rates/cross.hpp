// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "core/date.hpp"
#include "fx-rates/rate.hpp"

namespace vpsfit::fx {

/// Significant digits of a cross or an inverse rate.
inline constexpr int cross_digits = 6;
/// Significant digits of the full quotient where it is printed.
inline constexpr int exact_digits = 28;

/// One side of a pair: the figure of the day and how many digits after the point the ECB prints for the currency.
struct PublishedLeg {
  Currency currency;
  std::string published;  ///< a figure that is_published_figure() takes
  int decimals = 0;       ///< at least as many as `published` has
};

/// The rate of a pair of two currencies from figures of one day; a side that is EUR has no leg (it is 1).
/// EUR/X: the published digits as they are. X/EUR: 1 / X. X/Y: Y / X. Never through a rounded inverse; the quotient is
/// rounded once, to cross_digits, half away from zero.
[[nodiscard]] Rate rate_from_legs(const Pair& pair, const std::optional<PublishedLeg>& from,
                                  const std::optional<PublishedLeg>& to, Date used, Date asked);

/// The full quotient as text: without trailing zeros where it ends within exact_digits, else rounded to so many;
/// nothing for a rate without a quotient.
[[nodiscard]] std::optional<std::string> exact_text(const Rate& rate);

/// Digits after the point: 2 for "366.90".
[[nodiscard]] int decimals_of(std::string_view figure);

}  // namespace vpsfit::fx
