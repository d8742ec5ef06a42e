// SPDX-License-Identifier: MIT
#include "fx-rates/ecb_file.hpp"

#include <fmt/format.h>

#include "core/text.hpp"

namespace vpsfit::fx {
namespace {

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return result;
}

bool is_web_page(std::string_view content) {
  const std::string start = lower(trim(content.substr(0, 300)));
  return start.starts_with("<html") || start.starts_with("<!doctype html") || start.starts_with("<head") ||
         start.starts_with("<body");
}

/// The API's own name of its time column stands in no other form.
bool is_sdmx_header(std::string_view line) { return line.find("TIME_PERIOD") != std::string_view::npos; }

Result<Quotes> parse_text(std::string_view content, std::optional<Date> latest) {
  const std::string_view head = trim(content.substr(0, 300));
  if (head.empty())
    return fail(ErrorKind::input, "the file is empty", ":1:1",
                "the data API answers so where it has no figure for the days asked");
  if (is_web_page(content))
    return fail(ErrorKind::input, "this is a web page (HTML), not exchange rates", ":1:1",
                "the server sent an error page under the name of the file; fetch it again");
  if (head.starts_with('<')) return parse_xml(content, latest);
  if (head.starts_with('{')) return parse_sdmx_json(content, latest);
  const std::string_view first_line = content.substr(0, content.find('\n'));
  if (is_sdmx_header(first_line)) return parse_sdmx_csv(content, latest);
  if (first_line.starts_with("Date")) return parse_csv(content, latest);
  return fail(ErrorKind::input,
              fmt::format("no form of the ECB's exchange rates begins with '{}'", printable(first_line, 60)), ":1:1",
              "wanted is eurofxref.csv, eurofxref-hist.csv, one of the zips, an XML file or an answer of the data API");
}

}  // namespace

Result<Quotes> parse_ecb(std::string_view content, std::optional<Date> latest) {
  if (!content.starts_with("PK")) return parse_text(content, latest);
  VPSFIT_TRY(const std::string entry, unzip(content));
  return parse_text(entry, latest);
}

}  // namespace vpsfit::fx
