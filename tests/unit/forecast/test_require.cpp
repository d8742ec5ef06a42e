// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <limits>

#include "forecast/require.hpp"
#include "made.hpp"

using namespace vpsfit;
using namespace vpsfit::forecast;
using namespace vpsfit::made;

namespace {

Assumptions with_headroom(std::string_view headroom) {
  Assumptions assumptions;
  assumptions.cpu_headroom = *Fraction::parse(headroom);
  return assumptions;
}

std::int64_t vcpus(const std::vector<std::string_view>& cores, std::string_view headroom) {
  return require(usage("x", cores), with_headroom(headroom))->vcpus;
}

}  // namespace

TEST_CASE("the study's needs at 20 % headroom") {
  const auto usages = study_usages();
  const std::int64_t cores[] = {2, 3, 2, 4};
  const std::string_view exact[] = {"1.1525", "2.3125", "1.955", "3.905"};
  const std::int64_t bytes[] = {228065280, 915668992, 993263616, 381812736};
  for (std::size_t i = 0; i < usages.size(); ++i) {
    const auto need = require(usages[i], Assumptions{});
    REQUIRE(need);
    CHECK(need->vcpus == cores[i]);
    CHECK(need->vcpus_exact == number(exact[i]));
    CHECK(need->memory == Bytes{bytes[i]});
    CHECK(need->cpu_run == 1);  // the second of the three runs is the highest in all four
    CHECK(need->notices.empty());
  }
}

TEST_CASE("the study's needs at 30 % headroom: Spring needs 3 cores, FastAPI 5") {
  const auto usages = study_usages();
  const std::int64_t cores[] = {2, 3, 3, 5};
  for (std::size_t i = 0; i < usages.size(); ++i) CHECK(require(usages[i], with_headroom("30%"))->vcpus == cores[i]);
  CHECK(require(usages[2], with_headroom("0.3"))->vcpus_exact == Rational(782, 350));
}

TEST_CASE("headroom divides: usable capacity is plan x (1 - headroom)") {
  CHECK(vcpus({"0.750"}, "0.30") == 3);  // x 1.3 would say 2
}

TEST_CASE("the highest run decides, not the median or the mean") {
  CHECK(vcpus({"0.640", "0.782", "0.610"}, "0.30") == 3);
}

TEST_CASE("cores are rounded up, not to the nearest") { CHECK(vcpus({"0.782"}, "0.30") == 3); }

TEST_CASE("where doubles step over the ceiling, fractions do not") {
  CHECK(vcpus({"1.050"}, "0.30") == 3);
  CHECK(vcpus({"2.100"}, "0.30") == 6);
  CHECK(vcpus({"2.450"}, "0.30") == 7);
}

TEST_CASE("an average is counter difference by measured time, whatever the window's length") {
  Usage odd = usage("x", {"0"});
  odd.runs[0] = run("1", 5000001, 5000000, 1);  // one microsecond more than one core
  CHECK(require(odd, with_headroom("0"))->vcpus == 3);
  odd.runs[0] = run("1", 5000000, 5000000, 1);
  CHECK(require(odd, with_headroom("0"))->vcpus == 2);
}

TEST_CASE("a server has at least one core, also for an idle subject") {
  CHECK(vcpus({"0.001"}, "0.2") == 1);
  const auto need = require(usage("x", {"0"}), Assumptions{});
  CHECK(need->vcpus == 1);
  CHECK(need->vcpus_exact == Rational(0));
}

TEST_CASE("a fraction of a byte is a byte more") {
  Assumptions assumptions;
  assumptions.os_reserve = Bytes{0};
  CHECK(require(usage("x", {"1"}, 1), assumptions)->memory == Bytes{2});  // 1.25
  CHECK(require(usage("x", {"1"}, 4), assumptions)->memory == Bytes{5});
}

