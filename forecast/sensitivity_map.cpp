// SPDX-License-Identifier: MIT
#include "forecast/sensitivity_map.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

#include "forecast/choose.hpp"
#include "forecast/require.hpp"

namespace vpsfit::forecast {
namespace {

/// An offer that has all but perhaps the CPU, and what it takes of the assumptions to have that too.
struct Candidate {
  const Offer* offer;
  std::int64_t whole_cores;              ///< vCPU that a need, a whole number, may be
  std::optional<Rational> all_the_time;  ///< cores that may be busy for good, where the vendor publishes a share
};

/// Chosen wherever the other would be: it comes before it and has no less CPU of either kind.
bool stands_before(const Candidate& kept, const Candidate& later) {
  if (kept.whole_cores < later.whole_cores) return false;
  return !kept.all_the_time || (later.all_the_time && *kept.all_the_time >= *later.all_the_time);
}

/// Those of the front that some cell could choose, in market order. The core count is asked first, for most offers of a
/// large market end there.
std::vector<Candidate> candidates_of(const Need& need, const Market& market, const Selection& selection) {
  Need rest = need;
  rest.vcpus = 1;
  rest.sustained = Cores{};
  std::vector<Candidate> candidates;
  std::int64_t most_unlimited = 0;
  for (const std::size_t i : market.front) {
    const Offer& offer = market.offers[i];
    const auto& cpu = offer.plan->cpu;
    Candidate candidate{&offer, cpu.vcpus.floor().value_or(0), std::nullopt};
    if (candidate.whole_cores <= most_unlimited || shortage(rest, *offer.plan, selection).kinds() != 0) continue;
    if (cpu.baseline_share) candidate.all_the_time = cpu.vcpus * cpu.baseline_share->value();
    if (std::any_of(candidates.begin(), candidates.end(),
                    [&](const Candidate& kept) { return stands_before(kept, candidate); }))
      continue;
    if (!candidate.all_the_time) most_unlimited = candidate.whole_cores;
    candidates.push_back(std::move(candidate));
  }
  return candidates;
}

/// 1 - sustained / cores, as one fraction: brought to lowest terms once and not after each step.
Rational room_left(const Rational& sustained, std::int64_t cores) {
  mpq_class room;
  room.get_den() = sustained.mpq().get_den() * static_cast<long>(cores);
  room.get_num() = room.get_den() - sustained.mpq().get_num();
  room.canonicalize();
  return Rational::from(std::move(room));
}

/// The stretches of one row, by stepping over the candidates: the first one with enough whole cores at a headroom of 0
/// is chosen up to 1 - sustained / cores; from there on the next one with more cores is.
std::vector<SwitchPoint> switches_of(const std::vector<Candidate>& candidates, const Rational& sustained) {
  std::vector<SwitchPoint> switches;
  if (const auto least_cores = sustained.ceil()) {
    std::int64_t beyond = *least_cores - 1;  // cores that are not enough any more
    switches.reserve(candidates.size() + 1);
    for (const auto& candidate : candidates) {
      if (candidate.whole_cores <= beyond) continue;
      if (candidate.all_the_time && *candidate.all_the_time < sustained) continue;
      beyond = candidate.whole_cores;
      switches.push_back({room_left(sustained, candidate.whole_cores), candidate.offer});
    }
  }
  if (switches.empty() || switches.back().up_to < Rational(1)) switches.push_back({Rational(1), nullptr});
  return switches;
}

}  // namespace

Result<SensitivityMap> sensitivity_map(const Usage& usage, const Assumptions& assumptions, const Market& market,
                                       const Selection& selection, const std::vector<Rational>& headrooms,
                                       const std::vector<Rational>& core_performances) {
  VPSFIT_TRY(const Need need, require(usage, assumptions));
  const auto candidates = candidates_of(need, market, selection);
  SensitivityMap map;
  map.cells.reserve(headrooms.size() * core_performances.size());
  for (const auto& performance : core_performances) {
    auto& switches = map.switches.emplace_back(switches_of(candidates, need.cpu.count() / performance));
    auto column = headrooms.begin();
    for (const auto& [up_to, offer] : switches) {
      const auto end = std::upper_bound(column, headrooms.end(), up_to);
      map.cells.insert(map.cells.end(), static_cast<std::size_t>(end - column), offer);
      column = end;
    }
  }
  return map;
}

}  // namespace vpsfit::forecast
