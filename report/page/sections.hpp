// SPDX-License-Identifier: MIT
#pragma once

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

[[nodiscard]] Markup measured_section(const Context& context, const PageLinks& links);
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

/// The remark in the page's language; its own English where the code is not known (language is "en" then).
struct RemarkText {
  std::string text;
  std::string language;  ///< empty: the page's
};
[[nodiscard]] RemarkText remark_text(const Context& context, const Remark& remark);

/// The other assumptions of a scenario, as one phrase: "CPU headroom 30%".
[[nodiscard]] std::string difference(const Context& context, const AssumptionsView& scenario);

}  // namespace vpsfit::report
