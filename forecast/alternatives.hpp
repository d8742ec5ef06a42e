// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "forecast/assumptions.hpp"
#include "forecast/choose.hpp"

namespace vpsfit::forecast {

/// What one could do where no plan fits. Each rests on something that was not measured, which `kind` names; none is
/// ever taken by itself.
struct Alternative {
  std::string kind;                      ///< several_servers, less_headroom, less_cpu, excluded_plan
  std::string plan;                      ///< "vendor/id"
  std::optional<std::int64_t> servers;   ///< several_servers: as many of the plan, the load split evenly
  std::optional<Rational> cpu_headroom;  ///< less_headroom: the most that the plan leaves
  std::optional<Rational> cpu_factor;    ///< less_cpu: the share of the measured CPU that the plan carries, below 1
  std::string excluded;                  ///< excluded_plan: why it takes no part
  std::optional<Money> annual_fee_converted;  ///< of all servers together, unrounded; nullopt: no price that counts
};

/// At most this many servers are thought of.
inline constexpr std::int64_t most_servers = 16;

/// For a need that nothing fits; empty where something does. Every server of several is a whole copy: it needs all the
/// memory, and its share of the CPU rounded up.
[[nodiscard]] std::vector<Alternative> alternatives(const Need& need, const Choice& choice,
                                                    const Assumptions& assumptions, const Market& market,
                                                    const Selection& selection);

}  // namespace vpsfit::forecast
