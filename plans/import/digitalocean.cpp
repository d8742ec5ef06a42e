// SPDX-License-Identifier: MIT
#include <array>

#include "plans/import/parts.hpp"

namespace vpsfit::plans {
namespace {

/// The family stands in a text for people only. One that is not here stays unknown.
CpuKind digitalocean_kind(std::string_view family) {
  constexpr std::array<std::string_view, 4> shared{"Basic", "Premium AMD", "Premium Intel", "Regular"};
  constexpr std::array<std::string_view, 5> dedicated{"General Purpose", "CPU-Optimized", "Memory-Optimized",
                                                      "Storage-Optimized", "Storage-Optimized 1.5x SSD"};
  for (const auto name : shared)
    if (family == name) return CpuKind::shared;
  for (const auto name : dedicated)
    if (family == name || (family.starts_with(name) && family.find("Premium") != std::string_view::npos))
      return CpuKind::dedicated;
  return CpuKind::unknown;
}

/// "gib" where the document says it in its newer member; the older one says nothing.
Result<std::string> disk_unit(const json::Node& size) {
  VPSFIT_TRY(const auto infos, maybe_items(size, "disk_info"));
  if (infos.empty()) return "GB";
  VPSFIT_TRY(const json::Node amount, infos.front().at("size"));
  const auto unit = [](const json::Node& node) { return node.one_of({"gib", "tib"}); };
  VPSFIT_TRY(const std::size_t index, member(amount, "unit", unit));
  return index == 0 ? "GiB" : "GB";  // "disk" itself stays in GB where the other member counts in TiB
}

Result<std::optional<Plan>> digitalocean_plan(const json::Node& size, LeftOut& left_out) {
  if (size.maybe("gpu_info")) return left_out.count("sold for a GPU"), std::nullopt;
  Plan plan;
  VPSFIT_TRY(plan.id, member(size, "slug", plain_text));
  VPSFIT_TRY(const auto description, maybe_member(size, "description", plain_text));
  plan.name = description ? *description + " " + plan.id : plan.id;
  plan.cpu.kind = digitalocean_kind(description.value_or(""));
  VPSFIT_TRY(plan.cpu.vcpus, member(size, "vcpus", positive_figure));
  VPSFIT_TRY(Rational memory, member(size, "memory", positive_figure));
  plan.memory = known_memory(std::move(memory), "MiB");  // the interface says MB and counts in 1024s
  VPSFIT_TRY(Rational disk, member(size, "disk", figure));
  VPSFIT_TRY(std::string unit, disk_unit(size));
  if (!disk.is_zero()) plan.disks.push_back(included_disk(std::move(disk), std::move(unit), "ssd"));
  VPSFIT_TRY(Rational transfer, member(size, "transfer", figure));
  plan.traffic = included_traffic(std::move(transfer), "TB", true, OveragePolicy::bill);
  // The hourly figure is a binary fraction with noise (0.00743999984115362) and never costs more than the monthly one.
  VPSFIT_TRY(Rational monthly, member(size, "price_monthly", positive_figure));
  plan.prices.push_back(monthly_price(std::move(monthly), *Currency::parse("USD"), Tax::net));
  VPSFIT_TRY(const auto regions, maybe_items(size, "regions"));
  for (const auto& region : regions) {
    VPSFIT_TRY(std::string id, region.text());
    plan.regions.push_back(region_named(std::move(id)));
  }
  VPSFIT_TRY(const bool available, member(size, "available", flag));
  plan.stock = available && !plan.regions.empty() ? Stock::in_stock : Stock::out;
  plan.network = Network{};
  plan.network->ipv4_count = 1;
  return plan;
}

}  // namespace

Result<Imported> import_digitalocean(std::span<const ImportText> texts, const ImportFacts& facts) {
  VPSFIT_TRY(const Date retrieved, retrieved_day(facts));
  VPSFIT_TRY(const auto documents, parse_documents(texts, 1));
  const json::Node root = documents.front().root();
  VPSFIT_TRY(const auto items, member(root, "sizes", items_of));
  if (const auto meta = root.maybe("meta")) {
    VPSFIT_TRY(const json::Node total, meta->at("total"));
    VPSFIT_TRY(const std::int64_t count, total.whole(0, 1'000'000));
    VPSFIT_CHECK(whole_list(total, items.size(), count));
  }
  Imported imported;
  imported.catalog.vendors.push_back({"digitalocean", "DigitalOcean", std::nullopt, std::nullopt});
  LeftOut left_out;
  for (const auto& item : items) {
    VPSFIT_TRY(auto plan, digitalocean_plan(item, left_out));
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
