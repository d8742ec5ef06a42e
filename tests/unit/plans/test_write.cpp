// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include "files/files.hpp"
#include "json/parse.hpp"
#include "plans/read.hpp"
#include "plans/write.hpp"
#include "tests/unit/plans/catalog_text.hpp"

using namespace vpsfit;
using namespace vpsfit::plans;

namespace {

std::string written(const Catalog& catalog) { return json::dump(to_document(catalog)); }

}  // namespace

TEST_CASE("what is written is read as the same catalog") {
  const auto files = files::list(std::string(VPSFIT_SOURCE_DIR) + "/plans/catalog", {".json"});
  REQUIRE(files.has_value());
  CHECK(files->size() == 16);
  for (const auto& file : *files) {
    CAPTURE(file);
    const auto text = files::read_whole(file);
    REQUIRE(text.has_value());
    const auto catalog = parse_catalog(*text, file.string());
    REQUIRE(catalog.has_value());
    const std::string once = written(*catalog);
    const auto again = parse_catalog(once, "written.json");
    REQUIRE(again.has_value());
    CHECK(again->plans.size() == catalog->plans.size());
    CHECK(written(*again) == once);
  }
}

TEST_CASE("every part of a plan is written") {
  const std::string price = R"({"period":{"count":3,"unit":"month"},"amount":"4.005","currency":"KRW","monthly_cap":"9",
    "payment":"upfront","commitment_months":12,"setup_fee":"0","first_term":{"amount":"1","periods":3},
    "renewal":{"amount":"8","status":"different"},"kind":"promo","promo_name":"autumn","promo_ends":"2027-01-31",
    "coupons":[{"code":"X","effect":"10 %","scope":"lifetime","applied":false}],"tax":"gross","vat_rate":0.19,
    "tax_country":"DE"})";
  const std::string text =
      test::catalog_text(R"({"id":"a","name":"A","lifecycle":"deprecated","unavailable_after":"2027-02-28",
    "cpu":{"vcpus":0.5,"kind":"burstable","baseline_share":0.05,"burst":{"credits_per_hour":6,"max_credits":144,
      "unlimited_price":"1"},"arch":"arm64","model":"M"},
    "memory":{"value":0.5,"unit":"GiB","unit_confidence":"measured","usable_bytes":500000000},
    "swap":{"value":1,"unit":"GiB","allowed":"no"},
    "disks":[{"value":10,"unit":"GB","kind":"nvme","included":true},
             {"value":null,"unit":null,"kind":"network","included":false}],
    "traffic":{"included":{"value":1,"unit":"TB","direction":"out","pooled":true},
      "after":{"policy":"bill","price":"1.00","currency":"USD","per":{"value":1,"unit":"TB"},"throttle_mbit":1}},
    "network":{"ipv4_count":0,"ipv4_price":{"amount":"0.50","currency":"EUR","per":"month"},"ipv6":true,"port_mbit":1000},
    "regions":[{"id":"r1","country":"DE","city":"Berlin","price_override":[)" +
                             price + R"(],
      "traffic_override":{"included":"unmetered",
        "after":{"policy":"unknown","price":null,"per":null,"throttle_mbit":null}},
      "stock":"scarce","lifecycle":"end_of_sale"}],
    "prices":[)" + price + R"(],"stock":"in_stock","stock_checked_on":"2026-10-01",
    "limits":["fair use",{"sustained_cpu_pct":50,"window":"a day"}],"verified_on":"2026-10-01",
    "source":{"url":"http://example.org","kind":"api","retrieved_at":"2026-10-01T10:00:00.5Z",
      "sha256":"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef","confidence":"high"},"notes":"n"})",
                         R"({"id":"acme","name":"Acme","url":"https://example.org","country":"DE"})");
  const auto catalog = parse_catalog(text, "full.json");
  REQUIRE(catalog.has_value());
  const auto given = json::parse(text);
  const auto document = to_document(*catalog);
  CHECK(json::dump(*document.find("plans"), -1) == json::dump(*given->find("plans"), -1));
  CHECK(json::dump(*document.find("vendor"), -1) == json::dump(*given->find("vendor"), -1));
}

TEST_CASE("money is written with the digits of its currency, or all it has") {
  const auto amount_of = [](const char* amount, const char* currency) {
    const auto catalog = parse_catalog(
        test::catalog_text(test::plan_text("a", std::string(R"({"period":{"count":1,"unit":"month"},"amount":")") +
                                                    amount + R"(","currency":")" + currency + R"(","tax":"net"})")),
        "a.json");
    REQUIRE(catalog.has_value());
    return to_document(*catalog).find("plans")->items()[0].find("prices")->items()[0].find("amount")->text();
  };
  CHECK(amount_of("25", "USD") == "25.00");
  CHECK(amount_of("6.55248", "EUR") == "6.55248");
  CHECK(amount_of("1000.0", "KRW") == "1000");
}
