// SPDX-License-Identifier: MIT
#include "forecast/condition.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "core/decimal.hpp"
#include "core/text.hpp"

namespace vpsfit::forecast {
namespace {

std::string shown(const Rational& value) { return to_decimal(value, Rounding::half_away); }

/// A value that a condition looks at; text empty: unknown.
struct Seen {
  bool holds = false;
  std::string text;
};

Seen at_least(const std::optional<Rational>& value, const Rational& least) {
  return value ? Seen{*value >= least, shown(*value)} : Seen{};
}
Seen at_most(const std::optional<Rational>& value, const Rational& most) {
  return value ? Seen{*value <= most, shown(*value)} : Seen{};
}

std::optional<Rational> plan_age(const SubjectForecast& subject, Date as_of) {
  const auto& offer = subject.choice.offer;
  if (!offer || !offer->plan->verified_on) return std::nullopt;
  return Rational((as_of - *offer->plan->verified_on).count());
}

/// Robust is more than tight, and tight more than flips.
int rank(Robustness robustness) {
  return robustness == Robustness::robust ? 2 : robustness == Robustness::tight ? 1 : 0;
}

std::string_view word(Robustness robustness) {
  return robustness == Robustness::robust ? "robust" : robustness == Robustness::tight ? "tight" : "flips";
}

/// A number of a subject that refused or fits nowhere is unknown.
Seen look(const Condition& condition, const SubjectForecast& subject, const Forecast& forecast) {
  const auto& offer = subject.choice.offer;
  const bool answered = subject.status == Status::ok;
  if (condition.key == "annual_saving_min")
    return at_least(subject.saving ? std::optional(subject.saving->annual.amount()) : std::nullopt, condition.number);
  if (condition.key == "annual_fee_max")
    return at_most(answered && offer ? std::optional(offer->annual_fee_converted.amount()) : std::nullopt,
                   condition.number);
  if (condition.key == "runs_min")
    return at_least(Rational(static_cast<std::int64_t>(subject.usage.runs.size())), condition.number);
  if (condition.key == "plan_age_max") return at_most(plan_age(subject, forecast.selection.as_of), condition.number);
  if (!answered || !subject.robustness) return {};
  return {rank(*subject.robustness) >= rank(condition.least), std::string(word(*subject.robustness))};
}

bool is_baseline(const Forecast& forecast, const SubjectForecast& subject) {
  const auto* const baseline = std::get_if<AgainstSubject>(&forecast.comparison);
  return baseline != nullptr && baseline->subject == subject.usage.subject;
}

std::string broken(const Condition& condition, const std::string& what, const Seen& seen) {
  return fmt::format("{} does not hold: {}", printable(condition.text),
                     seen.text.empty() ? what + " is unknown" : what + " is " + seen.text);
}

void check_rates(const Condition& condition, const Forecast& forecast, std::vector<std::string>& found) {
  for (const auto& rate : forecast.rates) {
    const Seen seen = at_most(Rational((forecast.selection.as_of - rate.date_used).count()), condition.number);
    if (!seen.holds)
      found.push_back(
          broken(condition, fmt::format("the age of {}/{} in days", rate.from.code(), rate.to.code()), seen));
  }
}

}  // namespace

const std::vector<std::string>& condition_keys() {
  static const std::vector<std::string> keys{"annual_saving_min", "annual_fee_max", "robustness_min",
                                             "runs_min",          "plan_age_max",   "rate_age_max"};
  return keys;
}

Result<Condition> parse_condition(std::string_view text) {
  const auto wrong = [&](std::string what, std::string remedy) {
    return fail(ErrorKind::input, fmt::format("'{}': {}", printable(text, 80), what), {}, std::move(remedy));
  };
  const auto equals = text.rfind('=');
  if (equals == std::string_view::npos) return wrong("there is no '=' in it", "write it like annual_saving_min=40000");
  const std::string_view before = trim(text.substr(0, equals));
  const std::string_view value = trim(text.substr(equals + 1));
  const auto colon = before.rfind(':');
  Condition condition{std::string(text), {}, {}, {}, {}};
  if (colon != std::string_view::npos) condition.subject = std::string(before.substr(0, colon));
  condition.key = std::string(colon == std::string_view::npos ? before : before.substr(colon + 1));
  const auto& keys = condition_keys();
  if (std::find(keys.begin(), keys.end(), condition.key) == keys.end()) {
    const auto near = near_name(condition.key, keys);
    return wrong(fmt::format("'{}' is no condition", printable(condition.key, 60)),
                 near ? fmt::format("did you mean {}?", *near) : fmt::format("there are: {}", fmt::join(keys, ", ")));
  }
  if (condition.key == "robustness_min") {
    if (value != "tight" && value != "robust")
      return wrong("the value is neither tight nor robust", "give one of them");
    condition.least = value == "robust" ? Robustness::robust : Robustness::tight;
    return condition;
  }
  const auto number = parse_decimal(value);
  if (!number) return wrong(number.error().message, "give a number");
  if (condition.key == "rate_age_max" && !condition.subject.empty())
    return wrong("a rate belongs to no subject", "leave out the subject");
  condition.number = *number;
  return condition;
}

Result<std::vector<std::string>> broken_conditions(const Forecast& forecast, const std::vector<Condition>& conditions) {
  std::vector<std::string> found;
  for (const auto& condition : conditions) {
    if (condition.key == "rate_age_max") {
      check_rates(condition, forecast, found);
      continue;
    }
    bool any = condition.subject.empty();
    for (const auto& subject : forecast.subjects) {
      const bool named = condition.subject == subject.usage.subject;
      any = any || named;
      const bool meant =
          condition.subject.empty() ? !(condition.key == "annual_saving_min" && is_baseline(forecast, subject)) : named;
      if (!meant) continue;
      const Seen seen = look(condition, subject, forecast);
      const std::string what = condition.key.substr(0, condition.key.rfind('_'));
      if (!seen.holds)
        found.push_back(broken(condition, fmt::format("{} of {}", what, printable(subject.usage.subject, 80)), seen));
    }
    if (!any)
      return fail(ErrorKind::input, fmt::format("there is no subject '{}'", printable(condition.subject, 80)),
                  "--require", "name one of the forecast");
  }
  return found;
}

}  // namespace vpsfit::forecast
