// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/date.hpp"
#include "core/result.hpp"
#include "plans/plan.hpp"

namespace vpsfit::forecast {

/// What the buyer insists on, whatever the need; empty: anything. A filter that is set takes only what is known to
/// hold: a plan that does not tell is left out under a code of its own, so that a filtered answer never rests on a
/// guess.
struct Filters {
  std::vector<std::string> vendors;       ///< ids; one of them
  std::vector<std::string> regions;       ///< region ids or countries (ISO 3166-1), in any case; sold in one of them
  std::vector<plans::CpuKind> cpu_kinds;  ///< one of them
  std::vector<std::string> disks;         ///< nvme, ssd, hdd, network: a disk in the price is one of them
  std::optional<std::string> arch;        ///< x86_64, arm64
  std::optional<plans::Tax> tax;          ///< net or gross: prices of this kind only
  std::optional<int> verified_within;     ///< days before as_of, >= 0; takes the place of stale_days
  bool ipv4 = false;                      ///< an IPv4 address is in the price, or can be had at a known one
  bool in_stock = false;                  ///< the vendor says that it can be ordered, if only few are left
  bool active = false;                    ///< no end of its sale is announced
  bool no_promotions = false;             ///< regular prices only
  bool operator==(const Filters&) const = default;
};

/// Fails (input) where a vendor or a region is asked for that no plan of the catalog has; names the near one.
[[nodiscard]] Result<void> check(const Filters& filters, const plans::Catalog& catalog);

/// Does the region have one of these names? No names: yes.
[[nodiscard]] bool in_one_of(const plans::Region& region, const std::vector<std::string>& names);

/// Why the plan is left out by what it is, whatever it costs and wherever it is sold; empty where it is not. Codes, the
/// first that holds: other_vendor, other_cpu_kind, cpu_kind_unknown, other_architecture, architecture_unknown,
/// other_disk, disk_unknown, no_ipv4, ipv4_unknown, not_active, other_region, region_unknown.
[[nodiscard]] std::string_view filtered_out(const plans::Plan& plan, const Filters& filters);

/// Why a way to pay is left out: promotion, promotion_unknown, other_tax, tax_unknown; empty where it is not.
[[nodiscard]] std::string_view filtered_out(const plans::Price& price, const Filters& filters);

/// The filters that are set, as they are typed: "--tax=net", in the order of the options; for tables and documents.
struct SetFilter {
  std::string name;  ///< vendor, region, cpu_kind, disk, arch, tax, verified_within_days, ipv4, in_stock, ...
  std::vector<std::string> values;  ///< none where being set says all
};
[[nodiscard]] std::vector<SetFilter> set_filters(const Filters& filters);

/// The other way round. Fails (input) for a name or a value that is not known.
[[nodiscard]] Result<Filters> filters_of(const std::vector<SetFilter>& set);

}  // namespace vpsfit::forecast
