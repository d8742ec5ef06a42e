// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <fstream>

#include "fake_host.hpp"
#include "files/files.hpp"
#include "sampler/group.hpp"
#include "sampler/system_clock.hpp"

using namespace vpsfit;
using namespace vpsfit::sampler;
using recording::Detail;
using recording::Reading;
using recording::SourceKind;

namespace {

std::unique_ptr<Group> open(const FakeHost& host, std::string_view path) {
  auto group = Group::open(place_of_group(host.tree(), path).value(), std::make_shared<ReadBuffer>());
  REQUIRE_MESSAGE(group, group.error().message);
  return *std::move(group);
}

/// A group in the real tree of this machine, made for one test; null where that is not allowed.
class RealGroup {
 public:
  RealGroup() {
    const auto tree = detect_cgroup_tree({});
    if (!tree.v2) return;
    const auto text = files::read_whole("/proc/self/cgroup").value();
    for (const auto& membership : parse_memberships(text))
      if (membership.controllers.empty())
        if (auto home = folder_of(*tree.v2, membership.path))
          folder_ = *home / ("vpsfit-test-" + std::to_string(::getpid()));
    make();
  }
  RealGroup(const RealGroup&) = delete;
  RealGroup& operator=(const RealGroup&) = delete;
  ~RealGroup() { remove(); }
  void make() { made_ = !folder_.empty() && std::filesystem::create_directory(folder_, error_) && !error_; }
  void remove() {
    if (made_) ::rmdir(folder_.c_str());
    made_ = false;
  }
  [[nodiscard]] bool is_there() const { return made_; }
  [[nodiscard]] Place place() const { return {"/test", folder_, {}}; }

 private:
  std::filesystem::path folder_;
  std::error_code error_;
  bool made_ = false;
};

}  // namespace

TEST_CASE("a v2 group is read whole") {
  FakeHost host;
  host.make_unified();
  const std::string at = "sys/fs/cgroup/box/";
  host.write(at + "cgroup.procs", "");
  host.write(at + "cpu.stat",
             "usage_usec 100\nuser_usec 60\nsystem_usec 40\nnr_periods 9\nnr_throttled 2\nthrottled_usec 7\n");
  host.write(at + "memory.current", "4096\n");
  host.write(at + "memory.stat", "anon 1\nfile 2\nkernel 3\n");
  host.write(at + "memory.peak", "8192\n");
  host.write(at + "memory.swap.current", "0\n");
  host.write(at + "memory.events", "oom 1\noom_kill 1\nmax 2\nhigh 3\n");
  host.write(at + "memory.events.local", "oom_kill 0\n");
  host.write(at + "pids.current", "5\n");
  const auto group = open(host, "/box");
  CHECK(group->kind() == SourceKind::cgroup2);
  CHECK(group->missing().empty());
  Reading reading;
  group->read(reading);
  CHECK(reading == Reading{CpuTime{100}, CpuTime{60}, CpuTime{40}, 9, 2, CpuTime{7}, Bytes{4096}});
  Detail detail;
  group->read(detail);
  CHECK(detail.anon == Bytes{1});
  CHECK(detail.kernel == Bytes{3});
  CHECK(detail.memory_peak == Bytes{8192});
  CHECK(detail.swap == Bytes{0});
  CHECK(detail.oom_kill == 1);
  CHECK(detail.oom_kill_local == 0);
  CHECK(detail.pids == 5);
  CHECK_FALSE(group->gone());
}

TEST_CASE("a hybrid group takes memory from v1, CPU from v2 and throttling from v1") {
  FakeHost host;
  host.make_hybrid();
  const std::string cg = "sys/fs/cgroup/";
  host.write(cg + "unified/box/cpu.stat", "usage_usec 100\nuser_usec 60\nsystem_usec 40\n");
  host.write(cg + "cpu,cpuacct/box/cpu.stat", "nr_periods 10\nnr_throttled 4\nthrottled_time 5000\n");
  host.write(cg + "cpu,cpuacct/box/cpuacct.usage", "999000\n");
  host.write(cg + "memory/box/memory.usage_in_bytes", "4096\n");
  host.write(cg + "memory/box/memory.stat", "cache 1\ntotal_cache 2\ntotal_rss 3\ntotal_swap 0\n");
  host.write(cg + "memory/box/memory.max_usage_in_bytes", "8192\n");
  host.write(cg + "memory/box/memory.oom_control", "oom_kill_disable 0\nunder_oom 0\noom_kill 2\n");
  host.write(cg + "memory/box/memory.failcnt", "11\n");
  host.write(cg + "memory/box/memory.kmem.usage_in_bytes", "512\n");
  host.write(cg + "pids/box/pids.current", "2\n");
  const auto group = open(host, "/box");
  CHECK(group->kind() == SourceKind::hybrid);
  Reading reading;
  group->read(reading);
  CHECK(reading == Reading{CpuTime{100}, CpuTime{60}, CpuTime{40}, 10, 4, CpuTime{5}, Bytes{4096}});
  Detail detail;
  group->read(detail);
  CHECK(detail.anon == Bytes{3});
  CHECK(detail.file == Bytes{2});
  CHECK(detail.memory_peak == Bytes{8192});
  CHECK(detail.oom_kill == 2);
  CHECK(detail.events_max == 11);
  CHECK(detail.kernel == Bytes{512});
  CHECK(detail.swap == Bytes{0});
  CHECK(detail.pids == 2);
}

