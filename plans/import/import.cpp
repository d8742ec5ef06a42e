// SPDX-License-Identifier: MIT
#include "plans/import/import.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "core/text.hpp"
#include "json/value.hpp"
#include "plans/import/parts.hpp"
#include "plans/read.hpp"
#include "plans/write.hpp"

namespace vpsfit::plans {
namespace {

constexpr auto all = std::to_array<Importer>({
    {"csv", "a price list kept by hand: one vendor, a header line", import_csv},
    {"digitalocean", "GET /v2/sizes, all pages in one list", import_digitalocean},
    {"eu-cloud-prices", "one provider's file of that project", import_eu_cloud_prices},
    {"hetzner", "GET /v1/server_types", import_hetzner},
    {"lightsail", "aws lightsail get-bundles", import_lightsail},
    {"linode", "GET /v4/linode/types, and perhaps /v4/network-transfer/prices", import_linode},
    {"ovhcloud", "GET /v1/order/catalog/public/cloud", import_ovhcloud},
    {"racknerd", "data.json of a stock tracker of RackNerd's deals", import_racknerd},
    {"scaleway", "GET instance/v1/zones/ZONE/products/servers, and perhaps its /availability", import_scaleway},
    {"upcloud", "GET /1.3/plan and /1.3/price", import_upcloud},
    {"vultr", "GET /v2/plans, all pages in one list", import_vultr},
});

/// Crawlers fail in ways that look like news.
Result<void> plausible(const Catalog& catalog, const std::string& file, bool accepted) {
  const auto& plans = catalog.plans;
  const auto none = [&](std::string message) {
    return fail(ErrorKind::refused, std::move(message), file, "fetch it again and compare with the vendor's page");
  };
  if (plans.empty()) return none("no plan is left of it");
  if (accepted) return {};
  if (std::all_of(plans.begin(), plans.end(), [](const Plan& p) { return p.stock == Stock::out; }))
    return none(
        fmt::format("all {} plans are out of stock at once: that is a failed collection, not news", plans.size()));
  const auto is_free = [](const Plan& plan) {
    return std::all_of(plan.prices.begin(), plan.prices.end(), [](const Price& p) { return p.amount.is_zero(); });
  };
  if (std::all_of(plans.begin(), plans.end(), is_free))
    return none(fmt::format("all {} plans cost nothing", plans.size()));
  return {};
}

}  // namespace

std::span<const Importer> importers() { return all; }

Result<Imported> import_catalog(std::string_view name, std::span<const ImportText> texts, const ImportFacts& facts) {
  const auto importer = std::find_if(all.begin(), all.end(), [&](const Importer& i) { return i.name == name; });
  if (importer == all.end()) {
    std::vector<std::string> names;
    for (const auto& known : all) names.emplace_back(known.name);
    const auto near = near_name(name, names);
    return fail(ErrorKind::input, fmt::format("there is no importer '{}'", printable(name, 60)), {},
                near ? fmt::format("did you mean '{}'?", *near) : fmt::format("there are: {}", fmt::join(names, ", ")));
  }
  if (texts.empty()) return fail(ErrorKind::input, "no document was given");
  VPSFIT_TRY(Imported imported, importer->run(texts, facts));
  VPSFIT_CHECK(plausible(imported.catalog, texts.front().file, facts.accepted));
  // What is written must be what the reader takes: one set of rules for all catalogs.
  auto checked = check_catalog(json::dump(to_document(imported.catalog)), texts.front().file, std::nullopt, 1);
  if (!checked.errors.empty()) {
    Error error = checked.errors.front();
    error.place =
        texts.front().file + " " + error.place.substr(std::min(error.place.find(" /") + 1, error.place.size()));
    error.message = "in the catalog made of it: " + error.message;
    return fail(std::move(error));
  }
  imported.catalog = std::move(checked.catalog);
  return imported;
}

}  // namespace vpsfit::plans
