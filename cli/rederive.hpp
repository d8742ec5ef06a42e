// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/report_inputs.hpp"
#include "core/result.hpp"
#include "report/page/check.hpp"

/// Computes a published forecast once more from what it was made of.
namespace vpsfit::cli {

/// The forecast document that the files give under the assumptions, rates, day and comparison that the published one
/// states. Files in the order of the forecast's inputs. Fails: input (a file or a statement cannot be read).
[[nodiscard]] Result<json::Value> derive_again(const ForecastFile& published,
                                               const std::vector<std::string>& usage_files,
                                               const std::vector<std::string>& plan_files);

/// The first figure that differs; nothing where all are equal. Who computed it, and where the inputs stood, does not
/// count.
[[nodiscard]] std::optional<report::Difference> first_wrong_figure(const json::Value& published,
                                                                   const json::Value& derived);

}  // namespace vpsfit::cli
