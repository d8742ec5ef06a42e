// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <sys/types.h>

#include "core/cores.hpp"
#include "sampler/cgroup_tree.hpp"
#include "sampler/descendants.hpp"
#include "sampler/source.hpp"

namespace vpsfit::sampler {

/// The second-rate source, where no group tells the figures apart: a process and all it started, read from /proc. CPU
/// is that of the living (their own clocks) with the children they waited for (in steps of 10 ms) and those that we
/// waited for; it never goes down. Memory is the sum of proportional set sizes: without page cache and kernel memory.
class ProcessTree : public Source {
 public:
  /// `root`: the process at the top, itself counted only where `with_root`. `reaped`: CPU time of children of `root`
  /// that ended and that the caller waited for.
  ProcessTree(HostRoot host, pid_t root, bool with_root, std::function<CpuTime()> reaped);

  void read(recording::Reading& into) override;
  void read(recording::Detail& into) override { into = detail_; }
  recording::Instant read_timed(const Clock& clock, recording::Reading& into) override;
  [[nodiscard]] bool gone() const override { return gone_; }

 private:
  recording::Instant read_family(const Clock* clock, recording::Reading& into);
  void add_memory(const Process& process, recording::Reading& into);

  HostRoot host_;
  pid_t root_;
  bool with_root_;
  std::function<CpuTime()> reaped_;
  CpuTime highest_;
  recording::Detail detail_;
  bool gone_ = false;
};

}  // namespace vpsfit::sampler
