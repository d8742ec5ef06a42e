// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <rapidcheck.h>
#include <string>

#include "sampler/cpu_files.hpp"

using namespace vpsfit;
using namespace vpsfit::sampler;
using recording::Reading;

namespace {

Reading cpu_stat(std::string_view text) {
  Reading reading;
  parse_cpu_stat(text, reading);
  return reading;
}
Reading cpu_stat_v1(std::string_view text) {
  Reading reading;
  parse_cpu_stat_v1(text, reading);
  return reading;
}

// Linux 5.10, a child group with the cpu controller.
constexpr std::string_view linux_5_10 =
    "usage_usec 541361\nuser_usec 400113\nsystem_usec 141248\nnr_periods 51\nnr_throttled 48\nthrottled_usec 3870116\n";
// Linux 6.1: bursts have come.
constexpr std::string_view linux_6_1 =
    "usage_usec 10026\nuser_usec 4010\nsystem_usec 6015\ncore_sched.force_idle_usec 0\nnr_periods 0\nnr_throttled 0\n"
    "throttled_usec 0\nnr_bursts 0\nburst_usec 0\n";
// Linux 6.18 without the cpu controller.
constexpr std::string_view linux_6_18 =
    "usage_usec 196007997\nuser_usec 172701837\nsystem_usec 23306160\nnice_usec 0\n";

}  // namespace

TEST_CASE("cpu.stat of several kernels is read by its keys") {
  const Reading old = cpu_stat(linux_5_10);
  CHECK(old.usage == CpuTime{541361});
  CHECK(old.user == CpuTime{400113});
  CHECK(old.system == CpuTime{141248});
  CHECK(old.periods == 51);
  CHECK(old.throttled_periods == 48);
  CHECK(old.throttled == CpuTime{3870116});
  CHECK(cpu_stat(linux_6_1).usage == CpuTime{10026});
  CHECK(cpu_stat(linux_6_1).throttled_periods == 0);
}

TEST_CASE("without the cpu controller throttling is unknown, not zero") {
  const Reading reading = cpu_stat(linux_6_18);
  CHECK(reading.usage == CpuTime{196007997});
  CHECK(reading.periods == std::nullopt);
  CHECK(reading.throttled_periods == std::nullopt);
  CHECK(reading.throttled == std::nullopt);
}

TEST_CASE("one bad value does not lose the others") {
  const Reading reading = cpu_stat("usage_usec 5\nuser_usec -3\nsystem_usec 99999999999999999999\nnr_periods max\n");
  CHECK(reading.usage == CpuTime{5});
  CHECK(reading.user == std::nullopt);
  CHECK(reading.system == std::nullopt);
  CHECK(reading.periods == std::nullopt);
}

TEST_CASE("an empty or torn cpu.stat is unknown") {
  CHECK(cpu_stat("") == Reading{});
  CHECK(cpu_stat("usage_usec 1234") == Reading{});
  CHECK(cpu_stat("usage_usec\n") == Reading{});
  CHECK(cpu_stat("usage_usec 12\r\n").usage == CpuTime{12});
}

TEST_CASE("no text makes a negative time") {
  CHECK(rc::check([](const std::string& text) {
    const Reading reading = cpu_stat("usage_usec " + text + "\n");
    RC_ASSERT(reading.usage.value_or(CpuTime{0}).count() >= 0);
  }));
}

TEST_CASE("v1 counts throttling in nanoseconds") {
  const Reading reading =
      cpu_stat_v1("nr_periods 120\nnr_throttled 116\nthrottled_time 9283746999\nnr_bursts 0\nburst_time 0\n");
  CHECK(reading.periods == 120);
  CHECK(reading.throttled_periods == 116);
  CHECK(reading.throttled == CpuTime{9283746});
  CHECK(reading.usage == std::nullopt);
}

TEST_CASE("cpuacct counts nanoseconds") {
  Reading reading;
  parse_cpuacct_usage("195981234567\n", reading);
  parse_cpuacct_user("172701837999\n", reading);
  parse_cpuacct_system("999\n", reading);
  CHECK(reading.usage == CpuTime{195981234});
  CHECK(reading.user == CpuTime{172701837});
  CHECK(reading.system == CpuTime{0});
  parse_cpuacct_usage("", reading);
  CHECK(reading.usage == std::nullopt);
}

TEST_CASE("cpu.max in every form that was seen") {
  CHECK(parse_cpu_max("max 100000\n") == Ceiling<Rational>{});
  CHECK(parse_cpu_max("max\n") == Ceiling<Rational>{});
  CHECK(parse_cpu_max("50000 100000\n") == Ceiling<Rational>{Rational(1, 2)});
  CHECK(parse_cpu_max("200000\n") == Ceiling<Rational>{Rational(2)});
  CHECK(parse_cpu_max("20000 100000") == Ceiling<Rational>{Rational(1, 5)});
  CHECK(parse_cpu_max("150000 100000\r\n") == Ceiling<Rational>{Rational(3, 2)});
}

TEST_CASE("a cpu.max that makes no sense limits nothing") {
  for (const char* bad : {"", "\n", "-1 100000\n", "50000 0\n", "50000 max\n", "a b\n", "1 2 3\n", "max x\n"})
    CHECK_MESSAGE(parse_cpu_max(bad) == std::nullopt, bad);
}

TEST_CASE("v1 quotas: -1 is unlimited, and half a core stays half a core") {
  CHECK(parse_cfs_quota("-1\n", "100000\n") == Ceiling<Rational>{});
  CHECK(parse_cfs_quota("50000\n", "100000\n") == Ceiling<Rational>{Rational(1, 2)});
  CHECK(parse_cfs_quota("50000\n", "") == std::nullopt);
  CHECK(parse_cfs_quota("", "100000\n") == std::nullopt);
  CHECK(parse_cfs_quota("-2\n", "100000\n") == std::nullopt);
}

TEST_CASE("lists of CPUs are counted, each CPU once") {
  CHECK(count_cpus("0-1\n") == 2);
  CHECK(count_cpus("0\n") == 1);
  CHECK(count_cpus("0-3,7\n") == 5);
  CHECK(count_cpus("0-3,2-5,5\n") == 6);
  CHECK(count_cpus("8,0\n") == 2);
  for (const char* bad : {"", "\n", "a", "3-1", "0-", "-3", "0-99999999999", "1,,2", "0 1"})
    CHECK_MESSAGE(count_cpus(bad) == std::nullopt, bad);
}
