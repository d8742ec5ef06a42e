// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "core/date.hpp"
#include "plans/field.hpp"
#include "plans/plan.hpp"

/// Parts of a catalog. Each complains about what is wrong and then gives nothing.
namespace vpsfit::plans {

[[nodiscard]] std::optional<Vendor> read_vendor(const Field& field);
/// One way to pay.
[[nodiscard]] std::optional<Price> read_price(const Field& field);
[[nodiscard]] std::optional<Traffic> read_traffic(const Field& field);
/// A whole plan; its `vendor` stays empty. No day in it that looks back may be after `as_of`.
[[nodiscard]] std::optional<Plan> read_plan(const Field& field, std::optional<Date> as_of);

}  // namespace vpsfit::plans
