// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include "forecast/choose.hpp"
#include "made.hpp"

using namespace vpsfit;
using namespace vpsfit::forecast;
using namespace vpsfit::made;

namespace {

Need need_of(std::int64_t vcpus, std::int64_t bytes, Rational sustained = Rational(1, 10)) {
  Need need;
  need.vcpus = vcpus;
  need.vcpus_exact = Rational(vcpus);
  need.memory = Bytes{bytes};
  need.sustained = Cores{sustained};
  return need;
}

struct Answer {
  std::string chosen;
  std::vector<std::string> ties, rejected, misses, notices;
};

std::string described(const NearMiss& miss) {
  std::string text = miss.plan->id;
  if (miss.shortage.vcpus) text += " vcpus " + std::to_string(*miss.shortage.vcpus);
  if (miss.shortage.memory) text += " memory " + std::to_string(miss.shortage.memory->count());
  if (miss.shortage.sustained_cpu) text += " share " + to_decimal(*miss.shortage.sustained_cpu, Rounding::up);
  if (miss.shortage.disk) text += " disk " + std::to_string(miss.shortage.disk->count());
  return miss.excluded.empty() ? text : text + " " + miss.excluded;
}

Answer answer(const plans::Catalog& catalog, const Need& need, const Selection& wanted = selection()) {
  const Market market = open_market(catalog, study_rates(), wanted);
  const Choice choice = choose(need, market, wanted);
  Answer result;
  if (choice.offer) result.chosen = choice.offer->plan->id;
  for (const auto& tie : choice.ties) result.ties.push_back(tie.plan->id);
  for (const auto& plan : choice.rejected_cheaper)
    result.rejected.push_back(plan.offer.plan->id + " " + std::string(plan.shortage.code()));
  for (const auto& miss : choice.nearest_misses) result.misses.push_back(described(miss));
  result.notices = codes(choice.notices);
  return result;
}

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("the study's plans at 20 %: 25, 80, 60 and 120 dollars") {
  const auto market = study_catalog();
  CHECK(answer(market, need_of(2, 228065280)).chosen == "2c-256m");
  CHECK(answer(market, need_of(3, 915668992)).chosen == "3c-6g");
  CHECK(answer(market, need_of(2, 993263616)).chosen == "2c-4g");
  CHECK(answer(market, need_of(4, 381812736)).chosen == "4c-8g");
}

TEST_CASE("cheaper plans that do not fit are listed with the reason") {
  CHECK(answer(study_catalog(), need_of(2, 228065280)).rejected == Names{"x-2c-128m memory", "x-1c-256m vcpus"});
  CHECK(answer(study_catalog(), need_of(2, 993263616)).rejected ==
        Names{"x-2c-128m memory", "x-1c-256m vcpus", "2c-256m memory"});
}

TEST_CASE("FastAPI at 30 %: nothing fits, and the nearest misses say by how much") {
  const auto result = answer(study_catalog(), need_of(5, 381812736));
  CHECK(result.chosen.empty());
  CHECK(result.rejected.empty());
  // 119.984375 MiB short = 125,812,736 bytes
  CHECK(result.misses == Names{"4c-8g vcpus 1", "x-6c-256m memory 125812736", "x-6c-16g unverified"});
}

TEST_CASE("the nearest miss lacks the least; of equals it is the cheapest") {
  const auto market = catalog({plan("far-cheap", 1, 8, "GB", "10"), plan("near-dear", 3, 8, "GB", "99"),
                               plan("near-cheap", 3, 8, "GB", "50"), plan("both", 3, 1, "GB", "5")});
  CHECK(answer(market, need_of(4, 2000000000)).misses == Names{"near-cheap vcpus 1"});
}

TEST_CASE("where every plan lacks several things, the nearest is told with all of them") {
  const auto market = catalog({plan("tiny", 1, 1, "GB", "10"), plan("small", 2, 1, "GB", "20")});
  CHECK(answer(market, need_of(4, 2000000000)).misses == Names{"small vcpus 2 memory 1000000000"});
}

TEST_CASE("an empty market has no answer and no misses") {
  const auto result = answer(catalog({}), need_of(1, 1));
  CHECK(result.chosen.empty());
  CHECK(result.misses.empty());
}

TEST_CASE("a tie goes to more memory, then vCPU, then traffic, then id, and is told") {
  const auto market = catalog({plan("b", 2, 4, "GB", "60"), plan("a", 2, 4, "GB", "60"), plan("big", 2, 6, "GB", "60"),
                               plan("wide", 3, 4, "GB", "60"), plan("poor", 1, 8, "GB", "60")});
  const auto result = answer(market, need_of(2, 1000));
  CHECK(result.chosen == "big");
  CHECK(result.ties == Names{"wide", "a", "b"});
  CHECK(result.rejected.empty());  // "poor" is not cheaper
  CHECK(result.notices == Names{"tie"});
}

TEST_CASE("a plan fits by its smaller reading to the byte") {
  const auto market = catalog({plan("p", 2, 256, "MB", "25")});
  CHECK(answer(market, need_of(2, 256000000)).chosen == "p");
  CHECK(answer(market, need_of(2, 256000001)).chosen.empty());
}

TEST_CASE("where the reading of MB decides, a notice says so") {
  auto market = catalog({plan("p", 2, 256, "MB", "25"), plan("q", 2, 1, "GB", "60")});
  CHECK(answer(market, need_of(2, 268435456)).notices == Names{"memory_unit_decides"});  // 256 MiB
  CHECK(answer(market, need_of(2, 268435457)).notices.empty());
  CHECK(answer(market, need_of(2, 256000000)).notices.empty());
  CHECK(answer(market, need_of(3, 268435456)).notices.empty());  // it is short of a core as well
  market.plans.pop_back();
  CHECK(answer(market, need_of(2, 268435456)).notices == Names{"memory_unit_decides"});  // also where nothing fits
  market.plans[0].memory.confidence = plans::UnitConfidence::vendor_api;
  CHECK(answer(market, need_of(2, 268435456)).notices.empty());
}

TEST_CASE("a published share of each core below what is needed all the time excludes") {
  auto market = catalog({plan("burst", 2, 4, "GB", "20"), plan("full", 2, 4, "GB", "60")});
  market.plans[0].cpu.kind = plans::CpuKind::burstable;
  const Need spring = need_of(2, 1000, number("1.564"));  // 0.782 / 0.5: 0.782 of each of two cores
  CHECK(answer(market, spring).chosen == "burst");
  CHECK(answer(market, spring).notices == Names{"baseline_share_unknown"});
  market.plans[0].cpu.baseline_share = *Fraction::parse("0.782");
  CHECK(answer(market, spring).chosen == "burst");
  CHECK(answer(market, spring).notices.empty());
  market.plans[0].cpu.baseline_share = *Fraction::parse("0.781");
  CHECK(answer(market, spring).chosen == "full");
  CHECK(answer(market, spring).rejected == Names{"burst baseline_share"});
  market.plans.pop_back();
  CHECK(answer(market, spring).misses == Names{"burst share 0.002"});
}

TEST_CASE("the share that is needed is told where the vendor publishes none") {
  auto market = catalog({plan("fair", 2, 4, "GB", "20")});
  market.plans[0].cpu.kind = plans::CpuKind::fair_share;
  const Market open = open_market(market, study_rates(), selection());
  const auto choice = choose(need_of(2, 1000, number("1.564")), open, selection());
  REQUIRE(choice.notices.size() == 1);
  CHECK(notice_text(choice.notices[0]).find("0.782 of each") != std::string::npos);
}

TEST_CASE("disk space is asked for only where it is, and an unknown disk excludes nothing") {
  auto market = catalog({plan("p", 2, 4, "GB", "20")});
  Selection wanted = selection();
  wanted.min_disk = GB(20);
  CHECK(answer(market, need_of(1, 1), wanted).chosen == "p");
  CHECK(answer(market, need_of(1, 1), wanted).notices == Names{"disk_unknown"});
  market.plans[0].disks = {{plans::Size{Rational(19), "GB"}, "ssd", true},
                           {plans::Size{Rational(99), "GB"}, "hdd", false}};
  CHECK(answer(market, need_of(1, 1), wanted).misses == Names{"p disk 1000000000"});
  CHECK(answer(market, need_of(1, 1)).chosen == "p");
  market.plans[0].disks[1].included = true;
  CHECK(answer(market, need_of(1, 1), wanted).chosen == "p");
}

TEST_CASE("half a core is not a core") {
  auto market = catalog({plan("half", 1, 4, "GB", "20")});
  market.plans[0].cpu.vcpus = Rational(1, 2);
  CHECK(answer(market, need_of(1, 1)).misses == Names{"half vcpus 1"});
  market.plans[0].cpu.vcpus = Rational(5, 2);
  CHECK(answer(market, need_of(2, 1)).chosen == "half");
}

TEST_CASE("what is unknown about the chosen plan, or would surprise its buyer, is told") {
  const auto notices = [](auto change) {
    auto market = catalog({plan("p", 2, 4, "GB", "60")});
    change(market.plans[0]);
    return answer(market, need_of(1, 1)).notices;
  };
  using plans::Plan;
  CHECK(notices([](Plan&) {}).empty());
  CHECK(notices([](Plan& p) { p.stock = plans::Stock::unknown; }) == Names{"stock_unknown"});
  CHECK(notices([](Plan& p) { p.stock = plans::Stock::scarce; }) == Names{"scarce"});
  CHECK(notices([](Plan& p) { p.prices[0].renewal.reset(); }) == Names{"renewal_unknown"});
  CHECK(notices([](Plan& p) { p.prices[0].renewal->status = plans::RenewalStatus::unverified; }) ==
        Names{"renewal_unknown"});
  CHECK(notices([](Plan& p) {
          p.prices[0].renewal = plans::Renewal{Rational(99), plans::RenewalStatus::different};
        }) == Names{"renewal_differs"});
  CHECK(notices([](Plan& p) { p.prices[0].setup_fee.reset(); }) == Names{"setup_fee_unknown"});
  CHECK(notices([](Plan& p) { p.prices[0].tax = plans::Tax::unknown; }) == Names{"tax_unknown"});
  CHECK(notices([](Plan& p) {
          p.prices[0].first_term = plans::FirstTerm{Rational(1), 1};
        }) == Names{"first_term_not_applied"});
  CHECK(notices([](Plan& p) { p.prices[0].coupons.push_back({"X", {}, "lifetime"}); }) == Names{"coupon_not_applied"});
  CHECK(notices([](Plan& p) {
          p.prices[0].coupons.push_back({{}, {}, "lifetime"});
        }) == Names{"promotion_not_applied"});  // nobody can enter a code "?"
  CHECK(notices([](Plan& p) { p.prices[0].period_count = 3; }) == Names{"longer_term"});
  CHECK(notices([](Plan& p) { p.lifecycle = plans::Lifecycle::deprecated; }) == Names{"deprecated"});
  CHECK(notices([](Plan& p) { p.unavailable_after = day("2026-12-31"); }) == Names{"deprecated"});
  CHECK(notices([](Plan& p) { p.verified_on = day("2026-08-04"); }).empty());                     // 90 days
  CHECK(notices([](Plan& p) { p.verified_on = day("2026-08-03"); }) == Names{"plan_old"});        // 91
  CHECK(notices([](Plan& p) { p.verified_on = day("2026-11-03"); }) == Names{"verified_later"});  // tomorrow
}
