// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "core/money.hpp"
#include "forecast/market.hpp"
#include "fx-rates/rate.hpp"

namespace vpsfit::forecast {

inline constexpr std::int64_t most_years = 100;

/// What an offer costs over several years, part by part, each in the price's currency unless it says otherwise.
struct YearsTotal {
  YearsTotal(Money address, Money all) : ipv4(std::move(address)), as_known(std::move(all)) {}

  std::int64_t years = 1;
  std::int64_t first_periods = 0;     ///< periods at the price as it is offered: the first term, at least one
  std::int64_t renewed_periods = 0;   ///< those after it
  Rational first_term;                ///< first_periods x amount, or their share of 12 x cap a year where that is less
  Rational renewed;                   ///< renewed_periods x the renewal; x the amount where the renewal is unknown
  std::optional<Rational> setup_fee;  ///< once; nullopt: unknown, counted as none
  Money ipv4;                         ///< an address over all years; may be in another currency
  std::vector<std::string_view> unknown;  ///< setup_fee, renewal: what the sum rests on that nobody tells
  Money as_known;  ///< the sum, unrounded: in the price's currency, or in the result's where it is of two currencies
  std::optional<Rational> first_term_discount;  ///< what the first-term price would take off; never applied

  [[nodiscard]] bool is_known() const { return unknown.empty(); }
};

/// N years of an offer as they are billed: the setup fee once; the amount for the first term (the commitment, or one
/// period), the renewal after it; whole periods, so that three years paid at once are paid whole for two; hours with
/// their monthly cap; the IPv4 address by its years. Neither a first-term price nor a coupon is applied: what the
/// former would take off is told apart. `years` is 1..most_years (std::domain_error otherwise).
[[nodiscard]] YearsTotal total_of_years(const Offer& offer, std::int64_t years, const Currency& currency,
                                        const fx::RateTable& rates);

}  // namespace vpsfit::forecast
