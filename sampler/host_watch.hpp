// SPDX-License-Identifier: MIT
#pragma once

#include "files/descriptor.hpp"
#include "recording/reading.hpp"
#include "sampler/cgroup_tree.hpp"

namespace vpsfit::sampler {

/// What the whole host does, read beside the edges of windows; shared by all subjects of a session.
class HostWatch {
 public:
  /// Where /proc/stat cannot be read its figures stay unknown.
  explicit HostWatch(const HostRoot& host);
  /// The host's counters; a reading that is at most 20 ms old is used again, so that the edges of a thousand subjects
  /// cost one.
  void read(recording::Instant now, recording::Context& into);

 private:
  files::Descriptor stat_;
  std::optional<recording::Instant> read_at_;
  recording::Context latest_;
};

}  // namespace vpsfit::sampler
