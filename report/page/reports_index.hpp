// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/date.hpp"
#include "core/result.hpp"
#include "report/page/language.hpp"

namespace vpsfit::report {

/// A report in a folder of its own below the index.
struct DatedReport {
  std::string folder;  ///< the last part of its path
  std::string title;
  std::string link;  ///< to the page of the language, or to the chooser where there is none
  Date as_of{};
};

/// What a report says of itself in its summary.json. Fails (input): no summary, or a damaged one.
[[nodiscard]] Result<DatedReport> read_dated_report(std::string_view summary, const std::string& folder,
                                                    Language language);

/// The page that leads to the reports, newest first; links depend on the folders' names alone, so they stay good when
/// reports are added.
[[nodiscard]] std::string reports_index(std::vector<DatedReport> reports, Language language);

/// Was this page made by reports_index? Only such a page is replaced.
[[nodiscard]] bool is_reports_index(std::string_view html);

}  // namespace vpsfit::report
