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

TEST_CASE("a price list as a spreadsheet saves it: semicolons, tabs, a byte order mark, quotes, CR LF") {
  const std::string simple =
      "vendor,id,vcpus,memory,price,currency,period,verified_on,notes\n"
      "acme,a,2,2.5 GB,4.99,EUR,month,2026-10-01,\"one; two, \"\"three\"\"\"\n";
  const auto separated = [&](char separator) {
    std::string text;
    bool quoted = false;
    for (const char c : simple) {
      if (c == '"') quoted = !quoted;
      text += c == ',' && !quoted ? separator : c;
    }
    return text;
  };
  for (const char separator : {',', ';', '\t'})
    for (const char* const mark : {"", "\xEF\xBB\xBF"}) {
      std::string text = mark + separated(separator);
      text.insert(text.find('\n'), "\r");
      text.insert(text.size() - 1, "\r");
      const auto plans = imported("csv", {text}, {}).catalog.plans;
      REQUIRE(plans.size() == 1);
      CHECK(plans[0].memory.size.value == Rational(5, 2));
      CHECK(plans[0].prices[0].amount == Rational(499, 100));
      CHECK(plans[0].notes == "one; two, \"three\"");
    }
}

TEST_CASE("a decimal comma is refused with what to write, whatever separates the cells") {
  const std::string good =
      "vendor;id;vcpus;memory;price;currency;period;verified_on;setup_fee;renewal\n"
      "acme;a;2;2.5 GB;4.99;EUR;month;2026-10-01;1.50;6.00\n";
  CHECK(imported("csv", {good}, {}).catalog.plans.size() == 1);
  for (const auto& [from, to] : std::vector<std::pair<std::string, std::string>>{
           {";2;", ";2,0;"}, {"2.5 GB", "2,5 GB"}, {"4.99", "4,99"}, {"4.99", "1,234.56"}, {"1.50", "1,50"}}) {
    const Error error = refused("csv", {with(good, from, to)}, {});
    CHECK(mentions(error.message, "has a comma"));
    CHECK(mentions(error.remedy, "decimal point"));
    CHECK(error.place.starts_with("answer.json:2:"));
  }
  CHECK(mentions(refused("csv", {with(good, "6.00", "6,00")}, {}).remedy, "decimal point"));
  const std::string list_of_commas = "vendor,id,price\nacme,a,4,99\n";
  CHECK(mentions(refused("csv", {list_of_commas}, {}).message, "no column"));
  const std::string comma = with(list, ",25,", ",4,99,");
  CHECK(mentions(refused("csv", {comma}, {}).remedy, "decimal point"));
  CHECK(mentions(refused("csv", {with(list, "autumn", "autumn \xFF")}, {}).remedy, "save the file as UTF-8"));
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
