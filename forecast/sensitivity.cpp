// SPDX-License-Identifier: MIT
#include "forecast/sensitivity.hpp"

#include <algorithm>

#include "forecast/choose.hpp"
#include "forecast/require.hpp"

namespace vpsfit::forecast {
namespace {

/// The usual values and the assumed one, ascending, each once.
std::vector<Rational> values(std::vector<Rational> usual, const Rational& assumed) {
  usual.push_back(assumed);
  std::sort(usual.begin(), usual.end());
  usual.erase(std::unique(usual.begin(), usual.end()), usual.end());
  return usual;
}

}  // namespace

Result<Sensitivity> sensitivity(const Usage& usage, const Assumptions& assumptions, const Market& market,
                                const Selection& selection) {
  Sensitivity result;
  for (const auto& share :
       values({Rational(1, 10), Rational(2, 10), Rational(3, 10), Rational(4, 10)}, assumptions.cpu_headroom.value())) {
    VPSFIT_TRY(const Fraction headroom, Fraction::from(share));
    result.headrooms.push_back(headroom);
  }
  result.core_performances = values({Rational(4, 10), Rational(5, 10), Rational(6, 10), Rational(8, 10), Rational(1)},
                                    assumptions.core_performance);
  for (const auto& core_performance : result.core_performances) {
    auto& row = result.cells.emplace_back();
    for (const auto& headroom : result.headrooms) {
      Assumptions other = assumptions;
      other.core_performance = core_performance;
      other.cpu_headroom = headroom;
      VPSFIT_TRY(const Need need, require(usage, other));
      const Offer* const offer = first_fit(need, market, selection);
      row.push_back({need.vcpus, offer == nullptr ? nullptr : offer->plan});
    }
  }
  return result;
}

}  // namespace vpsfit::forecast
