// SPDX-License-Identifier: MIT
#include <algorithm>
#include <fmt/format.h>

#include "core/text.hpp"
#include "plans/import/parts.hpp"

namespace vpsfit::plans {
namespace {

CpuKind eu_cloud_prices_kind(const std::optional<std::string>& category) {
  if (category == "shared") return CpuKind::shared;
  if (category == "dedicated") return CpuKind::dedicated;
  if (category == "burstable") return CpuKind::burstable;
  return CpuKind::unknown;  // the other categories say what it is for, not how its cores are had
}

/// The hourly figure of these files is the monthly one / 730, so the month is the price.
Result<Price> eu_cloud_prices_price(const json::Node& instance) {
  const auto code = [](const json::Node& node) { return node.currency(); };
  VPSFIT_TRY(const Currency currency, member(instance, "currency", code));
  VPSFIT_TRY(Rational monthly, member(instance, "price_monthly", positive_figure));
  Price price = monthly_price(std::move(monthly), currency, Tax::unknown);
  price.kind = PriceKind::unknown;
  VPSFIT_TRY(auto renewal, maybe_member(instance, "price_monthly_renewal", positive_figure));
  if (renewal) {
    price.kind = PriceKind::promo;
    price.promo_name = "first term";
    price.renewal = Renewal{std::move(*renewal), RenewalStatus::different};
  }
  return price;
}

Result<void> read_disk(const json::Node& instance, Plan& plan) {
  VPSFIT_TRY(Rational space, member(instance, "disk_gb", figure));
  VPSFIT_TRY(const auto type, maybe_member(instance, "disk_type", plain_text));
  if (space.is_zero()) {
    plan.disks.push_back({std::nullopt, "network", false});
    return {};
  }
  std::string kind = "unknown";
  if (type == "ssd" || type == "nvme" || type == "hdd" || type == "network") kind = *type;
  plan.disks.push_back(included_disk(std::move(space), "GB", std::move(kind)));
  return {};
}

Result<Plan> eu_cloud_prices_plan(const json::Node& instance) {
  Plan plan;
  VPSFIT_TRY(plan.id, member(instance, "id", plain_text));
  VPSFIT_TRY(plan.name, member(instance, "name", plain_text));
  VPSFIT_TRY(plan.cpu.vcpus, member(instance, "vcpu", positive_figure));
  VPSFIT_TRY(const auto category, maybe_member(instance, "category", plain_text));
  plan.cpu.kind = eu_cloud_prices_kind(category);
  const auto architecture = [](const json::Node& node) { return node.one_of({"x86", "arm64"}); };
  VPSFIT_TRY(const auto arch, maybe_member(instance, "architecture", architecture));
  if (arch) plan.cpu.arch = *arch == 0 ? "x86_64" : "arm64";
  VPSFIT_TRY(plan.cpu.model, maybe_member(instance, "cpu_type", plain_text));
  VPSFIT_TRY(Rational ram, member(instance, "ram_gb", positive_figure));
  plan.memory = labelled_memory(std::move(ram), "GB");
  VPSFIT_CHECK(read_disk(instance, plan));
  VPSFIT_TRY(Price price, eu_cloud_prices_price(instance));
  plan.prices.push_back(std::move(price));
  VPSFIT_TRY(auto location, maybe_member(instance, "location", plain_text));
  if (location) plan.regions.push_back(region_named(std::move(*location)));
  VPSFIT_TRY(plan.notes, maybe_member(instance, "notes", plain_text));
  return plan;
}

}  // namespace

/// One provider's file: {"provider", "fetched_at", "instances": [...]}. What was converted from another currency there
/// is refused, and tax stays unknown: the files mix both and do not say which.
Result<Imported> import_eu_cloud_prices(std::span<const ImportText> texts, const ImportFacts& facts) {
  static_cast<void>(facts);
  VPSFIT_TRY(const auto documents, parse_documents(texts, 1));
  const json::Node root = documents.front().root();
  VPSFIT_TRY(const std::string provider, member(root, "provider", plain_text));
  VPSFIT_TRY(const Date fetched, member(root, "fetched_at", leading_day));
  if (const auto conversion = root.maybe("fx"))
    return fail(ErrorKind::refused, "the prices were converted into another currency", conversion->place(),
                "a catalog keeps the vendor's own currency: take the vendor's document");
  VPSFIT_TRY(const auto instances, member(root, "instances", items_of));
  VPSFIT_TRY(const bool by_hand, member(root, "manual", flag));
  Imported imported;
  imported.catalog.vendors.push_back({provider, provider, std::nullopt, std::nullopt});
  imported.remarks.emplace_back("these files do not say whether tax is included: it is marked as unknown");
  for (const auto& instance : instances) {
    VPSFIT_TRY(Plan plan, eu_cloud_prices_plan(instance));
    plan.verified_on = fetched;
    plan.source = source_of("tracker", fetched, documents.front().sha256, by_hand ? "medium" : "high");
    imported.catalog.plans.push_back(std::move(plan));
  }
  return imported;
}

}  // namespace vpsfit::plans
