// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <unistd.h>

#include "fake_host.hpp"
#include "sampler/group.hpp"
#include "sampler/limits.hpp"
#include "sampler/target.hpp"

using namespace vpsfit;
using namespace vpsfit::sampler;

namespace {

Result<std::vector<Found>> find(const FakeHost& host, std::string_view text) {
  Listing listing;
  listing.groups = list_groups(host.tree());
  return find_target(host.root(), host.tree(), listing, parse_target(text).value());
}

}  // namespace

TEST_CASE("targets are parsed") {
  CHECK(parse_target("cgroup:/a//b/")->value == "/a/b");
  CHECK(parse_target("pid:042")->value == "42");
  CHECK(parse_target("self")->kind == TargetKind::self);
  CHECK(parse_target("all")->kind == TargetKind::all);
  CHECK(parse_target("docker:4c01") == Target{TargetKind::docker, "4c01", "docker:4c01"});
  CHECK(parse_target("unit:system-foo.slice")->kind == TargetKind::unit);
  CHECK(parse_target("4c01")->kind == TargetKind::container);
}

TEST_CASE("targets that are none are refused with what is allowed") {
  for (const char* bad : {"", "cgroup:", "cgroup:a", "cgroup:/a/../b", "pid:", "pid:0", "pid:-1", "pid:x",
                          "pid:99999999999", "vm:a", "docker:", ":x"}) {
    const auto target = parse_target(bad);
    REQUIRE_MESSAGE(!target, bad);
    CHECK(target.error().kind == ErrorKind::input);
  }
  CHECK(parse_target("vm:a").error().remedy.find("cgroup:/PATH") != std::string::npos);
}

TEST_CASE("a process stands for its group") {
  FakeHost host;
  host.make_unified();
  for (const char* file : {"cgroup.type", "cpu.stat", "memory.current"})
    host.write(std::string("sys/fs/cgroup/system.slice/web.service/") + file, "0\n");
  host.write("proc/77/cgroup", "0::/system.slice/web.service\n");
  host.write("proc/77/comm", "nginx\n");
  const auto found = find(host, "pid:77");
  REQUIRE(found);
  REQUIRE(found->size() == 1);
  CHECK(found->front().subject == "nginx");
  CHECK(found->front().place.path == "/system.slice/web.service");
  CHECK(found->front().process == 0);
}

TEST_CASE("a process in the root group stands for its process tree") {
  FakeHost host;
  host.make_unified();
  host.write("sys/fs/cgroup/cpu.stat", "usage_usec 1\n");
  host.write("proc/77/cgroup", "0::/\n");
  host.write("proc/self/cgroup", "0::/\n");
  CHECK(find(host, "pid:77")->front().process == 77);
  CHECK(find(host, "self")->front().process == ::getpid());
  CHECK(find(host, "pid:78").error().kind == ErrorKind::unavailable);
}

TEST_CASE("a container's scope without memory files is read one level lower") {
  FakeHost host;
  host.make_unified();
  const std::string id(64, 'b');
  const std::string scope = "sys/fs/cgroup/machine.slice/libpod-" + id + ".scope";
  host.write(scope + "/cpu.stat", "");
  for (const char* file : {"cpu.stat", "memory.current"}) host.write(scope + "/container/" + file, "0\n");
  const auto found = find(host, "podman:bbbb");
  REQUIRE(found);
  CHECK(found->front().place.path == "/machine.slice/libpod-" + id + ".scope/container");
  CHECK(found->front().subject == "bbbbbbbbbbbb");
  CHECK(found->front().target == "podman:" + id);
  CHECK(find(host, "all")->size() == 1);
  CHECK(find(host, "bbb")->front().target == "podman:" + id);
}

TEST_CASE("a container that crun limits one level below its scope is read where the limits hold") {
  // As a kernel shows `podman run --cpus 0.2 -m 64m` with crun; with runc the scope itself has the limits.
  FakeHost host;
  host.make_unified();
  const std::string id(64, 'c');
  const std::string scope = "sys/fs/cgroup/machine.slice/libpod-" + id + ".scope";
  const auto group = [&](const std::string& folder, const std::string& memory, const std::string& cpu, int throttled) {
    host.write(folder + "/memory.current", "1000\n");
    host.write(folder + "/memory.max", memory + "\n");
    host.write(folder + "/cpu.max", cpu + " 100000\n");
    host.write(folder + "/cpu.stat",
               "usage_usec 925188\nnr_periods 48\nnr_throttled " + std::to_string(throttled) + "\n");
  };
  group(scope, "max", "max", 0);
  group(scope + "/container", "67108864", "20000", 43);
  const auto found = find(host, "podman:cccc");
  REQUIRE(found);
  const auto limits = effective_limits(host.tree(), found->front().place);
  CHECK(limits.memory == Bytes{67108864});
  CHECK(limits.cpu_cores == Rational(1, 5));
  const auto opened = Group::open(found->front().place, std::make_shared<ReadBuffer>());
  REQUIRE(opened);
  recording::Reading reading;
  (*opened)->read(reading);
  CHECK(reading.throttled_periods == 43);
}

TEST_CASE("where no container runs, that is said") {
  FakeHost host;
  host.make_unified();
  CHECK(find(host, "web").error().message == "no running container matches 'web'");
  CHECK(find(host, "all").error().kind == ErrorKind::unavailable);
  CHECK(find(host, "unit:web").error().kind == ErrorKind::unavailable);
}
