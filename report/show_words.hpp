// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "recording/reader.hpp"

/// Words and derived figures that all renderings of recorded runs share.
namespace vpsfit::report {

/// Average CPU of a window; unknown where it was not closed or its counter was not readable.
[[nodiscard]] std::optional<Cores> cpu_cores(const recording::WindowSummary& window);
/// Seconds as an exact decimal ("15.000001").
[[nodiscard]] std::string exact_seconds(std::chrono::nanoseconds duration);
/// The reason of the end as documents spell it: "finished", "cut"; unknown where the run goes on.
[[nodiscard]] std::optional<std::string> end_reason(const recording::RunSummary& run);
[[nodiscard]] std::optional<std::string> started_at(const recording::RunSummary& run);
[[nodiscard]] std::optional<std::string> ended_at(const recording::RunSummary& run);
/// "run", "older"; unknown where no peak was read.
[[nodiscard]] std::optional<std::string> word(PeakOrigin origin);
/// As a decimal of at most 9 decimals.
[[nodiscard]] std::optional<std::string> request_rate(const Load& load);

}  // namespace vpsfit::report
