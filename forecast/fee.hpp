// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>

#include "core/money.hpp"
#include "core/rational.hpp"
#include "fx-rates/rate.hpp"
#include "plans/plan.hpp"

namespace vpsfit::forecast {

inline constexpr std::int64_t months_a_year = 12;

/// How many periods of a way to pay make a year: 1 for a year, 12 for a month, 8760 for an hour, 1/3 for three years
/// paid at once. The price's period_count must be positive (std::domain_error otherwise).
[[nodiscard]] Rational periods_a_year(const plans::Price& price);

/// What a year's fee is made of, each in the price's currency; `ipv4` may be in another one, see ipv4_currency.
struct FeeParts {
  Rational periods;        ///< amount x periods_a_year, or the cap where that is less
  Rational setup;          ///< zero where it is unknown
  Rational ipv4;           ///< a year of one address, zero where one is included or none is priced
  bool is_capped = false;  ///< `periods` is 12 x the monthly cap
};
[[nodiscard]] FeeParts fee_parts(const plans::Plan& plan, const plans::Price& price);

/// One IPv4 is priced in its own currency, else that of the plan's first price, however the plan is paid for.
[[nodiscard]] Currency ipv4_currency(const plans::Plan& plan, const plans::Price& price);

/// Is a fee for one IPv4 to be added that is in another currency than the price? Then no sum of the two is known
/// before both are converted.
[[nodiscard]] bool has_two_currencies(const plans::Plan& plan, const plans::Price& price);

/// What one year costs, paid this way, as it is offered to everybody:
///   a year as it is; a month x 12; an hour x 8760, or 12 x its monthly cap where that is less; several periods at once
///   by their share of a year; + the setup fee + a year of one IPv4 where that is priced apart and none is included.
/// A first-term discount and a coupon are recorded, lead to a notice and are not applied: the amount is the regular
/// one of the period, so that two plans compare by what they cost for good. An unknown setup fee counts as none and
/// leads to a notice. Exact and unrounded, in the price's currency. Not for a fee of two currencies (std::logic_error).
[[nodiscard]] Money annual_fee(const plans::Plan& plan, const plans::Price& price);

/// The same in another currency: each part x the rate of its own currency, unrounded. nullopt where a rate is missing.
[[nodiscard]] std::optional<Money> annual_fee_in(const Currency& currency, const plans::Plan& plan,
                                                 const plans::Price& price, const fx::RateTable& rates);

}  // namespace vpsfit::forecast
