// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

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
};
/// Reads it; fails as derive_again() does.
[[nodiscard]] Result<Remade> remake(const ForecastFile& published, const std::vector<std::string>& usage_files,
                                    const std::vector<std::string>& plan_files,
                                    const std::vector<std::string>& rate_files = {});

/// The forecast document that the files give under the assumptions, rates, day and comparison that the published one
/// states. Files in the order of the forecast's inputs; the bank's rates are looked up again in `rate_files` where
/// there are some, else only crossed again from their published legs. Fails: input (a file or a statement cannot be
/// read), refused (a rate does not follow from its legs, or the bank's files do not have it).
[[nodiscard]] Result<json::Value> derive_again(const ForecastFile& published,
                                               const std::vector<std::string>& usage_files,
                                               const std::vector<std::string>& plan_files,
                                               const std::vector<std::string>& rate_files = {});

/// The first figure that differs; nothing where all are equal. Who computed it, and where the inputs stood, does not
/// count.
[[nodiscard]] std::optional<report::Difference> first_wrong_figure(const json::Value& published,
                                                                   const json::Value& derived);

}  // namespace vpsfit::cli
