// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include "forecast/break_even.hpp"
#include "forecast/require.hpp"
#include "forecast/robustness.hpp"
#include "made.hpp"

using namespace vpsfit;
using namespace vpsfit::forecast;
using namespace vpsfit::made;

namespace {

std::string most(const std::optional<Rational>& value) { return to_decimal(*value, Rounding::down); }
std::string least(const std::optional<Rational>& value) { return to_decimal(*value, Rounding::up); }

const plans::Plan& find(const plans::Catalog& catalog, std::string_view id) {
  for (const auto& plan : catalog.plans)
    if (plan.id == id) return plan;
  throw std::logic_error("no such plan");
}

Robustness robustness_of(const Usage& usage, const plans::Catalog& catalog) {
  const Assumptions assumptions;
  const Market market = open_market(catalog, study_rates(), selection());
  const Need need = *require(usage, assumptions);
  const Choice choice = choose(need, market, selection());
  return *robustness(usage, need, assumptions, market, selection(), *choice.offer);
}

}  // namespace

TEST_CASE("the study's break-evens at 20 %, from whole bytes, rounded to the safe side") {
  struct Row {
    const char *plan, *headroom, *performance, *growth, *factor, *share;
  };
  const Row rows[] = {
      {"2c-256m", "0.539", "0.288125", "1.735357917", "1.622075781", "0.461"},
      {"3c-6g", "0.383333333", "0.385416667", "1.297297297", "9.382834451", "0.616666667"},
      {"2c-4g", "0.218", "0.48875", "1.023017902", "5.625110265", "0.782"},
      {"4c-8g", "0.219", "0.488125", "1.024327784", "39.710929308", "0.781"},
  };
  const auto usages = study_usages();
  const auto catalog = study_catalog();
  for (std::size_t i = 0; i < usages.size(); ++i) {
    const auto result = break_even(*require(usages[i], {}), {}, find(catalog, rows[i].plan));
    CHECK(most(result.cpu_headroom_max) == rows[i].headroom);
    CHECK(least(result.core_performance_min) == rows[i].performance);
    CHECK(most(result.cpu_growth_max) == rows[i].growth);
    CHECK(most(result.memory_factor_max) == rows[i].factor);
    CHECK(least(result.sustained_cpu_share_needed) == rows[i].share);
  }
}

TEST_CASE("each break-even is where the plan just fits, and one step further it does not") {
  const auto catalog = study_catalog();
  const plans::Plan& plan = find(catalog, "2c-4g");
  const Usage spring = study_usages()[2];
  const BreakEven at = break_even(*require(spring, {}), {}, plan);
  const auto fits = [&](const Assumptions& assumptions) {
    return shortage(*require(spring, assumptions), plan, selection()).kinds() == 0;
  };
  const Rational step(1, 1000000);
  Assumptions moved;
  moved.cpu_headroom = *Fraction::from(*at.cpu_headroom_max);
  CHECK(fits(moved));
  moved.cpu_headroom = *Fraction::from(*at.cpu_headroom_max + step);
  CHECK_FALSE(fits(moved));
  moved = {};
  moved.core_performance = *at.core_performance_min;
  CHECK(fits(moved));
  moved.core_performance = *at.core_performance_min - step;
  CHECK_FALSE(fits(moved));
  moved = {};
  moved.memory_factor = *at.memory_factor_max;
  CHECK(fits(moved));
  moved.memory_factor = *at.memory_factor_max + step;
  CHECK_FALSE(fits(moved));
}

TEST_CASE("without CPU or memory there is no bound") {
  const auto catalog = study_catalog();
  const auto result = break_even(*require(usage("x", {"0"}, 0), {}), {}, catalog.plans.front());
  CHECK_FALSE(result.cpu_headroom_max);
  CHECK_FALSE(result.cpu_growth_max);
  CHECK_FALSE(result.memory_factor_max);
}

TEST_CASE("Spring and FastAPI flip between 20 % and 30 % headroom") {
  const auto catalog = study_catalog();
  CHECK(robustness_of(study_usages()[2], catalog) == Robustness::flips);
  CHECK(robustness_of(study_usages()[3], catalog) == Robustness::flips);
}

TEST_CASE("a choice flips in either direction") {
  // 0.461 cores need 1.1525 at the defaults and 0.96 on cores of 0.6: the one-core plan would do
  const auto both = catalog({plan("one", 1, 4, "GB", "18"), plan("two", 2, 4, "GB", "25")});
  CHECK(robustness_of(usage("x", {"0.461"}), both) == Robustness::flips);
  CHECK(robustness_of(usage("x", {"0.461"}), catalog({plan("two", 2, 4, "GB", "25")})) == Robustness::robust);
  // 0.6 cores need 1.5 at the defaults, 1.875 on cores of 0.4 and 1.71 at 30 %: still two
  CHECK(robustness_of(usage("x", {"0.6"}), catalog({plan("two", 2, 4, "GB", "25")})) == Robustness::robust);
}

TEST_CASE("the ranges go around what is assumed: 0.1-0.3 and 0.4-0.6 at the defaults") {
  Assumptions assumptions;
  CHECK(headroom_range(assumptions).low == Rational(1, 10));
  CHECK(headroom_range(assumptions).high == Rational(3, 10));
  CHECK(core_performance_range(assumptions).low == Rational(4, 10));
  CHECK(core_performance_range(assumptions).high == Rational(6, 10));
  assumptions.core_performance = Rational(9, 10);  // measured, say: 0.4 of it is out of question
  CHECK(core_performance_range(assumptions).low == Rational(72, 100));
  CHECK(core_performance_range(assumptions).high == Rational(108, 100));
  assumptions.cpu_headroom = *Fraction::parse("0.05");
  CHECK(headroom_range(assumptions).low == Rational(0));
  assumptions.cpu_headroom = *Fraction::parse("0.95");
  CHECK(headroom_range(assumptions).high == Rational(975, 1000));
}

TEST_CASE("a margin under 10 % in memory or sustained CPU is tight") {
  const auto two = catalog({plan("two", 2, 256, "MB", "25")});
  // 256 MB hold 97,425,817 bytes x 1.25 + 128 MiB; growth of 1.1 is left at 88,568,925 bytes
  CHECK(robustness_of(usage("x", {"0.5"}, 88568924), two) == Robustness::robust);
  CHECK(robustness_of(usage("x", {"0.5"}, 88568926), two) == Robustness::tight);
  auto shared = two;
  shared.plans[0].cpu.baseline_share = *Fraction::parse("0.6");
  // 0.48 cores of the host are 0.48 of each of two cores at 0.5; 1.1 x 0.48 < 0.6; on cores of 0.4 exactly 0.6
  CHECK(robustness_of(usage("x", {"0.48"}), shared) == Robustness::robust);
  shared.plans[0].cpu.baseline_share = *Fraction::parse("0.599");
  CHECK(robustness_of(usage("x", {"0.48"}), shared) == Robustness::flips);
}
