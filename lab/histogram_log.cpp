// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "core/decimal.hpp"
#include "core/text.hpp"
#include "lab/histogram_file.hpp"

namespace vpsfit::lab {
namespace {

std::string seconds_text(std::int64_t ms) { return to_fixed(Rational(ms, 1000), 3); }

tl::unexpected<Error> wrong(std::size_t line, std::string what) {
  return fail(ErrorKind::input, std::move(what), fmt::format(":{}", line), "the file must be an HdrHistogram log 1.3");
}

/// "1.500" -> 1500, at most a hundred thousand years.
Result<std::int64_t> milliseconds(std::string_view text) {
  VPSFIT_TRY(const Rational exact, parse_decimal(trim(text)));
  if (exact.is_negative() || exact > Rational(4'000'000'000'000))
    return fail(ErrorKind::input, fmt::format("{} is no time", printable(text, 40)));
  return round_to(exact * Rational(1000), 0, Rounding::half_away).floor();
}

Result<LogRow> read_interval(std::string_view line) {
  LogRow row;
  if (line.substr(0, 4) == "Tag=") {
    const auto comma = line.find(',');
    if (comma == std::string_view::npos) return fail(ErrorKind::input, "the row ends after its tag");
    row.tag = line.substr(4, comma - 4);
    line.remove_prefix(comma + 1);
  }
  const auto fields = split(line, ',');
  if (fields.size() != 4) return fail(ErrorKind::input, fmt::format("the row has {} columns and not 4", fields.size()));
  VPSFIT_TRY(row.start_ms, milliseconds(fields[0]));
  VPSFIT_TRY(row.length_ms, milliseconds(fields[1]));
  VPSFIT_TRY(row.histogram, decode_v2(trim(fields[3])));
  return row;
}

/// "#[StartTime: 1441812279.474 (seconds since epoch), ...]"
Result<std::int64_t> start_of(std::string_view line) {
  const auto begin = line.find(':') + 1;
  const auto text = trim(line.substr(begin));
  return milliseconds(text.substr(0, text.find(' ')));
}

Result<void> take_line(std::string_view line, std::size_t number, HistogramLog& log) {
  constexpr std::string_view version = "#[Histogram log format version ";
  if (line.empty() || line.front() == '"') return {};
  if (line.substr(0, version.size()) == version) {
    const auto which = line.substr(version.size(), 3);
    if (which != "1.3" && which != "1.2")
      return wrong(number, fmt::format("log format {} is not read", printable(which, 10)));
    return {};
  }
  if (line.substr(0, 12) == "#[StartTime:") {
    const auto start = start_of(line);
    if (!start) return wrong(number, start.error().message);
    log.start_ms = *start;
  }
  if (line.front() == '#') return {};
  auto row = read_interval(line);
  if (!row) return wrong(number, row.error().message);
  log.rows.push_back(std::move(*row));
  return {};
}

}  // namespace

std::string write_log(const HistogramLog& log, std::int64_t unit_per_max) {
  std::string text = "#[Histogram log format version 1.3]\n";
  text += fmt::format("#[StartTime: {} (seconds since epoch)]\n", seconds_text(log.start_ms));
  text += "\"StartTimestamp\",\"Interval_Length\",\"Interval_Max\",\"Interval_Compressed_Histogram\"\n";
  for (const auto& row : log.rows) {
    if (!row.tag.empty()) text += fmt::format("Tag={},", row.tag);
    const Rational highest(row.histogram.percentile(1'000'000).value_or(0), unit_per_max);
    text += fmt::format("{},{},{},{}\n", seconds_text(row.start_ms), seconds_text(row.length_ms), to_fixed(highest, 3),
                        encode_v2(row.histogram));
  }
  return text;
}

Result<HistogramLog> read_log(std::string_view text) {
  HistogramLog log;
  std::size_t number = 0;
  for (auto line : split(text, '\n')) {
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    VPSFIT_CHECK(take_line(line, ++number, log));
  }
  return log;
}

}  // namespace vpsfit::lab
