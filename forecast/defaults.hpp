// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "core/currency.hpp"
#include "core/date.hpp"
#include "core/result.hpp"
#include "fx-rates/rate.hpp"
#include "plans/plan.hpp"

namespace vpsfit::forecast {

/// The currency of a result where none is asked for: the one that all given rates lead to, else the one of all prices.
/// Fails (input) where there are several.
[[nodiscard]] Result<Currency> common_currency(const plans::Catalog& catalog, const fx::RateTable& rates);

/// The day of a result where none is asked for, from the inputs alone: the latest day on which a plan was verified or
/// for which a rate was asked. nullopt where no input has a day.
[[nodiscard]] std::optional<Date> latest_day(const plans::Catalog& catalog, const fx::RateTable& rates);

}  // namespace vpsfit::forecast
