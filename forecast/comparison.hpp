// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "core/money.hpp"
#include "core/result.hpp"

namespace vpsfit::forecast {

/// --baseline SUBJECT: the plan that this subject gets.
struct AgainstSubject {
  std::string subject;
};
/// --against VENDOR/PLAN: a plan of the catalog, also one that could not be chosen.
struct AgainstPlan {
  std::string vendor;
  std::string id;
};
/// --against "12 USD/month": what somebody pays today.
struct AgainstFee {
  Money annual;
  std::string text;  ///< as it was typed
};
/// --alone: nothing.
struct Alone {};

/// What every subject is compared with.
using Comparison = std::variant<AgainstSubject, AgainstPlan, AgainstFee, Alone>;

/// Reads what --against takes: "VENDOR/PLAN", or "AMOUNT CURRENCY/PERIOD" with the period hour (x 8760), month (x 12)
/// or year. Fails (input) with the text.
[[nodiscard]] Result<Comparison> parse_against(std::string_view text);

}  // namespace vpsfit::forecast
