// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string_view>

#include "core/date.hpp"
#include "core/result.hpp"
#include "fx-rates/rate.hpp"
#include "fx-rates/store.hpp"

namespace vpsfit::fx {

/// Why a day has no rate. The error's message ends in the name, "[stale]", which stays the same for scripts.
enum class NoRate {
  currency_unknown,   ///< the store has no figure of that currency at all
  before_first_day,   ///< the day is before the first figure of a currency
  currency_ended,     ///< a currency was last published before the day
  gap,                ///< a currency has no figure on the publication day that the other side has
  days_missing,       ///< the store has earlier and later days, but not the publication days between
  not_yet_published,  ///< the only publication day that is missing is the day itself, or the day is in the future
  stale,              ///< the newest figures are too old: publication days lie between them and the day
};

[[nodiscard]] std::string_view code(NoRate why);
/// The reason of an error that look_up() gave; nothing for any other error.
[[nodiscard]] std::optional<NoRate> why_no_rate(const Error& error);

/// The rate of a pair for a day: of the last publication on or before it, and only where every day after that
/// publication up to the day asked is a weekend or a TARGET closing day. Both legs are of that one publication: an
/// older figure never stands in. The rate of a currency to itself is 1. Fails (unavailable) with one of the reasons
/// above; `today` tells a day to come from a store that is old.
[[nodiscard]] Result<Rate> look_up(const Store& store, const Pair& pair, Date asked, std::optional<Date> today);

}  // namespace vpsfit::fx
