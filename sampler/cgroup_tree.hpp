// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "core/result.hpp"

namespace vpsfit::sampler {

/// Where the host's files stand: "/", or a folder that holds proc/ and sys/fs/cgroup/ of a host (a mounted one, or one
/// made by a test).
struct HostRoot {
  std::filesystem::path folder = "/";
  [[nodiscard]] std::filesystem::path proc() const { return folder / "proc"; }
  /// An absolute path of that host as we reach it.
  [[nodiscard]] std::filesystem::path reach(std::string_view absolute) const;
};

enum class FileSystemKind { cgroup2, cgroup1, other };
/// What statfs says of a folder; replaced in tests, because a fake host stands on an ordinary disk.
using FileSystemProbe = std::function<FileSystemKind(const std::filesystem::path&)>;
[[nodiscard]] FileSystemKind probe_file_system(const std::filesystem::path& folder);

/// One mounted hierarchy of groups.
struct Hierarchy {
  std::filesystem::path folder;  ///< as we reach it
  std::string root = "/";        ///< the group that `folder` is: another than "/" inside some containers
  bool read_only = false;
};

/// unified: cgroup v2 alone; hybrid: cpu or memory belong to v1, with v2 beside; legacy: v1 alone.
enum class CgroupMode { unified, hybrid, legacy, none };
[[nodiscard]] std::string_view to_text(CgroupMode mode);

/// The hierarchies of a host.
struct CgroupTree {
  CgroupMode mode = CgroupMode::none;
  std::optional<Hierarchy> v2;
  std::map<std::string, Hierarchy, std::less<>> v1;  ///< by controller: "memory", "cpuacct", "cpu", ...

  [[nodiscard]] const Hierarchy* v1_of(std::string_view controller) const;
};

/// Finds the hierarchies in /proc/self/mountinfo, each confirmed by `probe`; where that file cannot be read, in the
/// usual places.
[[nodiscard]] CgroupTree detect_cgroup_tree(const HostRoot& host, const FileSystemProbe& probe = probe_file_system);

/// "/a//b/" -> "/a/b". Fails (input): not absolute, ".." in it, control characters.
[[nodiscard]] Result<std::string> normal_group_path(std::string_view path);
/// The folder of a group. Fails (unavailable) where the group stands outside of what is mounted here.
[[nodiscard]] Result<std::filesystem::path> folder_of(const Hierarchy& hierarchy, std::string_view group_path);
/// The true root of a hierarchy, which counts the whole machine; the root of a cgroup namespace is not one.
[[nodiscard]] bool is_whole_machine(const std::filesystem::path& group_folder, bool v1);

}  // namespace vpsfit::sampler
