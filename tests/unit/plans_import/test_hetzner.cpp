// SPDX-License-Identifier: MIT
#include "tests/unit/plans_import/importing.hpp"

using namespace vpsfit;
using namespace vpsfit::plans;
using namespace vpsfit::plans::test;

namespace {

const std::string answer = R"({"server_types": [{"id": 1, "name": "cx23", "description": "CX23", "cores": 2,
  "memory": 4.0, "disk": 40, "cpu_type": "shared", "architecture": "x86", "storage_type": "local", "deprecation": null,
  "prices": [
   {"location": "ash", "price_hourly": {"net": "0.0072000000", "gross": "0.0086"},
    "price_monthly": {"net": "4.4900000000", "gross": "5.3880000000000000"}, "included_traffic": 1099511627776,
    "price_per_tb_traffic": {"net": "1.0000000000", "gross": "1.2"}},
   {"location": "fsn1", "price_hourly": {"net": "0.0063000000", "gross": "0.0076"},
    "price_monthly": {"net": "3.8500000000", "gross": "4.62"}, "included_traffic": 21990232555520,
    "price_per_tb_traffic": {"net": "1.0000000000", "gross": "1.2"}}],
  "locations": [
   {"id": 1, "name": "fsn1", "available": false, "recommended": false,
    "deprecation": {"announced": "2025-10-16T06:00:00Z", "unavailable_after": "2025-12-31T23:59:59Z"}},
   {"id": 4, "name": "ash", "available": true, "recommended": true, "deprecation": null}]}]})";

}  // namespace

TEST_CASE("Hetzner's net prices, traffic and stock are those of each location") {
  const auto result = imported("hetzner", {answer});
  REQUIRE(result.catalog.plans.size() == 1);
  const Plan& plan = result.catalog.plans[0];
  CHECK(plan.id == "cx23");
  CHECK(plan.memory.lower_bytes() == GB(4));
  CHECK(plan.memory.upper_bytes() == GiB(4));
  REQUIRE(plan.regions.size() == 2);
  CHECK(plan.regions[0].price_override[0].amount == Rational(72, 10000));
  CHECK(plan.regions[0].price_override[0].monthly_cap == Rational(449, 100));
  CHECK(plan.regions[0].price_override[0].tax == Tax::net);
  CHECK(plan.regions[0].traffic_override->included_bytes() == Bytes{1'099'511'627'776});
  CHECK(plan.regions[1].traffic_override->included_bytes() == Bytes{21'990'232'555'520});
  CHECK(plan.regions[1].traffic_override->overage_price == Rational(1));
  CHECK(plan.prices[0].monthly_cap == Rational(385, 100));
  CHECK(plan.prices[0].currency.code() == "EUR");
}

TEST_CASE("a location may be sold out and past its end while another sells") {
  const Plan plan = imported("hetzner", {answer}).catalog.plans[0];
  CHECK(plan.regions[0].stock == Stock::in_stock);
  CHECK_FALSE(plan.regions[0].lifecycle.has_value());
  CHECK(plan.regions[1].stock == Stock::out);
  CHECK(plan.regions[1].lifecycle == Lifecycle::end_of_sale);
  CHECK(plan.stock == Stock::in_stock);
  const Plan earlier = imported("hetzner", {answer}, seen_on("2025-11-01")).catalog.plans[0];
  CHECK(earlier.regions[1].lifecycle == Lifecycle::deprecated);
}

TEST_CASE("the older answers put the end of a whole type at the top") {
  const std::string older =
      with(answer, R"("deprecation": null,
  "prices")",
           R"("deprecation": {"announced": "2025-01-01T00:00:00Z", "unavailable_after": "2027-01-01T00:00:00Z"},
  "prices")");
  const Plan plan = imported("hetzner", {older}).catalog.plans[0];
  CHECK(plan.lifecycle == Lifecycle::deprecated);
  CHECK(plan.unavailable_after == *parse_date("2027-01-01"));
}

TEST_CASE("Hetzner's currency is the account's") {
  ImportFacts dollars = seen_on("2026-11-01");
  dollars.currency = *Currency::parse("USD");
  CHECK(imported("hetzner", {answer}, dollars).catalog.plans[0].prices[0].currency.code() == "USD");
  CHECK(imported("hetzner", {answer}, dollars).remarks.size() + 1 == imported("hetzner", {answer}).remarks.size());
}

TEST_CASE("all types sold out at once is a failed collection") {
  const Error error = refused("hetzner", {with(answer, "\"available\": true", "\"available\": false")});
  CHECK(error.kind == ErrorKind::refused);
  CHECK(mentions(error.message, "out of stock at once"));
}

TEST_CASE("what a Hetzner answer cannot be") {
  CHECK(mentions(refused("hetzner", {with(answer, "\"shared\"", "\"hyper\"")}).place, "/server_types/0/cpu_type"));
  CHECK(
      mentions(refused("hetzner", {with(answer, "\"0.0072000000\"", "\"free\"")}).place, "/prices/0/price_hourly/net"));
  CHECK(
      mentions(refused("hetzner", {R"({"error": {"code": "unauthorized"}})"}).message, "\"server_types\" is missing"));
  CHECK(mentions(refused("hetzner", {R"({"server_types": []})"}).message, "no plan is left"));
  CHECK(mentions(refused("hetzner", {with(answer, "{\"server_types\"",
                                          "{\"meta\": {\"pagination\": {\"total_entries\": 26}}, \"server_types\"")})
                     .message,
                 "1 of 26 items"));
}
