// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "forecast/forecast.hpp"
#include "json/value.hpp"

/// The parts of a forecast document.
namespace vpsfit::report {

/// {"amount": "60.00", "currency": "USD"} with the currency's own digits.
[[nodiscard]] json::Value money_json(const Money& money);
/// null where it is empty
[[nodiscard]] json::Value text_or_null(const std::string& text);
/// [{"code", "args", "text"}], the text in English.
[[nodiscard]] json::Value notices_json(const std::vector<Notice>& notices);
/// What was measured: the deciding figures first, then every run.
[[nodiscard]] json::Value usage_json(const forecast::SubjectForecast& subject);
[[nodiscard]] json::Value need_json(const forecast::Need& need);
[[nodiscard]] json::Value plan_json(const forecast::Offer& offer);
[[nodiscard]] json::Value break_even_json(const forecast::BreakEven& break_even);
/// {"cpu_headrooms": ["0.1", ...], "rows": [{"core_performance": "0.4", "vcpus": [...], "plans": ["VENDOR/ID", null]}]}
[[nodiscard]] json::Value sensitivity_json(const forecast::Sensitivity& sensitivity);
[[nodiscard]] json::Value rejected_json(const std::vector<forecast::RejectedPlan>& rejected);
[[nodiscard]] json::Value misses_json(const std::vector<forecast::NearMiss>& misses);
/// [{"vendor", "id", "code"}]
[[nodiscard]] json::Value excluded_json(const std::vector<forecast::ExcludedPlan>& excluded);
[[nodiscard]] json::Value ties_json(const std::vector<forecast::Offer>& ties);

}  // namespace vpsfit::report
