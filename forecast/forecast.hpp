// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/usage.hpp"
#include "forecast/assumptions.hpp"
#include "forecast/break_even.hpp"
#include "forecast/choose.hpp"
#include "forecast/need.hpp"
#include "forecast/saving.hpp"

namespace vpsfit::forecast {

/// What every subject is compared with.
struct AgainstSubject {
  std::string subject;
};  ///< --baseline SUBJECT
struct AgainstPlan {
  std::string vendor;
  std::string id;
};  ///< --against VENDOR/PLAN
struct AgainstFee {
  Money annual;
  std::string text;
};                ///< --against "12 USD/month"
struct Alone {};  ///< --alone
using Comparison = std::variant<AgainstSubject, AgainstPlan, AgainstFee, Alone>;

enum class Status { ok, no_fit, refused };

/// One subject's whole answer.
struct SubjectForecast {
  Usage usage;
  Status status = Status::ok;
  Need need;
  Choice choice;                        ///< without an offer where status is no_fit
  std::optional<Saving> saving;         ///< nullopt: no fit, refused, the baseline itself, --alone
  std::optional<BreakEven> break_even;  ///< where a plan was chosen
  std::vector<Notice> notices;          ///< all of them, in order: usage, need, choice, comparison
};

/// A hashed input of a result.
struct InputFile {
  std::string path;
  std::string sha256;
};

struct Forecast {
  Date as_of{};
  Currency currency;
  Comparison comparison;
  std::optional<Money> baseline_annual_fee;  ///< in its own currency
  Assumptions assumptions;
  fx::RateTable rates;                    ///< the ones that were used
  Market market;                          ///< points into the catalog, which must outlive the forecast
  std::vector<SubjectForecast> subjects;  ///< in input order
  std::vector<Notice> notices;
  std::vector<InputFile> inputs;
};

/// usage -> need -> plan -> saving for every subject. Fails (input) where the comparison names a subject or plan that
/// is not there.
[[nodiscard]] Result<Forecast> make_forecast(const std::vector<Usage>& usages, const plans::Catalog& catalog,
                                             const fx::RateTable& rates, const Assumptions& assumptions,
                                             const Selection& selection, const Comparison& comparison);

}  // namespace vpsfit::forecast
