// SPDX-License-Identifier: MIT
#include <algorithm>
#include <doctest/doctest.h>
#include <rapidcheck.h>

#include "forecast/calibration.hpp"
#include "forecast/forecast.hpp"
#include "made.hpp"

using namespace vpsfit;
using namespace vpsfit::forecast;
using namespace vpsfit::made;

namespace {

/// A service at 20,000 requests a second over 15 s: 300,000 requests a run, so many microseconds of CPU.
MeasuredSide service(const std::string& path, const std::vector<std::int64_t>& cpu_usec, bool counted = true) {
  MeasuredSide side;
  side.side.path = path;
  side.side.sha256 = std::string(64, path.front());
  side.side.cpu_model = path + " CPU";
  side.usage.subject = "bench";
  side.usage.window = "load";
  side.usage.load = {"r20k", Rational(20000)};
  for (const auto usec : cpu_usec) {
    auto one = run(std::to_string(side.usage.runs.size() + 1), usec, 15'000'000, 1);
    one.ticks = 15;
    one.missed_ticks = 0;
    if (counted) {
      one.requests = 300'000;
      one.request_errors = 0;
      one.achieved_rate_per_s = Rational(20000);
    }
    side.usage.runs.push_back(one);
  }
  if (counted) side.mode = "rate";
  return side;
}

MeasuredSide command(const std::string& path, const std::vector<std::int64_t>& cpu_usec) {
  MeasuredSide side = service(path, cpu_usec, false);
  side.usage.load = {};
  side.command = {"render", "scene"};
  return side;
}

std::vector<std::string> refused(const MeasuredSide& here, const MeasuredSide& there) {
  const auto result = calibrate(here, there, "");
  CHECK_FALSE(result.figure);
  return codes(result.refusals);
}

using Codes = std::vector<std::string>;

}  // namespace

TEST_CASE("the least favourable pair of runs counts, exactly, with its range") {
  // 20 us a request here in the best run, 48 us there in the worst: 20 / 48; the other way round 22 / 44
  const auto result = calibrate(service("h", {6'300'000, 6'000'000, 6'600'000}),
                                service("t", {13'200'000, 14'400'000, 14'100'000}), "v/a");
  REQUIRE(result.figure);
  CHECK(result.figure->value == Rational(5, 12));
  CHECK(result.figure->value.fraction() == "5/12");
  CHECK(result.figure->highest.fraction() == "1/2");
  CHECK(result.here.runs[result.figure->here_run].run == "2");
  CHECK(result.there.runs[result.figure->there_run].run == "2");
  CHECK(result.work == Work::counted);
  CHECK(result.refusals.empty());
  CHECK(result.notices.empty());
}

TEST_CASE("a faster server has a core performance above one") {
  const auto result = calibrate(command("h", {9'000'000, 9'000'000, 9'000'000}), command("t", {6'000'000}), "");
  REQUIRE(result.figure);
  CHECK(result.figure->value.fraction() == "3/2");
  CHECK(result.work == Work::command);
  CHECK(codes(result.notices) == Codes{"calibration_few_runs"});
}

TEST_CASE("windows of other lengths do not matter where the rate is the same, and a declared rate is told") {
  auto here = service("h", {6'000'000, 6'000'000, 6'000'000}, false);
  auto there = service("t", {6'000'000, 6'000'000, 6'000'000}, false);
  for (auto& one : there.usage.runs) one.window = std::chrono::microseconds{7'500'000};
  const auto result = calibrate(here, there, "");
  REQUIRE(result.figure);
  CHECK(result.figure->value.fraction() == "1/2");  // as much CPU for half as many requests
  CHECK(codes(result.notices) == Codes{"calibration_rate_declared"});
}

TEST_CASE("where only one side was counted, both go by the declared rate") {
  const auto result = calibrate(service("h", {6'000'000}), service("t", {6'000'000}, false), "");
  REQUIRE(result.figure);
  CHECK(result.work == Work::declared);
}

TEST_CASE("other work, unknown work and a load that takes all it gets give no figure") {
  const auto here = service("h", {6'000'000});
  auto there = service("t", {6'000'000});
  there.usage.load.request_rate_per_s = Rational(10000);
  for (auto& one : there.usage.runs) one.achieved_rate_per_s = Rational(10000);
  CHECK(refused(here, there) == Codes{"calibration_work_differs"});
  there = service("t", {6'000'000});
  there.usage.load.name = "other";
  CHECK(refused(here, there) == Codes{"calibration_work_differs"});
  auto other = command("t", {6'000'000});
  other.command = {"render", "another"};
  CHECK(refused(command("h", {6'000'000}), other) == Codes{"calibration_work_differs"});
  CHECK(refused(here, command("t", {6'000'000})) == Codes{"calibration_work_differs"});
  other.command.clear();
  CHECK(refused(command("h", {6'000'000}), other) == Codes{"calibration_work_unknown"});
  there = service("t", {6'000'000});
  there.mode = "saturated";
  CHECK(refused(here, there) == Codes{"calibration_saturated"});
}

