// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "core/result.hpp"
#include "report/page/check.hpp"

namespace vpsfit::cli {

/// A figure that the inputs do not give, as an error (refused).
[[nodiscard]] Error wrong_figure(const report::Difference& difference, const std::string& place);

/// Checks bundle.zip: its own sums, the forecast and its scenarios computed again from the inputs in it, the CSV of
/// measurements made again. Says what was checked. Fails: refused (the first thing that is wrong), input (not a
/// bundle), unavailable (the inputs were left out of it).
[[nodiscard]] Result<std::string> verify_bundle(std::string_view zip, const std::string& place);

/// Checks a folder: its sums, its bundle, and that summary, data and pages are those which the bundle gives. Pages of
/// another version of the program are checked by their hash alone.
[[nodiscard]] Result<std::string> verify_folder(const std::string& folder);

}  // namespace vpsfit::cli
