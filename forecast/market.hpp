// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/date.hpp"
#include "core/money.hpp"
#include "forecast/filters.hpp"
#include "fx-rates/rate.hpp"
#include "plans/plan.hpp"

namespace vpsfit::forecast {

/// What the user allows and asks for, beside the need itself.
struct Selection {
  Date as_of{};                   ///< the day of the result; never the day it was computed
  Currency currency;              ///< fees are compared in it
  std::optional<Bytes> min_disk;  ///< disk space in the price
  bool stale_ok = false;          ///< take plans verified more than stale_days before as_of
  Filters filters{};              ///< what the buyer insists on
  std::int64_t years = 0;         ///< also tell what so many years cost; 0: not asked
};

/// A plan verified longer ago than this is remarked upon, and than that is left out.
inline constexpr int old_days = 90;
inline constexpr int stale_days = 180;

/// A plan that takes part, with what it costs a year.
struct Offer {
  const plans::Plan* plan = nullptr;
  const plans::Price* price = nullptr;    ///< the cheapest way to pay among the allowed ones
  const plans::Region* region = nullptr;  ///< where this price holds; nullptr: wherever the plan is sold
  Money annual_fee;            ///< unrounded, in the price's currency; one of two currencies in Selection::currency
  Money annual_fee_converted;  ///< in Selection::currency, unrounded
};

/// A plan that takes no part, whatever the need. Codes, the first that holds: unverified, end_of_sale, sold_out, stale,
/// no_price, promo_ended, no_rate; those of forecast/filters.hpp; stock_unknown, not_active (everywhere it is wanted).
struct ExcludedPlan {
  const plans::Plan* plan = nullptr;
  std::string code;
};

/// The plans that may be chosen, by the tie rule (lower fee, more memory, more vCPU, more traffic, id, vendor), and
/// those left out, by vendor and id. Points into the catalog.
struct Market {
  std::vector<Offer> offers;
  std::vector<ExcludedPlan> excluded;
  std::vector<std::size_t> front;  ///< the offers that some need could lead to; see forecast/front.hpp
};

/// Which plans may be chosen at all. Unknown stock, renewal or baseline share exclude nothing; known bad values do:
/// nobody verified it, its sale has ended (also: unavailable_after is before as_of), out of stock in all regions,
/// verified more than stale_days before as_of (unless stale_ok), all its prices are promotions that are over, or no
/// rate leads from its currency to the selection's.
[[nodiscard]] Market open_market(const plans::Catalog& catalog, const fx::RateTable& rates, const Selection& selection);

/// The cheapest way to pay for a plan on that day, whether or not the plan may be chosen; nullopt where it has no price
/// that holds, or no rate for it. A region's own prices hold there instead of the plan's; the cheapest region where it
/// is sold counts.
[[nodiscard]] std::optional<Offer> cheapest_offer(const plans::Plan& plan, const fx::RateTable& rates,
                                                  const Selection& selection);

}  // namespace vpsfit::forecast
