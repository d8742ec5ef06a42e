// SPDX-License-Identifier: MIT
#include <algorithm>
#include <doctest/doctest.h>
#include <rapidcheck.h>

#include "forecast/condition.hpp"
#include "forecast/forecast.hpp"
#include "forecast/require.hpp"
#include "forecast/statistics.hpp"
#include "fx-rates/cross.hpp"
#include "made.hpp"

using namespace vpsfit;
using namespace vpsfit::forecast;
using namespace vpsfit::made;

namespace {

Forecast study(const plans::Catalog& catalog, const fx::RateTable& table = study_rates(),
               std::string_view headroom = "0.2", const std::vector<std::string>& what_if = {}) {
  Assumptions assumptions;
  assumptions.cpu_headroom = *Fraction::parse(headroom);
  return *make_forecast(study_usages(), catalog, table, assumptions, selection(), AgainstSubject{"spine"}, what_if);
}

const Step& step(const SubjectForecast& subject, std::string_view id) {
  for (const auto& one : subject.proof->steps)
    if (one.id == id) return one;
  throw std::logic_error("no step " + std::string(id));
}

}  // namespace

TEST_CASE("Spring's answer can be redone from its steps") {
  const auto catalog = study_catalog();
  const auto forecast = study(catalog);
  const auto& spring = forecast.subjects[2];
  CHECK(step(spring, "cpu_cores").substituted == "11730000 / 15000000");
  CHECK(step(spring, "cpu_cores").result == "0.782");
  CHECK(step(spring, "vcpus").substituted == "0.782 / 0.5 / (1 - 0.2)");
  CHECK(step(spring, "vcpus").exact == number("1.955"));
  CHECK(step(spring, "vcpus").result == "2");
  CHECK(step(spring, "memory").substituted == "687236710 x 1.25 + 134217728");
  CHECK(step(spring, "memory").exact == number("993263615.5"));
  CHECK(step(spring, "memory").result == "993263616");
  CHECK(step(spring, "annual_fee").substituted == "60 x 1");
  CHECK(step(spring, "annual_saving").substituted == "(60 - 25) x 1335.27");
  CHECK(step(spring, "annual_saving").exact == number("46734.45"));
  CHECK(step(spring, "annual_saving").result == "46734");
  CHECK(step(spring, "monthly_saving").exact == number("3894.5375"));
  CHECK(step(spring, "monthly_saving").result == "3895");
}

TEST_CASE("what keeps a cheaper plan out is what alone would let it in") {
  const auto catalog = study_catalog();
  const auto forecast = study(catalog);
  using Codes = std::vector<std::string>;
  CHECK(forecast.subjects[0].proof->binding == Codes{"memory", "vcpus"});  // x-2c-128m and x-1c-256m lack one each
  CHECK(forecast.subjects[1].proof->binding == Codes{"vcpus"});            // 2c-4g has the memory
  CHECK(forecast.subjects[2].proof->binding == Codes{"memory"});           // 2c-256m has the cores
  CHECK(forecast.subjects[3].proof->binding == Codes{"vcpus"});
}

TEST_CASE("being surer of Spring's plan costs 20 dollars a year and lifts the headroom to 47.9 %") {
  const auto catalog = study_catalog();
  const auto forecast = study(catalog);
  const auto& spring = *forecast.subjects[2].neighbours;
  REQUIRE(spring.more_cpu);
  CHECK(spring.more_cpu->offer.plan->id == "3c-6g");
  CHECK(spring.more_cpu->extra_annual.rounded() == "26705");  // 20 x 1335.27 = 26705.4
  CHECK(to_decimal(*spring.more_cpu->limits.cpu_headroom_max, Rounding::down) == "0.478666666");
  CHECK(spring.runner_up->plan->id == "x-2c-1g");   // 66 dollars
  CHECK(spring.fee_may_rise->rounded() == "8012");  // 6 x 1335.27 = 8011.62
}

