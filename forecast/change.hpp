// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "core/money.hpp"

namespace vpsfit::forecast {

/// Why a bill changes, in the order in which the old is turned into the new: measured use; assumptions and selection;
/// plans on offer, their prices and the day; the rate of exchange.
inline constexpr std::array<std::string_view, 4> causes{"usage", "assumption", "price", "rate"};

/// A part of a change, with the causes that it cannot be split between: usually one.
struct ChangePart {
  std::vector<std::string> causes;
  Rational amount;  ///< new less old, in the result's currency
};

/// The yearly fee before anything changed, then after each cause; nullopt where it is unknown (no plan fits, or nobody
/// can say). One more than there are causes.
using Bills = std::array<std::optional<Rational>, causes.size() + 1>;

/// The change split along the causes. Between two known bills the causes stand together; parts of zero are left out;
/// what is left always sums to last - first. Empty where the first or the last is unknown.
[[nodiscard]] std::vector<ChangePart> split_change(const Bills& bills);

}  // namespace vpsfit::forecast
