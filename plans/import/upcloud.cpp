// SPDX-License-Identifier: MIT
#include "plans/import/parts.hpp"

namespace vpsfit::plans {
namespace {

/// A month is charged for 672 hours at most.
constexpr std::int64_t hours_charged_a_month = 672;

/// Zone by zone: cents an hour for so many of the thing.
Result<void> read_zones(const json::Node& prices, const Currency& currency, Plan& plan) {
  VPSFIT_TRY(const json::Node list, prices.at("prices"));
  VPSFIT_TRY(const auto zones, member(list, "zone", items_of));
  for (const auto& zone : zones) {
    const auto entry = zone.maybe("server_plan_" + plan.id);
    if (!entry) continue;  // not sold there
    VPSFIT_TRY(const Rational cents, member(*entry, "price", figure));
    if (cents.is_zero()) continue;  // the vendor's own test zone; nobody else may use it
    VPSFIT_TRY(const Rational units, member(*entry, "amount", positive_figure));
    const Rational hourly = cents / units / Rational(100);
    VPSFIT_TRY(std::string name, member(zone, "name", plain_text));
    Region region = region_named(std::move(name));
    region.price_override.push_back(hourly_price(hourly, currency, Tax::net, hourly * Rational(hours_charged_a_month)));
    plan.regions.push_back(std::move(region));
  }
  for (const auto& region : plan.regions)
    if (plan.prices.empty() || region.price_override.front().amount < plan.prices.front().amount)
      plan.prices = region.price_override;
  return {};
}

Result<Plan> upcloud_plan(const json::Node& node) {
  Plan plan;
  VPSFIT_TRY(plan.id, member(node, "name", plain_text));
  plan.name = plan.id;
  VPSFIT_TRY(plan.cpu.vcpus, member(node, "core_number", positive_figure));
  VPSFIT_TRY(Rational memory, member(node, "memory_amount", positive_figure));
  plan.memory = known_memory(std::move(memory), "MiB");
  VPSFIT_TRY(Rational storage, member(node, "storage_size", figure));
  if (!storage.is_zero()) plan.disks.push_back(included_disk(std::move(storage), "GB", "unknown"));
  VPSFIT_TRY(Rational traffic, member(node, "public_traffic_out", figure));
  plan.traffic = included_traffic(std::move(traffic), "GB", false, OveragePolicy::unknown);
  return plan;
}

}  // namespace

/// GET /1.3/plan and GET /1.3/price together: neither is enough alone.
Result<Imported> import_upcloud(std::span<const ImportText> texts, const ImportFacts& facts) {
  VPSFIT_TRY(const Date retrieved, retrieved_day(facts));
  VPSFIT_TRY(const auto documents, parse_documents(texts, 2));
  VPSFIT_TRY(const ImportDocument* const plans, document_with(documents, "plans"));
  VPSFIT_TRY(const ImportDocument* const prices, document_with(documents, "prices"));
  VPSFIT_TRY(const json::Node list, plans->root().at("plans"));
  VPSFIT_TRY(const auto items, member(list, "plan", items_of));
  Imported imported;
  imported.catalog.vendors.push_back({"upcloud", "UpCloud", std::nullopt, std::nullopt});
  if (!facts.currency)
    imported.remarks.emplace_back(
        "the currency is the account's and does not stand in the document: EUR was taken (--currency)");
  const Currency currency = facts.currency.value_or(*Currency::parse("EUR"));
  LeftOut left_out;
  for (const auto& item : items) {
    VPSFIT_TRY(Plan plan, upcloud_plan(item));
    VPSFIT_CHECK(read_zones(prices->root(), currency, plan));
    if (plan.prices.empty()) {
      left_out.count("no zone has a price for it");
      continue;
    }
    plan.verified_on = retrieved;
    plan.source = source_of("api", retrieved, prices->sha256, "high");
    imported.catalog.plans.push_back(std::move(plan));
  }
  left_out.say(imported.remarks);
  return imported;
}

}  // namespace vpsfit::plans
