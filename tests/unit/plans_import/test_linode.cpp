// SPDX-License-Identifier: MIT
#include "tests/unit/plans_import/importing.hpp"

using namespace vpsfit;
using namespace vpsfit::plans;
using namespace vpsfit::plans::test;

namespace {

const std::string types = R"({"data": [
  {"id": "g6-nanode-1", "label": "Nanode 1GB", "price": {"hourly": 0.0075, "monthly": 5.0},
   "region_prices": [{"id": "id-cgk", "hourly": 0.009, "monthly": 6.0}],
   "addons": {}, "memory": 1024, "disk": 25600, "transfer": 1000, "vcpus": 1, "gpus": 0, "network_out": 1000,
   "class": "nanode", "successor": null},
  {"id": "g6-dedicated-2", "label": "Dedicated 4GB", "price": {"hourly": 0.054, "monthly": 36.0}, "region_prices": [],
   "memory": 4096, "disk": 81920, "transfer": 0, "vcpus": 2, "class": "dedicated", "successor": "g9-dedicated-2"},
  {"id": "g1-gpu-1", "label": "GPU", "price": {"hourly": 1.5, "monthly": 1000.0}, "region_prices": [],
   "memory": 32768, "disk": 1, "transfer": 1, "vcpus": 8, "class": "gpu", "successor": null}],
  "page": 1, "pages": 1, "results": 3})";
const std::string transfer = R"({"data": [
  {"id": "distributed_network_transfer", "price": {"hourly": 0.01}, "region_prices": [], "transfer": 0},
  {"id": "network_transfer", "price": {"hourly": 0.005, "monthly": null},
   "region_prices": [{"id": "id-cgk", "hourly": 0.015, "monthly": null}], "transfer": 0}]})";

}  // namespace

TEST_CASE("a Linode type is billed by the hour up to a month's cap, and its MB are MiB") {
  const auto result = imported("linode", {types});
  REQUIRE(result.catalog.plans.size() == 2);
  const Plan& nanode = result.catalog.plans[0];
  CHECK(nanode.full_name() == "linode/g6-nanode-1");
  CHECK(nanode.memory.lower_bytes() == MiB(1024));
  CHECK(nanode.memory.upper_bytes() == MiB(1024));
  CHECK(nanode.included_disk() == GiB(25));
  CHECK(nanode.cpu.kind == CpuKind::shared);
  CHECK(nanode.prices[0].period_unit == PeriodUnit::hour);
  CHECK(nanode.prices[0].amount == Rational(75, 10000));
  CHECK(nanode.prices[0].monthly_cap == Rational(5));
  CHECK(nanode.prices[0].tax == Tax::net);
  CHECK(nanode.traffic->included_bytes() == GB(1000));
  CHECK(nanode.traffic->included->pooled);
  CHECK_FALSE(nanode.traffic->overage_price.has_value());
  CHECK(nanode.verified_on == *parse_date("2026-11-01"));
  CHECK(nanode.source.sha256 == std::string(64, 'a'));
  CHECK(nanode.stock == Stock::unknown);
}

TEST_CASE("regions with their own price stand beside the default") {
  const auto result = imported("linode", {types, transfer});
  const Plan& nanode = result.catalog.plans[0];
  REQUIRE(nanode.regions.size() == 2);
  CHECK(nanode.regions[0].id == "default");
  CHECK(nanode.regions[0].price_override.empty());
  CHECK(nanode.regions[1].price_override[0].monthly_cap == Rational(6));
  CHECK(nanode.traffic->overage_price == Rational(5, 1000));
  CHECK(nanode.regions[1].traffic_override->overage_price == Rational(15, 1000));
  CHECK(result.catalog.plans[1].regions.empty());
}

TEST_CASE("a Linode type with a successor is on its way out; GPU types are left out and counted") {
  const auto result = imported("linode", {transfer, types});
  CHECK(result.catalog.plans[1].lifecycle == Lifecycle::deprecated);
  CHECK(result.catalog.plans[1].cpu.kind == CpuKind::dedicated);
  CHECK_FALSE(result.catalog.plans[1].traffic->included.has_value());
  REQUIRE(result.remarks.size() == 1);
  CHECK(result.remarks[0] == "1 plan was left out: sold for a GPU or accelerator");
}

TEST_CASE("what a Linode answer cannot be") {
  CHECK(mentions(refused("linode", {with(types, R"("results": 3)", R"("results": 57)")}).message, "3 of 57 items"));
  CHECK(refused("linode", {with(types, R"("results": 3)", R"("results": 57)")}).kind == ErrorKind::refused);
  const Error unknown = refused("linode", {with(types, R"("class": "nanode")", R"("class": "nano")")});
  CHECK(mentions(unknown.message, "\"nano\" is not allowed here"));
  CHECK(mentions(unknown.place, "answer.json:5:"));
  CHECK(mentions(unknown.place, "/data/0/class"));
  CHECK(mentions(refused("linode", {with(types, "\"memory\": 1024", "\"memory\": 0")}).message, "0 cannot be true"));
  CHECK(mentions(refused("linode", {with(types, "\"monthly\": 5.0", "\"monthly\": null")}).place,
                 "/data/0/price/monthly"));
  CHECK(mentions(refused("linode", {transfer}).message, "list of types is needed"));
  CHECK(mentions(refused("linode", {types}, {}).remedy, "--retrieved"));
  CHECK(mentions(refused("linode", {with(types, "g6-dedicated-2", "g6-nanode-1")}).message, "stands twice"));
}
