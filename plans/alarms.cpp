// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <map>
#include <optional>

#include "core/decimal.hpp"
#include "plans/compare.hpp"
#include "plans/names.hpp"

namespace vpsfit::plans {
namespace {

std::string decimal(const Rational& value) { return to_decimal(value, Rounding::half_away); }

/// The same way to pay for the same place, before and after.
struct PricePair {
  const Price* before;
  const Price* after;
  std::string where;  ///< region; empty: everywhere
};

bool same_way(const Price& a, const Price& b) {
  return a.period_count == b.period_count && a.period_unit == b.period_unit && a.payment == b.payment &&
         a.commitment_months == b.commitment_months;
}

void pair_up(const std::vector<Price>& before, const std::vector<Price>& after, const std::string& where,
             std::vector<PricePair>& pairs) {
  std::vector<bool> taken(after.size(), false);
  std::vector<bool> paired(before.size(), false);
  // A plan may be priced in several currencies: those of one currency belong together, wherever they stand.
  for (const bool in_one_currency : {true, false})
    for (std::size_t k = 0; k < before.size(); ++k)
      for (std::size_t i = 0; i < after.size() && !paired[k]; ++i) {
        if (taken[i] || !same_way(before[k], after[i])) continue;
        if (in_one_currency && before[k].currency != after[i].currency) continue;
        taken[i] = paired[k] = true;
        pairs.push_back({&before[k], &after[i], where});
      }
}

std::vector<PricePair> price_pairs(const Plan& before, const Plan& after) {
  std::vector<PricePair> pairs;
  pair_up(before.prices, after.prices, "", pairs);
  for (const auto& region : before.regions)
    for (const auto& now : after.regions)
      if (now.id == region.id) pair_up(region.price_override, now.price_override, region.id, pairs);
  return pairs;
}

/// The sum that a customer feels: the cap where there is one.
const Rational& weight(const Price& price) { return price.monthly_cap ? *price.monthly_cap : price.amount; }

std::string priced(const Price& price) {
  return fmt::format("{} {}{}", decimal(weight(price)), price.currency.code(),
                     price.monthly_cap ? " a month at most" : "");
}

/// What a plan's alarms go to; each code once a plan.
class Report {
 public:
  Report(std::string plan, std::vector<Alarm>& to) : plan_(std::move(plan)), to_(to) {}
  void add(std::string_view code, std::string text) {
    const bool there =
        std::any_of(to_.begin(), to_.end(), [&](const Alarm& a) { return a.code == code && a.plan == plan_; });
    if (!there) to_.push_back({std::string(code), plan_, std::move(text)});
  }

