// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string_view>

namespace vpsfit::sampler {

/// Whether a group lives: what cgroup.events says (v1: cgroup.procs and freezer.state). nullopt: not told.
struct Life {
  std::optional<bool> populated;  ///< some process is in it or below it
  std::optional<bool> frozen;     ///< paused: nothing in it runs
  bool operator==(const Life&) const = default;
};

/// cgroup.events. Unknown keys are passed over; other values than 0 and 1 tell nothing.
[[nodiscard]] Life parse_cgroup_events(std::string_view text);
/// freezer.state of v1: "THAWED", "FREEZING", "FROZEN".
[[nodiscard]] std::optional<bool> parse_freezer_state(std::string_view text);

/// Why a group is not there any more, as far as traces of it tell.
enum class Farewell {
  unknown,
  exited,       ///< something ran in it while it was watched
  removed,      ///< nothing ever ran in it
  oom_above,    ///< the group above counted kills for lack of memory just then, perhaps its own
  engine_gone,  ///< the service of the engine that ran it went with it
};

}  // namespace vpsfit::sampler
