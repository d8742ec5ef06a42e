// SPDX-License-Identifier: MIT
#include "sampler/place.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <system_error>

#include "core/text.hpp"
#include "files/files.hpp"

namespace vpsfit::sampler {
namespace {

bool is_in(const Membership& membership, std::string_view controller) {
  return std::find(membership.controllers.begin(), membership.controllers.end(), controller) !=
         membership.controllers.end();
}

}  // namespace

const std::filesystem::path* Place::v1_of(std::string_view controller) const {
  const auto found = v1.find(controller);
  return found == v1.end() ? nullptr : &found->second;
}

bool Place::has_cpu_and_memory() const {
  const bool cpu = (v2 && files::is_there(*v2 / "cpu.stat")) || v1_of("cpuacct") != nullptr;
  const bool memory = v1_of("memory") != nullptr || (v2 && files::is_there(*v2 / "memory.current"));
  return cpu && memory;
}

Result<Place> place_of_group(const CgroupTree& tree, std::string_view group_path) {
  VPSFIT_TRY(std::string path, normal_group_path(group_path));
  Place place{std::move(path), std::nullopt, {}};
  std::optional<Error> outside;
  const auto look = [&](const Hierarchy& hierarchy) -> std::optional<std::filesystem::path> {
    auto folder = folder_of(hierarchy, place.path);
    if (!folder) outside = folder.error();
    if (!folder || !files::is_there(*folder)) return std::nullopt;
    return *std::move(folder);
  };
  if (tree.v2) place.v2 = look(*tree.v2);
  for (const auto& [controller, hierarchy] : tree.v1)
    if (auto folder = look(hierarchy)) place.v1.emplace(controller, *std::move(folder));
  if (place.v2 || !place.v1.empty()) return place;
  if (tree.mode == CgroupMode::none)
    return fail(ErrorKind::unavailable, "this host has no cgroup tree", {}, "mount one at /sys/fs/cgroup");
  if (outside) return fail(*std::move(outside));
  return fail(ErrorKind::unavailable, fmt::format("there is no group '{}'", printable(place.path)), {},
              place.path.starts_with("/sys/fs/cgroup")
                  ? "leave /sys/fs/cgroup out: the path starts at the root of the cgroup tree"
                  : "list the groups with: find /sys/fs/cgroup -type d");
}

Place place_of_process(const CgroupTree& tree, const std::vector<Membership>& memberships) {
  Place place;
  for (const auto& membership : memberships) {
    if (membership.deleted) continue;
    if (membership.controllers.empty() && tree.v2) {
      const auto folder = folder_of(*tree.v2, membership.path);
      if (folder && files::is_there(*folder) && !is_whole_machine(*folder, false)) {
        place.v2 = *folder;
        place.path = membership.path;
      }
    }
    for (const auto& [controller, hierarchy] : tree.v1) {
      if (!is_in(membership, controller)) continue;
      const auto folder = folder_of(hierarchy, membership.path);
      if (!folder || !files::is_there(*folder) || is_whole_machine(*folder, true)) continue;
      place.v1.emplace(controller, *folder);
      if (place.path.empty() || controller == "memory") place.path = membership.path;
    }
  }
  return place;
}

std::vector<std::string> list_groups(const CgroupTree& tree) {
  const Hierarchy* const v1 = tree.v1_of("memory");
  const Hierarchy* const hierarchy = v1 != nullptr ? v1 : tree.v2 ? &*tree.v2 : nullptr;
  std::vector<std::string> found;
  if (hierarchy == nullptr) return found;
  const std::string root = hierarchy->root == "/" ? "" : hierarchy->root;
  const std::string top = hierarchy->folder.string();
  std::error_code error;
  using Walk = std::filesystem::recursive_directory_iterator;
  const auto skip = std::filesystem::directory_options::skip_permission_denied;
  for (Walk at(hierarchy->folder, skip, error), end; !error && at != end; at.increment(error)) {
    std::error_code vanished;
    if (at->is_directory(vanished) && !at->is_symlink(vanished)) {
      std::string_view relative = at->path().native();
      relative.remove_prefix(std::min(top.size(), relative.size()));
      while (relative.starts_with('/')) relative.remove_prefix(1);
      found.push_back(fmt::format("{}/{}", root, relative));
    }
  }
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace vpsfit::sampler
