// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "json/value.hpp"
#include "report/page/document.hpp"
#include "report/page/language.hpp"

/// What a report holds for programs: pure functions of the document, never localised except where they say so.
namespace vpsfit::report {

/// summary.json (schema `summary`): what a website shows: figures, and beside them labels and the figures in words in
/// each of the languages, so that it needs neither translations nor a number formatter.
[[nodiscard]] json::Value summary(const Document& document, const std::vector<Language>& languages,
                                  const std::vector<LinkedFile>& files);

/// A document as it stands in a file. Characters that nobody sees are written as escapes: a reader of the file sees
/// them, a program reads the same.
[[nodiscard]] std::string json_text(const json::Value& value);

/// measurements.csv: one measured fact a row: subject,load,run,window,metric,unit,value.
[[nodiscard]] std::string measurements(const Document& document);

/// metrics.txt: usage, need, fee and saving as OpenMetrics text, for a file collector or a push; ends with "# EOF".
[[nodiscard]] std::string open_metrics(const Document& document);

/// environment.json of the bundle: where it was measured, as far as it may be told.
[[nodiscard]] json::Value environment(const Document& document);

/// What a badge says: the saving, or the range of savings.
struct Badge {
  std::string label;
  std::string message;
  std::string color;  ///< a name that shields.io knows
};
[[nodiscard]] Badge badge(const Document& document);
/// badge.json, as shields.io's endpoint reads it.
[[nodiscard]] json::Value badge_json(const Badge& badge);
/// badge.svg, which needs nobody else's server.
[[nodiscard]] std::string badge_svg(const Badge& badge);

/// The report as Markdown, for pull requests and wikis; the figures of the page without its plots.
[[nodiscard]] std::string markdown(const Document& document, Language language);

}  // namespace vpsfit::report
