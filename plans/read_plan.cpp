// SPDX-License-Identifier: MIT
#include "plans/read_plan.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <set>

#include "plans/read_parts.hpp"
#include "plans/values.hpp"

namespace vpsfit::plans {
namespace {

constexpr std::array<std::string_view, 5> source_kinds{"api", "page", "forum", "tracker", "given"};
constexpr std::array<std::string_view, 4> confidences{"given", "high", "medium", "low"};

std::optional<Region> read_region(const Field& field) {
  const Object object(field, {"id", "country", "city", "price_override", "traffic_override", "stock", "lifecycle"});
  Region region;
  object.required("id", region.id, identifier);
  object.maybe("country", region.country, country_code);
  object.maybe("city", region.city, name_text);
  object.each("price_override", region.price_override, read_price);
  object.maybe("traffic_override", region.traffic_override, read_traffic);
  object.maybe("stock", region.stock, choice<Stock>);
  object.maybe("lifecycle", region.lifecycle, choice<Lifecycle>);
  return region;
}

/// Complains about a day that has not come yet on `as_of`.
void must_not_be_later(const Object& object, std::string_view key, const std::optional<Date>& seen,
                       const std::optional<Date>& as_of) {
  if (!seen || !as_of || *seen <= *as_of) return;
  object.complain_about(key, fmt::format("{} is after the day of the question, {}", to_text(*seen), to_text(*as_of)),
                        "nothing can be verified in the future");
}

std::optional<Source> read_source(const Field& field, std::optional<Date> as_of) {
  const Object object(field, {"url", "kind", "retrieved_at", "sha256", "confidence"});
  Source source;
  object.maybe("url", source.url, web_address);
  object.required("kind", source.kind, word_of(source_kinds));
  object.maybe("retrieved_at", source.retrieved_at, moment_text);
  object.maybe("sha256", source.sha256, sha256_text);
  object.maybe("confidence", source.confidence, word_of(confidences));
  if (source.retrieved_at)
    must_not_be_later(object, "retrieved_at", *parse_date(source.retrieved_at->substr(0, 10)), as_of);
  return source;
}

void read_hardware(const Object& object, Plan& plan) {
  object.required("cpu", plan.cpu, read_cpu);
  object.required("memory", plan.memory, read_memory);
  object.maybe("swap", plan.swap, read_swap);
  object.each("disks", plan.disks, read_disk);
  object.maybe("traffic", plan.traffic, read_traffic);
  object.maybe("network", plan.network, read_network);
  object.each("limits", plan.limits, read_limit);
}

void read_prices(const Object& object, Plan& plan) {
  if (!object.has("prices")) {
    object.complain_about("prices", "a plan without a price cannot be compared",
                          "add \"prices\" with at least one price");
    return;
  }
  const std::size_t before = object.complaints().count();
  object.each("prices", plan.prices, read_price);
  if (plan.prices.empty() && object.complaints().count() == before)
    object.complain_about("prices", "the list of prices is empty: a plan without a price cannot be compared",
                          "add at least one price");
}

void check_regions(const Object& object, const Plan& plan) {
  for (std::size_t i = 0; i < plan.regions.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (plan.regions[i].id == plan.regions[j].id) {
        object.complain_about("regions", fmt::format("the region \"{}\" stands twice", plan.regions[i].id));
        return;
      }
}

/// "EUR and USD" where the plan is priced in several currencies; empty where it is in one.
std::string several_currencies(const Plan& plan) {
  std::set<std::string> codes;
  const auto take = [&](const std::vector<Price>& prices) {
    for (const auto& price : prices) codes.insert(price.currency.code());
  };
  take(plan.prices);
  for (const auto& region : plan.regions) take(region.price_override);
  return codes.size() > 1 ? fmt::format("{}", fmt::join(codes, " and ")) : std::string();
}

/// What is paid beside the price is in its currency; where there are several, it must say in which.
void check_currencies(const Object& object, const Plan& plan) {
  const bool open_ipv4 = plan.network && plan.network->ipv4_price && !plan.network->ipv4_currency;
  const auto is_open = [](const std::optional<Traffic>& traffic) {
    return traffic && traffic->overage_price && !traffic->overage_currency;
  };
  const bool open_region = std::any_of(plan.regions.begin(), plan.regions.end(),
                                       [&](const Region& region) { return is_open(region.traffic_override); });
  if (!open_ipv4 && !open_region && !is_open(plan.traffic)) return;
  const std::string codes = several_currencies(plan);
  if (codes.empty()) return;
  const auto complain = [&](std::string_view key, std::string_view what, std::string_view where) {
    object.complain_about(
        key, fmt::format("the plan is priced in {}, and the price of {} does not say in which", codes, what),
        fmt::format("add \"currency\" beside it in \"{}\"", where));
  };
  if (open_ipv4) complain("network", "an IPv4", "ipv4_price");
  if (is_open(plan.traffic)) complain("traffic", "more traffic", "after");
  if (open_region) complain("regions", "more traffic in a region", "after");
}

}  // namespace

std::optional<Vendor> read_vendor(const Field& field) {
  const std::size_t before = field.complaints().count();
  const Object object(field, {"id", "name", "url", "country"});
  Vendor vendor;
  object.required("id", vendor.id, identifier);
  vendor.name = vendor.id;
  object.maybe("name", vendor.name, name_text);
  object.maybe("url", vendor.url, web_address);
  object.maybe("country", vendor.country, country_code);
  if (field.complaints().count() != before) return std::nullopt;
  return vendor;
}

std::optional<Plan> read_plan(const Field& field, std::optional<Date> as_of) {
  const std::size_t before = field.complaints().count();
  const Object object(
      field, {"id", "name", "lifecycle", "unavailable_after", "cpu", "memory", "swap", "disks", "traffic", "network",
              "regions", "prices", "stock", "stock_checked_on", "limits", "verified_on", "source", "notes"});
  Plan plan;
  object.required("id", plan.id, identifier);
  plan.name = plan.id;
  object.maybe("name", plan.name, name_text);
  object.maybe("lifecycle", plan.lifecycle, choice<Lifecycle>);
  object.maybe("unavailable_after", plan.unavailable_after, day);
  read_hardware(object, plan);
  object.each("regions", plan.regions, read_region);
  check_regions(object, plan);
  read_prices(object, plan);
  check_currencies(object, plan);
  object.maybe("stock", plan.stock, choice<Stock>);
  object.maybe("stock_checked_on", plan.stock_checked_on, day);
  object.nullable("verified_on", plan.verified_on, day);
  must_not_be_later(object, "stock_checked_on", plan.stock_checked_on, as_of);
  must_not_be_later(object, "verified_on", plan.verified_on, as_of);
  object.required("source", plan.source, [&](const Field& member) { return read_source(member, as_of); });
  object.maybe("notes", plan.notes, note_text);
  if (field.complaints().count() != before) return std::nullopt;
  return plan;
}

}  // namespace vpsfit::plans
