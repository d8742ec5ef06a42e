// SPDX-License-Identifier: MIT
#include "forecast/sensitivity_map.hpp"

#include <algorithm>
#include <optional>

#include "forecast/choose.hpp"
#include "forecast/require.hpp"

namespace vpsfit::forecast {
namespace {

/// An offer that has all but perhaps the CPU, and what it takes of the assumptions to have that too.
struct Candidate {
  const Offer* offer;
  Rational whole_cores;                       ///< vCPU that a need, a whole number, may be
  std::optional<Rational> least_performance;  ///< below it the published share is too small
};

std::vector<Candidate> candidates_of(const Need& need, const Market& market, const Selection& selection) {
  Need rest = need;
  rest.vcpus = 1;
  rest.sustained = Cores{};
  std::vector<Candidate> candidates;
  for (const std::size_t i : market.front) {
    const Offer& offer = market.offers[i];
    if (shortage(rest, *offer.plan, selection).kinds() != 0) continue;
    const auto& cpu = offer.plan->cpu;
    Candidate candidate{&offer, Rational(cpu.vcpus.floor().value_or(0)), std::nullopt};
    if (cpu.baseline_share) {
      const Rational all_the_time = cpu.vcpus * cpu.baseline_share->value();
      if (all_the_time.is_zero() && !need.cpu.count().is_zero()) continue;
      if (!all_the_time.is_zero()) candidate.least_performance = need.cpu.count() / all_the_time;
    }
    candidates.push_back(std::move(candidate));
  }
  return candidates;
}

/// The stretches of one row: the first candidate that holds a headroom of 0 holds it up to 1 - cpu / (cores x
/// performance); from there on a later one with more cores does.
std::vector<SwitchPoint> switches_of(const std::vector<Candidate>& candidates, const Rational& cpu,
                                     const Rational& performance) {
  std::vector<SwitchPoint> switches;
  std::optional<Rational> most_cores;
  for (const auto& candidate : candidates) {
    if (candidate.least_performance && performance < *candidate.least_performance) continue;
    if (most_cores && candidate.whole_cores <= *most_cores) continue;
    const Rational up_to = Rational(1) - cpu / (candidate.whole_cores * performance);
    if (up_to.is_negative()) continue;
    most_cores = candidate.whole_cores;
    switches.push_back({up_to, candidate.offer});
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
    auto& switches = map.switches.emplace_back(switches_of(candidates, need.cpu.count(), performance));
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
