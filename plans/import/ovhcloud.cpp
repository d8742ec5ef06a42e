// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "plans/import/parts.hpp"

namespace vpsfit::plans {
namespace {

/// A price is a whole number of hundred-millionths; tax stands apart.
Result<Rational> hundred_millionths(const json::Node& node) {
  return positive_figure(node).map([](const Rational& value) { return value / Rational(100'000'000); });
}

/// The regular way to pay: no commitment, first phase, no promotion applied.
Result<std::optional<Price>> ovhcloud_price(const json::Node& pricing, const Currency& currency) {
  VPSFIT_TRY(const auto commitment, maybe_member(pricing, "commitment", figure));
  VPSFIT_TRY(const auto phase, maybe_member(pricing, "phase", figure));
  if ((commitment && !commitment->is_zero()) || (phase && !phase->is_zero())) return std::nullopt;
  const auto unit = [](const json::Node& node) { return node.one_of({"hour", "month", "year", "none", "day"}); };
  VPSFIT_TRY(const std::size_t interval_unit, member(pricing, "intervalUnit", unit));
  if (interval_unit > 2) return std::nullopt;
  const auto count = [](const json::Node& node) { return node.whole(0, 1200); };
  VPSFIT_TRY(const std::int64_t interval, member(pricing, "interval", count));
  if (interval == 0) return std::nullopt;
  VPSFIT_TRY(Rational amount, member(pricing, "price", hundred_millionths));
  Price price = monthly_price(std::move(amount), currency, Tax::net);
  price.period_unit = static_cast<PeriodUnit>(interval_unit);
  price.period_count = interval;
  return price;
}

Result<void> read_disks(const json::Node& technical, Plan& plan) {
  const auto storage = technical.maybe("storage");
  if (!storage) return {};
  VPSFIT_TRY(const auto disks, maybe_items(*storage, "disks"));
  for (const auto& disk : disks) {
    VPSFIT_TRY(const Rational capacity, member(disk, "capacity", positive_figure));
    VPSFIT_TRY(const auto number, maybe_member(disk, "number", positive_figure));
    VPSFIT_TRY(const auto interface, maybe_member(disk, "interface", plain_text));
    plan.disks.push_back(
        included_disk(capacity * number.value_or(Rational(1)), "GB", interface == "NVMe" ? "nvme" : "unknown"));
  }
  return {};
}

Result<void> read_hardware(const json::Node& technical, Plan& plan) {
  VPSFIT_TRY(const json::Node cpu, technical.at("cpu"));
  VPSFIT_TRY(plan.cpu.vcpus, member(cpu, "cores", positive_figure));
  VPSFIT_TRY(const json::Node memory, technical.at("memory"));
  VPSFIT_TRY(Rational size, member(memory, "size", positive_figure));
  plan.memory = labelled_memory(std::move(size), "GB");
  if (const auto bandwidth = technical.maybe("bandwidth")) {
    VPSFIT_TRY(const auto level, maybe_member(*bandwidth, "level", figure));
    plan.network = Network{};
    if (level && !level->is_zero()) plan.network->port_mbit = *level;
  }
  return read_disks(technical, plan);
}

Result<std::optional<Plan>> ovhcloud_plan(const json::Node& addon, const Currency& currency, LeftOut& left_out) {
  VPSFIT_TRY(const auto product, maybe_member(addon, "product", plain_text));
  if (product && *product != "publiccloud-instance") return left_out.count("no server"), std::nullopt;
  const auto blobs = addon.maybe("blobs");
  const auto technical = blobs ? blobs->maybe("technical") : std::nullopt;
  if (!technical || !technical->maybe("cpu") || !technical->maybe("memory") ||
      !technical->maybe("memory")->maybe("size"))
    return left_out.count("cores or memory are not in the document"), std::nullopt;
  if (technical->maybe("gpu")) return left_out.count("sold for a GPU"), std::nullopt;
  Plan plan;
  VPSFIT_TRY(plan.id, member(addon, "planCode", plain_text));
  VPSFIT_TRY(const auto name, maybe_member(addon, "invoiceName", plain_text));
  plan.name = name.value_or(plan.id);
  VPSFIT_CHECK(read_hardware(*technical, plan));
  VPSFIT_TRY(const auto pricings, member(addon, "pricings", items_of));
  for (const auto& pricing : pricings) {
    VPSFIT_TRY(auto price, ovhcloud_price(pricing, currency));
    if (price) plan.prices.push_back(std::move(*price));
  }
  if (plan.prices.empty()) return left_out.count("no regular price by the hour, month or year"), std::nullopt;
  return plan;
}

/// The catalog of a subsidiary names its currency; a cut of one does not.
Result<Currency> currency_of(const json::Node& root, const ImportFacts& facts) {
  const auto locale = root.maybe("locale");
  if (const auto code = locale ? locale->maybe("currencyCode") : std::nullopt) return code->currency();
  if (facts.currency) return *facts.currency;
  return root.wrong("the document does not say in which currency its prices are",
                    "give the currency of the subsidiary that was asked: --currency=EUR");
}

}  // namespace

/// GET /v1/order/catalog/public/cloud?ovhSubsidiary=XX: its addons that are servers.
Result<Imported> import_ovhcloud(std::span<const ImportText> texts, const ImportFacts& facts) {
  VPSFIT_TRY(const Date retrieved, retrieved_day(facts));
  VPSFIT_TRY(const auto documents, parse_documents(texts, 1));
  const json::Node root = documents.front().root();
  VPSFIT_TRY(const Currency currency, currency_of(root, facts));
  VPSFIT_TRY(const auto addons, member(root, "addons", items_of));
  Imported imported;
  imported.catalog.vendors.push_back({"ovhcloud", "OVHcloud", std::nullopt, std::nullopt});
  LeftOut left_out;
  for (const auto& addon : addons) {
    VPSFIT_TRY(auto plan, ovhcloud_plan(addon, currency, left_out));
    if (!plan) continue;
    plan->verified_on = retrieved;
    plan->source = source_of("api", retrieved, documents.front().sha256, "high");
    imported.catalog.plans.push_back(std::move(*plan));
  }
  left_out.say(imported.remarks);
  return imported;
}

}  // namespace vpsfit::plans