TEST_CASE("the kernel's peak decides where it is higher and belongs to the run") {
  Usage spiky = usage("x", {"1", "1", "1"}, 100);
  spiky.runs[1].memory_peak = Bytes{300};
  Assumptions assumptions;
  assumptions.os_reserve = Bytes{0};

  SUBCASE("it is the run's own") {
    spiky.runs[1].peak_origin = PeakOrigin::run;
    const auto need = require(spiky, assumptions);
    CHECK(need->memory == Bytes{375});
    CHECK(need->memory_used == Bytes{300});
    CHECK(need->memory_run == 1);
    CHECK(need->memory_statistic == MemoryStatistic::kernel_peak);
    CHECK(codes(need->notices) == std::vector<std::string>{"peak_decides"});
  }
  SUBCASE("an older peak is shown and not used") {
    spiky.runs[1].peak_origin = PeakOrigin::older;
    const auto need = require(spiky, assumptions);
    CHECK(need->memory == Bytes{125});
    CHECK(need->memory_statistic == MemoryStatistic::max_sample);
    CHECK(codes(need->notices) == std::vector<std::string>{"older_peak"});
  }
  SUBCASE("of unknown origin it is not used") { CHECK(require(spiky, assumptions)->memory == Bytes{125}); }
  SUBCASE("below the largest sample it does not count") {
    spiky.runs[1].peak_origin = PeakOrigin::run;
    spiky.runs[1].memory_peak = Bytes{99};
    CHECK(require(spiky, assumptions)->memory_statistic == MemoryStatistic::max_sample);
  }
}

TEST_CASE("of equal runs the first decides") {
  const auto need = require(usage("x", {"0.5", "0.5"}, 7), Assumptions{});
  CHECK(need->cpu_run == 0);
  CHECK(need->memory_run == 0);
  CHECK(codes(need->notices) == std::vector<std::string>{"single_run"});
}

TEST_CASE("figures that say nothing are refused with what is wrong") {
  CHECK(require(usage("x", {}), Assumptions{}).error().kind == ErrorKind::input);
  Usage broken = usage("x", {"1"});
  broken.runs[0].window = std::chrono::microseconds{0};
  CHECK(require(broken, Assumptions{}).error().message.find("window of 0 us") != std::string::npos);
  broken = usage("x", {"1"});
  broken.runs[0].cpu_usage = CpuTime{-1};
  CHECK_FALSE(require(broken, Assumptions{}));
}

TEST_CASE("a need beyond 64 bits is an error, not a wrap") {
  constexpr auto most = std::numeric_limits<std::int64_t>::max();
  Usage huge = usage("x", {"1"}, most);
  CHECK(require(huge, Assumptions{}).error().message.find("does not fit 64 bits") != std::string::npos);
  huge = usage("x", {"1"});
  huge.runs[0] = run("1", most, 1, 1);
  CHECK_FALSE(require(huge, Assumptions{}));
  Assumptions plain;
  plain.memory_factor = Rational(1);
  plain.os_reserve = Bytes{0};
  CHECK(require(usage("x", {"1"}, most), plain)->memory == Bytes{most});
}

TEST_CASE("assumptions outside their range are refused") {
  const auto with = [](auto change) {
    Assumptions assumptions;
    change(assumptions);
    return require(usage("x", {"1"}), assumptions);
  };
  CHECK_FALSE(with([](Assumptions& a) { a.core_performance = Rational(0); }));
  CHECK_FALSE(with([](Assumptions& a) { a.core_performance = Rational(-1); }));
  CHECK_FALSE(with([](Assumptions& a) { a.cpu_headroom = *Fraction::parse("1"); }));
  CHECK_FALSE(with([](Assumptions& a) { a.memory_factor = Rational(99, 100); }));
  CHECK_FALSE(with([](Assumptions& a) { a.os_reserve = Bytes{-1}; }));
  CHECK(with([](Assumptions& a) { a.core_performance = Rational(2); })->vcpus == 1);  // a faster server: 0.625
}
