// SPDX-License-Identifier: MIT
#include <array>

#include "plans/import/parts.hpp"

namespace vpsfit::plans {
namespace {

/// What a plan type says about its cores, where the document does not: optimised types have their own.
struct Type {
  std::string_view name;
  CpuKind kind;
};
constexpr auto types = std::to_array<Type>({{"vc2", CpuKind::shared},
                                            {"vhf", CpuKind::shared},
                                            {"vhp", CpuKind::shared},
                                            {"voc", CpuKind::dedicated},
                                            {"vdc", CpuKind::dedicated},
                                            {"vx1", CpuKind::unknown}});

Result<CpuKind> vultr_kind(const json::Node& plan) {
  const auto vcpu_type = [](const json::Node& node) { return node.one_of({"shared", "dedicated"}); };
  VPSFIT_TRY(const auto said, maybe_member(plan, "vcpu_type", vcpu_type));
  if (said) return *said == 0 ? CpuKind::shared : CpuKind::dedicated;
  VPSFIT_TRY(const json::Node type, plan.at("type"));
  std::vector<std::string> names;
  for (const auto& known : types) names.emplace_back(known.name);
  VPSFIT_TRY(const std::size_t index, type.one_of(names));
  return types[index].kind;
}

/// With an hourly figure the monthly one is its cap; answers before 2022 have no hourly figure.
Result<Price> vultr_price(const json::Node& node) {
  const Currency dollar = *Currency::parse("USD");
  VPSFIT_TRY(Rational monthly, member(node, "monthly_cost", figure));
  VPSFIT_TRY(auto hourly, maybe_member(node, "hourly_cost", figure));
  if (!hourly || hourly->is_zero()) return monthly_price(std::move(monthly), dollar, Tax::net);
  return hourly_price(std::move(*hourly), dollar, Tax::net, std::move(monthly));
}

Result<void> read_vultr_regions(const json::Node& node, Plan& plan) {
  VPSFIT_TRY(const auto locations, member(node, "locations", items_of));
  const auto costs = node.maybe("location_cost");
  for (const auto& location : locations) {
    VPSFIT_TRY(std::string id, location.text());
    Region region = region_named(std::move(id));
    if (const auto own = costs ? costs->maybe(region.id) : std::nullopt) {
      VPSFIT_TRY(Price price, vultr_price(*own));
      region.price_override.push_back(std::move(price));
    }
    plan.regions.push_back(std::move(region));
  }
  VPSFIT_TRY(const auto deployable, maybe_member(node, "deploy_ondemand", flag));
  const bool sold = !plan.regions.empty() && deployable.value_or(true);
  plan.stock = sold ? Stock::in_stock : Stock::out;
  return {};
}

Result<std::optional<Plan>> vultr_plan(const json::Node& node, LeftOut& left_out) {
  VPSFIT_TRY(const std::string type, member(node, "type", plain_text));
  if (type == "vcg") return left_out.count("sold for a GPU"), std::nullopt;
  Plan plan;
  VPSFIT_TRY(plan.id, member(node, "id", plain_text));
  plan.name = plan.id;
  VPSFIT_TRY(Price price, vultr_price(node));
  if (price.amount.is_zero()) return left_out.count("it costs nothing: a trial"), std::nullopt;
  plan.prices.push_back(std::move(price));
  VPSFIT_TRY(plan.cpu.kind, vultr_kind(node));
  VPSFIT_TRY(plan.cpu.vcpus, member(node, "vcpu_count", positive_figure));
  VPSFIT_TRY(Rational ram, member(node, "ram", positive_figure));
  plan.memory = known_memory(std::move(ram), "MiB");  // the interface says MB and counts in 1024s
  VPSFIT_TRY(const Rational disk, member(node, "disk", figure));
  VPSFIT_TRY(const auto disks, maybe_member(node, "disk_count", figure));
  const Rational space = disk * disks.value_or(Rational(1));
  if (!space.is_zero())
    plan.disks.push_back(included_disk(space, "GB", type == "vhf" || type == "vhp" ? "nvme" : "ssd"));
  VPSFIT_TRY(Rational bandwidth, member(node, "bandwidth", figure));
  plan.traffic = included_traffic(std::move(bandwidth), "GB", false, OveragePolicy::bill);
  const bool only_ipv6 = plan.id.ends_with("-v6");
  plan.network = Network{};
  plan.network->ipv4_count = only_ipv6 ? 0 : 1;
  if (only_ipv6) plan.network->ipv6 = true;
  VPSFIT_CHECK(read_vultr_regions(node, plan));
  return plan;
}

}  // namespace

Result<Imported> import_vultr(std::span<const ImportText> texts, const ImportFacts& facts) {
  VPSFIT_TRY(const Date retrieved, retrieved_day(facts));
  VPSFIT_TRY(const auto documents, parse_documents(texts, 1));
  const json::Node root = documents.front().root();
  VPSFIT_TRY(const auto items, member(root, "plans", items_of));
  if (const auto meta = root.maybe("meta")) {
    if (const auto total = meta->maybe("total")) {
      VPSFIT_TRY(const std::int64_t count, total->whole(0, 1'000'000));
      VPSFIT_CHECK(whole_list(*total, items.size(), count));
    }
  }
  Imported imported;
  imported.catalog.vendors.push_back({"vultr", "Vultr", std::nullopt, std::nullopt});
  LeftOut left_out;
  for (const auto& item : items) {
    VPSFIT_TRY(auto plan, vultr_plan(item, left_out));
    if (!plan) continue;
    plan->verified_on = retrieved;
    plan->stock_checked_on = retrieved;
    plan->source = source_of("api", retrieved, documents.front().sha256, "high");
    imported.catalog.plans.push_back(std::move(*plan));
  }
  left_out.say(imported.remarks);
  return imported;
}

}  // namespace vpsfit::plans
