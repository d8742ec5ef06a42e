// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <rapidcheck.h>

#include "forecast/change.hpp"

using namespace vpsfit;
using namespace vpsfit::forecast;

TEST_CASE("the parts of a change sum to it, whichever bills are known") {
  CHECK(rc::check("parts sum", [] {
    Bills bills;
    for (auto& bill : bills)
      if (*rc::gen::inRange(0, 3) != 0)
        bill = Rational(*rc::gen::inRange<std::int64_t>(0, 100000), *rc::gen::inRange<std::int64_t>(1, 1000));
    const auto parts = split_change(bills);
    if (!bills.front() || !bills.back()) {
      RC_ASSERT(parts.empty());
      return;
    }
    Rational sum;
    for (const auto& part : parts) {
      RC_ASSERT(!part.causes.empty());
      sum += part.amount;
    }
    RC_ASSERT(sum == *bills.back() - *bills.front());
  }));
}

TEST_CASE("causes between two known bills stand together") {
  const auto parts = split_change({Rational(10), std::nullopt, Rational(15), Rational(15), Rational(12)});
  REQUIRE(parts.size() == 2);
  CHECK(parts[0].causes == std::vector<std::string>{"usage", "assumption"});
  CHECK(parts[0].amount == Rational(5));
  CHECK(parts[1].causes == std::vector<std::string>{"rate"});
  CHECK(parts[1].amount == Rational(-3));
}
