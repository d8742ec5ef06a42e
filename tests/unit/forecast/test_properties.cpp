// SPDX-License-Identifier: MIT
#include <algorithm>
#include <doctest/doctest.h>
#include <random>
#include <rapidcheck.h>

#include "forecast/forecast.hpp"
#include "forecast/require.hpp"
#include "made.hpp"

using namespace vpsfit;
using namespace vpsfit::forecast;
using namespace vpsfit::made;

namespace {

template <class Property>
void holds(const std::string& name, Property property) {
  CHECK(rc::check(name, property));
}

plans::Plan any_plan(std::size_t number_in_catalog) {
  // few distinct figures, so that ties and near misses happen
  auto result =
      plan("p" + std::to_string(number_in_catalog), *rc::gen::inRange<std::int64_t>(1, 7),
           *rc::gen::inRange<std::int64_t>(1, 6), "GB", std::to_string(*rc::gen::inRange<std::int64_t>(1, 12)) + ".50");
  if (*rc::gen::inRange(0, 4) == 0)
    result.cpu.baseline_share = *Fraction::from(Rational(*rc::gen::inRange<std::int64_t>(1, 10), 10));
  if (*rc::gen::inRange(0, 6) == 0) result.verified_on.reset();
  if (*rc::gen::inRange(0, 6) == 0) result.stock = plans::Stock::out;
  return result;
}

plans::Catalog any_catalog() {
  std::vector<plans::Plan> plans;
  const auto count = *rc::gen::inRange<std::size_t>(0, 12);
  for (std::size_t i = 0; i < count; ++i) plans.push_back(any_plan(i));
  return catalog(std::move(plans));
}

Usage any_usage(const std::string& subject = "x") {
  Usage result = usage(subject, {});
  const auto runs = *rc::gen::inRange(1, 5);
  for (int i = 0; i < runs; ++i)
    result.runs.push_back(run(std::to_string(i + 1), *rc::gen::inRange<std::int64_t>(1, 30000000),
                              *rc::gen::inRange<std::int64_t>(9000000, 16000000),
                              *rc::gen::inRange<std::int64_t>(0, 5000000000)));
  return result;
}

Choice choice_of(const Usage& usage, const plans::Catalog& catalog, const Assumptions& assumptions = {}) {
  return choose(*require(usage, assumptions), open_market(catalog, study_rates(), selection()), selection());
}

std::string chosen(const Choice& choice) { return choice.offer ? choice.offer->plan->id : ""; }

/// Infinity where nothing fits: then nothing is cheaper.
bool no_cheaper(const Choice& more, const Choice& less) {
  if (!more.offer) return true;
  return less.offer && less.offer->annual_fee_converted.amount() <= more.offer->annual_fee_converted.amount();
}

/// The definition, plan by plan: the cheapest that fits, ties by memory, vCPU, id.
std::string brute_force(const Usage& usage, const plans::Catalog& catalog) {
  Rational cpu;
  std::int64_t memory = 0;
  for (const auto& one : usage.runs) {
    cpu = std::max(cpu, Rational(one.cpu_usage.count(), one.window.count()));
    memory = std::max(memory, one.memory_max.count());
  }
  const plans::Plan* best = nullptr;
  for (const auto& plan : catalog.plans) {
    const bool sold = plan.verified_on && plan.stock != plans::Stock::out;
    const Rational cores = *(plan.cpu.vcpus).floor();
    const bool cpu_fits = cpu / cores <= Rational(2, 5);  // 0.5 x (1 - 0.2)
    const bool memory_fits =
        Rational(memory) * Rational(5, 4) + Rational(134217728) <= plan.memory.size.value * Rational(1000000000);
    const bool share_fits = !plan.cpu.baseline_share || cpu * 2 <= cores * plan.cpu.baseline_share->value();
    if (!sold || !cpu_fits || !memory_fits || !share_fits) continue;
    const auto key = [](const plans::Plan& p) {
      return std::tuple(p.prices[0].amount, -p.memory.size.value, -p.cpu.vcpus, p.id);
    };
    if (best == nullptr || key(plan) < key(*best)) best = &plan;
  }
  return best == nullptr ? "" : best->id;
}

}  // namespace

TEST_CASE("choosing agrees with trying every plan") {
  holds("choose() == brute force", [] {
    const Usage usage = any_usage();
    const auto catalog = any_catalog();
    RC_ASSERT(chosen(choice_of(usage, catalog)) == brute_force(usage, catalog));
  });
}

TEST_CASE("the order of runs and plans changes nothing") {
  holds("permutation", [] {
    Usage usage = any_usage();
    auto catalog = any_catalog();
    const Choice before = choice_of(usage, catalog);
    const Need need_before = *require(usage, {});
    const std::string id = chosen(before);
    std::vector<std::string> rejected;
    for (const auto& plan : before.rejected_cheaper) rejected.push_back(plan.offer.plan->id);
    std::vector<std::string> misses;
    for (const auto& miss : before.nearest_misses) misses.push_back(miss.plan->id + miss.excluded);

    std::mt19937 random(*rc::gen::arbitrary<unsigned>());
    std::shuffle(usage.runs.begin(), usage.runs.end(), random);
    std::shuffle(catalog.plans.begin(), catalog.plans.end(), random);
    const Choice after = choice_of(usage, catalog);
    const Need need_after = *require(usage, {});
    RC_ASSERT(need_before.vcpus_exact == need_after.vcpus_exact);
    RC_ASSERT(need_before.memory == need_after.memory);
    RC_ASSERT(id == chosen(after));
    RC_ASSERT(rejected.size() == after.rejected_cheaper.size());
    for (std::size_t i = 0; i < rejected.size(); ++i)
      RC_ASSERT(rejected[i] == after.rejected_cheaper[i].offer.plan->id);
    RC_ASSERT(misses.size() == after.nearest_misses.size());
    for (std::size_t i = 0; i < misses.size(); ++i)
      RC_ASSERT(misses[i] == after.nearest_misses[i].plan->id + after.nearest_misses[i].excluded);
  });
}

