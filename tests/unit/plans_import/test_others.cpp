// SPDX-License-Identifier: MIT
#include "tests/unit/plans_import/importing.hpp"

using namespace vpsfit;
using namespace vpsfit::plans;
using namespace vpsfit::plans::test;

TEST_CASE("a Vultr type with its own cores is dedicated, and one without locations is sold out") {
  const std::string text = R"({"plans": [
    {"id": "vc2-1c-1gb", "vcpu_count": 1, "ram": 1024, "disk": 25, "disk_count": 1, "bandwidth": 1024,
     "monthly_cost": 5, "type": "vc2", "locations": ["ewr", "ord"]},
    {"id": "voc-c-1c-2gb", "vcpu_count": 1, "ram": 2048, "disk": 25, "disk_count": 2, "bandwidth": 4000,
     "monthly_cost": 28, "hourly_cost": 0.042, "type": "voc", "locations": []},
    {"id": "vc2-1c-0.5gb-v6", "vcpu_count": 1, "ram": 512, "disk": 10, "bandwidth": 512, "monthly_cost": 2.5,
     "hourly_cost": 0.003, "type": "vc2", "locations": ["ewr"],
     "location_cost": {"ewr": {"monthly_cost": 3, "hourly_cost": 0.004}}},
    {"id": "free", "vcpu_count": 1, "ram": 512, "disk": 10, "bandwidth": 0, "monthly_cost": 0, "type": "vc2",
     "locations": ["ewr"]},
    {"id": "vcg-a100", "vcpu_count": 1, "ram": 512, "disk": 10, "bandwidth": 0, "monthly_cost": 90, "type": "vcg",
     "locations": ["ewr"]}], "meta": {"total": 5, "links": {"next": "", "prev": ""}}})";
  const auto result = imported("vultr", {text});
  REQUIRE(result.catalog.plans.size() == 3);
  const auto& plans = result.catalog.plans;
  CHECK(plans[0].prices[0].period_unit == PeriodUnit::month);
  CHECK(plans[0].memory.lower_bytes() == MiB(1024));
  CHECK(plans[0].stock == Stock::in_stock);
  CHECK(plans[1].cpu.kind == CpuKind::dedicated);
  CHECK(plans[1].stock == Stock::out);
  CHECK(plans[1].included_disk() == GB(50));
  CHECK(plans[1].prices[0].monthly_cap == Rational(28));
  CHECK(plans[2].network->ipv4_count == 0);
  CHECK(plans[2].regions[0].price_override[0].monthly_cap == Rational(3));
  CHECK(result.remarks == std::vector<std::string>{"1 plan was left out: it costs nothing: a trial",
                                                   "1 plan was left out: sold for a GPU"});
  CHECK(mentions(refused("vultr", {with(text, "\"total\": 5", "\"total\": 90")}).message, "5 of 90"));
  CHECK(mentions(refused("vultr", {with(text, "\"type\": \"voc\"", "\"type\": \"vzz\"")}).place, "/plans/1/type"));
}

TEST_CASE("DigitalOcean's hourly noise is no price") {
  const std::string text =
      R"({"sizes": [{"slug": "s-1vcpu-1gb", "memory": 1024, "vcpus": 1, "disk": 25, "transfer": 1.5,
    "price_monthly": 6.0, "price_hourly": 0.00743999984115362, "regions": ["ams3"], "available": true,
    "description": "Basic", "disk_info": [{"type": "local", "size": {"amount": 25, "unit": "gib"}}]},
   {"slug": "c-2", "memory": 4096, "vcpus": 2, "disk": 25, "transfer": 4.0, "price_monthly": 42.0,
    "price_hourly": 0.0625, "regions": ["ams3"], "available": false, "description": "CPU-Optimized"}],
   "meta": {"total": 2}})";
  const auto result = imported("digitalocean", {text});
  REQUIRE(result.catalog.plans.size() == 2);
  const Plan& plan = result.catalog.plans[0];
  CHECK(plan.prices[0].period_unit == PeriodUnit::month);
  CHECK(plan.prices[0].amount == Rational(6));
  CHECK(plan.included_disk() == GiB(25));
  CHECK(plan.traffic->included_bytes() == GB(1500));
  CHECK(plan.cpu.kind == CpuKind::shared);
  CHECK(result.catalog.plans[1].cpu.kind == CpuKind::dedicated);
  CHECK(result.catalog.plans[1].stock == Stock::out);
  CHECK(refused("digitalocean", {with(text, "\"total\": 2", "\"total\": 64")}).kind == ErrorKind::refused);
}

