// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <rapidcheck.h>

#include "core/decimal.hpp"
#include "forecast/forecast.hpp"
#include "made.hpp"

// What other programs got wrong, as people reported it: each kind must not happen here.

using namespace vpsfit;
using namespace vpsfit::forecast;
using namespace vpsfit::made;

namespace {

Result<Forecast> answer_of(const std::vector<Usage>& usages, const plans::Catalog& sold, const Comparison& comparison) {
  return make_forecast(usages, sold, study_rates(), {}, selection(), comparison);
}

}  // namespace

TEST_CASE("a need does not depend on how many others are forecast beside it") {
  const auto sold = study_catalog();
  const auto together = answer_of(study_usages(), sold, Alone{});
  REQUIRE(together);
  for (const auto& subject : together->subjects) {
    const auto alone = answer_of({subject.usage}, sold, Alone{});
    REQUIRE(alone);
    CHECK(alone->subjects.front().need->memory == subject.need->memory);
    CHECK(alone->subjects.front().need->vcpus_exact == subject.need->vcpus_exact);
    CHECK(alone->subjects.front().choice.offer->plan == subject.choice.offer->plan);
  }
}

TEST_CASE("nobody saves more than the dearer side costs") {
  CHECK(rc::check("saving", [] {
    const auto fee = [] { return std::to_string(*rc::gen::inRange(0, 1'000'000)); };
    const auto cores = std::to_string(*rc::gen::inRange(1, 6));
    const auto other = std::to_string(*rc::gen::inRange(1, 6));
    const auto sold = catalog({plan("a", 4, 4, "GB", fee()), plan("b", 20, 4, "GB", fee())});
    const std::string a = "0." + cores, b = "0." + other;
    const auto result = answer_of({usage("x", {a}), usage("y", {b})}, sold, AgainstSubject{"x"});
    const auto& subject = result->subjects[1];
    if (!subject.saving) return;
    const Rational rate(133527, 100);
    RC_ASSERT(subject.saving->annual.amount() <= subject.choice.offer->annual_fee.amount() * rate);
    RC_ASSERT(-subject.saving->annual.amount() <= result->baseline_annual_fee->amount() * rate);
    RC_ASSERT(subject.saving->monthly.amount() * Rational(12) == subject.saving->annual.amount());
  }));
}

TEST_CASE("no amount of money is too large or too small to be a price: other units of money choose the same plans") {
  for (const char* const code : {"USD", "KRW", "JPY", "KWD"})
    for (const std::int64_t times : {1, 1000, 1'000'000}) {
      const auto fee = [&](std::int64_t amount) { return std::to_string(amount * times); };
      const auto sold = catalog({plan("a", 1, 1, "GB", fee(18), code), plan("b", 2, 4, "GB", fee(60), code),
                                 plan("c", 4, 8, "GB", fee(120), code)});
      const auto result = make_forecast({usage("x", {"0.7"}), usage("y", {"1.5"})}, sold, fx::RateTable{}, {},
                                        selection(code), AgainstSubject{"x"});
      REQUIRE(result);
      CAPTURE(code);
      CAPTURE(times);
      CHECK(result->subjects[0].choice.offer->plan->id == "b");
      CHECK(result->subjects[1].choice.offer->plan->id == "c");
      CHECK(result->subjects[1].saving->annual.amount() == Rational(60 * times));
    }
}

TEST_CASE("what is equal fits: status and figures come from the same exact values") {
  // 0.8 cores / 0.5 / 0.8 is 2 to the last digit, and (1,000,000,000 - 128 MiB) / 1.25 bytes fill the plan
  const auto sold = catalog({plan("a", 2, 1, "GB", "60")});
  const std::int64_t fills = (1'000'000'000 - MiB(128).count()) * 4 / 5;
  CHECK(answer_of({usage("x", {"0.8"}, fills)}, sold, Alone{})->subjects.front().status == Status::ok);
  CHECK(answer_of({usage("x", {"0.8"}, fills + 1)}, sold, Alone{})->subjects.front().status == Status::no_fit);
  CHECK(answer_of({usage("x", {"0.8000001"}, fills)}, sold, Alone{})->subjects.front().status == Status::no_fit);
}
