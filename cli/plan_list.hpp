// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "core/date.hpp"
#include "plans/plan.hpp"

/// What `plans list` shows of a catalog.
namespace vpsfit::cli {

/// Each plan in one line: what it has, what a year of its cheapest way to pay costs, and what keeps it from being
/// chosen. With `as_of`, also how old it is on that day.
[[nodiscard]] std::string plan_table(const plans::Catalog& catalog, std::optional<Date> as_of);
[[nodiscard]] std::string plan_csv(const plans::Catalog& catalog, std::optional<Date> as_of);
/// Document urn:vpsfit:schema:plan-list:1.
[[nodiscard]] std::string plan_json(const plans::Catalog& catalog, std::optional<Date> as_of);

}  // namespace vpsfit::cli