TEST_CASE("UpCloud charges cents an hour, at most 672 hours a month, and nothing in its test zone") {
  const std::string plans = R"({"plans": {"plan": [
    {"core_number": 1, "memory_amount": 1024, "name": "1xCPU-1GB", "public_traffic_out": 1024, "storage_size": 25},
    {"core_number": 9, "memory_amount": 1024, "name": "unpriced", "public_traffic_out": 0, "storage_size": 0}]}})";
  const std::string prices = R"({"prices": {"zone": [
    {"name": "de-fra1", "server_plan_1xCPU-1GB": {"amount": 1, "price": 0.744}},
    {"name": "us-chi1", "server_plan_1xCPU-1GB": {"amount": 1, "price": 0.5}},
    {"name": "uk-tst1", "server_plan_1xCPU-1GB": {"amount": 1, "price": 0}}, {"name": "elsewhere"}]}})";
  const auto result = imported("upcloud", {prices, plans});
  REQUIRE(result.catalog.plans.size() == 1);
  const Plan& plan = result.catalog.plans[0];
  REQUIRE(plan.regions.size() == 2);
  CHECK(plan.regions[0].price_override[0].amount == Rational(744, 100'000));
  CHECK(plan.regions[0].price_override[0].monthly_cap == Rational(744 * 672, 100'000));
  CHECK(plan.prices[0].amount == Rational(5, 1000));
  CHECK(mentions(refused("upcloud", {plans}).message, "\"prices\" is missing"));
  CHECK(mentions(refused("upcloud", {plans, plans}).message, "2 of the given files"));
}

TEST_CASE("Lightsail's GB are GiB, its cores burst, and bundles for Windows are left out") {
  const std::string text = R"({"bundles": [
    {"price": 5.0, "cpuCount": 2, "diskSizeInGb": 20, "bundleId": "nano_3_0", "isActive": true, "name": "Nano",
     "ramSizeInGb": 0.5, "transferPerMonthInGb": 1024, "supportedPlatforms": ["LINUX_UNIX"], "publicIpv4AddressCount": 1},
    {"price": 9.5, "cpuCount": 2, "diskSizeInGb": 30, "bundleId": "nano_win_3_0", "isActive": true, "name": "Nano",
     "ramSizeInGb": 0.5, "transferPerMonthInGb": 1024, "supportedPlatforms": ["WINDOWS"]},
    {"price": 3.5, "cpuCount": 2, "diskSizeInGb": 20, "bundleId": "nano_2_0", "isActive": false, "name": "Nano",
     "ramSizeInGb": 0.5, "transferPerMonthInGb": 1024, "supportedPlatforms": ["LINUX_UNIX"]}]})";
  const auto plans = imported("lightsail", {text}).catalog.plans;
  REQUIRE(plans.size() == 2);
  CHECK(plans[0].memory.lower_bytes() == MiB(512));
  CHECK(plans[0].cpu.kind == CpuKind::burstable);
  CHECK_FALSE(plans[0].cpu.baseline_share.has_value());
  CHECK(plans[0].network->ipv4_count == 1);
  CHECK(plans[1].lifecycle == Lifecycle::end_of_sale);
  CHECK(refused("lightsail", {with(text, "{\"bundles\"", "{\"nextPageToken\": \"x\", \"bundles\"")}).kind ==
        ErrorKind::refused);
}

