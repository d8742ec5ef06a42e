// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "report/page/context.hpp"

/// The parts of a page, in their order; each is empty where the document has no data for it.
namespace vpsfit::report {

/// What a page knows of the files around it.
struct PageLinks {
  std::vector<Language> languages;  ///< that there are pages in
  std::vector<LinkedFile> files;    ///< data files in the folder above the page
  std::vector<std::string> plots;   ///< files of the plots over time, one a run; empty: they stand in the page
};

/// Where a section belongs, which decides how it looks.
enum class Part { measured, forecast, neutral };
/// Opens a section with its heading; the caller closes it.
void open_section(const Context& context, Markup& out, std::string_view id, Part part, Message heading);

[[nodiscard]] Markup compared_section(const Context& context);
[[nodiscard]] Markup load_results_section(const Context& context);
[[nodiscard]] Markup measured_section(const Context& context, const PageLinks& links);
/// Per subject: the plots over time of its runs, and a table of their windows. Belongs to measured_section.
[[nodiscard]] Markup plots_over_time(const Context& context, const PageLinks& links);
[[nodiscard]] Markup forecast_section(const Context& context);
[[nodiscard]] Markup assumptions_section(const Context& context);
[[nodiscard]] Markup sensitivity_section(const Context& context);
[[nodiscard]] Markup passed_section(const Context& context);
[[nodiscard]] Markup remarks_section(const Context& context);
[[nodiscard]] Markup not_included_section(const Context& context);
[[nodiscard]] Markup environment_section(const Context& context);
[[nodiscard]] Markup versions_section(const Context& context);
[[nodiscard]] Markup reading_section(const Context& context);
[[nodiscard]] Markup data_section(const Context& context, const PageLinks& links);

/// How a run was sampled, and how often, in words.
[[nodiscard]] std::string source_name(const Context& context, recording::SourceKind kind);
[[nodiscard]] std::string interval_text(const Context& context, std::chrono::nanoseconds interval);

/// The remark in the page's language; its own English where the code is not known (language is "en" then).
struct RemarkText {
  std::string text;
  std::string language;  ///< empty: the page's
};
[[nodiscard]] RemarkText remark_text(const Context& context, const Remark& remark);

/// The other assumptions of a scenario, as one phrase: "CPU headroom 30%".
[[nodiscard]] std::string difference(const Context& context, const AssumptionsView& scenario);

}  // namespace vpsfit::report
