// SPDX-License-Identifier: MIT
#include "forecast/filters.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <set>

#include "core/text.hpp"
#include "plans/names.hpp"

namespace vpsfit::forecast {
namespace {

using Words = std::vector<std::string>;

constexpr std::int64_t most_days = 36'500;

bool has(const Words& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// Letters of ASCII only: ids and countries have no others, and no locale is asked.
std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return result;
}

std::string_view by_disk(const plans::Plan& plan, const Words& wanted) {
  if (wanted.empty()) return {};
  bool unknown = plan.disks.empty();
  for (const auto& disk : plan.disks) {
    if (!disk.included) continue;
    if (has(wanted, disk.kind)) return {};
    unknown = unknown || disk.kind == "unknown";
  }
  return unknown ? "disk_unknown" : "other_disk";
}

/// An address is in the price, or has a price.
std::string_view by_ipv4(const plans::Plan& plan) {
  const auto& network = plan.network;
  if (network && (network->ipv4_price || network->ipv4_count.value_or(0) > 0)) return {};
  return network && network->ipv4_count ? "no_ipv4" : "ipv4_unknown";
}

std::string_view by_cpu(const plans::Cpu& cpu, const Filters& filters) {
  const auto& kinds = filters.cpu_kinds;
  if (!kinds.empty() && std::find(kinds.begin(), kinds.end(), cpu.kind) == kinds.end())
    return cpu.kind == plans::CpuKind::unknown ? "cpu_kind_unknown" : "other_cpu_kind";
  if (filters.arch && cpu.arch != filters.arch) return cpu.arch ? "other_architecture" : "architecture_unknown";
  return {};
}

std::string_view by_region(const plans::Plan& plan, const Words& wanted) {
  if (wanted.empty()) return {};
  if (plan.regions.empty()) return "region_unknown";
  const auto named = [&](const plans::Region& region) { return in_one_of(region, wanted); };
  return std::any_of(plan.regions.begin(), plan.regions.end(), named) ? "" : "other_region";
}

Result<void> check_names(const Words& asked, const std::set<std::string>& known, std::string_view what,
                         std::string_view option) {
  for (const auto& name : asked) {
    if (known.contains(what == "region" ? lower(name) : name)) continue;
    const Words names(known.begin(), known.end());
    const auto near = near_name(what == "region" ? lower(name) : name, names);
    std::string remedy = near ? fmt::format("did you mean '{}'?", printable(*near, 60))
                         : known.empty()
                             ? fmt::format("the catalog names no {} at all", what)
                             : fmt::format("there is: {}", printable(fmt::format("{}", fmt::join(names, ", "))));
    return fail(ErrorKind::input, fmt::format("no plan has the {} '{}'", what, printable(name, 60)),
                std::string(option), std::move(remedy));
  }
  return {};
}

}  // namespace

bool in_one_of(const plans::Region& region, const Words& names) {
  return names.empty() || std::any_of(names.begin(), names.end(), [&](const std::string& name) {
           return lower(name) == lower(region.id) || (region.country && lower(name) == lower(*region.country));
         });
}

Result<void> check(const Filters& filters, const plans::Catalog& catalog) {
  if (filters.vendors.empty() && filters.regions.empty()) return {};
  std::set<std::string> vendors, regions;
  for (const auto& vendor : catalog.vendors) vendors.insert(vendor.id);
  for (const auto& plan : catalog.plans) {
    for (const auto& region : plan.regions) {
      regions.insert(lower(region.id));
      if (region.country) regions.insert(lower(*region.country));
    }
  }
  VPSFIT_CHECK(check_names(filters.vendors, vendors, "vendor", "--vendor"));
  return check_names(filters.regions, regions, "region", "--region");
}

std::string_view filtered_out(const plans::Plan& plan, const Filters& filters) {
  if (!filters.vendors.empty() && !has(filters.vendors, plan.vendor)) return "other_vendor";
  if (const auto code = by_cpu(plan.cpu, filters); !code.empty()) return code;
  if (const auto code = by_disk(plan, filters.disks); !code.empty()) return code;
  if (const auto code = filters.ipv4 ? by_ipv4(plan) : std::string_view(); !code.empty()) return code;
  if (filters.active && (plan.lifecycle != plans::Lifecycle::active || plan.unavailable_after)) return "not_active";
  return by_region(plan, filters.regions);
}

std::string_view filtered_out(const plans::Price& price, const Filters& filters) {
  if (filters.no_promotions && price.kind == plans::PriceKind::promo) return "promotion";
  if (filters.no_promotions && price.kind == plans::PriceKind::unknown) return "promotion_unknown";
  if (filters.tax && price.tax != *filters.tax) return price.tax == plans::Tax::unknown ? "tax_unknown" : "other_tax";
  return {};
}

std::vector<SetFilter> set_filters(const Filters& filters) {
  std::vector<SetFilter> set;
  const auto list = [&](const char* name, const Words& values) {
    if (!values.empty()) set.push_back({name, values});
  };
  const auto flag = [&](const char* name, bool is_set) {
    if (is_set) set.push_back({name, {}});
  };
  Words kinds;
  for (const auto kind : filters.cpu_kinds) kinds.emplace_back(plans::word(kind));
  list("vendor", filters.vendors);
  list("region", filters.regions);
  list("cpu_kind", kinds);
  list("arch", filters.arch ? Words{*filters.arch} : Words{});
  list("disk", filters.disks);
  list("tax", filters.tax ? Words{std::string(plans::word(*filters.tax))} : Words{});
  list("verified_within_days", filters.verified_within ? Words{std::to_string(*filters.verified_within)} : Words{});
  flag("ipv4", filters.ipv4);
  flag("in_stock", filters.in_stock);
  flag("active", filters.active);
  flag("no_promotions", filters.no_promotions);
  return set;
}

namespace {

/// The index of a filter's value among the allowed ones.
Result<std::size_t> one_of(const std::string& value, const Words& allowed) {
  const auto found = std::find(allowed.begin(), allowed.end(), value);
  if (found != allowed.end()) return static_cast<std::size_t>(found - allowed.begin());
  const auto near = near_name(value, allowed);
  return fail(ErrorKind::input, fmt::format("'{}' is not known", printable(value, 60)), {},
              near ? fmt::format("did you mean '{}'?", *near) : fmt::format("there is: {}", fmt::join(allowed, ", ")));
}

Result<void> set_values(const SetFilter& filter, Filters& filters) {
  static const Words tax_words{"net", "gross"};
  static const Words archs{"x86_64", "arm64"};
  static const Words disks{"nvme", "ssd", "hdd", "network"};
  static const Words kinds{"dedicated", "shared", "fair_share", "burstable"};
  for (const auto& value : filter.values) {
    if (value.empty()) return fail(ErrorKind::input, "an empty value holds for no plan", {}, "give a name");
    if (filter.name == "vendor") {
      filters.vendors.push_back(value);
    } else if (filter.name == "region") {
      filters.regions.push_back(value);
    } else if (filter.name == "cpu_kind") {
      VPSFIT_TRY(const auto index, one_of(value, kinds));
      filters.cpu_kinds.push_back(static_cast<plans::CpuKind>(index));
    } else if (filter.name == "disk") {
      VPSFIT_CHECK(one_of(value, disks));
      filters.disks.push_back(value);
    } else if (filter.name == "arch") {
      VPSFIT_CHECK(one_of(value, archs));
      filters.arch = value;
    } else if (filter.name == "tax") {
      VPSFIT_TRY(const auto index, one_of(value, tax_words));
      filters.tax = static_cast<plans::Tax>(index);
    } else {
      VPSFIT_TRY(const auto days, parse_int(value));
      if (days < 0 || days > most_days)
        return fail(ErrorKind::input, fmt::format("{} days cannot be asked for", days), {},
                    fmt::format("0 to {}", most_days));
      filters.verified_within = static_cast<int>(days);
    }
  }
  return {};
}

}  // namespace

Result<Filters> filters_of(const std::vector<SetFilter>& set) {
  static const Words lists{"vendor", "region", "cpu_kind", "disk", "arch", "tax", "verified_within_days"};
  Filters filters;
  for (const auto& filter : set) {
    if (has(lists, filter.name)) {
      if (auto done = set_values(filter, filters); !done)
        return fail(std::move(done).error().in(fmt::format("filter {}", filter.name)));
    } else if (filter.name == "ipv4") {
      filters.ipv4 = true;
    } else if (filter.name == "in_stock") {
      filters.in_stock = true;
    } else if (filter.name == "active") {
      filters.active = true;
    } else if (filter.name == "no_promotions") {
      filters.no_promotions = true;
    } else {
      return fail(ErrorKind::input, fmt::format("the filter '{}' is not known", printable(filter.name, 60)), {},
                  "a newer document needs a newer vpsfit");
    }
  }
  return filters;
}

}  // namespace vpsfit::forecast