TEST_CASE("OVHcloud's prices are hundred-millionths without tax") {
  const std::string text = R"({"addons": [
    {"planCode": "d2-4.monthly.postpaid", "invoiceName": "d2-4", "product": "publiccloud-instance", "pricings": [
      {"phase": 0, "commitment": 0, "interval": 1, "intervalUnit": "month", "price": 1144000000, "tax": 217360000},
      {"phase": 0, "commitment": 12, "interval": 1, "intervalUnit": "month", "price": 1000000000, "tax": 190000000}],
     "blobs": {"technical": {"cpu": {"cores": 2}, "memory": {"size": 4}, "bandwidth": {"level": 250},
       "storage": {"disks": [{"capacity": 25, "interface": "NVMe", "number": 2}]}}}},
    {"planCode": "nothing", "product": "publiccloud-instance", "pricings": [], "blobs": {"technical": {"cpu": {"cores": 2}}}},
    {"planCode": "a100", "product": "publiccloud-instance", "pricings": [], "blobs": {"technical": {"cpu": {"cores": 2},
       "memory": {"size": 4}, "gpu": {"model": "A100"}}}}]})";
  ImportFacts facts = seen_on("2026-08-14");
  CHECK(mentions(refused("ovhcloud", {text}, facts).remedy, "--currency"));
  facts.currency = *Currency::parse("EUR");
  const auto result = imported("ovhcloud", {text}, facts);
  REQUIRE(result.catalog.plans.size() == 1);
  const Plan& plan = result.catalog.plans[0];
  REQUIRE(plan.prices.size() == 1);
  CHECK(plan.prices[0].amount == Rational(1144, 100));
  CHECK(plan.prices[0].tax == Tax::net);
  CHECK(plan.included_disk() == GB(50));
  CHECK(plan.network->port_mbit == Rational(250));
  CHECK(result.remarks.size() == 2);
  const std::string located = with(text, "{\"addons\"", R"({"locale": {"currencyCode": "GBP"}, "addons")");
  CHECK(imported("ovhcloud", {located}, facts).catalog.plans[0].prices[0].currency.code() == "GBP");
}

TEST_CASE("files of eu-cloud-prices: the month is the price, tax stays unknown, conversions are refused") {
  const std::string text = R"({"provider": "acme", "fetched_at": "2026-05-20T00:00:00.000Z", "source": "static",
    "manual": true, "instances": [
     {"id": "kvm-1", "name": "KVM 1", "vcpu": 1, "ram_gb": 4, "disk_gb": 50, "disk_type": "nvme", "price_hourly": 0.00752,
      "price_monthly": 5.49, "price_monthly_renewal": 11.99, "currency": "EUR", "architecture": "x86", "location": "eu",
      "notes": "4TB bandwidth"},
     {"id": "net-1", "name": "Net 1", "vcpu": 0.5, "ram_gb": 0.5, "disk_gb": 0, "price_monthly": 3, "currency": "EUR",
      "category": "dedicated"}]})";
  const auto result = imported("eu-cloud-prices", {text}, {});
  REQUIRE(result.catalog.plans.size() == 2);
  const Plan& plan = result.catalog.plans[0];
  CHECK(plan.full_name() == "acme/kvm-1");
  CHECK(plan.prices[0].amount == Rational(549, 100));
  CHECK(plan.prices[0].period_unit == PeriodUnit::month);
  CHECK(plan.prices[0].tax == Tax::unknown);
  CHECK(plan.prices[0].renewal->amount == Rational(1199, 100));
  CHECK(plan.verified_on == *parse_date("2026-05-20"));
  CHECK(plan.memory.upper_bytes() == GiB(4));
  CHECK(result.catalog.plans[1].included_disk() == Bytes{0});
  CHECK(result.catalog.plans[1].cpu.vcpus == Rational(1, 2));
  const Error converted =
      refused("eu-cloud-prices", {with(text, "\"manual\"", R"("fx": {"base": "USD"}, "manual")")}, {});
  CHECK(converted.kind == ErrorKind::refused);
  CHECK(mentions(converted.message, "converted"));
}

