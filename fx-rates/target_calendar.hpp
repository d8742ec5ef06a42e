// SPDX-License-Identifier: MIT
#pragma once

#include "core/date.hpp"

/// The days on which TARGET, the payment system of the euro area, is closed: the ECB publishes no reference rates then.
/// The rates themselves are never found by the calendar; it only tells a quiet day from a missing one.
namespace vpsfit::fx {

/// Most days in a row without a publication: Good Friday to Easter Monday, or a long New Year.
inline constexpr int max_days_back = 4;

/// Easter Sunday in the Gregorian calendar.
[[nodiscard]] Date easter_sunday(date::year year);

/// Saturday, Sunday or a closing day. Since 2000: 1 January, Good Friday, Easter Monday, 1 May, 25 and 26 December
/// (ECB, 14 December 2000); in 1999 only 1 January and 25 December; besides these, 31 December of 1999 and of 2001.
[[nodiscard]] bool is_closed(Date day);

/// The first day after `day` on which the ECB publishes.
[[nodiscard]] Date next_open_day(Date day);

}  // namespace vpsfit::fx