 private:
  std::string plan_;
  std::vector<Alarm>& to_;
};

void judge_price(const PricePair& pair, Report& report) {
  const std::string in = pair.where.empty() ? "" : fmt::format(" in {}", pair.where);
  const Price& before = *pair.before;
  const Price& after = *pair.after;
  if (before.currency != after.currency) {
    report.add("currency_changed",
               fmt::format("the price{} was in {} and is in {}", in, before.currency.code(), after.currency.code()));
    return;
  }
  if (before.tax != after.tax)
    report.add("tax_changed",
               fmt::format("the price{} was {} of tax and is {}", in, word(before.tax), word(after.tax)));
  const Rational& old_sum = weight(before);
  const Rational& new_sum = weight(after);
  if (new_sum * Rational(2) <= old_sum * Rational(1) || new_sum * Rational(2) >= old_sum * Rational(3)) {
    if (old_sum != new_sum)
      report.add("price_jump", fmt::format("the price{} was {} and is {}", in, priced(before), priced(after)));
  }
}

/// Is one the other read in 1024s instead of 1000s (kB to TB), either way?
bool binary_step(const Rational& before, const Rational& after) {
  const Rational step(1024, 1000);
  Rational factor = step;
  for (int i = 0; i < 4; ++i, factor *= step)
    if (before * factor == after || after * factor == before) return true;
  return false;
}

std::string written(const Size& size) { return decimal(size.value) + " " + size.unit; }

void judge_sizes(const Plan& before, const Plan& after, Report& report) {
  const Rational old_bytes(before.memory.size.bytes().count());
  const Rational new_bytes(after.memory.size.bytes().count());
  if (before.memory.size.unit != after.memory.size.unit || binary_step(old_bytes, new_bytes)) {
    if (old_bytes != new_bytes || before.memory.confidence != after.memory.confidence)
      report.add("memory_basis_changed", fmt::format("the memory was {} ({}) and is {} ({})",
                                                     written(before.memory.size), word(before.memory.confidence),
                                                     written(after.memory.size), word(after.memory.confidence)));
  } else if (old_bytes != new_bytes) {
    report.add("spec_changed", fmt::format("the memory was {} and is {}: another plan under the same id",
                                           written(before.memory.size), written(after.memory.size)));
  }
  if (before.cpu.vcpus != after.cpu.vcpus)
    report.add("spec_changed", fmt::format("the plan had {} vCPU and has {}: another plan under the same id",
                                           decimal(before.cpu.vcpus), decimal(after.cpu.vcpus)));
}

/// Plans that are in both.
using Pairs = std::vector<std::pair<const Plan*, const Plan*>>;

Pairs common(const Catalog& before, const Catalog& after) {
  std::map<std::string, const Plan*> old_plans;
  for (const auto& plan : before.plans) old_plans.emplace(plan.full_name(), &plan);
  Pairs pairs;
  for (const auto& plan : after.plans)
    if (const auto old = old_plans.find(plan.full_name()); old != old_plans.end())
      pairs.emplace_back(old->second, &plan);
  return pairs;
}

void judge_movement(const Pairs& pairs, std::vector<Alarm>& result) {
  constexpr std::size_t enough = 5;
  std::size_t up = 0;
  std::size_t down = 0;
  for (const auto& [before, after] : pairs) {
    const auto prices = price_pairs(*before, *after);
    if (prices.empty() || prices.front().before->currency != prices.front().after->currency) continue;
    const Rational& was = weight(*prices.front().before);
    const Rational& is = weight(*prices.front().after);
    if (is > was) ++up;
    if (is < was) ++down;
  }
  if (pairs.size() < enough || (up != pairs.size() && down != pairs.size())) return;
  result.push_back(
      {"prices_moved", "",
       fmt::format("all {} plans that are in both are {} than before: a change of tax or currency looks so",
                   pairs.size(), up > 0 ? "dearer" : "cheaper")});
}

bool ending(const Plan& plan) {
  return plan.lifecycle != Lifecycle::active || plan.unavailable_after ||
         std::any_of(plan.regions.begin(), plan.regions.end(),
                     [](const Region& r) { return r.lifecycle && *r.lifecycle != Lifecycle::active; });
}

std::optional<Date> newest_verification(const Catalog& catalog) {
  std::optional<Date> newest;
  for (const auto& plan : catalog.plans)
    if (plan.verified_on && (!newest || *plan.verified_on > *newest)) newest = plan.verified_on;
  return newest;
}

void judge_both(const Catalog& before, const Catalog& after, std::vector<Alarm>& result) {
  if (after.plans.size() * 5 < before.plans.size() * 4)
    result.push_back(
        {"fewer_plans", "", fmt::format("there were {} plans and are {}", before.plans.size(), after.plans.size())});
  const auto was = newest_verification(before);
  const auto is = newest_verification(after);
  if (was && is && *is < *was)
    result.push_back(
        {"older", "",
         fmt::format("the plans here were verified up to {}, these up to {}", to_text(*was), to_text(*is))});
  const Pairs pairs = common(before, after);
  judge_movement(pairs, result);
  const auto ended = std::count_if(pairs.begin(), pairs.end(), [](const auto& pair) { return ending(*pair.first); });
  const bool none_ends =
      std::none_of(pairs.begin(), pairs.end(), [](const auto& pair) { return ending(*pair.second); });
  if (ended > 0 && none_ends)
    result.push_back(
        {"end_of_sale_gone", "",
         fmt::format("the sale of {} plans was ending or over, and now of none: did the vendor move the field?",
                     ended)});
  for (const auto& [old_plan, new_plan] : pairs) {
    Report report(new_plan->full_name(), result);
    for (const auto& pair : price_pairs(*old_plan, *new_plan)) judge_price(pair, report);
    judge_sizes(*old_plan, *new_plan, report);
  }
}

}  // namespace

std::vector<Alarm> alarms(const Catalog* before, const Catalog& after) {
  std::vector<Alarm> result;
  const auto& plans = after.plans;
  if (!plans.empty() && std::all_of(plans.begin(), plans.end(), [](const Plan& p) { return p.stock == Stock::out; }))
    result.push_back({"all_out_of_stock", "", fmt::format("all {} plans are out of stock at once", plans.size())});
  const auto is_free = [](const Plan& plan) {
    return std::all_of(plan.prices.begin(), plan.prices.end(), [](const Price& p) { return p.amount.is_zero(); });
  };
  if (!plans.empty() && std::all_of(plans.begin(), plans.end(), is_free))
    result.push_back({"all_free", "", fmt::format("all {} plans cost nothing", plans.size())});
  if (before != nullptr) judge_both(*before, after, result);
  return result;
}

}  // namespace vpsfit::plans
