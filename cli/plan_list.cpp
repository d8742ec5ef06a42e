// SPDX-License-Identifier: MIT
#include "cli/plan_list.hpp"

#include <fmt/format.h>
#include <vector>

#include "cli/terminal.hpp"
#include "cli/version.hpp"
#include "core/decimal.hpp"
#include "forecast/market.hpp"
#include "json/value.hpp"
#include "plans/names.hpp"
#include "report/csv.hpp"
#include "report/text_table.hpp"

namespace vpsfit::cli {
namespace {

std::string decimal(const Rational& value) { return to_decimal(value, Rounding::half_away); }
std::string as_written(const plans::Size& size) { return decimal(size.value) + " " + size.unit; }

/// The cheapest way to pay, in the currency of the plan's first price. Without a day, promotions count as running.
std::optional<Money> cheapest_fee(const plans::Plan& plan, std::optional<Date> as_of) {
  const fx::RateTable no_conversion;
  const forecast::Selection selection{as_of.value_or(Date{}), plan.prices.front().currency, std::nullopt, true};
  const auto offer = forecast::cheapest_offer(plan, no_conversion, selection);
  if (!offer) return std::nullopt;
  return offer->annual_fee;
}

std::string traffic_text(const plans::Plan& plan) {
  if (!plan.traffic || !plan.traffic->included) return "?";
  if (plan.traffic->included->unmetered) return "unmetered";
  return plan.traffic->included->size ? as_written(*plan.traffic->included->size) : "?";
}

/// Codes of what speaks against a plan, in a fixed order; empty where nothing does.
std::vector<std::string> remarks(const plans::Plan& plan, std::optional<Date> as_of) {
  std::vector<std::string> codes;
  if (!plan.verified_on) codes.emplace_back("unverified");
  if (plan.verified_on && as_of) {
    const auto days = (*as_of - *plan.verified_on).count();
    if (days > forecast::stale_days) {
      codes.emplace_back("stale");
    } else if (days > forecast::old_days) {
      codes.emplace_back("old");
    }
  }
  if (plan.lifecycle != plans::Lifecycle::active) codes.emplace_back(plans::word(plan.lifecycle));
  if (plan.prices.front().kind == plans::PriceKind::promo) codes.emplace_back("promo");
  if (plan.prices.front().tax == plans::Tax::unknown) codes.emplace_back("tax_unknown");
  if (plan.network && plan.network->ipv4_count == 0 && !plan.network->ipv4_price) codes.emplace_back("no_ipv4");
  return codes;
}

}  // namespace

std::string plan_table(const plans::Catalog& catalog, std::optional<Date> as_of) {
  using report::Align;
  report::TextTable table({{"plan"},
                           {"vCPU", Align::right},
                           {"memory", Align::right},
                           {"traffic", Align::right},
                           {"a year", Align::right},
                           {"verified", Align::right},
                           {"stock"},
                           {"remarks"}});
  for (const auto& plan : catalog.plans) {
    const auto fee = cheapest_fee(plan, as_of);
    table.row({plan.full_name(), decimal(plan.cpu.vcpus), as_written(plan.memory.size), traffic_text(plan),
               fee ? fee->rounded() + " " + fee->currency().code() : "?",
               plan.verified_on ? to_text(*plan.verified_on) : "never", std::string(plans::word(plan.stock)),
               fmt::format("{}", fmt::join(remarks(plan, as_of), " "))});
  }
  return table.render(output_width());
}

std::string plan_csv(const plans::Catalog& catalog, std::optional<Date> as_of) {
  report::Csv csv({"vendor", "id", "name", "vcpus", "cpu_kind", "memory_bytes", "memory_bytes_larger_reading",
                   "disk_bytes", "traffic_bytes", "annual_fee", "currency", "tax", "verified_on", "stock", "lifecycle",
                   "remarks"});
  for (const auto& plan : catalog.plans) {
    const auto fee = cheapest_fee(plan, as_of);
    const bool metered = plan.traffic && plan.traffic->included && !plan.traffic->included->unmetered;
    csv.text(plan.vendor).text(plan.id).text(plan.name).number(decimal(plan.cpu.vcpus)).text(word(plan.cpu.kind));
    csv.number(plan.memory.lower_bytes()).number(plan.memory.upper_bytes()).number(plan.included_disk());
    if (metered) {
      csv.number(plan.traffic->included_bytes());
    } else {
      csv.text(traffic_text(plan) == "?" ? "" : traffic_text(plan));
    }
    if (fee) {
      csv.number(fee->rounded()).text(fee->currency().code());
    } else {
      csv.unknown().unknown();
    }
    csv.text(word(plan.prices.front().tax)).text(plan.verified_on ? to_text(*plan.verified_on) : "");
    csv.text(word(plan.stock)).text(word(plan.lifecycle)).text(fmt::format("{}", fmt::join(remarks(plan, as_of), " ")));
  }
  return csv.str();
}

std::string plan_json(const plans::Catalog& catalog, std::optional<Date> as_of) {
  using json::Value;
  Value rows = Value::array();
  for (const auto& plan : catalog.plans) {
    const auto fee = cheapest_fee(plan, as_of);
    const auto disk = plan.included_disk();
    const bool unmetered = plan.traffic && plan.traffic->included && plan.traffic->included->unmetered;
    const auto traffic = plan.traffic && !unmetered ? plan.traffic->included_bytes() : std::nullopt;
    Value codes = Value::array();
    for (const auto& code : remarks(plan, as_of)) codes.push(code);
    rows.push(
        Value::object()
            .set("vendor", plan.vendor)
            .set("id", plan.id)
            .set("name", plan.name)
            .set("vcpus", Value::number(decimal(plan.cpu.vcpus)))
            .set("cpu_kind", word(plan.cpu.kind))
            .set("memory_bytes", plan.memory.lower_bytes().count())
            .set("memory_bytes_larger_reading", plan.memory.upper_bytes().count())
            .set("disk_bytes", disk ? Value(disk->count()) : Value())
            .set("traffic_bytes", traffic ? Value(traffic->count()) : Value())
            .set("traffic_unmetered", unmetered)
            .set("annual_fee",
                 fee ? Value::object().set("amount", fee->rounded()).set("currency", fee->currency().code()) : Value())
            .set("tax", word(plan.prices.front().tax))
            .set("verified_on", plan.verified_on ? Value(to_text(*plan.verified_on)) : Value())
            .set("stock", word(plan.stock))
            .set("lifecycle", word(plan.lifecycle))
            .set("remarks", codes));
  }
  const Value document = Value::object()
                             .set("schema", "urn:vpsfit:schema:plan-list:1")
                             .set("schema_version", "1.0")
                             .set("tool", Value::object().set("name", "vpsfit").set("version", version))
                             .set("as_of", as_of ? Value(to_text(*as_of)) : Value())
                             .set("plans", rows);
  return json::dump(document) + "\n";
}

}  // namespace vpsfit::cli
