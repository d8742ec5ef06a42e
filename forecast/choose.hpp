// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/date.hpp"
#include "core/money.hpp"
#include "forecast/need.hpp"
#include "fx-rates/rate.hpp"
#include "plans/plan.hpp"

namespace vpsfit::forecast {

/// What the user allows and asks for, beside the need itself.
struct Selection {
  Date as_of{};                   ///< the day of the result; never the day it was computed
  Currency currency;              ///< fees are compared in it
  std::optional<Bytes> min_disk;  ///< included disk space
  bool stale_ok = false;          ///< take plans verified more than 180 days before as_of
};

/// A plan that takes part, with what it costs a year.
struct Offer {
  const plans::Plan* plan = nullptr;
  const plans::Price* price = nullptr;  ///< the cheapest way to pay among the allowed ones
  Money annual_fee;                     ///< in the plan's currency, unrounded
  Money annual_fee_converted;           ///< in Selection::currency, unrounded
};

/// A plan that takes no part, whatever the need. Codes: unverified, stale, sold_out, end_of_sale, no_price, no_rate,
/// currency_unknown.
struct ExcludedPlan {
  const plans::Plan* plan = nullptr;
  std::string code;
};

/// A plan that is cheaper than the chosen one and does not do. Codes: vcpus, memory, baseline_share, disk.
struct RejectedPlan {
  const plans::Plan* plan = nullptr;
  std::string code;
};

/// How far the nearest plan of one kind of shortage is from fitting.
struct NearMiss {
  const plans::Plan* plan = nullptr;
  std::optional<std::int64_t> short_vcpus;  ///< whole cores missing
  std::optional<Bytes> short_memory;
  std::optional<std::string> excluded;  ///< it would fit, and is excluded with this code
};

/// The market: offers sorted by the tie rule (fee, more memory, more vCPU, more traffic, id), and what was left out.
struct Market {
  std::vector<Offer> offers;
  std::vector<ExcludedPlan> excluded;
  std::vector<Offer> excluded_offers;  ///< the excluded ones that have a price, for near misses
};

/// Which plans may be chosen at all. Unknown stock, renewal or baseline share exclude nothing; known bad values do.
/// Older than 90 days before as_of: a notice with the choice; older than 180: excluded, unless stale_ok.
[[nodiscard]] Market open_market(const plans::Catalog& catalog, const fx::RateTable& rates, const Selection& selection);

/// The annual fee of one way to pay: a year as it is; a month x 12; an hour x 8760, or 12 x its monthly cap where that
/// is less; plus the setup fee and 12 x an IPv4 that is priced apart. First-term discounts and coupons are not
/// applied... see choose.cpp for each case.
[[nodiscard]] Money annual_fee(const plans::Plan& plan, const plans::Price& price);

/// The answer for one need: an offer, or none ("no plan fits" is an answer, not an error).
struct Choice {
  std::optional<Offer> offer;
  std::vector<Offer> ties;  ///< other plans at the same fee that fit
  std::vector<RejectedPlan> rejected_cheaper;
  std::vector<NearMiss> nearest_misses;  ///< only where nothing fits: the cheapest plan per kind of shortage
  std::vector<Notice> notices;
};

/// Need -> plan: the first offer in market order whose lower reading holds the need.
[[nodiscard]] Choice choose(const Need& need, const Market& market, const Selection& selection);

/// Does it fit, and if not, why not: empty, or the code of RejectedPlan.
[[nodiscard]] std::string misfit(const Need& need, const plans::Plan& plan, const Selection& selection);

}  // namespace vpsfit::forecast