TEST_CASE("three runs give a one-sided bound and no interval; eight may be resampled") {
  // mean + t(0.95, 2) x s x sqrt(4/3), computed with Python's statistics and t = 2.919985580353726:
  // Spring 0.7949035..., FastAPI 1.5818098...
  const auto catalog = study_catalog();
  const auto forecast = study(catalog);
  const auto& spring = forecast.subjects[2].uncertainty->runs;
  CHECK(*spring.upper_bound == number("0.795"));
  CHECK(spring.at_bound.vcpus == 2);
  CHECK_FALSE(spring.mean_95);
  const auto& fastapi = forecast.subjects[3].uncertainty->runs;
  CHECK(*fastapi.upper_bound == number("1.582"));
  CHECK(fastapi.at_bound.vcpus == 4);
  CHECK(fastapi.at_bound.offer->plan->id == "4c-8g");
  const auto two = run_spread(usage("x", {"0.5", "0.6"}), {}, forecast.market, selection());
  CHECK_FALSE(two->upper_bound);
  CHECK(two->highest.count() == number("0.6"));
  const auto eight = run_spread(usage("x", {"0.5", "0.6", "0.5", "0.6", "0.5", "0.6", "0.5", "0.6"}), {},
                                forecast.market, selection());
  REQUIRE(eight->mean_95);
  CHECK(eight->mean_95->first < number("0.55"));
  CHECK(eight->mean_95->second > number("0.55"));
}

TEST_CASE("quantiles and probabilities agree with published tables") {
  CHECK(student_t_quantile(0.95, 2) == doctest::Approx(2.919986).epsilon(1e-6));
  CHECK(student_t_quantile(0.975, 4) == doctest::Approx(2.776445).epsilon(1e-6));
  CHECK(student_t_quantile(0.975, 30) == doctest::Approx(2.042272).epsilon(1e-6));
  CHECK(student_t_quantile(0.05, 10) == doctest::Approx(-1.812461).epsilon(1e-6));
  CHECK(f_above(4.964603, 1, 10) == doctest::Approx(0.05).epsilon(1e-5));
  CHECK(f_above(3.708265, 3, 10) == doctest::Approx(0.05).epsilon(1e-5));
  CHECK(incomplete_beta(2, 3, 0.5) == doctest::Approx(0.6875).epsilon(1e-12));
}

TEST_CASE("the moved assumptions move the baseline with them") {
  const auto catalog = study_catalog();
  const auto forecast = study(catalog);
  const auto& moved = forecast.subjects[2].uncertainty->assumptions;
  REQUIRE(moved.size() == 2);
  CHECK(moved[0].at_low.offer->plan->id == "2c-4g");
  CHECK(moved[0].at_high.offer->plan->id == "3c-6g");
  CHECK(moved[0].at_high.saving->annual.rounded() == "73440");
  CHECK(forecast.subjects[3].uncertainty->assumptions[0].at_high.offer == nullptr);  // FastAPI at 30 %
}

TEST_CASE("the digits that the bank publishes leave a few won open") {
  fx::RateTable table;
  const auto pair = fx::Pair{currency("USD"), currency("KRW")};
  REQUIRE(table.add(fx::rate_from_legs(pair, fx::PublishedLeg{currency("USD"), "1.1537", 4},
                                       fx::PublishedLeg{currency("KRW"), "1540.50", 2}, day("2026-10-30"),
                                       day("2026-10-30"))));
  const auto catalog = study_catalog();
  const auto forecast = study(catalog, table);
  const auto& spring = forecast.subjects[2];
  CHECK(spring.saving->annual.rounded() == "46734");
  // 35 x 1540.495 / 1.15375 and 35 x 1540.505 / 1.15365, with Python's fractions
  CHECK(spring.uncertainty->saving_low->rounded() == "46732");
  CHECK(spring.uncertainty->saving_high->rounded() == "46737");
  CHECK(step(spring, "rate").substituted == "1540.50 / 1.1537");
  CHECK(step(spring, "rate").result == "1335.27");
}

