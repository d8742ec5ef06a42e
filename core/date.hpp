// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <date/date.h>
#include <string>
#include <string_view>

#include "core/result.hpp"

namespace vpsfit {

/// A calendar day, without a zone.
using Date = date::sys_days;

/// Exactly "YYYY-MM-DD" of a day that exists; fails (input) with the text.
[[nodiscard]] Result<Date> parse_date(std::string_view text);
[[nodiscard]] std::string to_text(Date day);

/// A moment on the realtime clock, microseconds since 1970 UTC.
using WallTime = std::chrono::time_point<std::chrono::system_clock, std::chrono::microseconds>;
/// RFC 3339 in UTC with milliseconds: "2026-11-01T12:00:00.250Z".
[[nodiscard]] std::string to_text(WallTime moment);

/// "500ms", "15s", "2m", "1h", "1.5s"; more than zero, at most 10 years; fails (input) with the text.
[[nodiscard]] Result<std::chrono::nanoseconds> parse_duration(std::string_view text);

}  // namespace vpsfit
