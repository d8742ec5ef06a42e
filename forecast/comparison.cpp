// SPDX-License-Identifier: MIT
#include "forecast/comparison.hpp"

#include <fmt/format.h>
#include <optional>

#include "core/text.hpp"

namespace vpsfit::forecast {
namespace {

tl::unexpected<Error> not_understood(std::string_view text, std::string_view why) {
  return fail(ErrorKind::input, fmt::format("'{}' is nothing to compare with: {}", printable(text, 80), why), {},
              "write VENDOR/PLAN, or a fee like \"12 USD/month\"");
}

std::optional<Rational> times_a_year(std::string_view period) {
  if (period == "year") return Rational(1);
  if (period == "month") return Rational(12);
  if (period == "hour") return Rational(8760);
  return std::nullopt;
}

}  // namespace

Result<Comparison> parse_against(std::string_view text) {
  const std::string_view trimmed = trim(text);
  const auto slash = trimmed.rfind('/');
  if (slash == std::string_view::npos) return not_understood(text, "there is no '/' in it");
  const std::string_view before = trimmed.substr(0, slash);
  const std::string_view after = trimmed.substr(slash + 1);
  if (before.find(' ') == std::string_view::npos) {
    if (before.empty() || after.empty()) return not_understood(text, "a name is missing beside the '/'");
    return AgainstPlan{std::string(before), std::string(after)};
  }
  const auto times = times_a_year(after);
  if (!times) return not_understood(text, "the period is not hour, month or year");
  const auto money = parse_money(before);
  if (!money) return not_understood(text, money.error().message);
  if (money->amount().is_negative()) return not_understood(text, "the fee is negative");
  return AgainstFee{money->times(*times), std::string(trimmed)};
}

}  // namespace vpsfit::forecast
