// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "forecast/market.hpp"
#include "forecast/need.hpp"

namespace vpsfit::forecast {

/// By how much a plan is too small for a need, one figure per kind; all empty: it fits.
struct Shortage {
  std::optional<std::int64_t> vcpus;      ///< whole cores missing
  std::optional<Bytes> memory;            ///< by the plan's smaller reading
  std::optional<Rational> sustained_cpu;  ///< cores missing that may be used all the time
  std::optional<Bytes> disk;

  /// What is short, as codes, in this order: vcpus, memory, baseline_share, disk; none where it fits.
  [[nodiscard]] std::vector<std::string_view> codes() const;
  [[nodiscard]] int kinds() const;
  /// The first kind that is short; empty where it fits.
  [[nodiscard]] std::string_view code() const;
};

/// Does the plan fit the need?
///   vcpus >= need.vcpus, smaller reading of its memory >= need.memory,
///   vcpus x baseline_share >= need.sustained where the vendor publishes a share,
///   disk in the price >= min_disk where one is asked for and the disk is known.
[[nodiscard]] Shortage shortage(const Need& need, const plans::Plan& plan, const Selection& selection);

/// A plan that is cheaper than the chosen one and does not fit.
struct RejectedPlan {
  Offer offer;
  Shortage shortage;
};

/// A plan that nearly does: too small by so much, or big enough and excluded.
struct NearMiss {
  const plans::Plan* plan = nullptr;
  Shortage shortage;     ///< empty where it is excluded
  std::string excluded;  ///< code of ExcludedPlan; empty where it is too small
};

/// The answer for one need: an offer, or none ("no plan fits" is an answer, not an error).
struct Choice {
  std::optional<Offer> offer;
  std::vector<Offer> ties;  ///< other plans at the same fee that fit, in market order
  std::vector<RejectedPlan> rejected_cheaper;
  std::vector<NearMiss> nearest_misses;  ///< only where nothing fits
  std::vector<Notice> notices;
};

/// Need -> plan: the first offer in market order (lower fee, more memory, more vCPU, more traffic, id) that fits.
/// Where none does, the nearest misses are: per kind of shortage the plan that lacks nothing else and lacks the least
/// of it (of equals the cheapest); where every plan lacks several things, the one that lacks the fewest cores, then the
/// least memory; and every excluded plan that would fit.
[[nodiscard]] Choice choose(const Need& need, const Market& market, const Selection& selection);

/// The plan that would be chosen, without the reasons; nullptr where none fits.
[[nodiscard]] const Offer* first_fit(const Need& need, const Market& market, const Selection& selection);

}  // namespace vpsfit::forecast
