// SPDX-License-Identifier: MIT
#include "plans/import/parts.hpp"

namespace vpsfit::plans {
namespace {

Result<Stock> scaleway_stock(const json::Node& node) {
  VPSFIT_TRY(const std::size_t index, node.one_of({"available", "scarce", "shortage"}));
  return index == 0 ? Stock::in_stock : index == 1 ? Stock::scarce : Stock::out;
}

/// No disk is in the price. Local storage may be had up to a size; else there is block storage.
Result<Disk> disk_of(const json::Node& server) {
  Disk disk;
  disk.included = false;
  disk.kind = "network";
  const auto constraint = server.maybe("volumes_constraint");
  if (!constraint) return disk;
  VPSFIT_TRY(auto most, maybe_member(*constraint, "max_size", figure));
  if (most && !most->is_zero()) {
    disk.size = Size{std::move(*most), "B"};
    disk.kind = "ssd";
  }
  return disk;
}

Result<Network> network_of(const json::Node& server) {
  Network network;
  network.ipv4_count = 0;  // billed apart
  const auto node = server.maybe("network");
  if (!node) return network;
  VPSFIT_TRY(network.ipv6, maybe_member(*node, "ipv6_support", flag));
  VPSFIT_TRY(const auto bits, maybe_member(*node, "sum_internet_bandwidth", figure));
  if (bits && !bits->is_zero()) network.port_mbit = *bits / Rational(1'000'000);
  return network;
}

Result<std::optional<Plan>> scaleway_plan(const json::Node& server, std::string_view name, LeftOut& left_out) {
  VPSFIT_TRY(const auto gpus, maybe_member(server, "gpu", figure));
  if (gpus && !gpus->is_zero()) return left_out.count("sold for a GPU"), std::nullopt;
  Plan plan;
  plan.id = name;
  plan.name = name;
  VPSFIT_TRY(plan.cpu.vcpus, member(server, "ncpus", positive_figure));
  const auto architecture = [](const json::Node& node) { return node.one_of({"x86_64", "arm64", "unknown_arch"}); };
  VPSFIT_TRY(const auto arch, maybe_member(server, "arch", architecture));
  if (arch && *arch < 2) plan.cpu.arch = *arch == 0 ? "x86_64" : "arm64";
  VPSFIT_TRY(Rational ram, member(server, "ram", positive_figure));
  plan.memory = known_memory(std::move(ram), "B");
  VPSFIT_TRY(Disk disk, disk_of(server));
  plan.disks.push_back(std::move(disk));
  VPSFIT_TRY(plan.network, network_of(server));
  VPSFIT_TRY(Rational hourly, member(server, "hourly_price", positive_figure));
  plan.prices.push_back(hourly_price(std::move(hourly), *Currency::parse("EUR"), Tax::net, std::nullopt));
  VPSFIT_TRY(const auto over, maybe_member(server, "end_of_service", flag));
  if (over.value_or(false)) plan.lifecycle = Lifecycle::end_of_sale;
  return plan;
}

/// The first server of a document tells what it is a list of.
bool is_availability(const json::Node& document) {
  const json::Value* const servers = document.value().find("servers");
  return servers != nullptr && !servers->members().empty() &&
         servers->members().front().second.find("availability") != nullptr;
}

}  // namespace

/// GET instance/v1/zones/ZONE/products/servers; a second document may be its /availability.
Result<Imported> import_scaleway(std::span<const ImportText> texts, const ImportFacts& facts) {
  VPSFIT_TRY(const Date retrieved, retrieved_day(facts));
  VPSFIT_TRY(const auto documents, parse_documents(texts, 2));
  const ImportDocument* products = nullptr;
  const ImportDocument* availability = nullptr;
  for (const auto& document : documents) (is_availability(document.root()) ? availability : products) = &document;
  if (products == nullptr)
    return documents.front().root().wrong("this says what is available; the list of servers is needed too");
  VPSFIT_TRY(const json::Node servers, products->root().at("servers"));
  Imported imported;
  imported.catalog.vendors.push_back({"scaleway", "Scaleway", std::nullopt, std::nullopt});
  imported.remarks.emplace_back("storage and an IPv4 address are billed apart and are not in these prices");
  LeftOut left_out;
  for (const auto& [name, unused] : servers.value().members()) {
    VPSFIT_TRY(const json::Node server, servers.at(name));
    VPSFIT_TRY(auto plan, scaleway_plan(server, name, left_out));
    if (!plan) continue;
    plan->verified_on = retrieved;
    plan->source = source_of("api", retrieved, products->sha256, "high");
    if (facts.region) plan->regions.push_back(region_named(*facts.region));
    if (availability != nullptr) {
      VPSFIT_TRY(const json::Node list, availability->root().at("servers"));
      if (const auto entry = list.maybe(name)) {
        VPSFIT_TRY(plan->stock, member(*entry, "availability", scaleway_stock));
        plan->stock_checked_on = retrieved;
      }
    }
    imported.catalog.plans.push_back(std::move(*plan));
  }
  left_out.say(imported.remarks);
  return imported;
}

}  // namespace vpsfit::plans
