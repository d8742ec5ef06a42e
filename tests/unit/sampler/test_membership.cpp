// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include "sampler/membership.hpp"
#include "sampler/mounts.hpp"

using namespace vpsfit::sampler;

TEST_CASE("/proc/PID/cgroup of a v2 host is one line") {
  const auto seen = parse_memberships("0::/system.slice/docker-4c01.scope\n");
  REQUIRE(seen.size() == 1);
  CHECK(seen[0] == Membership{{}, "/system.slice/docker-4c01.scope", false});
}

TEST_CASE("/proc/PID/cgroup of a hybrid host is one line a hierarchy") {
  const auto seen = parse_memberships("9:name=systemd:/\n4:memory:/box/a\n2:cpu,cpuacct:/box\n0::/\n");
  REQUIRE(seen.size() == 4);
  CHECK(seen[1] == Membership{{"memory"}, "/box/a", false});
  CHECK(seen[2] == Membership{{"cpu", "cpuacct"}, "/box", false});
  CHECK(seen[3].controllers.empty());
}

TEST_CASE("a path may contain colons, and a removed group is told") {
  const auto seen = parse_memberships("0::/a.slice:cri-containerd:79fe\n1:memory:/y (deleted)\n");
  REQUIRE(seen.size() == 2);
  CHECK(seen[0].path == "/a.slice:cri-containerd:79fe");
  CHECK(seen[1] == Membership{{"memory"}, "/y", true});
}

TEST_CASE("groups outside of the namespace keep their path") {
  CHECK(parse_memberships("0::/../../sib\n").at(0).path == "/../../sib");
}

TEST_CASE("lines of another shape are passed over") {
  CHECK(parse_memberships("").empty());
  CHECK(parse_memberships("garbage\nx::/a\n0:\n0::relative\n0::/torn").empty());
}

TEST_CASE("mountinfo of a hybrid host") {
  const auto mounts = parse_mounts(
      "31 23 0:28 / /sys/fs/cgroup rw,relatime - tmpfs tmpfs rw,mode=755\n"
      "33 31 0:30 / /sys/fs/cgroup/cpu,cpuacct ro,nosuid shared:9 master:2 - cgroup cgroup rw,cpu,cpuacct\n"
      "41 31 0:38 /docker/4c01 /sys/fs/cgroup/unified rw,relatime - cgroup2 cgroup2 rw,nsdelegate\n");
  REQUIRE(mounts.size() == 3);
  CHECK(mounts[1] == Mount{"/", "/sys/fs/cgroup/cpu,cpuacct", "cgroup", true, {"rw", "cpu", "cpuacct"}});
  CHECK(mounts[2] == Mount{"/docker/4c01", "/sys/fs/cgroup/unified", "cgroup2", false, {"rw", "nsdelegate"}});
}

TEST_CASE("octal escapes of mountinfo are undone") {
  CHECK(undo_octal("/mnt/a\\040b\\011c\\134d\\012") == "/mnt/a b\tc\\d\n");
  CHECK(undo_octal("machine-qemu\\x2d1\\9\\08\\777\\") == "machine-qemu\\x2d1\\9\\08\\777\\");
  const auto mounts = parse_mounts("1 2 0:1 / /my\\040cgroups rw - cgroup2 none rw\n");
  REQUIRE(mounts.size() == 1);
  CHECK(mounts[0].point == "/my cgroups");
}

TEST_CASE("broken lines of mountinfo are passed over") {
  CHECK(parse_mounts("").empty());
  CHECK(parse_mounts("1 2 3\n1 2 0:1 / /x rw cgroup2 none rw\n1 2 0:1 / /x rw - cgroup2 none\n1 2 0:1 / /x rw - c n rw")
            .empty());
}
