// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/usage.hpp"
#include "forecast/alternatives.hpp"
#include "forecast/assumptions.hpp"
#include "forecast/break_even.hpp"
#include "forecast/calibration.hpp"
#include "forecast/choose.hpp"
#include "forecast/comparison.hpp"
#include "forecast/need.hpp"
#include "forecast/neighbours.hpp"
#include "forecast/outcome.hpp"
#include "forecast/proof.hpp"
#include "forecast/robustness.hpp"
#include "forecast/saving.hpp"
#include "forecast/sensitivity.hpp"
#include "forecast/uncertainty.hpp"
#include "forecast/years.hpp"

namespace vpsfit::forecast {

enum class Status {
  ok,
  no_fit,   ///< no plan holds the need
  refused,  ///< a notice says why no saving may be computed; need and plan are kept where there was a usable run
};

/// One subject's whole answer.
struct SubjectForecast {
  Usage usage;
  Status status = Status::ok;
  std::optional<Need> need;                ///< nullopt: refused for want of a usable run
  Choice choice;                           ///< without an offer where no plan fits
  std::optional<Saving> saving;            ///< nullopt: no fit, refused, the baseline itself or without a plan, --alone
  std::optional<BreakEven> break_even;     ///< where a plan was chosen
  std::optional<Robustness> robustness;    ///< likewise
  std::optional<Sensitivity> sensitivity;  ///< where there is a need; points into the catalog
  std::optional<Neighbours> neighbours;    ///< where a plan was chosen
  std::vector<Alternative> alternatives;   ///< where none fits
  std::optional<Uncertainty> uncertainty;  ///< where there is a need
  std::optional<Proof> proof;              ///< likewise
  std::optional<YearsTotal> years;         ///< where a plan was chosen and years were asked for
  std::vector<Notice> notices;             ///< all of them, in order: usage, need, choice, comparison
  std::vector<Notice> refusals;            ///< those of them for which it is refused
};

/// A hashed input of a result.
struct InputFile {
  std::string path;  ///< as it was typed
  std::string sha256;
  std::string role;  ///< usage, plans, rates or calibration
};

struct Forecast {
  Selection selection;
  Comparison comparison;
  std::optional<Money>
      baseline_annual_fee;  ///< in its own currency, unrounded; nullopt: alone, or baseline without plan
  Assumptions assumptions;
  std::optional<Calibration> calibration;  ///< where the core performance was measured: nullopt: it is assumed
  std::vector<fx::Rate> rates;             ///< the ones that a fee of this result went through
  Market market;                           ///< points into the catalog, which must outlive the forecast
  std::vector<SubjectForecast> subjects;   ///< in input order
  std::vector<WhatIf> what_if;             ///< one a question, outcomes in the order of the subjects
  std::vector<Notice> notices;             ///< about the result as a whole
  std::vector<InputFile> inputs;           ///< filled in by whoever read them
  std::optional<Rational> at_rate;         ///< likewise: requests a second that the usages were predicted for
};

/// usage -> need -> plan -> saving for every subject. A subject is refused where its source says so, where its runs say
/// so (forecast/refusals.hpp), and where it was not loaded as the baseline was. Where the baseline itself has no plan
/// or is refused, nobody has a saving. `what_if` are questions as changed_assumptions() reads them. Fails (input): no
/// subject, two of one name, a comparison with what is not there or has no price in the result's currency, a question
/// that cannot be read. A calibration is what the core performance of the assumptions comes from: it is cited, and
/// subjects that were measured on another host than it was are refused.
[[nodiscard]] Result<Forecast> make_forecast(const std::vector<Usage>& usages, const plans::Catalog& catalog,
                                             const fx::RateTable& rates, const Assumptions& assumptions,
                                             const Selection& selection, const Comparison& comparison,
                                             const std::vector<std::string>& what_if = {},
                                             const std::optional<Calibration>& calibration = std::nullopt);

}  // namespace vpsfit::forecast
