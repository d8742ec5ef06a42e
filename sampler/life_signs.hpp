// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

#include "files/descriptor.hpp"
#include "sampler/containers.hpp"
#include "sampler/life.hpp"
#include "sampler/place.hpp"

namespace vpsfit::sampler {

/// The files of one group that tell whether it lives, held open: its cgroup.events and that of the child in which crun
/// and Podman put, and freeze, the container itself; and what stands above it, for the time after it.
class LifeSigns {
 public:
  LifeSigns() = default;
  /// `runtime`: whose service is remembered, to know later whether it went as well.
  LifeSigns(const Place& place, Runtime runtime);

  /// Reads them.
  [[nodiscard]] Life look();
  /// Descriptors that poll tells of a change by (POLLPRI).
  [[nodiscard]] std::vector<int> descriptors() const;
  /// Do these tell of every change? Pauses of v1 have to be looked for.
  [[nodiscard]] bool are_told() const { return !freezer_ && events_; }
  /// To be asked once the group is gone.
  [[nodiscard]] Farewell farewell() const;

 private:
  void open_child();
  [[nodiscard]] std::optional<std::int64_t> kills_above() const;

  files::Descriptor folder_, events_, child_events_, freezer_, above_;
  int looks_for_child_ = 3;  ///< crun makes its own group below ours before the command runs, or never
  std::optional<std::filesystem::path> v1_procs_, engine_;
  std::optional<std::int64_t> kills_above_;  ///< at the latest look
  bool lived_ = false;
};

}  // namespace vpsfit::sampler