TEST_CASE("no range is told of a fee that two rates went into, on whichever side it stands") {
  fx::RateTable table;
  REQUIRE(table.add(
      fx::rate_from_legs(fx::Pair{currency("USD"), currency("KRW")}, fx::PublishedLeg{currency("USD"), "1.1537", 4},
                         fx::PublishedLeg{currency("KRW"), "1540.50", 2}, day("2026-10-30"), day("2026-10-30"))));
  const auto euro = rates({"EUR/KRW=1540.5@2026-10-30"});
  REQUIRE(table.add(euro.rates().at(0)));
  const auto mixed = [](std::string_view id) {
    auto catalog = study_catalog();
    for (auto& one : catalog.plans) {
      if (one.id != id) continue;
      one.network = plans::Network{};
      one.network->ipv4_price = number("0.1");
      one.regions = {plans::Region{}};
      one.regions[0].id = "far";
      one.regions[0].price_override = {plan("q", 2, 4, "GB", "25", "EUR").prices[0]};
    }
    return catalog;
  };
  const auto own = mixed("2c-4g");
  const auto subject = study(own, table);
  CHECK(subject.subjects[2].choice.offer->annual_fee.currency() == currency("KRW"));
  REQUIRE(subject.subjects[2].saving.has_value());
  CHECK_FALSE(subject.subjects[2].uncertainty->saving_low.has_value());
  CHECK(subject.subjects[1].uncertainty->saving_low.has_value());  // another plan, in dollars alone

  const auto other = mixed("2c-256m");
  const auto baseline = study(other, table);
  REQUIRE(baseline.subjects[2].saving.has_value());
  CHECK_FALSE(baseline.subjects[2].uncertainty->saving_low.has_value());
}

TEST_CASE("what-if answers beside the answer, for several changes at once") {
  const auto catalog = study_catalog();
  const auto forecast = study(catalog, study_rates(), "0.2", {"headroom=0.3", "headroom=30%,core-performance=1"});
  REQUIRE(forecast.what_if.size() == 2);
  CHECK(*forecast.what_if[0].outcomes[2].vcpus == 3);
  CHECK(forecast.what_if[0].outcomes[2].saving->annual.rounded() == "73440");
  CHECK(forecast.what_if[0].outcomes[3].offer == nullptr);
  CHECK(*forecast.what_if[1].outcomes[3].vcpus == 3);  // 1.562 / 0.7 = 2.23
  CHECK(forecast.subjects[2].choice.offer->plan->id == "2c-4g");
  for (const char* const wrong : {"headroom", "headrom=0.3", "headroom=2", "headroom=0.3,headroom=0.2", "", "=1"})
    CHECK_FALSE(changed_assumptions({}, wrong));
  CHECK(changed_assumptions({}, "headrom=0.3").error().remedy == "did you mean 'headroom'?");
}

TEST_CASE("where nothing fits, what could be done is told with what it rests on") {
  const auto catalog = study_catalog();
  const auto forecast = study(catalog, study_rates(), "0.3");
  const auto& fastapi = forecast.subjects[3].alternatives;
  REQUIRE(fastapi.size() == 4);
  CHECK(fastapi[0].kind == "several_servers");  // 4.46 / 3 -> 2 vCPU each: 3 x 60; two with 3 vCPU: 2 x 80 is less
  CHECK(*fastapi[0].servers == 2);
  CHECK(fastapi[0].plan == "vpsgod/3c-6g");
  CHECK(fastapi[0].annual_fee_converted->amount() == number("213643.2"));  // 160 x 1335.27
  CHECK(fastapi[1].kind == "less_headroom");
  CHECK(to_decimal(*fastapi[1].cpu_headroom, Rounding::down) == "0.219");
  CHECK(fastapi[2].kind == "less_cpu");  // 4 x 0.5 x 0.7 / 1.562
  CHECK(to_decimal(*fastapi[2].cpu_factor, Rounding::down) == "0.896286811");
  CHECK(fastapi[3].kind == "excluded_plan");
  CHECK(fastapi[3].plan == "vpsgod/x-6c-16g");
  CHECK(forecast.subjects[0].alternatives.empty());
}

