// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "core/money.hpp"
#include "forecast/capacity/answer.hpp"
#include "forecast/market.hpp"

/// The inverse question: what request rate does a plan, or a budget, carry?
namespace vpsfit::forecast {

struct Carried {
  Offer offer;
  std::optional<double> rate;  ///< requests a second, no more than 1.5 times the highest measured; nullopt: none
  std::string lacks;           ///< what keeps it from carrying any: memory, vcpus; empty where it does
};

/// The highest rate whose CPU (the upper end of the interval) stays within the plan's whole cores less the headroom,
/// and within the share of them that its vendor lets one use all the time. The largest memory of all runs must fit.
/// nullopt where the subject has no line. Fails (input) where its need of memory does not fit 64 bits.
[[nodiscard]] Result<std::optional<Carried>> carried_by(const SubjectCapacity& subject, const Assumptions& assumptions,
                                                        const Offer& offer);

/// The offer within the budget (a year, in the market's currency) that carries most; of equals the first in market
/// order. nullopt where none costs so little, or the subject has no line.
[[nodiscard]] Result<std::optional<Carried>> most_for(const SubjectCapacity& subject, const Assumptions& assumptions,
                                                      const Market& market, const Money& budget);

}  // namespace vpsfit::forecast
