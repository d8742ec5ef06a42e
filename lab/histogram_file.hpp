// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.hpp"
#include "lab/histogram.hpp"

/// The formats in which histograms travel: base64 of HdrHistogram's compressed V2 encoding ("HISTFAAA..."), and its log
/// format 1.3. Both are read by any HDR viewer.
namespace vpsfit::lab {

/// Fails (input): no base64, another cookie (V0 and V1 are named), torn, counts beyond the geometry, more than 64 MiB.
[[nodiscard]] Result<Histogram> decode_v2(std::string_view base64);
[[nodiscard]] std::string encode_v2(const Histogram& histogram);

/// One row of a log: a window of time with its histogram.
struct LogRow {
  std::string tag;            ///< without commas, spaces and line breaks; empty: none
  std::int64_t start_ms = 0;  ///< since the log's start time
  std::int64_t length_ms = 0;
  Histogram histogram;
};
struct HistogramLog {
  std::int64_t start_ms = 0;  ///< since 1970 UTC
  std::vector<LogRow> rows;
};

/// `unit_per_max` is how many units of the histograms one unit of the column Interval_Max has (1000: us shown as ms).
[[nodiscard]] std::string write_log(const HistogramLog& log, std::int64_t unit_per_max);
/// Fails (input) with ":line": a version other than 1.2 and 1.3, a row that is torn or not a histogram.
[[nodiscard]] Result<HistogramLog> read_log(std::string_view text);

}  // namespace vpsfit::lab
