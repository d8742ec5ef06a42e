// SPDX-License-Identifier: MIT
#include "plans/import/parts.hpp"

namespace vpsfit::plans {
namespace {

/// The interface's classes; one that is not here is an error, because a guess decides whether cores are shared. Nothing
/// for those that are bought for another reason than their cores.
Result<std::optional<CpuKind>> kind_of_class(const json::Node& node) {
  VPSFIT_TRY(const std::size_t index,
             node.one_of({"nanode", "standard", "dedicated", "premium", "highmem", "gpu", "accelerated"}));
  if (index < 2) return CpuKind::shared;
  if (index < 5) return CpuKind::dedicated;
  return std::nullopt;
}

Result<Price> linode_price(const json::Node& node) {
  VPSFIT_TRY(Rational hourly, member(node, "hourly", positive_figure));
  VPSFIT_TRY(Rational monthly, member(node, "monthly", positive_figure));
  return hourly_price(std::move(hourly), *Currency::parse("USD"), Tax::net, std::move(monthly));
}

/// Price of a GB beyond the included traffic, by region; the key "" holds elsewhere.
using Overages = std::vector<std::pair<std::string, Rational>>;

/// The member is called "hourly" and is the price of a GB.
Result<Overages> overages_of(const json::Node& document) {
  Overages overages;
  VPSFIT_TRY(const auto items, member(document, "data", items_of));
  for (const auto& item : items) {
    VPSFIT_TRY(const std::string id, member(item, "id", plain_text));
    if (id != "network_transfer") continue;
    VPSFIT_TRY(const json::Node price, item.at("price"));
    VPSFIT_TRY(Rational everywhere, member(price, "hourly", figure));
    overages.emplace_back("", std::move(everywhere));
    VPSFIT_TRY(const auto regions, member(item, "region_prices", items_of));
    for (const auto& region : regions) {
      VPSFIT_TRY(std::string name, member(region, "id", plain_text));
      VPSFIT_TRY(Rational there, member(region, "hourly", figure));
      overages.emplace_back(std::move(name), std::move(there));
    }
  }
  return overages;
}

bool is_transfer_prices(const json::Node& document) {
  const auto items = member(document, "data", items_of);
  if (!items || items->empty()) return false;
  return !items->front().maybe("class") && items->front().maybe("transfer");
}

/// The traffic with its price in that region; nothing where no price of its own is known there.
std::optional<Traffic> with_overage(const Traffic& traffic, const Overages& overages, std::string_view region) {
  for (const auto& [name, amount] : overages) {
    if (name != region) continue;
    Traffic priced = traffic;
    priced.overage_price = amount;
    priced.overage_per = Size{Rational(1), "GB"};
    return priced;
  }
  return std::nullopt;
}

/// Regions with a price of their own, and "default" for all others.
Result<void> read_linode_regions(const json::Node& item, const Overages& overages, Plan& plan) {
  VPSFIT_TRY(const auto nodes, maybe_items(item, "region_prices"));
  if (!nodes.empty()) plan.regions.push_back(region_named("default"));
  for (const auto& node : nodes) {
    VPSFIT_TRY(std::string id, member(node, "id", plain_text));
    Region region = region_named(std::move(id));
    VPSFIT_TRY(Price price, linode_price(node));
    region.price_override.push_back(std::move(price));
    region.traffic_override = with_overage(*plan.traffic, overages, region.id);
    plan.regions.push_back(std::move(region));
  }
  return {};
}

Result<std::optional<Plan>> linode_plan(const json::Node& item, const Overages& overages, LeftOut& left_out) {
  VPSFIT_TRY(const auto kind, member(item, "class", kind_of_class));
  if (!kind) return left_out.count("sold for a GPU or accelerator"), std::nullopt;
  Plan plan;
  plan.cpu.kind = *kind;
  VPSFIT_TRY(plan.id, member(item, "id", plain_text));
  VPSFIT_TRY(plan.name, member(item, "label", plain_text));
  VPSFIT_TRY(plan.cpu.vcpus, member(item, "vcpus", positive_figure));
  // The interface says MB and counts in 1024s, for memory and disk.
  VPSFIT_TRY(Rational memory, member(item, "memory", positive_figure));
  plan.memory = known_memory(std::move(memory), "MiB");
  VPSFIT_TRY(Rational disk, member(item, "disk", figure));
  if (!disk.is_zero()) plan.disks.push_back(included_disk(std::move(disk), "MiB", "ssd"));
  VPSFIT_TRY(Rational transfer, member(item, "transfer", figure));
  plan.traffic = included_traffic(std::move(transfer), "GB", true, OveragePolicy::bill);
  plan.traffic = with_overage(*plan.traffic, overages, "").value_or(*plan.traffic);
  VPSFIT_TRY(Price price, member(item, "price", linode_price));
  plan.prices.push_back(std::move(price));
  VPSFIT_CHECK(read_linode_regions(item, overages, plan));
  plan.network = Network{};
  plan.network->ipv4_count = 1;
  VPSFIT_TRY(plan.network->port_mbit, maybe_member(item, "network_out", positive_figure));
  if (item.maybe("successor")) plan.lifecycle = Lifecycle::deprecated;
  return plan;
}

}  // namespace

Result<Imported> import_linode(std::span<const ImportText> texts, const ImportFacts& facts) {
  VPSFIT_TRY(const Date retrieved, retrieved_day(facts));
  VPSFIT_TRY(const auto documents, parse_documents(texts, 2));
  const ImportDocument* types = nullptr;
  Overages overages;
  for (const auto& document : documents) {
    if (!is_transfer_prices(document.root())) {
      types = &document;
      continue;
    }
    VPSFIT_TRY(overages, overages_of(document.root()));
  }
  if (types == nullptr)
    return documents.front().root().wrong("this is the list of traffic prices; the list of types is needed too");
  Imported imported;
  imported.catalog.vendors.push_back({"linode", "Linode (Akamai)", std::nullopt, std::nullopt});
  VPSFIT_TRY(const auto items, member(types->root(), "data", items_of));
  if (const auto results = types->root().maybe("results")) {
    VPSFIT_TRY(const std::int64_t total, results->whole(0, 1'000'000));
    VPSFIT_CHECK(whole_list(*results, items.size(), total));
  }
  LeftOut left_out;
  for (const auto& item : items) {
    VPSFIT_TRY(auto plan, linode_plan(item, overages, left_out));
    if (!plan) continue;
    plan->verified_on = retrieved;
    plan->source = source_of("api", retrieved, types->sha256, "high");
    imported.catalog.plans.push_back(std::move(*plan));
  }
  left_out.say(imported.remarks);
  return imported;
}

}  // namespace vpsfit::plans
