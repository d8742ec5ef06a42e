// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "sampler/cgroup_tree.hpp"

namespace vpsfit::sampler {

/// How well one thing can be measured.
enum class Health { good, limited, missing };
[[nodiscard]] std::string_view to_text(Health health);

/// What was looked at, what was seen, and what to do where that is not all there could be.
struct Finding {
  std::string topic;  ///< "cgroup tree", "memory.peak"
  Health health = Health::good;
  std::string seen;
  std::string remedy;  ///< empty where nothing is to be done
  bool operator==(const Finding&) const = default;
};

/// What this host can and cannot give, judged from its files alone; nothing is written or started. `user` is the
/// numeric id of who would sample (0: root).
[[nodiscard]] std::vector<Finding> examine(const HostRoot& host, const CgroupTree& tree, unsigned user);

/// Can CPU, and can memory be measured at all?
[[nodiscard]] bool can_measure(const std::vector<Finding>& findings);

}  // namespace vpsfit::sampler
