// SPDX-License-Identifier: MIT
#include "tests/unit/plans_import/importing.hpp"

using namespace vpsfit;
using namespace vpsfit::plans;
using namespace vpsfit::plans::test;

namespace {

const std::string list =
    "vendor,vendor_name,id,name,vcpus,cpu_kind,memory,disk,disk_kind,traffic,price,currency,period,payment,setup_fee,"
    "tax,promo_name,renewal,stock,verified_on,url,notes\n"
    "acme,Acme Hosting,small,Small one,2,fair_share,256 MB,10 GB,ssd,100 GB,25,USD,year,upfront,,net,autumn,,in_stock,"
    "2026-11-01,https://example.org/small,\"cheap, and small\"\n"
    "acme,Acme Hosting,large,,4,,8GiB,,,unmetered,0.01,EUR,hour,,5.00,,,12.50,,2026-10-01,,\n";

}  // namespace

TEST_CASE("a price list kept by hand becomes a catalog") {
  const auto plans = imported("csv", {list}, {}).catalog.plans;
  REQUIRE(plans.size() == 2);
  const Plan& small = plans[0];
  CHECK(small.full_name() == "acme/small");
  CHECK(small.name == "Small one");
  CHECK(small.cpu.kind == CpuKind::fair_share);
  CHECK(small.memory.lower_bytes() == MB(256));
  CHECK(small.memory.upper_bytes() == MiB(256));
  CHECK(small.included_disk() == GB(10));
  CHECK(small.prices[0].amount == Rational(25));
  CHECK(small.prices[0].period_unit == PeriodUnit::year);
  CHECK(small.prices[0].payment == "upfront");
  CHECK(small.prices[0].kind == PriceKind::promo);
  CHECK(small.prices[0].renewal->status == RenewalStatus::unverified);
  CHECK(small.stock_checked_on == *parse_date("2026-11-01"));
  CHECK(small.source.url == "https://example.org/small");
  CHECK(small.notes == "cheap, and small");
  const Plan& large = plans[1];
  CHECK(large.name == "large");
  CHECK(large.cpu.kind == CpuKind::unknown);
  CHECK(large.memory.lower_bytes() == GB(8));  // nobody measured that the vendor's GiB are GiB
  CHECK(large.memory.upper_bytes() == GiB(8));
  CHECK_FALSE(large.included_disk().has_value());
  CHECK(large.traffic->included->unmetered);
  CHECK(large.prices[0].setup_fee == Rational(5));
  CHECK(large.prices[0].renewal->amount == Rational(25, 2));
  CHECK(large.prices[0].tax == Tax::unknown);
  CHECK(large.source.kind == "given");
}

TEST_CASE("every fault in a price list has its line and column") {
  const auto fault = [](std::string_view from, std::string_view to) {
    return refused("csv", {with(list, from, to)}, {});
  };
  CHECK(mentions(fault("256 MB", "256 Mb").message, "'Mb' is not a unit"));
  CHECK(fault("256 MB", "256 Mb").place == "answer.json:2:48");
  CHECK(mentions(fault("256 MB", "").message, "\"memory\" is empty"));
  CHECK(mentions(fault("256 MB", "0 MB").message, "0 is not more than 0"));
  CHECK(mentions(fault("USD", "US$").message, "'US$' is not a currency"));
  CHECK(mentions(fault(",year,", ",yearly,").message, "\"yearly\" is not allowed here"));
  CHECK(mentions(fault(",year,", ",,").message, "\"period\" is empty"));
  CHECK(mentions(fault(",25,", ",-25,").message, "negative"));
  CHECK(mentions(fault("2026-11-01", "1.11.2026").message, "'1.11.2026' is not a date"));
  CHECK(mentions(fault("verified_on", "verified").remedy, "did you mean \"verified_on\"?"));
  CHECK(mentions(fault("notes\n", "id\n").message, "stands twice"));
  CHECK(mentions(fault("\nacme,Acme Hosting,large", "\nother,Acme Hosting,large").message, "another vendor"));
  CHECK(mentions(fault("large", "small").message, "stands twice"));
  CHECK(mentions(fault("12.50", "lots").message, "\"lots\" is not what it renews at"));
  CHECK(mentions(fault("https://example.org/small", "example.org").message, "is not a web address"));
  CHECK(mentions(fault("ssd", "floppy").message, "\"floppy\" is not allowed here"));
  CHECK(mentions(refused("csv", {list.substr(0, list.find('\n') + 1)}, {}).message, "no rows"));
  CHECK(mentions(refused("csv", {"id,vcpus\n1,2\n"}, {}).message, "no column \"vendor\""));
}
