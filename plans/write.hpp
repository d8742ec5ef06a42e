// SPDX-License-Identifier: MIT
#pragma once

#include "json/value.hpp"
#include "plans/plan.hpp"

namespace vpsfit::plans {

/// The catalog of one vendor as a document of the schema `plans`: every member is there, unknown ones as null. What
/// read.hpp reads from it is the same catalog. More or fewer than one vendor is a broken promise of the caller
/// (std::logic_error).
[[nodiscard]] json::Value to_document(const Catalog& catalog);

/// One plan as it stands in such a document.
[[nodiscard]] json::Value plan_value(const Plan& plan);

}  // namespace vpsfit::plans
