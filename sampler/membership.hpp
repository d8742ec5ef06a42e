// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace vpsfit::sampler {

/// One line of /proc/PID/cgroup: the group that a process is in, in one hierarchy.
struct Membership {
  std::vector<std::string> controllers;  ///< empty: cgroup v2; {"cpu", "cpuacct"}; {"name=systemd"}
  std::string path;                      ///< as the kernel says it; "/" is the root of the cgroup namespace
  bool deleted = false;                  ///< the group was removed under a process that has not been reaped
  bool operator==(const Membership&) const = default;
};

/// /proc/PID/cgroup. Lines of another shape are passed over; a path may contain colons.
[[nodiscard]] std::vector<Membership> parse_memberships(std::string_view text);

}  // namespace vpsfit::sampler
