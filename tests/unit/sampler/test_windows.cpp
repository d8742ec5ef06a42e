// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <rapidcheck.h>

#include "sampler/windows.hpp"

using namespace std::chrono_literals;
using namespace vpsfit::sampler;
using vpsfit::recording::Instant;

namespace {

Coverage coverage(std::int64_t taken, std::int64_t missed_in_a_row) {
  Coverage result;
  for (std::int64_t i = 0; i < taken; ++i) result.add_tick(true);
  result.add_missed(missed_in_a_row);
  return result;
}

}  // namespace

TEST_CASE("95 of 100 ticks are enough, 94 are not") {
  Coverage good = coverage(0, 0);
  Coverage bad = coverage(0, 0);
  for (int i = 0; i < 100; ++i) {
    i % 20 == 0 ? good.add_missed(1) : good.add_tick(true);
    i % 20 == 0 || i == 50 ? bad.add_missed(1) : bad.add_tick(true);
  }
  CHECK_FALSE(good.is_thin(1s));
  CHECK(bad.is_thin(1s));
}

TEST_CASE("a gap of 2 s is allowed, more is not; long intervals may miss one tick") {
  CHECK_FALSE(coverage(1000, 1).is_thin(1s));
  CHECK(coverage(1000, 2).is_thin(1s));
  CHECK_FALSE(coverage(1000, 19).is_thin(100ms));
  CHECK(coverage(1000, 20).is_thin(100ms));
  CHECK_FALSE(coverage(1000, 1).is_thin(5s));
  CHECK(coverage(1000, 2).is_thin(5s));
  CHECK_FALSE(coverage(0, 0).is_thin(1s));
}

TEST_CASE("a tick that lacks a figure counts as missed, and several in a row as a gap") {
  Coverage seen = coverage(1000, 0);
  seen.add_tick(false);
  seen.add_tick(false);
  CHECK(seen.taken == 1000);
  CHECK(seen.missed == 2);
  CHECK(seen.is_thin(1s));
}

TEST_CASE("edges of the schedule") {
  Schedule schedule({{"a", 2s}, {"b", 3s}}, 10s);
  const Instant begin(100s);
  schedule.start(begin);
  CHECK(schedule.current()->name == "a");
  CHECK(schedule.next_edge() == begin + 2s);
  CHECK(schedule.rest(begin + 1s) == 9s);
  schedule.advance(begin + 2s + 5ms);
  CHECK(schedule.next_edge() == begin + 5s);  // small delays do not add up
  schedule.advance(begin + 9s);               // late by 4 s
  CHECK(schedule.current() == nullptr);
  CHECK(schedule.next_edge() == begin + 14s);
  CHECK(schedule.rest(begin + 20s) == 0s);
}

TEST_CASE("a window without a duration never ends by itself") {
  Schedule schedule({{"all", {}}}, {});
  schedule.start(Instant(1s));
  CHECK(schedule.next_edge() == std::nullopt);
  CHECK(schedule.rest(Instant(50s)) == 0s);
}

TEST_CASE("windows on time end where their durations add up to") {
  CHECK(rc::check([](const std::vector<std::uint16_t>& lengths) {
    std::vector<PlannedWindow> windows;
    std::chrono::nanoseconds sum{};
    for (const auto length : lengths) {
      windows.push_back({std::to_string(windows.size()), std::chrono::milliseconds(length + 1)});
      sum += *windows.back().duration;
    }
    Schedule schedule(windows, {});
    schedule.start(Instant(7s));
    while (schedule.current() != nullptr) schedule.advance(*schedule.next_edge());
    RC_ASSERT(*schedule.next_edge() == Instant(7s) + sum);
  }));
}
