// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include "forecast/market.hpp"
#include "made.hpp"

using namespace vpsfit;
using namespace vpsfit::forecast;
using namespace vpsfit::made;

namespace {

/// The code with which the plan is left out; empty where it takes part.
std::string excluded(const plans::Plan& plan, const Selection& wanted = selection(),
                     const fx::RateTable& table = study_rates()) {
  const auto whole = catalog({plan});
  const Market market = open_market(whole, table, wanted);
  return market.excluded.empty() ? "" : market.excluded[0].code;
}

template <class Change>
plans::Plan with_change(Change change) {
  auto result = plan("p", 2, 4, "GB", "60");
  change(result);
  return result;
}

std::vector<std::string> order(const plans::Catalog& catalog, const fx::RateTable& table = study_rates()) {
  std::vector<std::string> ids;
  for (const auto& offer : open_market(catalog, table, selection()).offers) ids.push_back(offer.plan->id);
  return ids;
}

plans::Region region_named(std::string id) {
  plans::Region result;
  result.id = std::move(id);
  return result;
}

}  // namespace

TEST_CASE("a plan with nothing unknown takes part") {
  CHECK(excluded(with_change([](auto&) {})).empty());
}

TEST_CASE("unknown stock, renewal, tax and baseline share exclude nothing") {
  CHECK(excluded(with_change([](plans::Plan& p) {
          p.stock = plans::Stock::unknown;
          p.cpu.kind = plans::CpuKind::fair_share;
          p.prices[0].renewal.reset();
          p.prices[0].tax = plans::Tax::unknown;
        })).empty());
  CHECK(excluded(with_change([](plans::Plan& p) { p.stock = plans::Stock::scarce; })).empty());
  CHECK(excluded(with_change([](plans::Plan& p) { p.lifecycle = plans::Lifecycle::deprecated; })).empty());
}

TEST_CASE("known bad values exclude, each with its code") {
  CHECK(excluded(with_change([](plans::Plan& p) { p.verified_on.reset(); })) == "unverified");
  CHECK(excluded(with_change([](plans::Plan& p) { p.stock = plans::Stock::out; })) == "sold_out");
  CHECK(excluded(with_change([](plans::Plan& p) { p.lifecycle = plans::Lifecycle::end_of_sale; })) == "end_of_sale");
  CHECK(excluded(with_change([](plans::Plan& p) { p.lifecycle = plans::Lifecycle::legacy; })) == "end_of_sale");
  CHECK(excluded(with_change([](plans::Plan& p) { p.prices.clear(); })) == "no_price");
}

TEST_CASE("a plan can be ordered up to and on its last day") {
  const auto until = [](std::string_view text) {
    return excluded(with_change([&](plans::Plan& p) { p.unavailable_after = day(text); }));
  };
  CHECK(until("2026-11-01") == "end_of_sale");
  CHECK(until("2026-11-02").empty());
  CHECK(until("2026-11-03").empty());
}

TEST_CASE("a plan is stale after 180 days, unless that is said to be fine") {
  const auto verified = [](std::string_view text) {
    return with_change([&](plans::Plan& p) { p.verified_on = day(text); });
  };
  CHECK(excluded(verified("2026-05-06")).empty());     // 180 days before 2026-11-02
  CHECK(excluded(verified("2026-05-05")) == "stale");  // 181
  CHECK(excluded(verified("2027-01-01")).empty());     // after the day of the result: a notice, no exclusion
  Selection patient = selection();
  patient.stale_ok = true;
  CHECK(excluded(verified("2020-01-01"), patient).empty());
}

TEST_CASE("without a rate to the result's currency a plan is left out; no inverse is made up") {
  CHECK(excluded(plan("p", 1, 1, "GB", "9", "EUR")) == "no_rate");
  CHECK(excluded(plan("p", 1, 1, "GB", "9", "USD"), selection("USD")).empty());
  CHECK(excluded(plan("p", 1, 1, "GB", "9000", "KRW"), selection("USD")) == "no_rate");
}

TEST_CASE("a promotion that is over is no way to pay") {
  const auto ends = [](std::string_view text) {
    return with_change([&](plans::Plan& p) { p.prices[0].promo_ends = day(text); });
  };
  CHECK(excluded(ends("2026-11-02")).empty());
  CHECK(excluded(ends("2026-11-01")) == "promo_ended");
  auto both = ends("2026-11-01");
  both.prices.push_back(plan("q", 2, 4, "GB", "99").prices[0]);
  const auto whole = catalog({both});
  CHECK(open_market(whole, study_rates(), selection()).offers[0].annual_fee == money("99 USD"));
}

TEST_CASE("the cheapest way to pay counts, also across currencies") {
  auto two = plan("p", 2, 4, "GB", "60");
  two.prices.push_back(plan("q", 2, 4, "GB", "4.99").prices[0]);
  two.prices[1].period_unit = plans::PeriodUnit::month;  // 59.88 a year
  two.prices.push_back(plan("q", 2, 4, "GB", "50", "EUR").prices[0]);
  const auto whole = catalog({two});
  CHECK(open_market(whole, study_rates(), selection()).offers[0].annual_fee == money("59.88 USD"));
  const auto dear_dollars = rates({"USD/KRW=1335.27@2026-10-30", "EUR/KRW=1540.5@2026-10-30"});
  CHECK(open_market(whole, dear_dollars, selection()).offers[0].annual_fee == money("50 EUR"));
}

