// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "forecast/forecast.hpp"

namespace vpsfit::forecast {

/// What a result must keep, for a program that asks on every change: "annual_saving_min=40000".
struct Condition {
  std::string text;                      ///< as it was typed
  std::string subject;                   ///< empty: every subject that the key says something about
  std::string key;                       ///< one of condition_keys()
  Rational number;                       ///< of the keys with a number
  Robustness least = Robustness::tight;  ///< of robustness_min
};

/// annual_saving_min and annual_fee_max (in the result's currency), robustness_min (tight or robust), runs_min,
/// plan_age_max and rate_age_max (days before the day of the result).
[[nodiscard]] const std::vector<std::string>& condition_keys();

/// "KEY=VALUE" or "SUBJECT:KEY=VALUE". Fails (input) with the part that is not understood.
[[nodiscard]] Result<Condition> parse_condition(std::string_view text);

/// One sentence for every condition that does not hold, with the exact value seen. What is unknown does not hold. Fails
/// (input) where a condition names a subject that is not there.
[[nodiscard]] Result<std::vector<std::string>> broken_conditions(const Forecast& forecast,
                                                                 const std::vector<Condition>& conditions);

}  // namespace vpsfit::forecast
