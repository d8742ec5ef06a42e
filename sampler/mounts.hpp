// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace vpsfit::sampler {

/// One mount as /proc/PID/mountinfo tells it, octal escapes undone.
struct Mount {
  std::string root;   ///< which folder of the file system is mounted: "/", or "/docker/ID" inside a container
  std::string point;  ///< where
  std::string type;   ///< "cgroup2", "cgroup", ...
  bool read_only = false;
  std::vector<std::string> super_options;  ///< {"rw", "cpu", "cpuacct"}
  bool operator==(const Mount&) const = default;
};

/// /proc/PID/mountinfo, in its order (a later mount on the same point hides the earlier). Lines of another shape are
/// passed over.
[[nodiscard]] std::vector<Mount> parse_mounts(std::string_view text);
/// "\040" and the like are the characters they stand for; a backslash that starts no octal escape stays.
[[nodiscard]] std::string undo_octal(std::string_view text);

}  // namespace vpsfit::sampler
