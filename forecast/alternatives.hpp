// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "forecast/assumptions.hpp"
#include "forecast/choose.hpp"

namespace vpsfit::forecast {

/// What one could do where no plan fits. Each rests on something that was not measured or not wanted, which `kind`
/// names; none is ever taken by itself.
struct Alternative {
  /// several_servers, other_region, other_vendor, less_headroom, less_cpu, lower_rate, excluded_plan
  std::string kind;
  std::string plan;                                ///< "vendor/id"
  std::optional<std::int64_t> servers = {};        ///< several_servers: as many of the plan, the load split evenly
  std::optional<Rational> cpu_headroom = {};       ///< less_headroom: the most that the plan leaves
  std::optional<Rational> cpu_factor = {};         ///< less_cpu: the share of the measured CPU that it carries, below 1
  std::optional<Rational> request_rate = {};       ///< lower_rate: requests a second that it carries, by the runs at
                                                   ///< several rates
  std::string excluded = {};                       ///< excluded_plan: why it takes no part
  std::optional<Money> annual_fee_converted = {};  ///< of all servers together, unrounded; nullopt: no price counts
  std::optional<Money> monthly_fee = {};  ///< of all servers, where the plan is also sold by the month, unrounded, in
                                          ///< the currency of that price
};

/// At most this many servers are thought of.
inline constexpr std::int64_t most_servers = 16;

/// Markets that one would have without a filter on where and from whom; only those with such a filter set.
struct WiderMarket {
  std::string kind;  ///< other_region, other_vendor
  Market market;
  Selection selection;
};
[[nodiscard]] std::vector<WiderMarket> wider_markets(const plans::Catalog& catalog, const fx::RateTable& rates,
                                                     const Selection& selection);

/// For a need that nothing fits; empty where something does. Every server of several is a whole copy: it needs all the
/// memory, and its share of the CPU rounded up.
[[nodiscard]] std::vector<Alternative> alternatives(const Need& need, const Choice& choice,
                                                    const Assumptions& assumptions, const Market& market,
                                                    const Selection& selection, const std::vector<WiderMarket>& wider);

/// The offer that carries most CPU among those that have everything else that is needed; nullptr: none has.
[[nodiscard]] const Offer* strongest(const Need& need, const Market& market, const Selection& selection);

}  // namespace vpsfit::forecast
