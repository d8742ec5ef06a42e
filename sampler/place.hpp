// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/result.hpp"
#include "sampler/cgroup_tree.hpp"
#include "sampler/membership.hpp"

namespace vpsfit::sampler {

/// The folders of one group: one on a v2 host, one per hierarchy on others.
struct Place {
  std::string path;  ///< inside the tree, as people know the group
  std::optional<std::filesystem::path> v2;
  std::map<std::string, std::filesystem::path, std::less<>> v1;  ///< by controller

  [[nodiscard]] const std::filesystem::path* v1_of(std::string_view controller) const;
  /// Can CPU and memory both be read here?
  [[nodiscard]] bool has_cpu_and_memory() const;
};

/// The folders of the group with this path, in all hierarchies that have it. Fails: input (malformed), unavailable (no
/// hierarchy has it).
[[nodiscard]] Result<Place> place_of_group(const CgroupTree& tree, std::string_view group_path);

/// The folders that a process is in, in each hierarchy; those that count the whole machine are left out, because they
/// say nothing about the process.
[[nodiscard]] Place place_of_process(const CgroupTree& tree, const std::vector<Membership>& memberships);

/// The paths of all groups of the hierarchy that knows the containers (v1's memory, else v2), parents before children.
[[nodiscard]] std::vector<std::string> list_groups(const CgroupTree& tree);

}  // namespace vpsfit::sampler
