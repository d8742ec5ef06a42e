// SPDX-License-Identifier: MIT
#include <algorithm>
#include <doctest/doctest.h>

#include "fake_host.hpp"
#include "sampler/doctor.hpp"

using namespace vpsfit::sampler;

namespace {

const Finding& of(const std::vector<Finding>& findings, std::string_view topic) {
  const auto found = std::find_if(findings.begin(), findings.end(), [&](const Finding& f) { return f.topic == topic; });
  REQUIRE_MESSAGE(found != findings.end(), topic);
  return *found;
}

bool has(const std::vector<Finding>& findings, std::string_view topic) {
  return std::any_of(findings.begin(), findings.end(), [&](const Finding& f) { return f.topic == topic; });
}

/// A v2 host of which everything can be measured, with us in /system.slice.
void make_good(FakeHost& host) {
  host.make_unified();
  const std::string root = "sys/fs/cgroup/";
  host.write(root + "cgroup.controllers", "cpuset cpu io memory hugetlb pids rdma misc\n");
  host.write(root + "cgroup.subtree_control", "cpu io memory pids\n");
  host.write(root + "cgroup.procs", "");
  const std::string group = root + "system.slice/";
  for (const char* const file :
       {"cgroup.type", "cgroup.procs", "cpu.stat", "cpu.max", "memory.current", "memory.peak", "memory.stat",
        "memory.events", "memory.swap.current", "cpu.pressure", "memory.pressure", "io.pressure", "pids.current"})
    host.write(group + file, "0\n");
  host.write("proc/self/cgroup", "0::/system.slice\n");
  host.write("proc/stat", "cpu 1\n");
  host.write("proc/meminfo", "MemTotal: 1 kB\n");
  host.write("proc/sys/kernel/osrelease", "6.12.9-amd64\n");
}

std::vector<Finding> look(const FakeHost& host) { return examine(host.root(), host.tree(), 0); }

}  // namespace

TEST_CASE("a host that gives everything has no remedy") {
  FakeHost host;
  make_good(host);
  const auto findings = look(host);
  for (const auto& finding : findings) {
    CHECK_MESSAGE(finding.health == Health::good, (finding.topic + ": " + finding.seen));
    CHECK(finding.remedy.empty());
  }
  CHECK(can_measure(findings));
}

TEST_CASE("a controller that is off below the root is named with the command that switches it on") {
  FakeHost host;
  make_good(host);
  host.write("sys/fs/cgroup/cgroup.subtree_control", "cpu pids\n");
  std::filesystem::remove(host.at("sys/fs/cgroup/system.slice/memory.current"));
  const auto findings = look(host);
  CHECK(of(findings, "controller memory").health == Health::missing);
  CHECK(of(findings, "controller memory").remedy.find("echo +memory > ") != std::string::npos);
  CHECK(of(findings, "memory use").health == Health::missing);
  CHECK(of(findings, "controller io").health == Health::limited);
  CHECK(can_measure(findings));  // CPU still can
}

TEST_CASE("a tree that was not given a controller asks for delegation") {
  FakeHost host;
  make_good(host);
  host.write("sys/fs/cgroup/cgroup.controllers", "cpu memory pids\n");
  host.write("sys/fs/cgroup/cgroup.subtree_control", "cpu memory pids\n");
  CHECK(of(look(host), "controller io").remedy.find("Delegate=") != std::string::npos);
}

TEST_CASE("hybrid and v1 hosts are told what v2 would give") {
  FakeHost hybrid;
  hybrid.make_hybrid();
  CHECK(of(look(hybrid), "cgroup tree").seen.starts_with("hybrid"));
  FakeHost legacy;
  legacy.mount("sys/fs/cgroup/memory", FileSystemKind::cgroup1);
  legacy.write("proc/self/mountinfo", "35 31 0:32 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n");
  CHECK(of(look(legacy), "cgroup tree").seen.starts_with("cgroup v1"));
  CHECK(of(look(legacy), "cgroup tree").remedy.find("unified_cgroup_hierarchy") != std::string::npos);
}

TEST_CASE("a host without any tree can measure nothing") {
  FakeHost host;
  host.write("proc/self/mountinfo", "");
  const auto findings = look(host);
  CHECK(of(findings, "cgroup tree").health == Health::missing);
  CHECK_FALSE(can_measure(findings));
}

TEST_CASE("a private cgroup namespace, a container and a read-only tree are recognized") {
  FakeHost host;
  make_good(host);
  host.write("sys/fs/cgroup/cgroup.type", "domain\n");  // a true root has none
  host.write("proc/self/cgroup", "0::/../../other\n");
  host.write(".dockerenv", "");
  host.write("proc/self/mountinfo", "30 23 0:26 / /sys/fs/cgroup ro,nosuid - cgroup2 cgroup2 rw\n");
  const auto findings = look(host);
  CHECK(of(findings, "view").seen.find("private cgroup namespace") != std::string::npos);
  CHECK(of(findings, "view").remedy.find("--cgroupns=host") != std::string::npos);
  CHECK(of(findings, "own group").health == Health::limited);
  CHECK(has(findings, "container"));
  CHECK(of(findings, "own commands").seen.find("read-only") != std::string::npos);
}

TEST_CASE("Docker Desktop and WSL are named") {
  FakeHost desktop;
  make_good(desktop);
  desktop.write("proc/sys/kernel/osrelease", "6.10.14-linuxkit\n");
  CHECK(of(look(desktop), "machine").seen.find("Docker Desktop") != std::string::npos);
  FakeHost wsl;
  make_good(wsl);
  wsl.write("proc/sys/kernel/osrelease", "5.15.167.4-microsoft-standard-WSL2\n");
  CHECK(of(look(wsl), "machine").remedy.find("/etc/wsl.conf") != std::string::npos);
}

TEST_CASE("each file that is missing says what stays unknown") {
  FakeHost host;
  make_good(host);
  for (const char* const file : {"memory.peak", "memory.swap.current", "cpu.pressure"})
    std::filesystem::remove(host.at("sys/fs/cgroup/system.slice") / file);
  const auto findings = look(host);
  CHECK(of(findings, "memory.peak").seen == "not there: the kernel's peak of memory stays unknown");
  CHECK(of(findings, "memory.swap.current").health == Health::limited);
  CHECK(of(findings, "cpu.pressure").remedy.find("psi=1") != std::string::npos);
  CHECK_FALSE(has(findings, "peak of a window"));
}

TEST_CASE("a peak that cannot be written cannot be reset") {
  FakeHost host;
  make_good(host);
  std::filesystem::permissions(host.at("sys/fs/cgroup/system.slice/memory.peak"), std::filesystem::perms{0444});
  const auto finding = of(look(host), "peak of a window");
  CHECK(finding.health == Health::limited);
  CHECK(finding.remedy.find("6.12") != std::string::npos);
}