namespace {

const std::string deals = R"json({"date_utc": "2026-08-22T16:12:24.472642+00:00", "vps": [
  {"pid": 952, "stock": 1, "title": "1 GB KVM VPS (Black Friday 2025)", "vcores": "1", "ram": "2.5 GB",
   "storage": "20 GB SSD", "bandwidth": "12,000GB", "price": 21.99, "url": "https://example.org"},
  {"pid": 500, "stock": 0, "title": "Ryzen-512MB (Linux)", "vcores": "1", "ram": "512 MB", "storage": "10 GB NVMe",
   "bandwidth": "500GB", "price": 22.99, "url": "https://example.org"}]})json";

}  // namespace

TEST_CASE("a tracker's deals are yearly promotions of its day") {
  const auto plans = imported("racknerd", {deals}, {}).catalog.plans;
  REQUIRE(plans.size() == 2);
  CHECK(plans[0].id == "pid-952");
  CHECK(plans[0].memory.lower_bytes() == MB(2500));
  CHECK(plans[0].traffic->included_bytes() == GB(12000));
  CHECK(plans[0].prices[0].period_unit == PeriodUnit::year);
  CHECK(plans[0].prices[0].amount == Rational(2199, 100));
  CHECK(plans[0].prices[0].promo_name == "Black Friday 2025");
  CHECK(plans[0].prices[0].renewal->status == RenewalStatus::unverified);
  CHECK(plans[0].verified_on == *parse_date("2026-08-22"));
  CHECK(plans[1].stock == Stock::out);
  CHECK(plans[1].prices[0].promo_name == "special offer");
  CHECK(plans[1].disks[0].kind == "nvme");
}

TEST_CASE("the known faults of trackers are refused") {
  const Error lost = refused("racknerd", {with(deals, "12,000GB", "000GB")}, {});
  CHECK(lost.kind == ErrorKind::refused);
  CHECK(mentions(lost.message, "\"000GB\" has lost its first digits"));
  CHECK(mentions(lost.place, "/vps/0/bandwidth"));
  const Error empty = refused("racknerd", {with(deals, "\"stock\": 1", "\"stock\": 0")}, {});
  CHECK(empty.kind == ErrorKind::refused);
  CHECK(mentions(empty.message, "all 2 plans are out of stock at once"));
  CHECK(mentions(refused("racknerd", {R"({"date_utc": "2026-08-22", "vps": []})"}, {}).message, "no plan is left"));
  CHECK(mentions(refused("racknerd", {with(deals, "2.5 GB", "plenty")}, {}).message, "\"plenty\" is not a size"));
  CHECK(mentions(refused("racknerd", {with(deals, "2026-08-22T", "yesterday")}, {}).message,
                 "does not begin with a date"));
}

TEST_CASE("no importer takes what is not its document") {
  for (const auto& importer : importers()) {
    CAPTURE(importer.name);
    for (const char* text :
         {"", "{", "[]", "null", "{}", "\"x\"", "{\"data\": null}", "{\"data\": [null]}", "{\"plans\": [1]}",
          "{\"servers\": {\"a\": null}}", "{\"vps\": [[]]}", "{\"bundles\": {}}", "1e400"}) {
      CAPTURE(text);
      ImportFacts facts = seen_on("2026-11-01");
      facts.currency = *Currency::parse("EUR");
      CHECK_FALSE(import_texts(importer.name, {text}, facts).has_value());
    }
    CHECK_FALSE(import_texts(importer.name, {}).has_value());
  }
  CHECK(mentions(refused("linod", {"{}"}).remedy, "did you mean 'linode'?"));
}