TEST_CASE("a fixed number of requests must be the same one in every run") {
  auto here = service("h", {6'000'000, 6'000'000});
  auto there = service("t", {9'000'000, 9'000'000});
  for (auto* const side : {&here, &there}) {
    side->mode = "requests";
    side->usage.load.request_rate_per_s.reset();
  }
  REQUIRE(calibrate(here, there, "").figure);
  CHECK(calibrate(here, there, "").figure->value.fraction() == "2/3");
  there.usage.runs[1].requests = 299'999;
  CHECK(refused(here, there) == Codes{"calibration_work_differs"});
  for (auto* const side : {&here, &there})
    for (auto& one : side->usage.runs) one.requests = 0;
  CHECK(refused(here, there) == Codes{"calibration_work_unknown"});
}

TEST_CASE("every fault of a run has its own number") {
  const auto here = service("h", {6'000'000});
  const auto with = [&](auto change) {
    auto there = service("t", {6'000'000});
    change(there.usage.runs.front());
    return refused(here, there);
  };
  CHECK(with([](RunUsage& one) { one.throttled_periods = 1; }) == Codes{"calibration_throttled"});
  CHECK(with([](RunUsage& one) { one.oom_kills = 1; }) == Codes{"calibration_oom"});
  CHECK(with([](RunUsage& one) { one.request_errors = 1; }) == Codes{"calibration_errors"});
  CHECK(with([](RunUsage& one) { one.achieved_rate_per_s = Rational(19599); }) == Codes{"calibration_rate_missed"});
  CHECK(with([](RunUsage& one) { one.ticks = 2; }) == Codes{"calibration_few_ticks"});
  CHECK(with([](RunUsage& one) { one.missed_ticks = 16; }) == Codes{"calibration_few_ticks"});
  CHECK(with([](RunUsage& one) { one.cpu_usage = CpuTime{0}; }) == Codes{"calibration_idle"});
  auto none = service("t", {});
  CHECK(refused(here, none) == Codes{"calibration_no_run"});
}

TEST_CASE("a forecast uses the fraction and not its decimals") {
  // 1/3: 0.4 cores / (1/3) / 0.8 is 1.5; with 0.333333333 it would be more
  auto calibration = calibrate(service("h", {2'000'000, 2'000'000, 2'000'000}),
                               service("t", {6'000'000, 6'000'000, 6'000'000}), "v/a");
  REQUIRE(calibration.figure->value.fraction() == "1/3");
  Assumptions assumptions;
  assumptions.core_performance = calibration.figure->value;
  const auto sold = catalog({plan("a", 2, 4, "GB", "60")});
  const auto result =
      make_forecast({usage("x", {"0.4"})}, sold, study_rates(), assumptions, selection(), Alone{}, {}, calibration);
  REQUIRE(result);
  const auto& subject = result->subjects.front();
  CHECK(subject.need->vcpus_exact.fraction() == "3/2");
  REQUIRE(subject.proof->steps.size() >= 2);
  const auto& step = subject.proof->steps[1];
  CHECK(step.id == "core_performance");
  CHECK(step.substituted == "(2000000 / 300000) / (6000000 / 300000)");
  CHECK(step.exact.fraction() == "1/3");
  CHECK(subject.proof->steps[2].substituted == "0.4 / (1/3) / (1 - 0.2)");
}

TEST_CASE("what was measured on another processor is refused, and another plan than the calibrated one is told") {
  const auto calibration = calibrate(service("h", {6'000'000}), service("t", {12'000'000}), "v/other");
  Assumptions assumptions;
  assumptions.core_performance = calibration.figure->value;
  const auto sold = catalog({plan("a", 2, 4, "GB", "60")});
  auto measured = usage("x", {"0.4"});
  const auto forecast_of = [&] {
    return make_forecast({measured}, sold, study_rates(), assumptions, selection(), Alone{}, {}, calibration);
  };
  const auto has = [](const SubjectForecast& subject, std::string_view code) {
    const auto all = codes(subject.notices);
    return std::find(all.begin(), all.end(), code) != all.end();
  };
  auto result = forecast_of();
  CHECK(result->subjects.front().status == Status::ok);  // nobody knows where it was measured
  CHECK(has(result->subjects.front(), "calibration_other_plan"));
  measured.cpu_model = "h CPU";
  CHECK(forecast_of()->subjects.front().status == Status::ok);
  measured.cpu_model = "t CPU";
  result = forecast_of();
  CHECK(result->subjects.front().status == Status::refused);
  CHECK(has(result->subjects.front(), "calibration_other_host"));
}

TEST_CASE("the figure does not depend on units or order, and swapping the sides inverts the range") {
  CHECK(rc::check("calibration", [] {
    const auto some = [] {
      return *rc::gen::nonEmpty(
          rc::gen::container<std::vector<std::int64_t>>(rc::gen::inRange<std::int64_t>(1, 1'000'000)));
    };
    const auto a = some();
    const auto b = some();
    const auto figure = [](const std::vector<std::int64_t>& here, const std::vector<std::int64_t>& there) {
      return *calibrate(service("h", here), service("t", there), "").figure;
    };
    const auto forth = figure(a, b);
    const auto back = figure(b, a);
    RC_ASSERT(forth.value * back.highest == Rational(1));
    RC_ASSERT(forth.value <= forth.highest);
    auto longer = a;
    for (auto& usec : longer) usec *= 1000;
    RC_ASSERT(figure(longer, b).value == forth.value * Rational(1000));
    auto turned = a;
    std::reverse(turned.begin(), turned.end());
    RC_ASSERT(figure(turned, b).value == forth.value);
  }));
}
