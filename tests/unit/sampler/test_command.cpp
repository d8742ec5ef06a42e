// SPDX-License-Identifier: MIT
#include <chrono>
#include <csignal>
#include <doctest/doctest.h>
#include <thread>

#include "fake_host.hpp"
#include "files/files.hpp"
#include "sampler/command.hpp"
#include "sampler/descendants.hpp"
#include "sampler/fresh_group.hpp"

using namespace vpsfit;
using namespace vpsfit::sampler;
using namespace std::chrono_literals;

namespace {

std::optional<FreshGroup> fresh_group() {
  auto group =
      FreshGroup::make(detect_cgroup_tree({}), parse_memberships(files::read_whole("/proc/self/cgroup").value()));
  if (group) return *std::move(group);
  MESSAGE("no control group can be made here: ", group.error().message);
  return std::nullopt;
}

void wait_for(Command& command) {
  for (int i = 0; i < 2000 && !command.ended(); ++i) std::this_thread::sleep_for(5ms);
  REQUIRE(command.ended());
}

}  // namespace

TEST_CASE("programs are looked up as the shell would") {
  CHECK(find_program("sh").value().ends_with("/sh"));
  CHECK(find_program("/bin/sh").value() == "/bin/sh");
  const FakeHost folder;
  folder.write("notes.txt", "");
  CHECK(find_program(folder.at("notes.txt")).error().message.find("is not executable") != std::string::npos);
  CHECK(find_program(folder.at("nothing")).error().message.find("does not exist") != std::string::npos);
  CHECK(find_program("surely-not-a-program").error().kind == ErrorKind::unavailable);
  CHECK_FALSE(find_program("").has_value());
  CHECK_FALSE(find_program("/tmp").has_value());
}

TEST_CASE("the command waits at its gate and its status is told") {
  const FakeHost folder;
  auto command = Command::prepare({"sh", "-c", "echo here > " + folder.at("out").string() + "; exit 7"}, nullptr);
  REQUIRE(command);
  std::this_thread::sleep_for(50ms);
  CHECK_FALSE(std::filesystem::exists(folder.at("out")));
  CHECK_FALSE((*command)->ended());
  REQUIRE((*command)->start());
  wait_for(**command);
  CHECK((*command)->status() == 7);
  CHECK(files::read_whole(folder.at("out")).value() == "here\n");
  CHECK((*command)->reaped() > CpuTime{0});
}

TEST_CASE("a command that cannot be executed is told with the reason") {
  const FakeHost folder;
  folder.write("bad", "#!/no/such/interpreter\n");
  std::filesystem::permissions(folder.at("bad"), std::filesystem::perms::owner_all);
  auto command = Command::prepare({folder.at("bad").string()}, nullptr);
  REQUIRE(command);
  const auto started = (*command)->start();
  REQUIRE_FALSE(started);
  CHECK(started.error().kind == ErrorKind::unavailable);
  CHECK(started.error().message.find("No such file or directory") != std::string::npos);
}

TEST_CASE("a command has its own process group and no blocked signals") {
  const FakeHost folder;
  auto command = Command::prepare(
      {"sh", "-c", "exec cat /proc/self/status /proc/self/stat > " + folder.at("status").string()}, nullptr);
  REQUIRE(command);
  REQUIRE((*command)->start());
  wait_for(**command);
  const std::string text = files::read_whole(folder.at("status")).value();
  CHECK(text.find("SigBlk:\t0000000000000000") != std::string::npos);
  const std::string pid = std::to_string((*command)->pid());
  CHECK(text.find(" " + std::to_string(::getpid()) + " " + pid + " ") != std::string::npos);  // parent, process group
}

TEST_CASE("terminating reaches what the shell started too, killing reaches orphans") {
  auto command = Command::prepare({"sh", "-c", "sleep 600 & setsid sleep 600 & wait"}, nullptr);
  REQUIRE(command);
  REQUIRE((*command)->start());
  std::this_thread::sleep_for(200ms);
  (*command)->terminate();
  wait_for(**command);
  CHECK((*command)->status() == 128 + SIGTERM);
  (*command)->kill();
  CHECK(descendants(list_processes("/proc"), ::getpid(), false).empty());
}

TEST_CASE("a gate that is never opened lets nothing run") {
  const FakeHost folder;
  { REQUIRE(Command::prepare({"touch", folder.at("ran").string()}, nullptr)); }
  CHECK_FALSE(std::filesystem::exists(folder.at("ran")));
  CHECK(descendants(list_processes("/proc"), ::getpid(), false).empty());
}

TEST_CASE("a command is in its fresh group from its first instruction, and the group goes with all in it") {
  auto group = fresh_group();
  if (!group) return;
  const FakeHost folder;
  const Place place = group->place();
  auto command = Command::prepare(
      {"sh", "-c",
       "cat /proc/self/cgroup > " + folder.at("cgroup").string() + "; sleep 600 & setsid sleep 600 & exit 0"},
      &*group);
  REQUIRE_MESSAGE(command, command.error().message);
  REQUIRE((*command)->start());
  wait_for(**command);
  const auto name = std::filesystem::path(place.path).filename().string();
  const std::string seen = files::read_whole(folder.at("cgroup")).value();
  CHECK(seen.find(name) != std::string::npos);
  for (const auto& membership : parse_memberships(seen))
    if (place.v2 && membership.controllers.empty()) CHECK(membership.path.ends_with(name));
  CHECK(group->empty(5s));
  CHECK(group->remove().has_value());
  if (place.v2) CHECK_FALSE(std::filesystem::exists(*place.v2));
  for (const auto& [controller, at] : place.v1)
    if (at.filename() == name) CHECK_FALSE(std::filesystem::exists(at));
}

TEST_CASE("a group that dies unremoved removes itself, with groups made below it") {
  std::optional<Place> place;
  {
    auto group = fresh_group();
    if (!group) return;
    place = group->place();
    if (place->v2) std::filesystem::create_directory(*place->v2 / "inner");
  }
  if (place->v2) CHECK_FALSE(std::filesystem::exists(*place->v2));
}

TEST_CASE("where no group can be made, the reason is told") {
  CHECK(FreshGroup::make(CgroupTree{}, {}).error().message == "this host has no cgroup tree");
  FakeHost host;
  host.make_unified();
  host.write("sys/fs/cgroup/cgroup.controllers", "cpu pids\n");
  host.write("sys/fs/cgroup/a/b/cgroup.type", "domain\n");
  const auto group = FreshGroup::make(host.tree(), parse_memberships("0::/a/b\n"));
  REQUIRE_FALSE(group);
  CHECK(group.error().kind == ErrorKind::unavailable);
  CHECK(group.error().message == "no group above our own hands the memory controller on");
}

TEST_CASE("on a v2 host the group stands beside our own, under one that hands memory on") {
  FakeHost host;
  host.make_unified();
  host.write("sys/fs/cgroup/cgroup.subtree_control", "cpu memory pids\n");
  host.write("sys/fs/cgroup/a/cgroup.subtree_control", "pids\n");
  host.write("sys/fs/cgroup/a/cgroup.controllers", "cpu memory pids\n");
  host.write("sys/fs/cgroup/a/b/cgroup.type", "domain\n");
  const auto group = FreshGroup::make(host.tree(), parse_memberships("0::/a/b\n"));
  REQUIRE_MESSAGE(group, group.error().message);
  CHECK(group->place().v2->parent_path() == host.at("sys/fs/cgroup"));
  CHECK(group->place().path == "/" + group->place().v2->filename().string());
}