TEST_CASE("runs that did other work than asked, or were held back, give no saving") {
  const auto catalog = study_catalog();
  const auto refused_for = [&](auto change) {
    auto usages = study_usages();
    change(usages[2].runs[1]);
    const auto forecast = *make_forecast(usages, catalog, study_rates(), {}, selection(), AgainstSubject{"spine"});
    const auto& spring = forecast.subjects[2];
    CHECK(spring.status == Status::refused);
    CHECK_FALSE(spring.saving);
    CHECK(spring.need);
    CHECK(forecast.subjects[1].saving);
    for (const auto& code : codes(spring.notices))
      if (code != "stock_unknown" && code != "renewal_unknown" && code != "setup_fee_unknown" &&
          code != "baseline_share_unknown")
        return code;
    return std::string();
  };
  CHECK(refused_for([](RunUsage& run) { run.throttled_periods = 1; }) == "throttled_refused");
  CHECK(refused_for([](RunUsage& run) { run.oom_kills = 2; }) == "oom_refused");
  CHECK(refused_for([](RunUsage& run) { run.request_errors = 1; }) == "request_errors");
  CHECK(refused_for([](RunUsage& run) { run.achieved_rate_per_s = Rational(19599); }) == "rate_missed");
  CHECK(refused_for([](RunUsage& run) { run.ticks = 2; }) == "few_ticks");
  CHECK(refused_for([](RunUsage& run) { run.ticks = 7, run.missed_ticks = 8; }) == "few_ticks");
  auto usages = study_usages();
  usages[2].runs[1].achieved_rate_per_s = Rational(19600);  // 98 %
  usages[2].runs[0].ticks = 8, usages[2].runs[0].missed_ticks = 7;
  usages[2].runs[0].throttled_periods = 0, usages[2].runs[0].request_errors = 0;
  const auto fine = *make_forecast(usages, catalog, study_rates(), {}, selection(), AgainstSubject{"spine"});
  CHECK(fine.subjects[2].status == Status::ok);
}

TEST_CASE("conditions hold by exact values, and what is unknown does not hold") {
  const auto catalog = study_catalog();
  const auto forecast = study(catalog, study_rates(), "0.3");
  const auto broken = [&](std::string_view text) { return *broken_conditions(forecast, {*parse_condition(text)}); };
  CHECK(broken("annual_saving_min=73439.85").size() == 1);  // FastAPI fits nowhere
  CHECK(broken("spring:annual_saving_min=73439.85").empty());
  CHECK(broken("spring:annual_saving_min=73440").front().find("73439.85") != std::string::npos);
  CHECK(broken("fastapi:annual_saving_min=0").front().find("unknown") != std::string::npos);
  CHECK(broken("runs_min=3").empty());
  CHECK(broken("runs_min=4").size() == 4);
  CHECK(broken("rate_age_max=3").empty());
  CHECK(broken("rate_age_max=2").size() == 1);
  CHECK(broken("spring:robustness_min=tight").size() == 1);
  CHECK(broken("fastapi:annual_fee_max=1000000").size() == 1);
  CHECK_FALSE(broken_conditions(forecast, {*parse_condition("sprin:runs_min=1")}));
  for (const char* const wrong : {"", "annual_saving_min", "annual_savings_min=1", "annual_saving_min=x",
                                  "robustness_min=flips", "a:rate_age_max=1", "runs_min="})
    CHECK_FALSE(parse_condition(wrong));
}

TEST_CASE("the figures of the study's break-even, from the published rule") {
  const auto catalog = study_catalog();
  const auto forecast = study(catalog);
  const auto down = [](const std::optional<Rational>& value) { return to_decimal(*value, Rounding::down); };
  const auto& spine = *forecast.subjects[0].break_even;
  CHECK(down(spine.memory_factor_max) == "1.622075781");
  CHECK(down(spine.memory_growth_max) == "1.297660624");  // (256000000 - 134217728) / (75078041 x 1.25)
}

