// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

#include "forecast/market.hpp"

namespace vpsfit::forecast {

/// The offers (as indices, in order) that some need could lead to: an offer is left out where one that comes before it
/// has at least as much of everything that a need may ask for. What is unknown of a plan counts as enough in
/// shortage(), so here it counts as most; traffic is compared only where both tell the same about it. Looking for the
/// first fit among these finds the same plan as among all, in far fewer steps.
[[nodiscard]] std::vector<std::size_t> front_of(const std::vector<Offer>& offers);

}  // namespace vpsfit::forecast
