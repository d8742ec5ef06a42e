// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include "forecast/filters.hpp"
#include "forecast/market.hpp"
#include "made.hpp"

using namespace vpsfit;
using namespace vpsfit::forecast;
using namespace vpsfit::made;

namespace {

template <class Change>
plans::Plan changed(Change change) {
  auto result = plan("p", 2, 4, "GB", "60");
  change(result);
  return result;
}

template <class Ask>
Selection asking(Ask ask) {
  Selection result = selection();
  ask(result.filters);
  return result;
}

/// The code with which the plan is left out; empty where it takes part.
std::string code(const plans::Plan& plan, const Selection& wanted) {
  const auto whole = catalog({plan});
  const Market market = open_market(whole, study_rates(), wanted);
  return market.excluded.empty() ? "" : market.excluded[0].code;
}

plans::Region region(std::string id, std::optional<std::string> country = {}) {
  plans::Region result;
  result.id = std::move(id);
  result.country = std::move(country);
  return result;
}

}  // namespace

TEST_CASE("what a plan does not tell does not hold, under a code of its own") {
  const auto dedicated = asking([](Filters& f) { f.cpu_kinds = {plans::CpuKind::dedicated}; });
  CHECK(code(changed([](auto&) {}), dedicated).empty());
  CHECK(code(changed([](plans::Plan& p) { p.cpu.kind = plans::CpuKind::shared; }), dedicated) == "other_cpu_kind");
  CHECK(code(changed([](plans::Plan& p) { p.cpu.kind = plans::CpuKind::unknown; }), dedicated) == "cpu_kind_unknown");
  const auto arm = asking([](Filters& f) { f.arch = "arm64"; });
  CHECK(code(changed([](plans::Plan& p) { p.cpu.arch = "arm64"; }), arm).empty());
  CHECK(code(changed([](plans::Plan& p) { p.cpu.arch = "x86_64"; }), arm) == "other_architecture");
  CHECK(code(changed([](auto&) {}), arm) == "architecture_unknown");
  const auto gross = asking([](Filters& f) { f.tax = plans::Tax::gross; });
  CHECK(code(changed([](plans::Plan& p) { p.prices[0].tax = plans::Tax::gross; }), gross).empty());
  CHECK(code(changed([](auto&) {}), gross) == "other_tax");
  CHECK(code(changed([](plans::Plan& p) { p.prices[0].tax = plans::Tax::unknown; }), gross) == "tax_unknown");
  const auto vendor = asking([](Filters& f) { f.vendors = {"w"}; });
  CHECK(code(changed([](auto&) {}), vendor) == "other_vendor");
}

TEST_CASE("an IPv4 address in the price or at a price of its own will do") {
  const auto ipv4 = asking([](Filters& f) { f.ipv4 = true; });
  const auto with = [](std::optional<std::int64_t> count, std::optional<Rational> price) {
    return changed([&](plans::Plan& p) { p.network = plans::Network{count, price, {}, {}, {}}; });
  };
  CHECK(code(with(1, {}), ipv4).empty());
  CHECK(code(with(0, number("0.50")), ipv4).empty());
  CHECK(code(with(0, {}), ipv4) == "no_ipv4");
  CHECK(code(with({}, {}), ipv4) == "ipv4_unknown");
  CHECK(code(changed([](auto&) {}), ipv4) == "ipv4_unknown");
}

TEST_CASE("only a disk in the price counts") {
  const auto nvme = asking([](Filters& f) { f.disks = {"nvme"}; });
  const auto with = [](std::vector<plans::Disk> disks) {
    return changed([&](plans::Plan& p) { p.disks = std::move(disks); });
  };
  const plans::Size size{Rational(20), "GB"};
  CHECK(code(with({{size, "nvme", true}}), nvme).empty());
  CHECK(code(with({{size, "ssd", true}}), nvme) == "other_disk");
  CHECK(code(with({{size, "ssd", true}, {size, "nvme", false}}), nvme) == "other_disk");
  CHECK(code(with({{size, "unknown", true}}), nvme) == "disk_unknown");
  CHECK(code(with({}), nvme) == "disk_unknown");
}

