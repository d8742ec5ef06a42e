// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "core/date.hpp"
#include "core/result.hpp"
#include "report/page/document.hpp"

/// The moment that a report bears. Never the clock: the same inputs give the same report on any day.
namespace vpsfit::report {

/// What SOURCE_DATE_EPOCH says: whole seconds since 1970 UTC, up to the year 9999. Fails (input) for anything else.
[[nodiscard]] Result<WallTime> parse_source_date_epoch(std::string_view text);
/// As documents have it: "2026-11-02T00:00:00.000Z". Fails (input) with the text.
[[nodiscard]] Result<WallTime> parse_moment(std::string_view text);

/// The moment that was asked for; without one the newest day among the inputs: of the result, its rates, the chosen
/// plans' verification, and the recorded runs.
[[nodiscard]] WallTime made_at(const Document& document);

}  // namespace vpsfit::report
