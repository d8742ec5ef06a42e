// SPDX-License-Identifier: MIT
#include "sampler/doctor.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <unistd.h>

#include "core/text.hpp"
#include "files/files.hpp"
#include "sampler/doctor_files.hpp"
#include "sampler/membership.hpp"
#include "sampler/place.hpp"

namespace vpsfit::sampler {
namespace {

constexpr const char* on_the_host =
    "run vpsfit on the host, or in a container with --cgroupns=host --pid=host and -v /sys/fs/cgroup:/sys/fs/cgroup:ro";

std::string text_or_nothing(const std::filesystem::path& file) {
  const auto text = files::read_whole(file, 64 * 1024);
  return text ? *text : std::string();
}

bool has_word(std::string_view text, std::string_view word) {
  std::string spaced(trim(text));
  std::replace(spaced.begin(), spaced.end(), '\n', ' ');
  const auto words = split(spaced, ' ');
  return std::find(words.begin(), words.end(), word) != words.end();
}

Finding of_tree(const CgroupTree& tree) {
  switch (tree.mode) {
    case CgroupMode::unified:
      return {"cgroup tree", Health::good, "cgroup v2", ""};
    case CgroupMode::hybrid:
      return {"cgroup tree", Health::limited,
              "hybrid: CPU or memory belong to cgroup v1; memory has no pressure, and its peak cannot be reset",
              "boot with systemd.unified_cgroup_hierarchy=1 for cgroup v2"};
    case CgroupMode::legacy:
      return {"cgroup tree", Health::limited, "cgroup v1 alone: no pressure, and the peak of memory cannot be reset",
              "boot with systemd.unified_cgroup_hierarchy=1 for cgroup v2"};
    case CgroupMode::none:
      break;
  }
  return {
      "cgroup tree", Health::missing, "none is mounted",
      "mount one: mount -t cgroup2 none /sys/fs/cgroup; macOS and Windows have none outside of their Linux machine"};
}

void look_at_machine(std::vector<Finding>& findings, const HostRoot& host) {
  const std::string kernel =
      text_or_nothing(host.proc() / "sys/kernel/osrelease") + text_or_nothing(host.proc() / "version");
  const bool wsl = kernel.find("icrosoft") != std::string::npos;
  if (kernel.find("linuxkit") != std::string::npos)
    findings.push_back({"machine", Health::limited,
                        "the Linux machine of Docker Desktop: its containers are seen, the computer around it is not",
                        "take figures for servers on a Linux server"});
  if (wsl)
    findings.push_back({"machine", Health::limited,
                        "Windows Subsystem for Linux: it shares the computer's cores with Windows",
                        "set systemd=true under [boot] in /etc/wsl.conf and restart it; take figures for servers on a "
                        "Linux server"});
  if (files::is_there(host.reach("/.dockerenv")) || files::is_there(host.reach("/run/.containerenv")))
    findings.push_back({"container", Health::limited, "vpsfit runs in a container itself", on_the_host});
}

void look_at_view(std::vector<Finding>& findings, const HostRoot& host, const CgroupTree& tree) {
  const Hierarchy* const hierarchy = tree.v2 ? &*tree.v2 : tree.v1_of("memory");
  if (hierarchy == nullptr) return;
  const bool below = hierarchy->root != "/" || !is_whole_machine(hierarchy->folder, !tree.v2);
  findings.push_back(below ? Finding{"view", Health::limited,
                                     "a part of the tree is seen (a private cgroup namespace): groups outside of it, "
                                     "and limits above it, are not",
                                     on_the_host}
                           : Finding{"view", Health::good, "the whole tree is seen", ""});
  const std::string own = text_or_nothing(host.proc() / "self" / "cgroup");
  if (own.find(":/../") != std::string::npos)
    findings.push_back({"own group", Health::limited, "our own group lies outside of what is seen", on_the_host});
}

void look_at_commands(std::vector<Finding>& findings, const CgroupTree& tree, const Place& own, unsigned user) {
  if (!tree.v2 && tree.v1.empty()) return;
  const Hierarchy* const v2 = tree.v2 ? &*tree.v2 : nullptr;
  const bool read_only = v2 != nullptr ? v2->read_only : tree.v1.begin()->second.read_only;
  const auto folder = own.v2 ? *own.v2 : v2 != nullptr ? v2->folder : tree.v1.begin()->second.folder;
  const bool writable = ::access(folder.c_str(), W_OK) == 0 && ::access((folder / "cgroup.procs").c_str(), W_OK) == 0;
  if (!read_only && (user == 0 || writable)) {
    findings.push_back({"own commands", Health::good, "a group can be made for a command", ""});
  } else if (read_only) {
    findings.push_back(
        {"own commands", Health::limited,
         "the tree is mounted read-only: no group can be made for a command, its process tree is sampled",
         "sample targets that run already, or start the command on the host"});
  } else {
    findings.push_back({"own commands", Health::limited,
                        "no group is delegated to this user: a command is asked of the user's systemd, or its process "
                        "tree is sampled",
                        "run as root, or under systemd-run --user --scope -p Delegate=yes"});
  }
}

/// Which controllers the groups below the root have.
void look_at_controllers(std::vector<Finding>& findings, const CgroupTree& tree) {
  if (tree.mode != CgroupMode::unified) return;
  const auto& folder = tree.v2->folder;
  const std::string there = text_or_nothing(folder / "cgroup.controllers"),
                    on = text_or_nothing(folder / "cgroup.subtree_control");
  for (const char* const controller : {"memory", "cpu", "io", "pids"}) {
    const std::string topic = fmt::format("controller {}", controller);
    const bool counts = std::string_view(controller) == "memory";
    if (has_word(on, controller)) {
      findings.push_back({topic, Health::good, "on for the groups below", ""});
    } else if (has_word(there, controller)) {
      findings.push_back({topic, counts ? Health::missing : Health::limited, "there, but off for the groups below",
                          fmt::format("as root: echo +{} > {}/cgroup.subtree_control", controller, folder.string())});
    } else {
      findings.push_back({topic, counts ? Health::missing : Health::limited, "not given to this tree",
                          counts ? "boot with cgroup_enable=memory, or have whoever runs this machine delegate it: "
                                   "systemctl edit user@.service, Delegate=cpu cpuset io memory pids"
                                 : "have whoever runs this machine delegate it: systemctl edit user@.service, "
                                   "Delegate=cpu cpuset io memory pids"});
    }
  }
}

/// A group whose files tell what groups have here: our own, one that every host has, or the first of the others in
/// which CPU and memory can be read; where there is none, what comes nearest.
Place group_to_look_at(const CgroupTree& tree, const Place& own) {
  constexpr std::size_t most = 200;
  if (own.has_cpu_and_memory()) return own;
  std::vector<std::string> paths{"/system.slice", "/init.scope", "/user.slice"};
  const auto groups = list_groups(tree);
  paths.insert(paths.end(), groups.begin(),
               groups.begin() + static_cast<std::ptrdiff_t>(std::min(most, groups.size())));
  std::optional<Place> nearest;
  for (const auto& path : paths) {
    auto place = place_of_group(tree, path);
    if (!place) continue;
    if (place->has_cpu_and_memory()) return *std::move(place);
    if (!nearest) nearest = *std::move(place);
  }
  return own.v2 || !own.v1.empty() ? own : nearest.value_or(Place{});
}

}  // namespace

std::string_view to_text(Health health) {
  return health == Health::good ? "good" : health == Health::limited ? "limited" : "missing";
}

std::vector<Finding> examine(const HostRoot& host, const CgroupTree& tree, unsigned user) {
  std::vector<Finding> findings{of_tree(tree)};
  look_at_machine(findings, host);
  look_at_view(findings, host, tree);
  const Place own = place_of_process(tree, parse_memberships(text_or_nothing(host.proc() / "self" / "cgroup")));
  look_at_controllers(findings, tree);
  look_at_commands(findings, tree, own, user);
  if (tree.mode != CgroupMode::none) look_at_files(findings, tree, group_to_look_at(tree, own));
  look_at_host_files(findings, host);
  return findings;
}

bool can_measure(const std::vector<Finding>& findings) {
  const auto missing = [&](std::string_view topic) {
    return std::any_of(findings.begin(), findings.end(),
                       [&](const Finding& f) { return f.topic == topic && f.health == Health::missing; });
  };
  return !missing("cgroup tree") && !(missing("CPU use") && missing("memory use"));
}

}  // namespace vpsfit::sampler
