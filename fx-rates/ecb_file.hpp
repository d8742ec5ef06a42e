// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/date.hpp"
#include "core/result.hpp"
#include "fx-rates/quotes.hpp"

/// Readers of every form in which the European Central Bank gives its euro foreign exchange reference rates. Each takes
/// the text of a whole file and fails (input) with the place ":line:column" and the reason. With `latest`, a file that
/// holds a later day is refused.
namespace vpsfit::fx {

/// Any of the forms below; told apart by the first bytes.
[[nodiscard]] Result<Quotes> parse_ecb(std::string_view content, std::optional<Date> latest = std::nullopt);

/// eurofxref.csv ("13 April 2026, 1.1684, ") and eurofxref-hist.csv ("2026-04-13,1.1684,"): a header that names the
/// columns in any order, N/A for what was not published, a comma at the end of every line. A line without it is
/// refused: the file was cut, or written by another program than the ECB's.
[[nodiscard]] Result<Quotes> parse_csv(std::string_view content, std::optional<Date> latest = std::nullopt);

/// eurofxref-daily.xml, eurofxref-hist-90d.xml, eurofxref-hist.xml: one gesmes envelope; anything else is refused.
[[nodiscard]] Result<Quotes> parse_xml(std::string_view content, std::optional<Date> latest = std::nullopt);

/// The data API's format=csvdata, whole or with fewer columns: CURRENCY, TIME_PERIOD and OBS_VALUE must be there; an
/// empty OBS_VALUE is not a publication; another frequency than daily, or another denominator than EUR, is refused.
[[nodiscard]] Result<Quotes> parse_sdmx_csv(std::string_view content, std::optional<Date> latest = std::nullopt);

/// The data API's format=jsondata; the same rules.
[[nodiscard]] Result<Quotes> parse_sdmx_json(std::string_view content, std::optional<Date> latest = std::nullopt);

/// eurofxref.zip and eurofxref-hist.zip: the text of the one CSV file in it. Fails (input) for another number of files,
/// another kind, a checksum that is wrong, encryption, a cut archive, or more than max_quotes_bytes unpacked. Nothing
/// is written anywhere.
[[nodiscard]] Result<std::string> unzip(std::string_view content);

}  // namespace vpsfit::fx
