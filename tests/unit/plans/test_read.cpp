// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include "plans/read.hpp"
#include "tests/unit/plans/catalog_text.hpp"

using namespace vpsfit;
using namespace vpsfit::plans;
using test::catalog_text;
using test::plan_text;

namespace {

Date day(const char* text) { return *parse_date(text); }

/// The complaints about a catalog of one plan.
std::vector<Error> complaints(const std::string& plan) {
  return check_catalog(catalog_text(plan), "plans.json").errors;
}

/// The complaints about a price with this text.
std::vector<Error> about_price(const std::string& price) { return complaints(plan_text("a", price)); }

/// The text with the first `from` replaced.
std::string with(std::string text, std::string_view from, std::string_view to) {
  return text.replace(text.find(from), from.size(), to);
}

/// Is there exactly one complaint, with this in its message and that in its place?
void check_only(const std::vector<Error>& errors, std::string_view message, std::string_view place) {
  REQUIRE(errors.size() == 1);
  CAPTURE(errors[0].message);
  CAPTURE(errors[0].place);
  CHECK(errors[0].kind == ErrorKind::input);
  CHECK(errors[0].message.find(message) != std::string::npos);
  CHECK(errors[0].place.find(place) != std::string::npos);
}

}  // namespace

TEST_CASE("a plan needs an id, cores, memory, a price, its check date and a source; the rest is unknown") {
  const auto catalog = parse_catalog(catalog_text(plan_text("one")), "plans.json");
  REQUIRE(catalog.has_value());
  REQUIRE(catalog->plans.size() == 1);
  const Plan& plan = catalog->plans[0];
  CHECK(plan.full_name() == "acme/one");
  CHECK(plan.name == "one");
  CHECK(catalog->vendors[0].name == "acme");
  CHECK(plan.cpu.vcpus == Rational(2));
  CHECK(plan.memory.lower_bytes() == Bytes{256'000'000});
  CHECK(plan.stock == Stock::unknown);
  CHECK(plan.lifecycle == Lifecycle::active);
  CHECK_FALSE(plan.included_disk().has_value());
  CHECK_FALSE(plan.traffic.has_value());
  const Price& price = plan.prices[0];
  CHECK(price.amount == Rational(25));
  CHECK(price.currency.code() == "USD");
  CHECK(price.period_unit == PeriodUnit::year);
  CHECK(price.kind == PriceKind::unknown);
  CHECK(price.tax == Tax::net);
  CHECK_FALSE(price.setup_fee.has_value());
  CHECK_FALSE(price.renewal.has_value());
}

TEST_CASE("each part that must be there is missed by name") {
  const std::string whole = plan_text("a");
  for (const char* part :
       {R"("id": "a", )", R"("cpu": {"vcpus": 2, "kind": "shared"}, )", R"("memory": {"value": 256, "unit": "MB"}, )",
        R"(, "verified_on": "2026-11-01")", R"(, "source": {"kind": "given"})", R"("kind": "shared")",
        R"("vcpus": 2, )", R"("value": 256, )", R"(, "unit": "MB")", R"(, "currency": "USD")", R"(, "tax": "net")",
        R"("amount": "25.00", )", R"("period": {"count": 1, "unit": "year"}, )", R"("count": 1, )"}) {
    std::string text = whole;
    const auto at = text.find(part);
    REQUIRE(at != std::string::npos);
    text.erase(at, std::string_view(part).size());
    if (text.find(", }") != std::string::npos) text.erase(text.find(", }"), 2);
    CAPTURE(text);
    const auto errors = complaints(text);
    REQUIRE(errors.size() == 1);
    CHECK(errors[0].message.find("is missing") != std::string::npos);
  }
}

TEST_CASE("a plan without a price is an error") {
  check_only(complaints(plan_text("a", "")), "list of prices is empty", "/plans/0/prices");
  check_only(complaints(R"({"id": "a", "cpu": {"vcpus": 2, "kind": "shared"}, "memory": {"value": 256, "unit": "MB"},
                "verified_on": null, "source": {"kind": "given"}})"),
             "without a price", "plans.json:3:1 ");  // where the plan begins
}