TEST_CASE("more use never gets cheaper") {
  holds("monotone in use", [] {
    const Usage less = any_usage();
    Usage more = less;
    auto& run = more.runs[*rc::gen::inRange<std::size_t>(0, more.runs.size())];
    run.cpu_usage += CpuTime{*rc::gen::inRange<std::int64_t>(0, 20000000)};
    run.memory_max += Bytes{*rc::gen::inRange<std::int64_t>(0, 3000000000)};
    const auto catalog = any_catalog();
    RC_ASSERT(no_cheaper(choice_of(more, catalog), choice_of(less, catalog)));
  });
}

TEST_CASE("more headroom, slower cores, a larger factor never get cheaper") {
  holds("monotone in the assumptions", [] {
    const Usage usage = any_usage();
    const auto catalog = any_catalog();
    Assumptions careful;
    careful.cpu_headroom = *Fraction::from(Rational(*rc::gen::inRange<std::int64_t>(20, 99), 100));
    careful.core_performance = Rational(*rc::gen::inRange<std::int64_t>(1, 51), 100);
    careful.memory_factor = Rational(*rc::gen::inRange<std::int64_t>(125, 300), 100);
    RC_ASSERT(no_cheaper(choice_of(usage, catalog, careful), choice_of(usage, catalog)));
  });
}

TEST_CASE("the unit a size is written in changes nothing") {
  holds("units", [] {
    const Usage usage = any_usage();
    auto catalog = any_catalog();
    for (auto& plan : catalog.plans) plan.memory.confidence = plans::UnitConfidence::vendor_api;
    const std::string before = chosen(choice_of(usage, catalog));
    for (auto& plan : catalog.plans) {
      plan.memory.size.value *= 1000;
      plan.memory.size.unit = "MB";
    }
    RC_ASSERT(before == chosen(choice_of(usage, catalog)));
    for (auto& plan : catalog.plans) {
      plan.memory.size.value = plan.memory.size.value * Rational(1000000) / Rational(1048576);
      plan.memory.size.unit = "MiB";
    }
    RC_ASSERT(before == chosen(choice_of(usage, catalog)));
  });
}

TEST_CASE("a longer window with as much more CPU is the same average") {
  holds("scale of the window", [] {
    const Usage usage = any_usage();
    Usage scaled = usage;
    const auto times = *rc::gen::inRange<std::int64_t>(2, 1000);
    for (auto& run : scaled.runs) {
      run.cpu_usage = CpuTime{run.cpu_usage.count() * times};
      run.window *= times;
    }
    RC_ASSERT(require(usage, {})->vcpus_exact == require(scaled, {})->vcpus_exact);
  });
}

TEST_CASE("swapping the two sides negates the saving, to the last won") {
  holds("swap", [] {
    const auto fee = [] {
      const bool euro = *rc::gen::inRange(0, 2) == 0;
      return Money(Rational(*rc::gen::inRange<std::int64_t>(0, 1000000), 100), currency(euro ? "EUR" : "USD"));
    };
    const Money a = fee();
    const Money b = fee();
    const auto table = rates({"USD/KRW=1335.27@2026-10-30", "EUR/KRW=1540.5@2026-10-30"});
    const auto one = saving(a, b, currency("KRW"), table);
    const auto other = saving(b, a, currency("KRW"), table);
    const auto negated = [](const Money& money) { return money.times(Rational(-1)); };
    RC_ASSERT(one->annual == negated(other->annual));
    RC_ASSERT(one->annual.rounded() == negated(other->annual).rounded());
    RC_ASSERT(one->monthly.rounded() == negated(other->monthly).rounded());
    if (a.currency() == b.currency())
      RC_ASSERT(*one->annual_in_plan_currency == negated(*other->annual_in_plan_currency));
  });
}

TEST_CASE("what flips is what some point of the range changes") {
  holds("robustness by the ends == by a fine grid", [] {
    const Usage usage = any_usage();
    auto catalog = any_catalog();
    catalog.plans.push_back(plan("sure", 64, 64, "GB", "99"));  // something always fits
    Assumptions assumptions;
    const auto p = *rc::gen::inRange<std::int64_t>(5, 300), h = *rc::gen::inRange<std::int64_t>(0, 100);
    assumptions.core_performance = Rational(p, 100);
    assumptions.cpu_headroom = *Fraction::from(Rational(h, 100));
    const Market market = open_market(catalog, study_rates(), selection());
    const Need need = *require(usage, assumptions);
    const Choice choice = choose(need, market, selection());
    RC_PRE(choice.offer.has_value());
    bool changes = false;
    // 0.1 of headroom either way, but not below 0 and not above the middle between it and 1; a fifth of the performance
    const Rational lowest(std::max<std::int64_t>(2 * h - 20, 0), 200), highest(std::min(2 * h + 20, h + 100), 200);
    for (std::int64_t i = 0; i <= 40; ++i) {
      Assumptions headroom = assumptions;
      headroom.cpu_headroom = *Fraction::from(lowest + (highest - lowest) * Rational(i, 40));
      Assumptions performance = assumptions;
      performance.core_performance = Rational(p, 100) * (Rational(8, 10) + Rational(i, 100));
      for (const auto& varied : {headroom, performance})
        changes = changes || chosen(choose(*require(usage, varied), market, selection())) != chosen(choice);
    }
    const auto result = *robustness(usage, need, assumptions, market, selection(), *choice.offer);
    RC_ASSERT((result == Robustness::flips) == changes);
  });
}