TEST_CASE("a region is asked for by name or country, in any case, and its own price counts") {
  auto two = changed([](plans::Plan& p) {
    p.regions = {region("fsn1", "DE"), region("hil", "US")};
    p.regions[1].price_override = {p.prices[0]};
    p.regions[1].price_override[0].amount = number("50");
  });
  const auto fee = [&](std::vector<std::string> names) {
    const auto whole = catalog({two});
    const auto market = open_market(whole, study_rates(), asking([&](Filters& f) { f.regions = std::move(names); }));
    return market.offers.empty() ? market.excluded[0].code : market.offers[0].annual_fee.rounded();
  };
  CHECK(fee({}) == "50.00");
  CHECK(fee({"de"}) == "60.00");
  CHECK(fee({"FSN1"}) == "60.00");
  CHECK(fee({"US"}) == "50.00");
  CHECK(fee({"de", "us"}) == "50.00");
  CHECK(fee({"jp"}) == "other_region");
  two.regions[0].stock = plans::Stock::out;
  CHECK(fee({"de"}) == "sold_out");
  two.regions.clear();
  CHECK(fee({"de"}) == "region_unknown");
}

TEST_CASE("stock and sale are what the region says, else what the plan says") {
  const auto stocked = asking([](Filters& f) { f.in_stock = true; });
  CHECK(code(changed([](plans::Plan& p) { p.stock = plans::Stock::scarce; }), stocked).empty());
  CHECK(code(changed([](plans::Plan& p) { p.stock = plans::Stock::unknown; }), stocked) == "stock_unknown");
  auto regional = changed([](plans::Plan& p) {
    p.stock = plans::Stock::unknown;
    p.regions = {region("a"), region("b")};
    p.regions[0].stock = plans::Stock::out;
  });
  CHECK(code(regional, stocked) == "stock_unknown");
  regional.regions[1].stock = plans::Stock::in_stock;
  CHECK(code(regional, stocked).empty());
  const auto active = asking([](Filters& f) { f.active = true; });
  CHECK(code(changed([](plans::Plan& p) { p.lifecycle = plans::Lifecycle::deprecated; }), active) == "not_active");
  CHECK(code(changed([](plans::Plan& p) { p.unavailable_after = day("2027-01-01"); }), active) == "not_active");
  for (auto& one : regional.regions) one.lifecycle = plans::Lifecycle::deprecated;
  CHECK(code(regional, active) == "not_active");
}

TEST_CASE("the age of a verification has its own limit, and promotions can be left out") {
  const auto fresh = asking([](Filters& f) { f.verified_within = 30; });
  CHECK(code(changed([](plans::Plan& p) { p.verified_on = day("2026-10-03"); }), fresh).empty());  // 30 days before
  CHECK(code(changed([](plans::Plan& p) { p.verified_on = day("2026-10-02"); }), fresh) == "stale");
  const auto patient = asking([](Filters& f) { f.verified_within = 400; });
  CHECK(code(changed([](plans::Plan& p) { p.verified_on = day("2025-10-01"); }), patient).empty());
  const auto regular = asking([](Filters& f) { f.no_promotions = true; });
  const auto of_kind = [](plans::PriceKind kind) { return changed([&](plans::Plan& p) { p.prices[0].kind = kind; }); };
  CHECK(code(of_kind(plans::PriceKind::regular), regular).empty());
  CHECK(code(of_kind(plans::PriceKind::promo), regular) == "promotion");
  CHECK(code(of_kind(plans::PriceKind::unknown), regular) == "promotion_unknown");
}

TEST_CASE("filters are written down and read back, and unknown words are refused") {
  Filters all;
  all.vendors = {"v"};
  all.regions = {"de", "fsn1"};
  all.cpu_kinds = {plans::CpuKind::dedicated, plans::CpuKind::burstable};
  all.disks = {"ssd"};
  all.arch = "x86_64";
  all.tax = plans::Tax::net;
  all.verified_within = 0;
  all.ipv4 = all.in_stock = all.active = all.no_promotions = true;
  CHECK(filters_of(set_filters(all)) == all);
  CHECK(filters_of({}) == Filters{});
  for (const auto& one : std::vector<std::pair<std::string, std::string>>{{"tax", "unknown"},
                                                                          {"cpu_kind", "unknown"},
                                                                          {"disk", "floppy"},
                                                                          {"arch", "mips"},
                                                                          {"vendor", ""},
                                                                          {"verified_within_days", "1e3"},
                                                                          {"verified_within_days", "36501"},
                                                                          {"colour", "red"}}) {
    CAPTURE(one.first);
    CHECK_FALSE(filters_of({{one.first, {one.second}}}));
  }
}

TEST_CASE("a vendor or region that the catalog does not have is an error that names the near one") {
  auto here = changed([](plans::Plan& p) { p.regions = {region("fsn1", "DE")}; });
  const auto whole = catalog({here});
  Filters filters;
  filters.regions = {"fsn2"};
  const auto checked = check(filters, whole);
  REQUIRE_FALSE(checked);
  CHECK(checked.error().remedy == "did you mean 'fsn1'?");
  filters.regions = {"De"};
  CHECK(check(filters, whole));
}