TEST_CASE("a plan that nobody verified is kept; one verified tomorrow is not believed") {
  std::string text = catalog_text(plan_text("a"));
  CHECK(parse_catalog(text, "plans.json", day("2026-11-01")).has_value());
  const auto early = check_catalog(text, "plans.json", day("2026-10-31"));
  check_only(early.errors, "2026-11-01 is after the day of the question, 2026-10-31", "/plans/0/verified_on");
  text.replace(text.find("\"2026-11-01\""), 12, "null");
  const auto catalog = parse_catalog(text, "plans.json");
  REQUIRE(catalog.has_value());
  CHECK_FALSE(catalog->plans[0].verified_on.has_value());
}

TEST_CASE("a misspelt key does not vanish") {
  const auto errors = about_price(
      R"({"period": {"count": 1, "unit": "year"}, "amount": "25.00", "currency": "USD", "tax": "net", "renewl": null})");
  check_only(errors, "\"renewl\" is not known here", "/plans/0/prices/0/renewl");
  CHECK(errors[0].remedy == "did you mean \"renewal\"?");
  CHECK(errors[0].place.starts_with("plans.json:3:"));
}

TEST_CASE("money is a decimal in quotes") {
  const auto with_amount = [](const char* amount) {
    return about_price(
        std::string(R"({"period": {"count": 1, "unit": "year"}, "currency": "USD", "tax": "net", "amount": )") +
        amount + "}");
  };
  check_only(with_amount("25.00"), "expected a decimal number in quotes, found 25.00", "/prices/0/amount");
  check_only(with_amount(R"("-1")"), "negative", "/prices/0/amount");
  check_only(with_amount(R"("-0")"), "negative", "/prices/0/amount");
  check_only(with_amount(R"("25,00")"), "\"25,00\" is not a decimal", "/prices/0/amount");
  check_only(with_amount(R"("NaN")"), "not a decimal", "/prices/0/amount");
  check_only(with_amount(R"("1e5")"), "not a decimal", "/prices/0/amount");
  check_only(with_amount(R"("")"), "not a decimal", "/prices/0/amount");
  check_only(with_amount(R"("$25")"), "not a decimal", "/prices/0/amount");
  check_only(with_amount("null"), "found null", "/prices/0/amount");
  check_only(with_amount(R"("1111111111222222222233333333334")"), "more than 30 characters", "/prices/0/amount");
  CHECK(with_amount(R"("0.00")").empty());
}

TEST_CASE("what is paid beside prices in several currencies says in which") {
  const std::string euro = with(std::string(test::yearly_price), "USD", "EUR");
  const std::string both = std::string(test::yearly_price) + "," + euro;
  const auto about = [](std::string_view prices, const std::string& more) {
    return complaints(plan_text("a", prices, more));
  };
  const std::string address = R"(, "network": {"ipv4_price": {"amount": "0.50", "per": "month"}})";
  const std::string traffic =
      R"("traffic": {"after": {"policy": "bill", "price": "0.01", "per": {"value": 1, "unit": "GB"}}})";
  const std::string region = R"(, "regions": [{"id": "r", "traffic_override")" + traffic.substr(9) + "}]";
  check_only(about(both, address), "priced in EUR and USD, and the price of an IPv4", "/plans/0/network");
  check_only(about(both, ", " + traffic), "the price of more traffic does not say in which", "/plans/0/traffic");
  check_only(about(both, region), "more traffic in a region", "/plans/0/regions");
  for (const auto& more : {address, ", " + traffic, region}) {
    CHECK(about(test::yearly_price, more).empty());
    CHECK(about(both, with(more, R"("per")", R"("currency": "EUR", "per")")).empty());
  }
  // a region that is sold in another currency counts too
  const std::string abroad = R"(, "regions": [{"id": "r", "price_override": [)" + euro + "]}]";
  CHECK(about(test::yearly_price, abroad).empty());
  check_only(about(test::yearly_price, abroad + address), "priced in EUR and USD", "/plans/0/network");
  check_only(about(test::yearly_price, with(address, R"("per")", R"("currency": "EU", "per")")),
             "'EU' is not a currency", "/plans/0/network/ipv4_price/currency");
}

