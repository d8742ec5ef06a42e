// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "core/money.hpp"
#include "forecast/forecast.hpp"

/// The words that the forecast's JSON, CSV and table share.
namespace vpsfit::report {

[[nodiscard]] std::string_view word(forecast::Status status);
[[nodiscard]] std::string_view word(forecast::Robustness robustness);
[[nodiscard]] std::string_view word(forecast::MemoryStatistic statistic);
[[nodiscard]] std::string_view word(UsageOrigin origin);
[[nodiscard]] std::string_view word(plans::PeriodUnit unit);
[[nodiscard]] std::string_view word(plans::Tax tax);
[[nodiscard]] std::string_view word(plans::Stock stock);
[[nodiscard]] std::string_view word(plans::CpuKind kind);
[[nodiscard]] std::string_view word(plans::PriceKind kind);

inline constexpr std::string_view cpu_statistic = "max of run averages";
inline constexpr std::string_view busiest_minutes = "max of busiest minutes";
inline constexpr std::string_view predicted_cpu = "line through runs at other rates, upper end of 95 %";

/// "spine", "vpsgod/2c-4g", "12 USD/month", or nothing with --alone.
[[nodiscard]] std::string compared_with(const forecast::Comparison& comparison);

/// Traffic in the price of an offer, a month; the region's own where it has one.
[[nodiscard]] std::optional<Bytes> included_traffic(const forecast::Offer& offer);

}  // namespace vpsfit::report
