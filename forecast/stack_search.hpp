// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "forecast/stack.hpp"

/// The searches behind stack(); every member is known to fit a plan alone.
namespace vpsfit::forecast {

using Group = std::vector<std::size_t>;  ///< members of one server, ascending

/// A way to divide the members, and its fee.
struct Division {
  std::vector<Group> groups;
  Rational fee;
  /// Lower fee, then fewer servers.
  [[nodiscard]] bool better_than(const Division& other) const;
};

/// Needs and fees of groups, asked for many times.
class GroupPrices {
 public:
  GroupPrices(const StackUsage& usage, const Assumptions& assumptions, const Market& market, const Selection& selection)
      : usage_(usage), assumptions_(assumptions), market_(market), selection_(selection) {}

  /// nullopt: no plan holds them together, or the sum is beyond 64 bits.
  [[nodiscard]] std::optional<Need> need(const Group& group) const;
  [[nodiscard]] const Offer* offer(const Group& group) const;  ///< the cheapest that holds them; nullptr: none
  [[nodiscard]] bool fits(const Group& group, const Offer& offer) const;
  [[nodiscard]] const Market& market() const { return market_; }
  [[nodiscard]] std::size_t count() const { return usage_.subjects.size(); }

 private:
  const StackUsage& usage_;
  const Assumptions& assumptions_;
  const Market& market_;
  const Selection& selection_;
};

/// The best division of these members, at most exact_stack of them; time grows as 3^n.
[[nodiscard]] Division best_division(const GroupPrices& prices, const Group& members);
/// A good division; asks for the price of some n^2 groups.
[[nodiscard]] Division good_division(const GroupPrices& prices);
/// No division costs less: for every pair of prices u a core and w a byte that no plan undercuts, u x the cores and
/// w x the bytes that all need together; and the dearest member alone.
[[nodiscard]] Rational least_fee(const GroupPrices& prices, const Assumptions& assumptions);

}  // namespace vpsfit::forecast
