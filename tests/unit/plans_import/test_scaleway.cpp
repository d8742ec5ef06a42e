// SPDX-License-Identifier: MIT
#include "tests/unit/plans_import/importing.hpp"

using namespace vpsfit;
using namespace vpsfit::plans;
using namespace vpsfit::plans::test;

namespace {

const std::string servers = R"({"servers": {
  "DEV1-S": {"arch": "x86_64", "ncpus": 2, "ram": 2147483648, "gpu": 0,
    "volumes_constraint": {"min_size": 0, "max_size": 20000000000}, "monthly_price": 6.55248, "hourly_price": 0.008976,
    "network": {"ipv6_support": true, "sum_internet_bandwidth": 200000000}, "end_of_service": false},
  "START1-S": {"arch": "x86_64", "ncpus": 2, "ram": 2147483648, "gpu": 0,
    "volumes_constraint": {"min_size": 0, "max_size": 0}, "hourly_price": 0.0106, "end_of_service": true},
  "L4-1": {"arch": "x86_64", "ncpus": 8, "ram": 48000000000, "gpu": 1, "hourly_price": 0.75, "end_of_service": false}}})";
const std::string stock =
    R"({"servers": {"DEV1-S": {"availability": "shortage"}, "START1-S": {"availability": "available"},
  "L4-1": {"availability": "scarce"}}})";

}  // namespace

TEST_CASE("Scaleway counts memory in bytes, has no cap on hours and no disk in the price") {
  ImportFacts facts = seen_on("2026-07-01");
  facts.region = "fr-par-1";
  const auto result = imported("scaleway", {servers}, facts);
  REQUIRE(result.catalog.plans.size() == 2);
  const Plan& plan = result.catalog.plans[0];
  CHECK(plan.id == "DEV1-S");
  CHECK(plan.memory.upper_bytes() == GiB(2));
  CHECK(plan.prices[0].period_unit == PeriodUnit::hour);
  CHECK(plan.prices[0].amount == Rational(8976, 1'000'000));
  CHECK_FALSE(plan.prices[0].monthly_cap.has_value());
  CHECK(plan.included_disk() == Bytes{0});
  CHECK(plan.disks[0].size->bytes() == GB(20));
  CHECK(result.catalog.plans[1].disks[0].kind == "network");
  CHECK(plan.network->ipv4_count == 0);
  CHECK(plan.network->port_mbit == Rational(200));
  CHECK(plan.regions[0].id == "fr-par-1");
  CHECK(plan.stock == Stock::unknown);
}

TEST_CASE("end of service and availability are two things") {
  for (const auto& order : {std::vector{servers, stock}, std::vector{stock, servers}}) {
    const auto plans = imported("scaleway", order).catalog.plans;
    CHECK(plans[0].stock == Stock::out);
    CHECK(plans[0].lifecycle == Lifecycle::active);
    CHECK(plans[1].stock == Stock::in_stock);
    CHECK(plans[1].lifecycle == Lifecycle::end_of_sale);
  }
}

TEST_CASE("what a Scaleway answer cannot be") {
  CHECK(mentions(refused("scaleway", {stock}).message, "list of servers is needed"));
  CHECK(mentions(refused("scaleway", {R"({"servers": {}})"}).message, "no plan is left"));
  CHECK(mentions(refused("scaleway", {with(servers, "\"hourly_price\": 0.0089", "\"price\": 0.0089")}).message,
                 "hourly_price"));
  CHECK(mentions(refused("scaleway", {with(servers, "\"DEV1-S\"", "\"DEV1/S\"")}).message, "is not an id"));
  CHECK(
      mentions(refused("scaleway", {servers, with(stock, "shortage", "gone")}).place, "/servers/DEV1-S/availability"));
  CHECK(mentions(refused("scaleway", {servers, stock, stock}).message, "at most 2"));
}