TEST_CASE("a region's price holds there, and the cheapest region on sale counts") {
  auto regional = plan("p", 2, 4, "GB", "60");
  regional.regions = {region_named("near"), region_named("far")};
  regional.regions[1].price_override = {plan("q", 2, 4, "GB", "40").prices[0]};
  auto whole = catalog({regional});
  auto offer = open_market(whole, study_rates(), selection()).offers.at(0);
  CHECK(offer.annual_fee == money("40 USD"));
  CHECK(offer.region->id == "far");

  whole.plans[0].regions[1].stock = plans::Stock::out;
  offer = open_market(whole, study_rates(), selection()).offers.at(0);
  CHECK(offer.annual_fee == money("60 USD"));
  CHECK(offer.region == nullptr);

  whole.plans[0].regions[0].lifecycle = plans::Lifecycle::end_of_sale;
  CHECK(excluded(whole.plans[0]) == "sold_out");
  // it still has a price to compare with
  CHECK(cheapest_offer(whole.plans[0], study_rates(), selection())->annual_fee == money("60 USD"));
}

TEST_CASE("a price and an IPv4 in another currency are each converted by their own rate") {
  // 60 EUR x 1540.5 + 12 x 0.5 USD x 1335.27 = 92,430 + 8,011.62 KRW
  auto mixed = plan("p", 2, 4, "GB", "600");
  mixed.network = plans::Network{};
  mixed.network->ipv4_price = number("0.5");
  mixed.regions = {region_named("far")};
  mixed.regions[0].price_override = {plan("q", 2, 4, "GB", "60", "EUR").prices[0]};
  const auto table = rates({"USD/KRW=1335.27@2026-10-30", "EUR/KRW=1540.5@2026-10-30"});
  const auto whole = catalog({mixed});
  const auto market = open_market(whole, table, selection());
  CHECK(market.excluded.empty());
  REQUIRE(market.offers.size() == 1);
  CHECK(market.offers[0].annual_fee_converted == money("100441.62 KRW"));
  CHECK(market.offers[0].annual_fee == money("100441.62 KRW"));  // no sum is known in one of the two

  CHECK(excluded(mixed) == "no_rate");  // without a rate for the euro
  mixed.network->ipv4_count = 1;        // the address is in the price: nothing is added
  const auto included = catalog({mixed});
  CHECK(open_market(included, table, selection()).offers.at(0).annual_fee == money("60 EUR"));
}

TEST_CASE("an IPv4 and more traffic have the currency that stands beside them") {
  auto mixed = plan("p", 2, 4, "GB", "60");
  mixed.network = plans::Network{};
  mixed.network->ipv4_price = number("0.5");
  mixed.network->ipv4_currency = currency("EUR");
  mixed.traffic = plans::Traffic{};
  const auto table = rates({"USD/KRW=1335.27@2026-10-30", "EUR/KRW=1540.5@2026-10-30"});
  const auto whole = catalog({mixed});  // 60 x 1335.27 + 12 x 0.5 x 1540.5
  CHECK(open_market(whole, table, selection()).offers[0].annual_fee_converted == money("89359.2 KRW"));
  CHECK(excluded(mixed) == "no_rate");
  CHECK(mixed.overage_currency(*mixed.traffic) == currency("USD"));
  mixed.traffic->overage_currency = currency("EUR");
  CHECK(mixed.overage_currency(*mixed.traffic) == currency("EUR"));
}

TEST_CASE("the cheapest way to pay counts with its IPv4 in another currency") {
  auto mixed = plan("p", 2, 4, "GB", "60");
  mixed.prices.push_back(plan("q", 2, 4, "GB", "1", "EUR").prices[0]);  // 1 x 1540.5 + 6 x 1335.27
  mixed.network = plans::Network{};
  mixed.network->ipv4_price = number("0.5");
  const auto whole = catalog({mixed});
  const auto table = rates({"USD/KRW=1335.27@2026-10-30", "EUR/KRW=1540.5@2026-10-30"});
  CHECK(open_market(whole, table, selection()).offers[0].annual_fee == money("9552.12 KRW"));
  mixed.prices[1].amount = number("60");
  const auto dear = catalog({mixed});
  CHECK(open_market(dear, table, selection()).offers[0].annual_fee == money("66 USD"));
}

TEST_CASE("offers stand by fee, then more memory, more vCPU, more traffic, then id") {
  auto traffic = plan("d-traffic", 2, 4, "GB", "60");
  traffic.traffic = plans::Traffic{};
  traffic.traffic->included = plans::IncludedTraffic{false, plans::Size{Rational(1), "TB"}, {}, false};
  auto unmetered = plan("z-unmetered", 2, 4, "GB", "60");
  unmetered.traffic = plans::Traffic{};
  unmetered.traffic->included = plans::IncludedTraffic{true, {}, {}, false};
  const auto whole = catalog({plan("f-same", 2, 4, "GB", "60"), plan("e-same", 2, 4, "GB", "60"), traffic, unmetered,
                              plan("c-cores", 3, 4, "GB", "60"), plan("b-memory", 1, 8, "GB", "60"),
                              plan("a-cheap", 1, 1, "GB", "59.99")});
  CHECK(order(whole) ==
        std::vector<std::string>{"a-cheap", "b-memory", "c-cores", "z-unmetered", "d-traffic", "e-same", "f-same"});
}

TEST_CASE("fees in several currencies stand in one order by their rates") {
  const auto whole = catalog({plan("euro", 2, 4, "GB", "50", "EUR"), plan("dollar", 2, 4, "GB", "60", "USD"),
                              plan("won", 2, 4, "GB", "78000", "KRW")});
  const auto table = rates({"USD/KRW=1335.27@2026-10-30", "EUR/KRW=1540.5@2026-10-30"});
  CHECK(order(whole, table) == std::vector<std::string>{"euro", "won", "dollar"});  // 77025, 78000, 80116.2
}
