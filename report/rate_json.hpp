// SPDX-License-Identifier: MIT
#pragma once

#include "fx-rates/rate.hpp"
#include "json/value.hpp"

namespace vpsfit::report {

/// A rate as every document writes it: from, to, value (the printed digits), value_exact (28 significant digits; null
/// for a given rate), date_used, date_asked, days_back, source, legs ([{"from": "EUR", "to": "USD", "value":
/// "1.1684"}]; null for a given rate) and quoting (low and high, 6 significant digits; null where there are no legs).
[[nodiscard]] json::Value rate_json(const fx::Rate& rate);

}  // namespace vpsfit::report
