// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include "fake_host.hpp"
#include "sampler/limits.hpp"
#include "sampler/place.hpp"

using namespace vpsfit;
using namespace vpsfit::sampler;

TEST_CASE("a group of a v2 host is one folder") {
  FakeHost host;
  host.make_unified();
  host.write("sys/fs/cgroup/system.slice/a.service/cpu.stat", "usage_usec 1\n");
  const auto place = place_of_group(host.tree(), "/system.slice//a.service/");
  REQUIRE(place);
  CHECK(place->path == "/system.slice/a.service");
  CHECK(*place->v2 == host.at("sys/fs/cgroup/system.slice/a.service"));
  CHECK(place->v1.empty());
  CHECK_FALSE(place->has_cpu_and_memory());
}

TEST_CASE("a group of a hybrid host is a folder in each hierarchy that has it") {
  FakeHost host;
  host.make_hybrid();
  host.write("sys/fs/cgroup/memory/box/memory.usage_in_bytes", "1\n");
  host.write("sys/fs/cgroup/cpu,cpuacct/box/cpu.stat", "");
  const auto place = place_of_group(host.tree(), "/box");
  REQUIRE(place);
  CHECK_FALSE(place->v2);
  CHECK(*place->v1_of("memory") == host.at("sys/fs/cgroup/memory/box"));
  CHECK(*place->v1_of("cpuacct") == host.at("sys/fs/cgroup/cpu,cpuacct/box"));
  CHECK(place->v1_of("pids") == nullptr);
  CHECK(place->has_cpu_and_memory());
}

TEST_CASE("a group that is not there is unavailable, and a common slip is explained") {
  FakeHost host;
  host.make_unified();
  const auto place = place_of_group(host.tree(), "/never");
  REQUIRE_FALSE(place);
  CHECK(place.error().kind == ErrorKind::unavailable);
  CHECK(place.error().message == "there is no group '/never'");
  CHECK(place_of_group(host.tree(), "/sys/fs/cgroup/a").error().remedy.find("leave /sys/fs/cgroup out") == 0);
  CHECK(place_of_group(CgroupTree{}, "/a").error().message == "this host has no cgroup tree");
}

TEST_CASE("a process is found in each hierarchy, without those that count the whole machine") {
  FakeHost host;
  host.make_hybrid();
  host.write("sys/fs/cgroup/memory/api/x/memory.usage_in_bytes", "1\n");
  host.write("sys/fs/cgroup/cpu,cpuacct/release_agent", "");
  host.write("sys/fs/cgroup/unified/cpu.stat", "usage_usec 1\n");
  const auto place =
      place_of_process(host.tree(), parse_memberships("4:memory:/api/x\n2:cpu,cpuacct:/\n0::/\n3:cpuset:/gone\n"));
  CHECK_FALSE(place.v2);
  CHECK(place.v1.size() == 1);
  CHECK(place.path == "/api/x");
  CHECK_FALSE(place.has_cpu_and_memory());
}

TEST_CASE("the root of a cgroup namespace stands for its process") {
  FakeHost host;
  host.make_unified();
  for (const char* file : {"cgroup.type", "cpu.stat", "memory.current"})
    host.write(std::string("sys/fs/cgroup/") + file, "0\n");
  const auto place = place_of_process(host.tree(), parse_memberships("0::/\n"));
  REQUIRE(place.v2);
  CHECK(place.has_cpu_and_memory());
  CHECK(place_of_process(host.tree(), parse_memberships("0::/ (deleted)\n")).v2 == std::nullopt);
}

TEST_CASE("groups are listed with their paths inside the tree") {
  FakeHost host;
  host.make_unified();
  host.write("proc/self/mountinfo", "30 23 0:26 /docker/4c01 /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n");
  host.write("sys/fs/cgroup/b/x/cpu.stat", "");
  host.write("sys/fs/cgroup/a/cpu.stat", "");
  CHECK(list_groups(host.tree()) == std::vector<std::string>{"/docker/4c01/a", "/docker/4c01/b", "/docker/4c01/b/x"});
  CHECK(list_groups(CgroupTree{}).empty());
}

TEST_CASE("the smallest limit of a group and its ancestors holds, and is told with its group") {
  FakeHost host;
  host.make_unified();
  host.write("sys/fs/cgroup/pod/memory.max", "536870912\n");
  host.write("sys/fs/cgroup/pod/cpu.max", "90000 100000\n");
  host.write("sys/fs/cgroup/pod/leaf/memory.max", "max\n");
  host.write("sys/fs/cgroup/pod/leaf/cpu.max", "max 100000\n");
  host.write("sys/fs/cgroup/pod/leaf/cpuset.cpus.effective", "0-1\n");
  host.write("sys/fs/cgroup/cpuset.cpus.effective", "0-7\n");
  const auto tree = host.tree();
  const auto limits = effective_limits(tree, *place_of_group(tree, "/pod/leaf"));
  CHECK(limits.memory == MiB(512));
  CHECK(limits.memory_from == "/pod");
  CHECK(limits.cpu_cores == Rational(9, 10));
  CHECK(limits.cpu_from == "/pod");
  CHECK(limits.cpuset_cpus == 2);
}

TEST_CASE("max everywhere is no limit, and unreadable ceilings limit nothing") {
  FakeHost host;
  host.make_unified();
  host.write("sys/fs/cgroup/a/memory.max", "max\n");
  host.write("sys/fs/cgroup/a/cpu.max", "max 100000\n");
  host.write("sys/fs/cgroup/a/b/memory.max", "");
  host.write("sys/fs/cgroup/a/b/cpu.max", "nonsense\n");
  const auto tree = host.tree();
  CHECK(effective_limits(tree, *place_of_group(tree, "/a/b")) == recording::Limits{});
}

TEST_CASE("v1 limits are walked in their own hierarchies, and half a core stays half a core") {
  FakeHost host;
  host.make_hybrid();
  const std::string cg = "sys/fs/cgroup/";
  host.write(cg + "memory/memory.limit_in_bytes", "9223372036854771712\n");
  host.write(cg + "memory/a/memory.limit_in_bytes", "268435456\n");
  host.write(cg + "memory/a/b/memory.limit_in_bytes", "9223372036854771712\n");
  host.write(cg + "cpu,cpuacct/a/b/cpu.cfs_quota_us", "50000\n");
  host.write(cg + "cpu,cpuacct/a/b/cpu.cfs_period_us", "100000\n");
  host.write(cg + "cpu,cpuacct/a/cpu.cfs_quota_us", "-1\n");
  host.write(cg + "cpu,cpuacct/a/cpu.cfs_period_us", "100000\n");
  host.write(cg + "cpuset/a/b/cpuset.effective_cpus", "0,3\n");
  const auto tree = host.tree();
  const auto limits = effective_limits(tree, *place_of_group(tree, "/a/b"));
  CHECK(limits.memory == MiB(256));
  CHECK(limits.memory_from == "/a");
  CHECK(limits.cpu_cores == Rational(1, 2));
  CHECK(limits.cpu_from == "/a/b");
  CHECK(limits.cpuset_cpus == 2);
}
