// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/result.hpp"
#include "core/usage.hpp"

namespace vpsfit::sources {

inline constexpr std::string_view usage_schema = "urn:vpsfit:schema:usage:1";

/// Longest name of a subject, load or run, in bytes.
inline constexpr std::size_t max_name_bytes = 200;

/// Measured figures as JSON (schema `usage`), one usage per subject and load, in the order of the file. Unknown keys
/// are errors that name the near one: a typo in request_rate_per_s must not vanish. Fails (input) with file:line:column
/// and pointer.
[[nodiscard]] Result<std::vector<Usage>> parse_usage_json(std::string_view text, const std::string& file);

/// The same as CSV, a row a run: subject,load,request_rate_per_s,run,cpu_usage_usec,window_usec,memory_max_bytes,
/// memory_median_bytes in any order; load, request_rate_per_s and memory_median_bytes may be missing or empty. Rows of
/// one subject and load belong together, in the order in which they first appear. Fails (input) with file:line:column.
[[nodiscard]] Result<std::vector<Usage>> parse_usage_csv(std::string_view text, const std::string& file);

/// The usage of one load. `load` empty: every subject must have been measured under one load only. Fails (input) where
/// a subject has several, or not this one; the message lists those there are.
[[nodiscard]] Result<std::vector<Usage>> select_load(std::vector<Usage> usages, const std::string& load);

}  // namespace vpsfit::sources
