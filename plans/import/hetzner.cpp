// SPDX-License-Identifier: MIT
#include <algorithm>
#include <fmt/format.h>

#include "plans/import/parts.hpp"

namespace vpsfit::plans {
namespace {

Result<Rational> net_of(const json::Node& node) { return member(node, "net", positive_figure); }

/// What one location charges; the net figures, because the gross ones follow the account's country.
Result<Price> hetzner_price(const json::Node& node, const Currency& currency) {
  VPSFIT_TRY(Rational hourly, member(node, "price_hourly", net_of));
  VPSFIT_TRY(Rational monthly, member(node, "price_monthly", net_of));
  return hourly_price(std::move(hourly), currency, Tax::net, std::move(monthly));
}

/// Included bytes differ by location.
Result<std::optional<Traffic>> traffic_of(const json::Node& node) {
  VPSFIT_TRY(auto included, maybe_member(node, "included_traffic", figure));
  if (!included) return std::nullopt;
  Traffic traffic = included_traffic(std::move(*included), "B", false, OveragePolicy::bill);
  VPSFIT_TRY(traffic.overage_price,
             maybe_member(node, "price_per_tb_traffic", [](const json::Node& n) { return member(n, "net", figure); }));
  if (traffic.overage_price) traffic.overage_per = Size{Rational(1), "TB"};
  return std::optional(std::move(traffic));
}

/// Sale of something with a "deprecation": over, or announced to be over. Nothing where none is announced.
Result<std::optional<Date>> sold_until(const json::Node& node) {
  const auto deprecation = node.maybe("deprecation");
  if (!deprecation) return std::nullopt;
  VPSFIT_TRY(const Date day, member(*deprecation, "unavailable_after", leading_day));
  return std::optional(day);
}

/// Since September 2025 stock and deprecation stand per location, apart from the prices.
Result<void> read_locations(const json::Node& type, Date retrieved, std::vector<Region>& regions) {
  VPSFIT_TRY(const auto nodes, maybe_items(type, "locations"));
  for (const auto& node : nodes) {
    VPSFIT_TRY(const std::string name, member(node, "name", plain_text));
    const auto region = std::find_if(regions.begin(), regions.end(), [&](const Region& r) { return r.id == name; });
    if (region == regions.end()) continue;  // not priced, so not sold there
    VPSFIT_TRY(const auto available, maybe_member(node, "available", flag));
    if (available) region->stock = *available ? Stock::in_stock : Stock::out;
    VPSFIT_TRY(const auto until, sold_until(node));
    if (until) region->lifecycle = *until <= retrieved ? Lifecycle::end_of_sale : Lifecycle::deprecated;
  }
  return {};
}

/// The stock of the whole plan, where each location says its own.
Stock hetzner_stock(const std::vector<Region>& regions) {
  const auto is = [](Stock stock) { return [stock](const Region& region) { return region.stock == stock; }; };
  if (std::any_of(regions.begin(), regions.end(), is(Stock::in_stock))) return Stock::in_stock;
  if (!regions.empty() && std::all_of(regions.begin(), regions.end(), is(Stock::out))) return Stock::out;
  return Stock::unknown;
}

Result<void> read_hetzner_regions(const json::Node& type, const Currency& currency, Date retrieved, Plan& plan) {
  VPSFIT_TRY(const auto nodes, member(type, "prices", items_of));
  for (const auto& node : nodes) {
    VPSFIT_TRY(std::string id, member(node, "location", plain_text));
    Region region = region_named(std::move(id));
    VPSFIT_TRY(Price price, hetzner_price(node, currency));
    region.price_override.push_back(std::move(price));
    VPSFIT_TRY(region.traffic_override, traffic_of(node));
    plan.regions.push_back(std::move(region));
  }
  if (plan.regions.empty()) return type.wrong("\"prices\" names no location");
  const auto cheapest =
      std::min_element(plan.regions.begin(), plan.regions.end(), [](const Region& a, const Region& b) {
        return a.price_override.front().monthly_cap < b.price_override.front().monthly_cap;
      });
  plan.prices = cheapest->price_override;
  plan.traffic = cheapest->traffic_override;
  VPSFIT_CHECK(read_locations(type, retrieved, plan.regions));
  plan.stock = hetzner_stock(plan.regions);
  if (plan.stock != Stock::unknown) plan.stock_checked_on = retrieved;
  return {};
}

Result<Plan> hetzner_plan(const json::Node& type, const Currency& currency, Date retrieved) {
  Plan plan;
  VPSFIT_TRY(plan.id, member(type, "name", plain_text));
  VPSFIT_TRY(const auto description, maybe_member(type, "description", plain_text));
  plan.name = description.value_or(plan.id);
  VPSFIT_TRY(plan.cpu.vcpus, member(type, "cores", positive_figure));
  const auto cpu_type = [](const json::Node& node) { return node.one_of({"shared", "dedicated"}); };
  VPSFIT_TRY(const std::size_t kind, member(type, "cpu_type", cpu_type));
  plan.cpu.kind = kind == 0 ? CpuKind::shared : CpuKind::dedicated;
  const auto architecture = [](const json::Node& node) { return node.one_of({"x86", "arm"}); };
  VPSFIT_TRY(const auto arch, maybe_member(type, "architecture", architecture));
  if (arch) plan.cpu.arch = *arch == 0 ? "x86_64" : "arm64";
  VPSFIT_TRY(Rational memory, member(type, "memory", positive_figure));
  plan.memory = labelled_memory(std::move(memory), "GB");
  VPSFIT_TRY(Rational disk, member(type, "disk", figure));
  const auto storage = [](const json::Node& node) { return node.one_of({"local", "network"}); };
  VPSFIT_TRY(const auto storage_type, maybe_member(type, "storage_type", storage));
  if (!disk.is_zero())
    plan.disks.push_back(included_disk(std::move(disk), "GB", storage_type == 1U ? "network" : "nvme"));
  VPSFIT_CHECK(read_hetzner_regions(type, currency, retrieved, plan));
  VPSFIT_TRY(plan.unavailable_after, sold_until(type));
  if (plan.unavailable_after)
    plan.lifecycle = *plan.unavailable_after <= retrieved ? Lifecycle::end_of_sale : Lifecycle::deprecated;
  plan.network = Network{};
  plan.network->ipv4_count = 0;
  return plan;
}

/// What a monthly IPv4 address costs, where the price list has it; where locations differ, the dearest.
Result<std::optional<Rational>> ipv4_of(const json::Node& pricing, std::vector<std::string>& remarks) {
  std::optional<Rational> dearest;
  bool differ = false;
  VPSFIT_TRY(const auto kinds, maybe_items(pricing, "primary_ips"));
  for (const auto& kind : kinds) {
    VPSFIT_TRY(const std::string type, member(kind, "type", plain_text));
    if (type != "ipv4") continue;
    VPSFIT_TRY(const auto prices, member(kind, "prices", items_of));
    for (const auto& price : prices) {
      VPSFIT_TRY(const Rational monthly,
                 member(price, "price_monthly", [](const json::Node& n) { return member(n, "net", figure); }));
      differ = differ || (dearest && *dearest != monthly);
      if (!dearest || monthly > *dearest) dearest = monthly;
    }
  }
  if (differ) remarks.emplace_back("an IPv4 address costs more in some locations: the highest price was taken for all");
  return dearest;
}

/// What holds for all types: the currency of the account and the price of an address.
struct Account {
  Currency currency;
  std::optional<Rational> ipv4;
};

Result<Account> account_of(const ImportDocument* prices, const ImportFacts& facts, std::vector<std::string>& remarks) {
  if (prices == nullptr) {
    if (!facts.currency)
      remarks.emplace_back(
          "the currency is the account's and does not stand in the document: EUR was taken (--currency)");
    remarks.emplace_back("an IPv4 address is billed apart, at a price that does not stand in the document");
    return Account{facts.currency.value_or(*Currency::parse("EUR")), std::nullopt};
  }
  VPSFIT_TRY(const json::Node pricing, prices->root().at("pricing"));
  VPSFIT_TRY(const json::Node code, pricing.at("currency"));
  VPSFIT_TRY(const Currency currency, code.currency());
  if (facts.currency && *facts.currency != currency)
    return code.wrong(fmt::format("the account is in {}, not in {}", currency.code(), facts.currency->code()),
                      "leave out --currency");
  VPSFIT_TRY(auto ipv4, ipv4_of(pricing, remarks));
  return Account{currency, std::move(ipv4)};
}

}  // namespace

/// GET /v1/server_types, or one of its items as {"server_type": {...}}; a second document may be GET /v1/pricing.
Result<Imported> import_hetzner(std::span<const ImportText> texts, const ImportFacts& facts) {
  VPSFIT_TRY(const Date retrieved, retrieved_day(facts));
  VPSFIT_TRY(const auto documents, parse_documents(texts, 2));
  const ImportDocument* const prices = maybe_document_with(documents, "pricing");
  const ImportDocument& list = prices == &documents.front() ? documents.back() : documents.front();
  const json::Node root = list.root();
  std::vector<json::Node> types;
  if (const auto single = root.maybe("server_type")) {
    types.push_back(*single);
  } else {
    VPSFIT_TRY(types, member(root, "server_types", items_of));
  }
  if (const auto meta = root.maybe("meta")) {
    const auto pages = meta->maybe("pagination");
    const auto total = pages ? pages->maybe("total_entries") : std::nullopt;
    if (total) {
      VPSFIT_TRY(const std::int64_t entries, total->whole(0, 1'000'000));
      VPSFIT_CHECK(whole_list(*total, types.size(), entries));
    }
  }
  Imported imported;
  imported.catalog.vendors.push_back({"hetzner", "Hetzner Cloud", std::nullopt, std::nullopt});
  VPSFIT_TRY(const Account account, account_of(prices, facts, imported.remarks));
  for (const auto& type : types) {
    VPSFIT_TRY(Plan plan, hetzner_plan(type, account.currency, retrieved));
    plan.verified_on = retrieved;
    plan.source = source_of("api", retrieved, list.sha256, "high");
    if (account.ipv4) {
      plan.network->ipv4_price = account.ipv4;
      plan.network->ipv4_per = PeriodUnit::month;
    }
    imported.catalog.plans.push_back(std::move(plan));
  }
  return imported;
}

}  // namespace vpsfit::plans
