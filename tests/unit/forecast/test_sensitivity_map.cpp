// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <rapidcheck.h>

#include "forecast/choose.hpp"
#include "forecast/require.hpp"
#include "forecast/sensitivity_map.hpp"
#include "made.hpp"

using namespace vpsfit;
using namespace vpsfit::forecast;
using namespace vpsfit::made;

TEST_CASE("Spring's and FastAPI's plans switch where the study's break-even says") {
  const auto sold = study_catalog();
  const auto market = open_market(sold, study_rates(), selection());
  const auto spring =
      sensitivity_map(study_usages()[2], {}, market, selection(), {number("0.218"), number("0.219")}, {number("0.5")});
  REQUIRE(spring);
  CHECK(spring->switches[0][0].up_to == number("0.218"));
  CHECK(spring->switches[0][0].offer->plan->id == "2c-4g");
  CHECK(spring->cells[0]->plan->id == "2c-4g");
  CHECK(spring->cells[1]->plan->id == "3c-6g");
  const auto fastapi =
      sensitivity_map(study_usages()[3], {}, market, selection(), {number("0.219"), number("0.3")}, {number("0.5")});
  CHECK(fastapi->cells[0]->plan->id == "4c-8g");
  CHECK(fastapi->cells[1] == nullptr);
}

TEST_CASE("every cell of the map is what choosing there gives") {
  CHECK(rc::check("map == first_fit", [] {
    std::vector<plans::Plan> sold;
    for (int i = 0; i < 10; ++i) {
      auto plan = made::plan("p" + std::to_string(i), *rc::gen::inRange<std::int64_t>(1, 9),
                             *rc::gen::inRange<std::int64_t>(1, 5), "GB",
                             std::to_string(*rc::gen::inRange<std::int64_t>(1, 12)));
      if (*rc::gen::inRange(0, 3) == 0)
        plan.cpu.baseline_share = *Fraction::from(Rational(*rc::gen::inRange<std::int64_t>(0, 11), 10));
      if (*rc::gen::inRange(0, 4) == 0) plan.cpu.vcpus += Rational(1, 2);
      sold.push_back(std::move(plan));
    }
    const auto catalog = made::catalog(std::move(sold));
    const auto market = open_market(catalog, study_rates(), selection());
    Usage one = usage("x", {});
    one.runs.push_back(
        run("1", *rc::gen::inRange<std::int64_t>(0, 3000000), 1000000, *rc::gen::inRange<std::int64_t>(1, 4000000000)));
    std::vector<Rational> headrooms, performances;
    for (std::int64_t i = 0; i < 8; ++i) {
      headrooms.emplace_back(i, 10);
      performances.emplace_back(i + 2, 8);
    }
    const auto map = *sensitivity_map(one, {}, market, selection(), headrooms, performances);
    RC_ASSERT(map.cells.size() == 64);
    for (std::size_t i = 0; i < 64; ++i) {
      Assumptions here;
      here.cpu_headroom = *Fraction::from(headrooms[i % 8]);
      here.core_performance = performances[i / 8];
      RC_ASSERT(map.cells[i] == first_fit(*require(one, here), market, selection()));
    }
  }));
}
