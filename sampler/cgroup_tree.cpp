// SPDX-License-Identifier: MIT
#include "sampler/cgroup_tree.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <linux/magic.h>
#include <sys/vfs.h>
#include <vector>

#include "core/text.hpp"
#include "files/files.hpp"
#include "sampler/mounts.hpp"

namespace vpsfit::sampler {
namespace {

constexpr std::string_view usual_place = "/sys/fs/cgroup";
constexpr std::array<std::string_view, 6> useful_controllers{"memory", "cpuacct", "cpu", "cpuset", "pids", "freezer"};

/// A mount at the usual place wins over one elsewhere; among equals the later, which hides the earlier.
bool at_usual_place(const Mount& mount) { return mount.point.starts_with(usual_place); }

void take_v1(CgroupTree& tree, const Mount& mount, const std::filesystem::path& folder) {
  for (const auto& option : mount.super_options)
    if (std::find(useful_controllers.begin(), useful_controllers.end(), option) != useful_controllers.end())
      tree.v1[option] = Hierarchy{folder, mount.root, mount.read_only};
}

void look_in_mounts(CgroupTree& tree, const std::vector<Mount>& mounts, const HostRoot& host,
                    const FileSystemProbe& probe) {
  for (const bool usual : {false, true}) {
    for (const auto& mount : mounts) {
      const bool v2 = mount.type == "cgroup2";
      if (at_usual_place(mount) != usual || (!v2 && mount.type != "cgroup")) continue;
      const auto folder = host.reach(mount.point);
      if (probe(folder) != (v2 ? FileSystemKind::cgroup2 : FileSystemKind::cgroup1)) continue;  // hidden by another
      if (v2) {
        tree.v2 = Hierarchy{folder, mount.root, mount.read_only};
      } else {
        take_v1(tree, mount, folder);
      }
    }
  }
}

void look_in_usual_places(CgroupTree& tree, const HostRoot& host, const FileSystemProbe& probe) {
  const auto top = host.reach(usual_place);
  for (const auto& folder : {top / "unified", top})
    if (probe(folder) == FileSystemKind::cgroup2) tree.v2 = Hierarchy{folder, "/", false};
  for (const auto controller : useful_controllers)
    if (probe(top / controller) == FileSystemKind::cgroup1)
      tree.v1[std::string(controller)] = Hierarchy{top / controller, "/", false};
}

}  // namespace

std::filesystem::path HostRoot::reach(std::string_view absolute) const {
  while (absolute.starts_with('/')) absolute.remove_prefix(1);
  return folder / absolute;
}

FileSystemKind probe_file_system(const std::filesystem::path& folder) {
  struct statfs info {};
  if (::statfs(folder.c_str(), &info) != 0) return FileSystemKind::other;
  if (info.f_type == CGROUP2_SUPER_MAGIC) return FileSystemKind::cgroup2;
  return info.f_type == CGROUP_SUPER_MAGIC ? FileSystemKind::cgroup1 : FileSystemKind::other;
}

std::string_view to_text(CgroupMode mode) {
  switch (mode) {
    case CgroupMode::unified:
      return "unified";
    case CgroupMode::hybrid:
      return "hybrid";
    case CgroupMode::legacy:
      return "legacy";
    case CgroupMode::none:
      break;
  }
  return "none";
}

const Hierarchy* CgroupTree::v1_of(std::string_view controller) const {
  const auto found = v1.find(controller);
  return found == v1.end() ? nullptr : &found->second;
}

CgroupTree detect_cgroup_tree(const HostRoot& host, const FileSystemProbe& probe) {
  CgroupTree tree;
  const auto text = files::read_whole(host.proc() / "self" / "mountinfo");
  if (text) look_in_mounts(tree, parse_mounts(*text), host, probe);
  if (!tree.v2 && tree.v1.empty()) look_in_usual_places(tree, host, probe);
  const bool v1 = tree.v1_of("memory") != nullptr || tree.v1_of("cpuacct") != nullptr || tree.v1_of("cpu") != nullptr;
  tree.mode = v1        ? (tree.v2 ? CgroupMode::hybrid : CgroupMode::legacy)
              : tree.v2 ? CgroupMode::unified
                        : CgroupMode::none;
  return tree;
}

Result<std::string> normal_group_path(std::string_view path) {
  const auto bad = [&](std::string_view why) {
    return fail(ErrorKind::input, fmt::format("the group path '{}' {}", printable(path), why), {},
                "give the path inside the cgroup tree, like /system.slice/nginx.service");
  };
  if (!path.starts_with('/')) return bad("does not start with '/'");
  std::string normal;
  for (const auto part : split(path, '/')) {
    if (part.empty() || part == ".") continue;
    if (part == "..") return bad("contains '..'");
    if (std::any_of(part.begin(), part.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; }))
      return bad("contains control characters");
    normal += '/';
    normal += part;
  }
  return normal.empty() ? "/" : normal;
}

Result<std::filesystem::path> folder_of(const Hierarchy& hierarchy, std::string_view group_path) {
  std::string_view rest = group_path;
  const std::string_view root = hierarchy.root == "/" ? std::string_view{} : std::string_view(hierarchy.root);
  const auto outside = [&] {
    return fail(ErrorKind::unavailable,
                fmt::format("the group '{}' stands outside of what is mounted here, which starts at '{}'",
                            printable(group_path), printable(hierarchy.root)),
                hierarchy.folder.string(), "run the sampler on the host, or with the host's cgroup tree mounted");
  };
  if (!rest.starts_with(root)) return outside();
  rest.remove_prefix(root.size());
  if (!rest.empty() && rest.front() != '/') return outside();
  const auto parts = split(rest, '/');
  if (std::find(parts.begin(), parts.end(), "..") != parts.end()) return outside();
  while (rest.starts_with('/')) rest.remove_prefix(1);
  return rest.empty() ? hierarchy.folder : hierarchy.folder / rest;
}

bool is_whole_machine(const std::filesystem::path& group_folder, bool v1) {
  std::error_code ignored;
  if (v1) return std::filesystem::exists(group_folder / "release_agent", ignored);
  return !std::filesystem::exists(group_folder / "cgroup.type", ignored);
}

}  // namespace vpsfit::sampler
