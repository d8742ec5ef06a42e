// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include "forecast/forecast.hpp"
#include "made.hpp"

using namespace vpsfit;
using namespace vpsfit::forecast;
using namespace vpsfit::made;

namespace {

plans::Plan placed(plans::Plan plan, std::string vendor, const std::vector<std::string>& regions) {
  plan.vendor = std::move(vendor);
  for (const auto& id : regions) {
    plans::Region region;
    region.id = id;
    plan.regions.push_back(std::move(region));
  }
  return plan;
}

plans::Price monthly(const plans::Plan& plan, std::string_view amount) {
  plans::Price price = plan.prices[0];
  price.period_unit = plans::PeriodUnit::month;
  price.amount = number(amount);
  return price;
}

/// What could be done for 1.5 cores: 1.5 / 0.5 / 0.8 = 3.75, so 4 vCPU.
std::vector<Alternative> ways(const plans::Catalog& catalog, Filters filters) {
  Selection wanted = selection("USD");
  wanted.filters = std::move(filters);
  const auto result = make_forecast({usage("x", {"1.5"})}, catalog, {}, {}, wanted, Alone{});
  REQUIRE(result);
  return result->subjects[0].alternatives;
}

const Alternative* find(const std::vector<Alternative>& ways, std::string_view kind) {
  for (const auto& way : ways)
    if (way.kind == kind) return &way;
  return nullptr;
}

}  // namespace

TEST_CASE("where a filter keeps out what would fit, its answer without that filter is told, one filter at a time") {
  plans::Catalog all = catalog({placed(plan("small", 1, 4, "GB", "20"), "v", {"de", "us"}),
                                placed(plan("large", 4, 4, "GB", "60"), "v", {"us"}),
                                placed(plan("big", 4, 4, "GB", "90"), "w", {"de"})});
  all.vendors.push_back({"w", "W", {}, {}});
  Filters both;
  both.regions = {"de"};
  both.vendors = {"v"};
  const auto found = ways(all, both);
  const auto* const region = find(found, "other_region");
  REQUIRE(region != nullptr);
  CHECK(region->plan == "v/large");
  CHECK(region->annual_fee_converted->amount() == number("60"));
  const auto* const vendor = find(found, "other_vendor");
  REQUIRE(vendor != nullptr);
  CHECK(vendor->plan == "w/big");
  CHECK(vendor->annual_fee_converted->amount() == number("90"));
  Filters here;
  here.regions = {"de"};
  here.vendors = {"w"};
  CHECK(ways(all, here).empty());  // it fits, so nothing else is to be done
  CHECK(find(ways(catalog({plan("small", 1, 4, "GB", "20")}), {}), "other_region") == nullptr);  // nothing was filtered
}

TEST_CASE("the fee by the month is that of the place where the offer holds, for all servers together") {
  auto small = placed(plan("small", 2, 4, "GB", "20"), "v", {"de"});
  small.prices.push_back(monthly(small, "3"));
  const auto anywhere = ways(catalog({small}), {});
  const auto* several = find(anywhere, "several_servers");
  REQUIRE(several != nullptr);
  CHECK(*several->servers == 2);  // 3.75 / 2 = 1.875, so 2 vCPU each
  CHECK(several->annual_fee_converted->amount() == number("40"));
  CHECK(several->monthly_fee->amount() == number("6"));

  small.regions[0].price_override = {small.prices[0], monthly(small, "4")};
  small.regions[0].price_override[0].amount = number("30");
  Filters germany;
  germany.regions = {"de"};
  const auto there = ways(catalog({small}), germany);
  several = find(there, "several_servers");
  REQUIRE(several != nullptr);
  CHECK(several->annual_fee_converted->amount() == number("60"));
  CHECK(several->monthly_fee->amount() == number("8"));
}
