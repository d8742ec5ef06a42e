// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/result.hpp"
#include "core/usage.hpp"
#include "forecast/assumptions.hpp"
#include "forecast/market.hpp"
#include "forecast/need.hpp"

/// Several subjects on one server, or on the cheapest servers that hold them all.
namespace vpsfit::forecast {

/// Up to so many subjects every way to divide them is looked at; more than most_stacked are refused.
inline constexpr std::size_t exact_stack = 12;
inline constexpr std::size_t most_stacked = 100;

/// What the subjects used, row by row: rows of `cpu` are stretches of time, rows of `memory` moments, with a figure a
/// subject. Where nothing was measured at one time there is one row each, of every subject's own largest figure.
struct StackUsage {
  std::vector<std::string> subjects;
  std::vector<std::vector<Rational>> cpu;  ///< cores of the measuring host
  std::vector<std::vector<Bytes>> memory;
  bool one_clock = false;  ///< the rows are moments that all subjects were measured at
  std::string why;         ///< in words, why they are not; empty where they are
};

/// The sum of the peaks: what require() takes of each subject. Never too little, whatever happens at one time. Fails
/// (input): as require() does; no subject or more than most_stacked.
[[nodiscard]] Result<StackUsage> sum_of_peaks(const std::vector<Usage>& usages);

/// What a server must have that carries these subjects (indices into StackUsage::subjects):
///   vcpus  = ceil(max over rows of the sum of cores / core_performance / (1 - cpu_headroom)), at least 1
///   memory = ceil(max over rows of the sum of bytes x memory_factor + os_reserve), the reserve once a server
/// Fails (input) where a result does not fit 64 bits.
[[nodiscard]] Result<Need> need_together(const StackUsage& usage, const std::vector<std::size_t>& members,
                                         const Assumptions& assumptions);

/// A server, and who lives on it.
struct StackServer {
  Offer offer;
  Need need;
  std::vector<std::size_t> members;  ///< ascending
};

/// The answer. All fees are of a year, in Selection::currency, unrounded.
struct Stack {
  std::vector<StackServer> servers;  ///< by their first member; empty where somebody fits no plan alone
  std::vector<std::size_t> no_fit;   ///< those
  Rational fee;                      ///< of all servers
  Rational fee_alone;                ///< of the cheapest plan for each subject by itself
  Rational least;                    ///< no way to divide them is cheaper; the fee itself where that is exact
  bool exact = false;                ///< every way was looked at
};

/// The cheapest servers that hold all subjects. Up to exact_stack of them: the cheapest there is, of equal fees the one
/// with fewer servers. Beyond: the best of several packings (first fit by decreasing share onto likely plans, joining
/// pairs that save most), improved by moving
/// subjects one at a time and by dividing small servers anew; `least` bounds from below how much is lost by it.
[[nodiscard]] Result<Stack> stack(const StackUsage& usage, const Assumptions& assumptions, const Market& market,
                                  const Selection& selection);

}  // namespace vpsfit::forecast
