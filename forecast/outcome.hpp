// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/usage.hpp"
#include "forecast/assumptions.hpp"
#include "forecast/comparison.hpp"
#include "forecast/market.hpp"
#include "forecast/saving.hpp"

namespace vpsfit::forecast {

/// What other assumptions would lead to for one subject, in short.
struct Outcome {
  std::optional<std::int64_t> vcpus;  ///< needed; nullopt: the subject has no usable run
  const Offer* offer = nullptr;       ///< points into the market; nullptr: none fits
  std::optional<Saving> saving;       ///< where both sides have a plan and the subject may be compared
};

/// The parts of a forecast that stay while assumptions move. References must outlive it.
struct Scene {
  const std::vector<Usage>& usages;
  const std::vector<bool>& compared;  ///< may a saving be computed for this subject?
  const Market& market;
  const Selection& selection;
  const fx::RateTable& rates;
  const Comparison& comparison;
  const std::optional<Money>& compared_fee;  ///< of the forecast; a baseline subject's moves with the assumptions
};

/// One outcome a subject, in their order. Fails as require() does.
[[nodiscard]] Result<std::vector<Outcome>> outcomes(const Scene& scene, const Assumptions& assumptions);

/// "headroom=0.3", "core-performance=0.4", "memory-factor=1.5", "os-reserve=256MiB"; several with a comma between them:
/// the assumptions with these changed. Fails (input): another name, a value out of range, a name twice.
[[nodiscard]] Result<Assumptions> changed_assumptions(const Assumptions& assumptions, std::string_view text);

/// A question and its answer for every subject.
struct WhatIf {
  std::string text;  ///< as it was typed
  Assumptions assumptions;
  std::vector<Outcome> outcomes;
};

}  // namespace vpsfit::forecast