TEST_CASE("a break-even value holds and one step beyond it does not") {
  CHECK(rc::check("safe side", [] {
    const auto cores = *rc::gen::inRange<std::int64_t>(1, 4000000);
    Usage one = usage("x", {});
    one.runs.push_back(run("1", cores, 1000000, *rc::gen::inRange<std::int64_t>(1, 3000000000)));
    const plans::Plan plan = made::plan("p", *rc::gen::inRange<std::int64_t>(1, 9), 4, "GB", "10");
    Assumptions assumptions;
    assumptions.core_performance = Rational(*rc::gen::inRange<std::int64_t>(1, 200), 100);
    assumptions.cpu_headroom = *Fraction::from(Rational(*rc::gen::inRange<std::int64_t>(0, 90), 100));
    const Need need = *require(one, assumptions);
    const BreakEven limits = break_even(need, assumptions, plan);
    const auto holds = [&](const Assumptions& changed) {
      return require(one, changed)->vcpus <= *plan.cpu.vcpus.floor();
    };
    const Rational step(1, 1000000000);
    Assumptions changed = assumptions;
    const Rational headroom = round_to(*limits.cpu_headroom_max, 9, Rounding::down);
    if (!headroom.is_negative()) {
      changed.cpu_headroom = *Fraction::from(headroom);
      RC_ASSERT(holds(changed));
      changed.cpu_headroom = *Fraction::from(headroom + step);
      if (headroom + step < Rational(1)) RC_ASSERT(!holds(changed));
    }
    changed = assumptions;
    changed.core_performance = round_to(*limits.core_performance_min, 9, Rounding::up);
    RC_ASSERT(holds(changed));
    changed.core_performance -= step;
    if (changed.core_performance > Rational(0)) RC_ASSERT(!holds(changed));
    const Rational factor = round_to(*limits.memory_factor_max, 9, Rounding::down);
    if (factor >= Rational(1)) {
      changed = assumptions;
      changed.memory_factor = factor;
      RC_ASSERT(require(one, changed)->memory <= plan.memory.lower_bytes());
      changed.memory_factor = *limits.memory_factor_max + Rational(1, one.runs[0].memory_max.count());
      RC_ASSERT(require(one, changed)->memory > plan.memory.lower_bytes());
    }
  }));
}

TEST_CASE("a need beyond 64 bits names the subject, the option and what to do") {
  Assumptions assumptions;
  assumptions.core_performance = Rational(1, 1000000000000000000);
  Usage huge = usage("huge", {});
  huge.runs.push_back(run("1", 9000000000000000, 1, 1));
  const auto cpu = require(huge, assumptions);
  REQUIRE_FALSE(cpu);
  CHECK(cpu.error().message.find("huge") != std::string::npos);
  CHECK(cpu.error().place.find("--core-performance") != std::string::npos);
  CHECK_FALSE(cpu.error().remedy.empty());
  assumptions = {};
  assumptions.memory_factor = Rational(1000000000000);
  huge.runs[0] = run("1", 1, 1, 9000000000000000);
  const auto memory = require(huge, assumptions);
  REQUIRE_FALSE(memory);
  CHECK(memory.error().place.find("--memory-factor") != std::string::npos);
}

TEST_CASE("a size in GiB that is only assumed is read as GB, and a notice tells where that decides") {
  auto sold = made::plan("a", 2, 1, "GiB", "10");  // 1.25 x 720000000 + 134217728 = 1034217728 bytes
  sold.memory.confidence = plans::UnitConfidence::assumed;
  const auto sellers = catalog({sold, made::plan("b", 2, 2, "GB", "20")});
  const auto market = open_market(sellers, study_rates(), selection());
  const auto need = *require(usage("x", {"0.5"}, 720000000), {});
  const auto choice = choose(need, market, selection());
  CHECK(choice.offer->plan->id == "b");
  const auto found = codes(choice.notices);
  CHECK(std::find(found.begin(), found.end(), "memory_unit_decides") != found.end());
}
