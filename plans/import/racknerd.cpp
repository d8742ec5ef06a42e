// SPDX-License-Identifier: MIT
#include <algorithm>
#include <fmt/format.h>

#include "core/decimal.hpp"
#include "core/text.hpp"
#include "plans/import/parts.hpp"

namespace vpsfit::plans {
namespace {

/// "512 MB", "2.5 GB", "20 GB SSD", "12,000GB": a size as shops write it, and what follows it.
struct ShopSize {
  Size size;
  std::string rest;
};

Result<ShopSize> shop_size(const json::Node& node) {
  VPSFIT_TRY(const std::string text, node.text());
  const std::size_t unit_at = std::min(text.find_first_not_of("0123456789.,"), text.size());
  std::string digits = text.substr(0, unit_at);
  // "000GB" is what a tracker made of "12,000GB": not a small figure but a lost one.
  if (digits.size() > 1 && digits[0] == '0' && digits[1] != '.')
    return fail(ErrorKind::refused, fmt::format("\"{}\" has lost its first digits", printable(text, 60)), node.place(),
                "the tracker that wrote it is at fault: take another day's file");
  digits.erase(std::remove(digits.begin(), digits.end(), ','), digits.end());
  const auto value = parse_decimal(digits);
  const std::string_view after = trim(std::string_view(text).substr(unit_at));
  const std::string_view unit = after.substr(0, std::min(after.find(' '), after.size()));
  if (!value || !bytes_per_unit(unit)) return node.wrong(fmt::format("\"{}\" is not a size", printable(text, 60)));
  if (value->is_zero()) return node.wrong(fmt::format("\"{}\" cannot be true", printable(text, 60)));
  return ShopSize{{*value, std::string(unit)}, std::string(trim(after.substr(unit.size())))};
}

Result<Rational> core_count(const json::Node& node) {
  if (node.value().kind() == json::Value::Kind::string) {
    const auto value = parse_decimal(node.value().text());
    if (value && *value > Rational(0)) return *value;
    return node.wrong(fmt::format("\"{}\" is not a number of cores", printable(node.value().text(), 60)));
  }
  return positive_figure(node);
}

/// "1 GB KVM VPS (Black Friday 2025)" is a deal of that name.
std::string promotion(std::string_view title) {
  const auto open = title.rfind('(');
  if (open == std::string_view::npos || !title.ends_with(')')) return "special offer";
  const std::string_view inner = title.substr(open + 1, title.size() - open - 2);
  return inner.find("20") == std::string_view::npos ? "special offer" : std::string(inner);
}

Result<Price> racknerd_price(const json::Node& deal, std::string_view title) {
  VPSFIT_TRY(Rational amount, member(deal, "price", positive_figure));
  Price price = monthly_price(std::move(amount), *Currency::parse("USD"), Tax::unknown);
  price.period_unit = PeriodUnit::year;
  price.payment = "upfront";
  price.commitment_months = 12;
  price.kind = PriceKind::promo;
  price.promo_name = promotion(title);
  price.renewal = Renewal{};
  return price;
}

Result<Plan> racknerd_plan(const json::Node& deal) {
  Plan plan;
  VPSFIT_TRY(const std::string pid, member(deal, "pid", id_text));
  plan.id = "pid-" + pid;
  VPSFIT_TRY(plan.name, member(deal, "title", plain_text));
  VPSFIT_TRY(plan.cpu.vcpus, member(deal, "vcores", core_count));
  plan.cpu.kind = CpuKind::shared;
  VPSFIT_TRY(ShopSize ram, member(deal, "ram", shop_size));
  plan.memory.size = std::move(ram.size);
  VPSFIT_TRY(ShopSize storage, member(deal, "storage", shop_size));
  const bool fast = storage.rest.find("NVMe") != std::string::npos;
  plan.disks.push_back({std::move(storage.size), fast ? "nvme" : "ssd", true});
  VPSFIT_TRY(ShopSize bandwidth, member(deal, "bandwidth", shop_size));
  plan.traffic =
      included_traffic(std::move(bandwidth.size.value), std::move(bandwidth.size.unit), false, OveragePolicy::unknown);
  plan.traffic->included->direction = std::nullopt;
  VPSFIT_TRY(Price price, racknerd_price(deal, plan.name));
  plan.prices.push_back(std::move(price));
  VPSFIT_TRY(const Rational stock, member(deal, "stock", figure));
  plan.stock = stock.is_zero() ? Stock::out : Stock::in_stock;
  plan.network = Network{};
  plan.network->ipv4_count = 1;
  return plan;
}

}  // namespace

/// A tracker's data.json: {"date_utc": ..., "vps": [{pid, stock, title, vcores, ram, storage, bandwidth, price}]}.
Result<Imported> import_racknerd(std::span<const ImportText> texts, const ImportFacts& facts) {
  VPSFIT_TRY(const auto documents, parse_documents(texts, 1));
  const json::Node root = documents.front().root();
  VPSFIT_TRY(const auto dated, maybe_member(root, "date_utc", leading_day));
  ImportFacts with_day = facts;
  if (dated) with_day.retrieved = *dated;
  VPSFIT_TRY(const Date seen, retrieved_day(with_day));
  VPSFIT_TRY(const auto deals, member(root, "vps", items_of));
  Imported imported;
  imported.catalog.vendors.push_back({"racknerd", "RackNerd", std::nullopt, std::nullopt});
  imported.remarks.emplace_back(
      "a tracker's figures, not the vendor's: a deal that is missing may be withdrawn or overlooked");
  for (const auto& deal : deals) {
    VPSFIT_TRY(Plan plan, racknerd_plan(deal));
    plan.verified_on = seen;
    plan.stock_checked_on = seen;
    plan.source = source_of("tracker", seen, documents.front().sha256, "medium");
    imported.catalog.plans.push_back(std::move(plan));
  }
  return imported;
}

}  // namespace vpsfit::plans
