// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include "fake_host.hpp"

using namespace vpsfit;
using namespace vpsfit::sampler;

TEST_CASE("a pure v2 host is unified") {
  FakeHost host;
  host.make_unified();
  const auto tree = host.tree();
  CHECK(tree.mode == CgroupMode::unified);
  REQUIRE(tree.v2);
  CHECK(tree.v2->folder == host.at("sys/fs/cgroup"));
  CHECK(tree.v1.empty());
}

TEST_CASE("a v1 memory controller beside v2 makes a host hybrid") {
  FakeHost host;
  host.make_hybrid();
  const auto tree = host.tree();
  CHECK(tree.mode == CgroupMode::hybrid);
  REQUIRE(tree.v2);
  CHECK(tree.v2->folder == host.at("sys/fs/cgroup/unified"));
  REQUIRE(tree.v1_of("memory") != nullptr);
  CHECK(tree.v1_of("memory")->folder == host.at("sys/fs/cgroup/memory"));
  CHECK(tree.v1_of("cpu")->folder == tree.v1_of("cpuacct")->folder);
  CHECK(tree.v1_of("name=systemd") == nullptr);
}

TEST_CASE("v1 alone is legacy, and nothing is none") {
  FakeHost host;
  host.mount("sys/fs/cgroup/memory", FileSystemKind::cgroup1);
  host.write("proc/self/mountinfo", "35 31 0:32 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n");
  CHECK(host.tree().mode == CgroupMode::legacy);
  host.write("proc/self/mountinfo", "1 1 0:1 / / rw - ext4 /dev/sda rw\n");
  FakeHost empty;
  empty.write("proc/self/mountinfo", "1 1 0:1 / / rw - ext4 /dev/sda rw\n");
  CHECK(empty.tree().mode == CgroupMode::none);
}

TEST_CASE("a v1 mount that is not memory or cpu does not make a host hybrid") {
  FakeHost host;
  host.make_unified();
  host.mount("mnt/net_cls", FileSystemKind::cgroup1);
  host.write(
      "proc/self/mountinfo",
      "30 23 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n50 1 0:50 / /mnt/net_cls rw - cgroup none rw,net_cls\n");
  CHECK(host.tree().mode == CgroupMode::unified);
}

TEST_CASE("a mount elsewhere is found, and the usual place wins") {
  FakeHost host;
  host.mount("mnt/my groups", FileSystemKind::cgroup2);
  host.write("proc/self/mountinfo", "30 23 0:26 / /mnt/my\\040groups rw - cgroup2 none rw\n");
  REQUIRE(host.tree().v2);
  CHECK(host.tree().v2->folder == host.at("mnt/my groups"));
  host.mount("sys/fs/cgroup", FileSystemKind::cgroup2);
  host.write(
      "proc/self/mountinfo",
      "29 23 0:26 / /sys/fs/cgroup rw - cgroup2 none rw\n30 23 0:26 / /mnt/my\\040groups rw - cgroup2 none rw\n");
  CHECK(host.tree().v2->folder == host.at("sys/fs/cgroup"));
}

TEST_CASE("a mount that statfs does not confirm is hidden by another and not used") {
  FakeHost host;
  host.write("proc/self/mountinfo", "30 23 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n");
  host.mount("sys/fs/cgroup", FileSystemKind::other);
  CHECK(host.tree().mode == CgroupMode::none);
}

TEST_CASE("without mountinfo the usual places are tried") {
  FakeHost host;
  host.mount("sys/fs/cgroup/unified", FileSystemKind::cgroup2);
  host.mount("sys/fs/cgroup/memory", FileSystemKind::cgroup1);
  CHECK(host.tree().mode == CgroupMode::hybrid);
}

TEST_CASE("group paths are made normal, and climbing out is refused") {
  CHECK(normal_group_path("/") == "/");
  CHECK(normal_group_path("//a///b/./") == "/a/b");
  CHECK(normal_group_path("/machine.slice/machine-my\\x2dbox.1.scope") == "/machine.slice/machine-my\\x2dbox.1.scope");
  for (const char* bad : {"", "a", "/a/../b", "/..", "/a\nb", "/\x1b[2J"}) {
    const auto path = normal_group_path(bad);
    REQUIRE_MESSAGE(!path, bad);
    CHECK(path.error().kind == ErrorKind::input);
    CHECK(path.error().message.find('\x1b') == std::string::npos);
  }
}

TEST_CASE("a group is found below the group that is mounted") {
  const Hierarchy inside{"/sys/fs/cgroup", "/docker/4c01", false};
  CHECK(*folder_of(inside, "/docker/4c01/sub") == "/sys/fs/cgroup/sub");
  CHECK(*folder_of(inside, "/docker/4c01") == "/sys/fs/cgroup");
  CHECK(folder_of(inside, "/docker/4c01beef").error().kind == ErrorKind::unavailable);
  CHECK(folder_of(inside, "/").error().kind == ErrorKind::unavailable);
  CHECK(folder_of(inside, "/docker").error().message.find("/docker/4c01") != std::string::npos);
  CHECK(*folder_of({"/cg", "/", false}, "/a/b") == "/cg/a/b");
}

TEST_CASE("groups outside of the cgroup namespace are resolved through the mount or refused") {
  const Hierarchy inherited{"/sys/fs/cgroup", "/../..", false};
  CHECK(*folder_of(inherited, "/../../sib") == "/sys/fs/cgroup/sib");
  CHECK_FALSE(folder_of(inherited, "/").has_value());
  CHECK_FALSE(folder_of({"/sys/fs/cgroup", "/", false}, "/../sib").has_value());
}

TEST_CASE("the true root is told from the root of a namespace by its files") {
  FakeHost host;
  host.write("v2root/cgroup.controllers", "");
  host.write("v2child/cgroup.type", "domain\n");
  host.write("v1root/release_agent", "");
  host.write("v1child/tasks", "");
  CHECK(is_whole_machine(host.at("v2root"), false));
  CHECK_FALSE(is_whole_machine(host.at("v2child"), false));
  CHECK(is_whole_machine(host.at("v1root"), true));
  CHECK_FALSE(is_whole_machine(host.at("v1child"), true));
}
