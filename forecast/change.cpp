// SPDX-License-Identifier: MIT
#include "forecast/change.hpp"

namespace vpsfit::forecast {

std::vector<ChangePart> split_change(const Bills& bills) {
  std::vector<ChangePart> parts;
  if (!bills.front() || !bills.back()) return parts;
  Rational before = *bills.front();
  std::vector<std::string> open;
  for (std::size_t i = 0; i < causes.size(); ++i) {
    open.emplace_back(causes[i]);
    const auto& after = bills[i + 1];
    if (!after) continue;
    Rational amount = *after - before;
    if (!amount.is_zero()) parts.push_back({open, std::move(amount)});
    before = *after;
    open.clear();
  }
  return parts;
}

}  // namespace vpsfit::forecast
