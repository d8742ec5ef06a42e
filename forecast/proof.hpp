// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/usage.hpp"
#include "forecast/assumptions.hpp"
#include "forecast/calibration.hpp"
#include "forecast/choose.hpp"
#include "forecast/need.hpp"
#include "forecast/saving.hpp"

namespace vpsfit::forecast {

/// One line of arithmetic, so that a reader can redo it: the formula, the same with its numbers, what it gives
/// exactly, and what was made of that.
struct Step {
  std::string
      id;  ///< cpu_cores, core_performance (measured), vcpus, memory, annual_fee, rate, annual_saving, monthly_saving
  std::string formula;      ///< in the words of the document's members
  std::string substituted;  ///< the same with every number in it
  Rational exact;           ///< its value
  std::string result;       ///< the value that is used or shown from here on
  std::string unit;         ///< cores, vCPU, bytes, or a currency
  std::string rounding;     ///< how `result` came from `exact`; empty where it is the same
};

/// How one subject's answer came about.
struct Proof {
  std::vector<Step> steps;
  /// Kinds of need (vcpus, memory, baseline_share, disk, ...) that keep a cheaper plan out: those without any one of
  /// which a plan that comes earlier would be chosen; where no single one does, all that the cheaper plans lack. Empty
  /// where the first plan of all fits, or none.
  std::vector<std::string> binding;
};

/// What a proof is made from, beside the subject's own figures.
struct ProofSources {
  const Assumptions& assumptions;
  const std::optional<Calibration>& calibration;  ///< nullopt: the core performance is assumed
  const Market& market;
  const Selection& selection;
  const fx::RateTable& rates;
  const std::optional<Money>& compared_fee;  ///< nullopt: nothing to compare with
};

/// The steps that a subject has: none of a plan where none fits, none of a saving where there is none.
[[nodiscard]] Proof prove(const Usage& usage, const Need& need, const Choice& choice,
                          const std::optional<Saving>& saving, const ProofSources& sources);

/// The kinds of need that decide; see Proof::binding.
[[nodiscard]] std::vector<std::string> binding_needs(const Need& need, const Choice& choice, const Market& market,
                                                     const Selection& selection);

/// A number as it stands in a formula: a decimal where it ends as one, else a fraction in parentheses.
[[nodiscard]] std::string in_formula(const Rational& value);

}  // namespace vpsfit::forecast
