// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

#include "core/result.hpp"
#include "sampler/cgroup_tree.hpp"
#include "sampler/place.hpp"
#include "sampler/resolve.hpp"

namespace vpsfit::sampler {

/// A target that was found. process set: no group tells its figures apart, the process tree under this process does.
struct Found {
  Place place;
  std::string subject;  ///< a short name where the user gave none
  std::string target;   ///< "docker:ID" with the full id where one was found, else as given
  pid_t process = 0;
  Runtime runtime = Runtime::unknown;  ///< of a container
};

/// The folders of what was resolved. A scope without memory files is read one level lower, where crun puts the
/// container. Fails: unavailable (it is gone).
[[nodiscard]] Result<Found> found_at(const CgroupTree& tree, const Match& match);

/// May a container that was made this moment get a group below its scope, which found_at would take if it were there?
/// crun makes one in the scopes of Podman and CRI-O on v2; runc, and scopes without systemd, have none.
[[nodiscard]] bool may_get_inner_group(const CgroupTree& tree, const Match& match);

/// Looks a target up on the host; `all`, a label and a pod's name may find several. Fails: unavailable (not there),
/// input (several could be meant).
[[nodiscard]] Result<std::vector<Found>> find_target(const HostRoot& host, const CgroupTree& tree,
                                                     const Listing& listing, const Target& target);

}  // namespace vpsfit::sampler
