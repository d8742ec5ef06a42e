// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

#include "core/result.hpp"
#include "sampler/cgroup_tree.hpp"
#include "sampler/place.hpp"

namespace vpsfit::sampler {

enum class TargetKind { cgroup, pid, self, docker, podman, containerd, crio, unit, container, all };

/// What the user wants measured: "cgroup:/system.slice/nginx.service", "pid:4711", "self", "docker:4c01db0b339c".
struct Target {
  TargetKind kind = TargetKind::cgroup;
  std::string value;  ///< what stands after the colon; the word itself for a bare name
  std::string text;   ///< as given
  bool operator==(const Target&) const = default;
};

/// Fails (input): empty, an unknown kind before the colon, a path or number that is none.
[[nodiscard]] Result<Target> parse_target(std::string_view text);

/// A target that was found. pid set: no group tells its figures apart, the process tree under this process does.
struct Found {
  Place place;
  std::string subject;  ///< a short name where the user gave none
  std::string target;   ///< "docker:ID" with the full id where one was found, else as given
  pid_t process = 0;
};

/// Looks a target up on the host; `all` may find several. Fails: unavailable (not there), input (several could be
/// meant).
[[nodiscard]] Result<std::vector<Found>> find_target(const HostRoot& host, const CgroupTree& tree,
                                                     const Target& target);

}  // namespace vpsfit::sampler
