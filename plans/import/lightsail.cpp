// SPDX-License-Identifier: MIT
#include "plans/import/parts.hpp"

namespace vpsfit::plans {
namespace {

/// Bundles for Windows cost more and run nothing else.
Result<bool> is_for_linux(const json::Node& bundle) {
  VPSFIT_TRY(const auto platforms, maybe_items(bundle, "supportedPlatforms"));
  for (const auto& platform : platforms) {
    VPSFIT_TRY(const std::string name, platform.text());
    if (name == "LINUX_UNIX") return true;
  }
  return platforms.empty();
}

Result<Plan> lightsail_plan(const json::Node& bundle) {
  Plan plan;
  VPSFIT_TRY(plan.id, member(bundle, "bundleId", plain_text));
  VPSFIT_TRY(plan.name, member(bundle, "name", plain_text));
  VPSFIT_TRY(plan.cpu.vcpus, member(bundle, "cpuCount", positive_figure));
  plan.cpu.kind = CpuKind::burstable;
  VPSFIT_TRY(Rational ram, member(bundle, "ramSizeInGb", positive_figure));
  plan.memory = known_memory(std::move(ram), "GiB");
  VPSFIT_TRY(Rational disk, member(bundle, "diskSizeInGb", figure));
  if (!disk.is_zero()) plan.disks.push_back(included_disk(std::move(disk), "GB", "ssd"));
  VPSFIT_TRY(Rational transfer, member(bundle, "transferPerMonthInGb", figure));
  plan.traffic = included_traffic(std::move(transfer), "GB", false, OveragePolicy::bill);
  if (plan.traffic->included) plan.traffic->included->direction = "both";
  VPSFIT_TRY(Rational price, member(bundle, "price", positive_figure));
  plan.prices.push_back(monthly_price(std::move(price), *Currency::parse("USD"), Tax::net));
  VPSFIT_TRY(const bool active, member(bundle, "isActive", flag));
  if (!active) plan.lifecycle = Lifecycle::end_of_sale;
  const auto addresses = [](const json::Node& node) { return node.whole(0, 1000); };
  VPSFIT_TRY(const auto ipv4, maybe_member(bundle, "publicIpv4AddressCount", addresses));
  if (ipv4) {
    plan.network = Network{};
    plan.network->ipv4_count = *ipv4;
  }
  return plan;
}

}  // namespace

/// aws lightsail get-bundles, for one region.
Result<Imported> import_lightsail(std::span<const ImportText> texts, const ImportFacts& facts) {
  VPSFIT_TRY(const Date retrieved, retrieved_day(facts));
  VPSFIT_TRY(const auto documents, parse_documents(texts, 1));
  const json::Node root = documents.front().root();
  if (root.maybe("nextPageToken"))
    return fail(ErrorKind::refused, "there is a nextPageToken: this is one page of several", root.place(),
                "fetch all pages and join them into one list");
  VPSFIT_TRY(const auto items, member(root, "bundles", items_of));
  Imported imported;
  imported.catalog.vendors.push_back({"lightsail", "AWS Lightsail", std::nullopt, std::nullopt});
  LeftOut left_out;
  for (const auto& item : items) {
    VPSFIT_TRY(const bool linux_too, is_for_linux(item));
    if (!linux_too) {
      left_out.count("for Windows only");
      continue;
    }
    VPSFIT_TRY(Plan plan, lightsail_plan(item));
    plan.verified_on = retrieved;
    plan.source = source_of("api", retrieved, documents.front().sha256, "high");
    if (facts.region) plan.regions.push_back(region_named(*facts.region));
    imported.catalog.plans.push_back(std::move(plan));
  }
  left_out.say(imported.remarks);
  return imported;
}

}  // namespace vpsfit::plans