TEST_CASE("an unknown currency is refused with its place") {
  const auto errors =
      about_price(R"({"period": {"count": 1, "unit": "year"}, "amount": "25", "currency": "USX", "tax": "net"})");
  check_only(errors, "'USX' is not a currency", "/plans/0/prices/0/currency");
}

TEST_CASE("a promotion has a name and says what it renews at") {
  const auto promo = [](const char* more) {
    return about_price(std::string(R"({"period": {"count": 1, "unit": "year"}, "amount": "25", "currency": "USD",
                       "tax": "net", "kind": "promo")") +
                       more + "}");
  };
  CHECK(promo("").size() == 2);
  check_only(promo(R"(, "promo_name": "autumn")"), "renews", "/plans/0/prices/0");
  check_only(promo(R"(, "renewal": {"status": "unverified"})"), "promo_name", "/plans/0/prices/0");
  check_only(promo(R"(, "promo_name": "autumn", "renewal": {"amount": "50"})"), "\"status\" is missing", "/renewal");
  CHECK(promo(R"(, "promo_name": "autumn", "renewal": {"status": "different", "amount": "50.00"})").empty());
}

TEST_CASE("a coupon is recorded and never applied") {
  const auto coupon = [](const char* applied) {
    return about_price(std::string(R"({"period": {"count": 1, "unit": "year"}, "amount": "25", "currency": "USD",
                       "tax": "net", "coupons": [{"scope": "first_invoice", "applied": )") +
                       applied + "}]}");
  };
  CHECK(coupon("false").empty());
  check_only(coupon("true"), "never applied", "/prices/0/coupons/0/applied");
}

TEST_CASE("sizes are more than nothing and have a known unit") {
  const auto memory = [](const char* text) {
    std::string plan = plan_text("a");
    plan.replace(plan.find(R"({"value": 256, "unit": "MB"})"), 28, text);
    return complaints(plan);
  };
  check_only(memory(R"({"value": 0, "unit": "MB"})"), "0 is not more than 0", "/memory/value");
  check_only(memory(R"({"value": -1, "unit": "MB"})"), "-1 is not more than 0", "/memory/value");
  check_only(memory(R"({"value": "256", "unit": "MB"})"), "expected a number, found \"256\"", "/memory/value");
  check_only(memory(R"({"value": 256, "unit": "Mb"})"), "\"Mb\" is not allowed here", "/memory/unit");
  check_only(memory(R"({"value": 0.5, "unit": "B"})"), "not between 1 byte", "/memory/value");
  check_only(memory(R"({"value": 9000000, "unit": "TB"})"), "not between 1 byte", "/memory/value");
  check_only(memory(R"({"value": 1e16, "unit": "B"})"), "at most 10^15", "/memory/value");
  CHECK(memory(R"({"value": 2.5, "unit": "GB"})").empty());
}

TEST_CASE("numbers that JSON does not have are refused") {
  for (const char* number : {"NaN", "Infinity", "-Infinity", "1e400", "0x10", "01", "+1", "1."}) {
    std::string plan = plan_text("a");
    plan.replace(plan.find("256"), 3, number);
    const auto errors = complaints(plan);
    CAPTURE(number);
    REQUIRE(errors.size() == 1);
    CHECK(errors[0].place.starts_with("plans.json:3:"));
  }
}

TEST_CASE("a plan id stands once in a file") {
  const auto check =
      check_catalog(catalog_text(plan_text("a") + ",\n" + plan_text("b") + ",\n" + plan_text("a")), "p.json");
  check_only(check.errors, "the plan id \"a\" stands twice", "p.json:5:");
  CHECK(check.errors[0].place.ends_with("/plans/2/id"));
}

TEST_CASE("ids are safe as file names, in tables and in VENDOR/ID") {
  for (const char* id :
       {"a/b", "a b", "..", "", "\\u001b[31m", "a\\n", "\\u202eabc", "-x", "\xED\x95\x9C", ".hidden"}) {
    CAPTURE(id);
    CHECK(complaints(plan_text(id)).size() == 1);
  }
  CHECK(complaints(plan_text(std::string(101, 'x'))).size() == 1);
  CHECK(complaints(plan_text(std::string(100, 'x'))).empty());
  CHECK(complaints(plan_text("d2-4.monthly.postpaid")).empty());
}

TEST_CASE("names may be in any script, but not steer a terminal") {
  const auto named = [](const char* name) {
    return complaints(plan_text("a", test::yearly_price, std::string(R"(, "name": ")") + name + "\""));
  };
  CHECK(named("\xED\x95\x9C\xEA\xB5\xAD 2 vCPU").empty());
  CHECK(named("\\u001b[2J").size() == 1);
  CHECK(named("two\\nlines").size() == 1);
  CHECK(named("\\u202egnp.exe").size() == 1);
  CHECK(named(std::string(201, 'x').c_str()).size() == 1);
  std::string korean;
  for (int i = 0; i < 200; ++i) korean += "\xED\x95\x9C";
  CHECK(named(korean.c_str()).empty());
}

TEST_CASE("addresses lead to the web and nowhere else") {
  const auto url = [](const char* address) {
    std::string plan = plan_text("a");
    plan.replace(plan.find(R"({"kind": "given"})"), 17, std::string(R"({"kind": "page", "url": ")") + address + "\"}");
    return complaints(plan);
  };
  CHECK(url("https://example.org/plans?x=1#a").empty());
  for (const char* bad :
       {"javascript:alert(1)", "file:///etc/passwd", "https://", "https://a b", "https://a\\\"b", "example.org"}) {
    CAPTURE(bad);
    CHECK(url(bad).size() == 1);
  }
}

TEST_CASE("days exist") {
  for (const char* bad : {"2026-02-29", "2026-13-01", "2026-1-1", "yesterday", "2026-11-01T00:00:00Z"}) {
    std::string plan = plan_text("a");
    plan.replace(plan.find("2026-11-01"), 10, bad);
    CAPTURE(bad);
    CHECK(complaints(plan).size() == 1);
  }
}

TEST_CASE("all complaints of a file are gathered, up to a number, in the order of the file") {
  std::string plans;
  for (int i = 0; i < 60; ++i)
    plans += (i > 0 ? ",\n" : "") + plan_text("p" + std::to_string(i), test::yearly_price, R"(, "stock": "maybe")");
  const auto all = check_catalog(catalog_text(plans), "p.json", std::nullopt, 50);
  CHECK(all.errors.size() == 50);
  CHECK(all.errors[0].place.ends_with("/plans/0/stock"));
  CHECK(all.errors[49].place.ends_with("/plans/49/stock"));
  const auto first = parse_catalog(catalog_text(plans), "p.json");
  REQUIRE_FALSE(first.has_value());
  CHECK(first.error() == all.errors[0]);
}

TEST_CASE("the right plans of a file with complaints are still there") {
  const auto check = check_catalog(catalog_text(plan_text("a", "") + ",\n" + plan_text("b")), "p.json");
  CHECK(check.errors.size() == 1);
  REQUIRE(check.catalog.plans.size() == 1);
  CHECK(check.catalog.plans[0].full_name() == "acme/b");
}

TEST_CASE("the head of a catalog says what it is") {
  const std::string good = catalog_text(plan_text("a"));
  const auto swap = [&](const char* from, const char* to) {
    std::string text = good;
    text.replace(text.find(from), std::string_view(from).size(), to);
    return check_catalog(text, "p.json").errors;
  };
  check_only(swap("schema:plans:1", "schema:plans:2"), "is not \"urn:vpsfit:schema:plans:1\"", "/schema");
  check_only(swap("\"1.0\"", "\"1.1\""), "\"1.1\" is not \"1.0\"", "/schema_version");
  check_only(swap("\"1.0\"", "1.0"), "expected a string, found 1.0", "/schema_version");
  check_only(swap(R"("vendor": {"id": "acme"})", R"("vendor": "acme")"), "expected an object, found \"acme\"",
             "/vendor");
  check_only(swap(R"({"id": "acme"})", R"({"name": "acme"})"), "\"id\" is missing", "/vendor");
}

TEST_CASE("texts that are no catalog are refused") {
  for (const char* text :
       {"", " ", "[]", "null", "{", "{}{}", "\xFF", "\"plans\"", "{\"plans\": {}}", "{\"plans\": []}"}) {
    CAPTURE(text);
    const auto catalog = parse_catalog(text, "p.json");
    REQUIRE_FALSE(catalog.has_value());
    CHECK(catalog.error().kind == ErrorKind::input);
    CHECK(catalog.error().place.starts_with("p.json:"));
  }
  CHECK_FALSE(check_catalog(catalog_text(""), "p.json").errors.empty());
  std::string deep =
      plan_text("a", test::yearly_price, R"(, "notes": )" + std::string(5000, '[') + std::string(5000, ']'));
  CHECK(complaints(deep)[0].message.find("nested deeper") != std::string::npos);
}

TEST_CASE("a torn catalog is refused wherever it is torn") {
  const std::string whole = catalog_text(plan_text("a") + ",\n" + plan_text("b"));
  for (std::size_t length = 0; length < whole.size(); ++length)
    CHECK_FALSE(parse_catalog(std::string_view(whole).substr(0, length), "p.json").has_value());
}

TEST_CASE("two files of one vendor join where they agree and share no plan") {
  const auto file = [](const char* id, const char* vendor) {
    return *parse_catalog(catalog_text(plan_text(id), vendor), "x.json");
  };
  const char* const acme = R"({"id": "acme", "name": "Acme"})";
  const auto both = join_catalogs(
      {{"1.json", file("a", acme)}, {"2.json", file("b", acme)}, {"3.json", file("a", R"({"id": "other"})")}});
  REQUIRE(both.has_value());
  CHECK(both->vendors.size() == 2);
  REQUIRE(both->plans.size() == 3);
  CHECK(both->plans[1].full_name() == "acme/b");
  CHECK(both->plans[2].full_name() == "other/a");

  const auto twice = join_catalogs({{"1.json", file("a", acme)}, {"2.json", file("a", acme)}});
  REQUIRE_FALSE(twice.has_value());
  CHECK(twice.error().message == "the plan acme/a is also in 1.json");
  CHECK(twice.error().place == "2.json");

  const auto other_name =
      join_catalogs({{"1.json", file("a", acme)}, {"2.json", file("b", R"({"id": "acme", "name": "ACME"})")}});
  REQUIRE_FALSE(other_name.has_value());
  CHECK(other_name.error().message.find("described otherwise than in 1.json") != std::string::npos);
}

TEST_CASE("a check that keeps no plan finds the same plans and the same faults") {
  const std::string text =
      catalog_text(plan_text("a") + ",\n" + plan_text("b", "") + ",\n" + plan_text("a") + ",\n" + plan_text("c"));
  std::vector<std::string> taken;
  const auto handed = check_catalog(text, "p.json", std::nullopt, [&](Plan plan) { taken.push_back(plan.id); });
  const auto kept = check_catalog(text, "p.json");
  CHECK(taken == std::vector<std::string>{"a", "c"});
  CHECK(handed.catalog.plans.empty());
  CHECK(kept.catalog.plans.size() == 2);
  CHECK(handed.catalog.vendors == kept.catalog.vendors);
  REQUIRE(handed.errors.size() == kept.errors.size());
  for (std::size_t i = 0; i < kept.errors.size(); ++i) {
    CHECK(handed.errors[i].message == kept.errors[i].message);
    CHECK(handed.errors[i].place == kept.errors[i].place);
  }
}

TEST_CASE("what names tell of two files is what joining them tells") {
  const Vendor acme{"acme", "Acme", {}, {}};
  const Vendor loud{"acme", "ACME", {}, {}};
  CHECK(check_joint({{"1.json", acme, {"a"}}, {"2.json", acme, {"b"}}, {"3.json", {"other", "Other", {}, {}}, {"a"}}}));
  const auto twice = check_joint({{"1.json", acme, {"a", "b"}}, {"2.json", acme, {"c", "b"}}});
  REQUIRE_FALSE(twice.has_value());
  CHECK(twice.error().message == "the plan acme/b is also in 1.json");
  CHECK(twice.error().place == "2.json");
  const auto renamed = check_joint({{"1.json", acme, {"a"}}, {"2.json", loud, {"b"}}});
  REQUIRE_FALSE(renamed.has_value());
  CHECK(renamed.error().message.find("described otherwise than in 1.json") != std::string::npos);
}
