// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include "core/cores.hpp"
#include "fake_host.hpp"
#include "sampler/cpu_files.hpp"
#include "sampler/group.hpp"
#include "sampler/limits.hpp"
#include "sampler/memory_files.hpp"

/// Inputs on which other programs were reported to fail, each with what is right.
using namespace vpsfit;
using namespace vpsfit::sampler;
using recording::Detail;
using recording::Reading;

namespace {

std::unique_ptr<Group> open_group(const FakeHost& host, std::string_view path) {
  auto group = Group::open(place_of_group(host.tree(), path).value(), std::make_shared<ReadBuffer>());
  REQUIRE_MESSAGE(group, group.error().message);
  return *std::move(group);
}

}  // namespace

TEST_CASE("a quota may be written as one number, and a fraction of a core is not floored") {
  CHECK(parse_cpu_max("200000\n")->value == Rational(2));
  CHECK(parse_cpu_max("50000 100000\n")->value == Rational(1, 2));
  CHECK_FALSE(parse_cpu_max("max 100000\n")->value.has_value());
  CHECK_FALSE(parse_cpu_max("max\n")->value.has_value());
  CHECK_FALSE(parse_cpu_max("-1 100000\n").has_value());
  CHECK_FALSE(parse_cpu_max("100000 0\n").has_value());
}

TEST_CASE("a leaf without a limit has the one of its pod, with the name of the pod") {
  FakeHost host;
  host.make_unified();
  host.write("sys/fs/cgroup/pod/cpu.max", "90000 100000\n");
  host.write("sys/fs/cgroup/pod/memory.max", "max\n");
  host.write("sys/fs/cgroup/pod/leaf/cpu.max", "max 100000\n");
  host.write("sys/fs/cgroup/pod/leaf/memory.max", "max\n");
  const auto limits = effective_limits(host.tree(), place_of_group(host.tree(), "/pod/leaf").value());
  CHECK(limits.cpu_cores == Rational(9, 10));
  CHECK(limits.cpu_from == "/pod");
  CHECK_FALSE(limits.memory.has_value());
}

TEST_CASE("an unlimited group is sampled, and has no limit to be a percentage of") {
  FakeHost host;
  host.make_unified();
  host.write("sys/fs/cgroup/a/cpu.stat", "usage_usec 5\n");
  host.write("sys/fs/cgroup/a/memory.current", "4096\n");
  host.write("sys/fs/cgroup/a/memory.max", "max\n");
  Reading reading;
  open_group(host, "/a")->read(reading);
  CHECK(reading.memory == Bytes{4096});
  CHECK_FALSE(parse_memory_limit("max\n")->value.has_value());
}

TEST_CASE("a negative, short or torn line of memory.stat costs that figure alone") {
  Detail detail;
  parse_memory_stat("anon 4096\nfile -12288\nshmem 0\ninactive_file\nkernel 77", detail);
  CHECK(detail.anon == Bytes{4096});
  CHECK_FALSE(detail.file.has_value());
  CHECK(detail.shmem == Bytes{0});
  CHECK_FALSE(detail.inactive_file.has_value());
  CHECK_FALSE(detail.kernel.has_value());  // no end of line: torn
  Detail empty;
  parse_memory_stat("", empty);
  CHECK(empty == Detail{});
}

TEST_CASE("unknown keys, any order, dots in keys and surplus words change nothing") {
  Reading reading;
  parse_cpu_stat("core_sched.force_idle_usec 9\nnice_usec 3\nsystem_usec 2\nusage_usec 7\nuser_usec 5\n", reading);
  CHECK(reading.usage == CpuTime{7});
  CHECK(reading.user == CpuTime{5});
  CHECK_FALSE(reading.periods.has_value());
  Reading surplus;
  parse_cpu_stat("usage_usec 7 8\nuser_usec  5\n\nsystem_usec 2\n", surplus);
  CHECK_FALSE(surplus.usage.has_value());  // not the line that was meant: unknown, never a guess
  CHECK(surplus.system == CpuTime{2});
}

TEST_CASE("a figure whose file is missing is unknown, never zero") {
  FakeHost host;
  host.make_unified();
  host.write("sys/fs/cgroup/a/cpu.stat", "usage_usec 5\n");
  host.write("sys/fs/cgroup/a/memory.current", "4096\n");
  auto group = open_group(host, "/a");
  Detail detail;
  group->read(detail);
  CHECK(detail == Detail{});
  recording::Context context;
  group->read_beside(context);
  CHECK(context == recording::Context{});
}

TEST_CASE("a file that is torn for a moment costs that tick's figure, and the next tick has it again") {
  FakeHost host;
  host.make_unified();
  host.write("sys/fs/cgroup/a/cpu.stat", "usage_usec 5\n");
  host.write("sys/fs/cgroup/a/memory.current", "4096\n");
  auto group = open_group(host, "/a");
  host.write("sys/fs/cgroup/a/cpu.stat", "usage_usec ");
  Reading torn, whole;
  group->read(torn);
  CHECK_FALSE(torn.usage.has_value());
  CHECK(torn.memory == Bytes{4096});
  host.write("sys/fs/cgroup/a/cpu.stat", "usage_usec 6\n");
  group->read(whole);
  CHECK(whole.usage == CpuTime{6});
}

TEST_CASE("a threaded group has CPU and no memory, and says so") {
  FakeHost host;
  host.make_unified();
  host.write("sys/fs/cgroup/t/cgroup.type", "threaded\n");
  host.write("sys/fs/cgroup/t/cpu.stat", "usage_usec 5\n");
  auto group = open_group(host, "/t");
  REQUIRE(group->missing().size() == 1);
  CHECK(group->missing().front().first == "memory");
  Reading reading;
  group->read(reading);
  CHECK(reading.usage == CpuTime{5});
  CHECK_FALSE(reading.memory.has_value());
}

TEST_CASE("pressure stands beside the edges of a group that has it") {
  FakeHost host;
  host.make_unified();
  host.write("sys/fs/cgroup/a/cpu.stat", "usage_usec 5\n");
  host.write("sys/fs/cgroup/a/memory.current", "4096\n");
  host.write("sys/fs/cgroup/a/cpu.pressure", "some avg10=0.00 avg60=0.00 avg300=0.00 total=11\n");
  host.write("sys/fs/cgroup/a/io.pressure", "some avg10=0.00 avg60=0.00 avg300=0.00 total=22\nfull total=7\n");
  recording::Context context;
  open_group(host, "/a")->read_beside(context);
  CHECK(context.cpu_some == CpuTime{11});
  CHECK_FALSE(context.cpu_full.has_value());
  CHECK(context.io_full == CpuTime{7});
  CHECK_FALSE(context.memory_some.has_value());
}

TEST_CASE("nanoseconds of v1 become microseconds, and no unit is guessed") {
  Reading reading;
  parse_cpuacct_usage("8096948784000\n", reading);
  parse_cpuacct_system("2808699651\n", reading);
  CHECK(reading.usage == CpuTime{8'096'948'784});
  CHECK(reading.system == CpuTime{2'808'699});
}

TEST_CASE("swap is swap alone, and absent swap is unknown") {
  Detail none;
  parse_memory_stat_v1("total_rss 4096\ntotal_cache 1\n", none);
  CHECK_FALSE(none.swap.has_value());
  CHECK(parse_bytes_file("0\n") == Bytes{0});
}
