// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/forecast_inputs.hpp"
#include "cli/report_inputs.hpp"
#include "core/result.hpp"
#include "core/usage.hpp"
#include "forecast/forecast.hpp"
#include "report/page/check.hpp"

/// Computes a published forecast once more from what it was made of.
namespace vpsfit::cli {

/// All that a published forecast was computed from.
struct Remade {
  std::vector<Usage> usages;
  plans::Catalog catalog;
  fx::RateTable rates;
  forecast::Assumptions assumptions;
  forecast::Selection selection;
  forecast::Comparison comparison;
  std::vector<std::string> questions;  ///< what-if
  std::optional<forecast::Calibration> calibration;
  UsageWish wish;  ///< what the usages were read by
};

/// The files that it stands in, in the order of the forecast's inputs.
struct SourceFiles {
  std::vector<std::string> usages, plans, rates, calibrations;
};
[[nodiscard]] SourceFiles sources_of(const FoundInputs& found);

/// Reads it; fails as derive_again() does.
[[nodiscard]] Result<Remade> remake(const ForecastFile& published, const SourceFiles& files);

/// The forecast document that the files give under the assumptions, rates, day and comparison that the published one
/// states; a core performance that was measured comes from the calibration itself. The bank's rates are looked up again
/// in its files where there are some, else only crossed again from their published legs. Fails: input (a file or a
/// statement cannot be read), refused (a rate does not follow from its legs, or the bank's files do not have it; the
/// calibration is not there, or was changed).
[[nodiscard]] Result<json::Value> derive_again(const ForecastFile& published, const SourceFiles& files);

/// The first figure that differs; nothing where all are equal. Who computed it, and where the inputs stood, does not
/// count.
[[nodiscard]] std::optional<report::Difference> first_wrong_figure(const json::Value& published,
                                                                   const json::Value& derived);

}  // namespace vpsfit::cli
