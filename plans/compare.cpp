// SPDX-License-Identifier: MIT
#include "plans/compare.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "json/value.hpp"
#include "plans/write.hpp"

namespace vpsfit::plans {
namespace {

using json::Value;
using Key = std::pair<std::string_view, std::string_view>;  // vendor, id: in the order of the answer

std::map<Key, const Plan*> by_name(const Catalog& catalog) {
  std::map<Key, const Plan*> result;
  for (const auto& plan : catalog.plans) result.emplace(Key{plan.vendor, plan.id}, &plan);
  return result;
}

/// Every value that is not null, with the way to it. Items that have an "id" go by it, others by their place.
void flatten(const Value& value, const std::string& pointer, std::map<std::string, std::string>& into) {
  if (value.kind() == Value::Kind::object) {
    for (const auto& [name, member] : value.members())
      if (!pointer.empty() || (name != "verified_on" && name != "source" && name != "stock_checked_on"))
        flatten(member, pointer + "/" + name, into);
  } else if (value.kind() == Value::Kind::array) {
    for (std::size_t i = 0; i < value.items().size(); ++i) {
      const Value* const id = value.items()[i].find("id");
      flatten(value.items()[i], pointer + "/" + (id != nullptr ? id->text() : std::to_string(i)), into);
    }
  } else if (!value.is_null()) {
    into.emplace(pointer, value.kind() == Value::Kind::boolean ? (value.truth() ? "true" : "false") : value.text());
  }
}

std::vector<FieldChange> field_changes(const Plan& before, const Plan& after) {
  std::map<std::string, std::string> old_fields;
  std::map<std::string, std::string> new_fields;
  flatten(plan_value(before), "", old_fields);
  flatten(plan_value(after), "", new_fields);
  std::vector<FieldChange> changes;
  for (const auto& [pointer, value] : old_fields) {
    const auto now = new_fields.find(pointer);
    if (now == new_fields.end()) changes.push_back({pointer, value, {}});
    if (now != new_fields.end() && now->second != value) changes.push_back({pointer, value, now->second});
  }
  for (const auto& [pointer, value] : new_fields)
    if (!old_fields.contains(pointer)) changes.push_back({pointer, {}, value});
  return changes;
}

}  // namespace

std::string_view word(PlanChange change) {
  return change == PlanChange::added ? "added" : change == PlanChange::removed ? "removed" : "changed";
}

std::vector<PlanDifference> differences(const Catalog& before, const Catalog& after) {
  const auto old_plans = by_name(before);
  const auto new_plans = by_name(after);
  std::vector<PlanDifference> result;
  for (const auto& [key, plan] : old_plans) {
    const auto now = new_plans.find(key);
    if (now == new_plans.end()) {
      result.push_back({PlanChange::removed, plan, nullptr, {}});
    } else if (auto fields = field_changes(*plan, *now->second); !fields.empty()) {
      result.push_back({PlanChange::changed, plan, now->second, std::move(fields)});
    }
  }
  for (const auto& [key, plan] : new_plans)
    if (!old_plans.contains(key)) result.push_back({PlanChange::added, nullptr, plan, {}});
  std::stable_sort(result.begin(), result.end(), [](const PlanDifference& a, const PlanDifference& b) {
    return Key{a.plan().vendor, a.plan().id} < Key{b.plan().vendor, b.plan().id};
  });
  return result;
}

}  // namespace vpsfit::plans