TEST_CASE("a group that v2 does not know counts its CPU in cpuacct") {
  FakeHost host;
  host.make_hybrid();
  const std::string cg = "sys/fs/cgroup/";
  host.write(cg + "cpu,cpuacct/box/cpuacct.usage", "100999\n");
  host.write(cg + "cpu,cpuacct/box/cpuacct.usage_user", "60000\n");
  host.write(cg + "cpu,cpuacct/box/cpuacct.usage_sys", "40999\n");
  host.write(cg + "memory/box/memory.usage_in_bytes", "4096\n");
  const auto group = open(host, "/box");
  CHECK(group->kind() == SourceKind::cgroup1);
  Reading reading;
  group->read(reading);
  CHECK(reading.usage == CpuTime{100});
  CHECK(reading.user == CpuTime{60});
  CHECK(reading.system == CpuTime{40});
  CHECK(reading.periods == std::nullopt);
}

TEST_CASE("what a group lacks is told, and stays unknown") {
  FakeHost host;
  host.make_unified();
  host.write("sys/fs/cgroup/box/cpu.stat", "usage_usec 100\n");
  const auto group = open(host, "/box");
  REQUIRE(group->missing().size() == 1);
  CHECK(group->missing()[0].first == "memory");
  Reading reading;
  reading.memory = Bytes{1};  // of an older tick
  group->read(reading);
  CHECK(reading.usage == CpuTime{100});
  CHECK(reading.memory == std::nullopt);
}

TEST_CASE("a group in which nothing can be read is unavailable") {
  FakeHost host;
  host.make_unified();
  host.write("sys/fs/cgroup/box/cgroup.procs", "");
  const auto group = Group::open(place_of_group(host.tree(), "/box").value(), std::make_shared<ReadBuffer>());
  REQUIRE_FALSE(group);
  CHECK(group.error().kind == ErrorKind::unavailable);
  CHECK(group.error().message.find("/box") != std::string::npos);
}

TEST_CASE("files are read anew from their start with every tick, and an empty one is unknown") {
  FakeHost host;
  host.make_unified();
  host.write("sys/fs/cgroup/box/cpu.stat", "usage_usec 100\n");
  host.write("sys/fs/cgroup/box/memory.current", "4096\n");
  const auto group = open(host, "/box");
  Reading reading;
  group->read(reading);
  host.write("sys/fs/cgroup/box/memory.current", "");
  host.write("sys/fs/cgroup/box/cpu.stat", "usage_usec 250\n");
  group->read(reading);
  CHECK(reading.usage == CpuTime{250});
  CHECK(reading.memory == std::nullopt);
}

TEST_CASE("a file larger than the buffer is cut at a whole line") {
  FakeHost host;
  host.make_unified();
  std::string text = "anon 7\n";
  while (text.size() < std::tuple_size_v<ReadBuffer>) text += "some_key_of_a_later_kernel 12345\n";
  host.write("sys/fs/cgroup/box/memory.stat", text + "file 9\n");
  host.write("sys/fs/cgroup/box/memory.current", "4096\n");
  host.write("sys/fs/cgroup/box/cpu.stat", "usage_usec 100\n");
  Detail detail;
  open(host, "/box")->read(detail);
  CHECK(detail.anon == Bytes{7});
  CHECK(detail.file == std::nullopt);
}

TEST_CASE("a group that was removed is gone, also when one of the same name is made") {
  RealGroup real;
  if (!real.is_there()) {
    MESSAGE("no control group can be made here: not tested");
    return;
  }
  auto group = Group::open(real.place(), std::make_shared<ReadBuffer>());
  REQUIRE(group);
  const auto inode = (*group)->inode();
  Reading reading;
  (*group)->read(reading);
  CHECK(reading.usage.has_value());
  CHECK_FALSE((*group)->gone());
  real.remove();
  real.make();
  REQUIRE(real.is_there());
  (*group)->read(reading);
  CHECK(reading == Reading{});
  CHECK((*group)->gone());
  const auto again = Group::open(real.place(), std::make_shared<ReadBuffer>());
  REQUIRE(again);
  CHECK((*again)->inode() != inode);
}

TEST_CASE("the moment of a timed reading lies between before and after") {
  FakeHost host;
  host.make_unified();
  host.write("sys/fs/cgroup/box/cpu.stat", "usage_usec 100\n");
  host.write("sys/fs/cgroup/box/memory.current", "4096\n");
  const auto group = open(host, "/box");
  const auto clock = SystemClock::make();
  REQUIRE(clock);
  const auto before = (*clock)->now();
  Reading reading;
  const auto at = group->read_timed(**clock, reading);
  CHECK(before <= at);
  CHECK(at <= (*clock)->now());
  CHECK(reading.usage == CpuTime{100});
  CHECK(reading.memory == Bytes{4096});
}
