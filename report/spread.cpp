// SPDX-License-Identifier: MIT
#include "report/spread.hpp"

#include <algorithm>

#include "core/decimal.hpp"

namespace vpsfit::report {

std::optional<Rational> median(std::vector<Rational> values) {
  if (values.empty()) return std::nullopt;
  std::sort(values.begin(), values.end());
  const std::size_t middle = values.size() / 2;
  if (values.size() % 2 == 1) return values[middle];
  return (values[middle - 1] + values[middle]) / Rational(2);
}

std::optional<Spread> spread(const std::vector<Rational>& values) {
  const auto middle = median(values);
  if (!middle) return std::nullopt;
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  return Spread{*low, *middle, *high, values.size()};
}

json::Value range_json(const std::vector<Rational>& values) {
  const auto found = spread(values);
  if (!found) return {};
  const auto decimal = [](const Rational& value) { return to_decimal(value, Rounding::half_away); };
  return json::Value::object({{"low", decimal(found->low)},
                              {"median", decimal(found->middle)},
                              {"high", decimal(found->high)},
                              {"runs", static_cast<std::int64_t>(found->count)}});
}

}  // namespace vpsfit::report
