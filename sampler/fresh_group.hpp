// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "core/result.hpp"
#include "files/descriptor.hpp"
#include "sampler/cgroup_tree.hpp"
#include "sampler/membership.hpp"
#include "sampler/place.hpp"

namespace vpsfit::sampler {

/// A group made for one command: on a v2 host beside our own group, elsewhere below our own group in every hierarchy
/// that is needed. It is removed, with whatever still runs in it, at the latest when this object dies.
class FreshGroup {
 public:
  /// Fails (unavailable) where none can be made: no permission, a read-only tree, no memory controller, no cgroup tree.
  /// The error says which.
  [[nodiscard]] static Result<FreshGroup> make(const CgroupTree& tree, const std::vector<Membership>& own);
  FreshGroup(FreshGroup&&) noexcept = default;
  FreshGroup& operator=(FreshGroup&&) = delete;
  ~FreshGroup();

  [[nodiscard]] const Place& place() const { return place_; }
  /// Its v2 folder, into which a process can be cloned; -1: it has none.
  [[nodiscard]] int v2_folder() const { return v2_.get(); }
  /// Writing "0" to these puts the writer into the group: v1's only, and v2's.
  [[nodiscard]] std::vector<int> v1_doors() const;
  [[nodiscard]] int v2_door() const { return v2_door_.get(); }

  /// Kills everything in it and waits until it is empty. True: it is.
  bool empty(std::chrono::milliseconds patience);
  /// Empties and removes it. Fails (io) where something in it cannot be killed or removed.
  [[nodiscard]] Result<void> remove();

 private:
  FreshGroup() = default;
  Result<void> make_v2(const Hierarchy& hierarchy, const std::string& own_path, const std::string& name);
  Result<void> make_v1(const CgroupTree& tree, const std::vector<Membership>& own, const std::string& name);
  Result<std::filesystem::path> make_folder(const std::filesystem::path& parent, const std::string& name);
  Result<void> open_doors();

  Place place_;
  std::vector<std::filesystem::path> made_;  ///< moved-from objects have none and remove nothing
  files::Descriptor v2_, v2_door_;
  std::vector<files::Descriptor> v1_doors_;
};

}  // namespace vpsfit::sampler
