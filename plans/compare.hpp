// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "plans/plan.hpp"

/// What is different between two versions of a catalog, and which differences look like a mistake. Pure.
namespace vpsfit::plans {

enum class PlanChange { added, removed, changed };
[[nodiscard]] std::string_view word(PlanChange change);

/// One value that is different: where it stands in the plan's document ("/prices/0/amount") and how it is written
/// there; empty where it is absent or null.
struct FieldChange {
  std::string pointer;
  std::string before;
  std::string after;
};

/// One plan that is different. The day of verification and the source are no difference.
struct PlanDifference {
  PlanChange change = PlanChange::changed;
  const Plan* before = nullptr;
  const Plan* after = nullptr;
  std::vector<FieldChange> fields;  ///< of a changed plan, at least one
  [[nodiscard]] const Plan& plan() const { return after != nullptr ? *after : *before; }
};

/// By vendor and id; points into the catalogs. Prices of regions are matched by the region's id.
[[nodiscard]] std::vector<PlanDifference> differences(const Catalog& before, const Catalog& after);

/// A difference that is news or a broken collection, and only a person can tell which. Codes: fewer_plans (more than a
/// fifth is gone), price_jump (x 1.5 or more, x 0.5 or less), prices_moved (five plans or more, and every one that is
/// in both is dearer, or every one cheaper: a change of tax or currency looks so), currency_changed, tax_changed,
/// memory_basis_changed (another unit, or by 1.024 to some power), spec_changed (another size under the same id),
/// end_of_sale_gone (plans of which none is deprecated any more), older (verified before the plans that are there),
/// all_out_of_stock, all_free.
struct Alarm {
  std::string code;
  std::string plan;  ///< full name; empty: about the catalog
  std::string text;  ///< one sentence with both values
};

/// `before` may be absent: then only what holds for one catalog alone is judged.
[[nodiscard]] std::vector<Alarm> alarms(const Catalog* before, const Catalog& after);

}  // namespace vpsfit::plans
