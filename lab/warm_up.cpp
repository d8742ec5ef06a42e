// SPDX-License-Identifier: MIT
#include "lab/warm_up.hpp"

namespace vpsfit::lab {

std::optional<Steadiness> steadiness(const std::vector<WarmUpWindow>& windows, const WarmUpRule& rule) {
  const auto count = static_cast<std::size_t>(rule.windows);
  if (count < 2 || windows.size() < count) return std::nullopt;
  std::vector<Rational> rates;
  Rational sum;
  for (auto at = windows.end() - static_cast<std::ptrdiff_t>(count); at != windows.end(); ++at) {
    rates.push_back(Rational(at->good) * Rational(1'000'000) / Rational(at->elapsed.count()));
    sum += rates.back();
  }
  if (sum.is_zero()) return std::nullopt;
  const Rational mean = sum / Rational(rule.windows);
  Rational squares;
  bool rising = true, falling = true;
  for (std::size_t i = 0; i < rates.size(); ++i) {
    squares += (rates[i] - mean) * (rates[i] - mean);
    if (i > 0 && rates[i] <= rates[i - 1]) rising = false;
    if (i > 0 && rates[i] >= rates[i - 1]) falling = false;
  }
  Steadiness result;
  result.cv_squared = squares / Rational(rule.windows - 1) / (mean * mean);
  result.cv_population_squared = squares / Rational(rule.windows) / (mean * mean);
  result.trend = (rates.back() - rates.front()) / mean;
  result.steady = result.cv_squared <= rule.cv_max.value() * rule.cv_max.value();
  result.drifting = (rising || falling) && abs(result.trend) > rule.cv_max.value();
  return result;
}

}  // namespace vpsfit::lab
