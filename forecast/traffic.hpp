// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/bytes.hpp"
#include "core/rational.hpp"
#include "forecast/choose.hpp"
#include "forecast/market.hpp"
#include "forecast/need.hpp"
#include "plans/plan.hpp"

/// What the traffic of a load costs beside the fee. A month is a twelfth of a year of 365 days, as everywhere here:
/// 730 hours.
namespace vpsfit::forecast {

inline constexpr std::int64_t seconds_a_month = 730 * 3600;

/// Traffic that a plan includes and what it says of more. Unknown figures stay unknown.
struct Allowance {
  bool unmetered = false;
  std::optional<Rational> included;  ///< bytes a month
  std::string direction;             ///< which bytes use it up: out, both, max (the larger of the two); empty: unknown
  plans::OveragePolicy policy = plans::OveragePolicy::unknown;
  std::optional<Rational> price;           ///< for one byte more, in one currency for all that is compared
  std::optional<Currency> price_currency;  ///< as the catalog has it; nothing after it was converted
  std::optional<Rational> throttle_mbit;   ///< the port's speed beyond
};

/// What an offer says of traffic where it is sold: the region's own words, else the plan's.
[[nodiscard]] Allowance allowance_of(const plans::Plan& plan, const plans::Region* region);

/// What a request moves, in bytes.
struct RequestBytes {
  Rational sent;                     ///< leave the server
  std::optional<Rational> received;  ///< arrive at it; nullopt: nobody said
};

/// The allowance and its price in terms of the bytes that leave the server alone: 1 TB that counts both ways is 500 GB
/// of them where as much arrives. An allowance of unknown direction is taken as one of what leaves. Where what arrives
/// counts and nobody said how much that is, the allowance is unknown.
[[nodiscard]] Allowance of_sent_bytes(Allowance allowance, const RequestBytes& request);

/// request_bytes x requests_per_s x seconds_a_month; bytes.
[[nodiscard]] Rational monthly_volume(const Rational& request_bytes, const Rational& requests_per_s);

/// Seconds of that load until the allowance is used, also where that is longer than a month; nothing where it is
/// unmetered or unknown, or nothing is sent.
[[nodiscard]] std::optional<Rational> seconds_until_used(const Allowance& allowance, const Rational& request_bytes,
                                                         const Rational& requests_per_s);

enum class Beyond {
  nothing,         ///< the allowance holds the volume
  billed,          ///< more is billed, at a known price
  billed_unknown,  ///< more is billed, nobody wrote at what price
  throttled,       ///< the port slows down
  suspended,       ///< the server is stopped
  unknown,         ///< the allowance or what follows is unknown
};
[[nodiscard]] std::string_view word(Beyond beyond);

/// What a volume means under an allowance.
struct Overage {
  Beyond beyond = Beyond::unknown;
  std::optional<Rational> bytes;  ///< beyond the allowance, a month
  std::optional<Rational> cost;   ///< a month; zero where nothing is beyond; nothing where it is unknown or not billed
};
[[nodiscard]] Overage overage(const Allowance& allowance, const Rational& volume);

/// One side of a comparison.
struct Side {
  Rational annual_fee;
  Allowance allowance;
};
/// The smallest monthly volume (bytes, more than zero) at which both sides cost the same a year, fee and billed traffic
/// together:  fee_a + 12 x price_a x max(0, V - included_a) = fee_b + 12 x price_b x max(0, V - included_b).
/// With one price p and the dearer plan's allowance not reached that is  included_b + (fee_a - fee_b) / 12 / p.
/// Nothing where there is none, or it lies where one side's cost is not known or not money.
[[nodiscard]] std::optional<Rational> volume_of_no_saving(const Side& a, const Side& b);

/// The first offer that fits the need and includes at least so many sent bytes a month for certain; nullptr where none
/// does.
[[nodiscard]] const Offer* first_fit_with_traffic(const Need& need, const Market& market, const Selection& selection,
                                                  const Rational& at_least, const RequestBytes& request);

}  // namespace vpsfit::forecast
