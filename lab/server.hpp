// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "core/load.hpp"
#include "core/result.hpp"
#include "lab/container.hpp"
#include "lab/experiment.hpp"
#include "lab/sampling.hpp"
#include "recording/reading.hpp"
#include "sampler/cgroup_tree.hpp"
#include "sampler/command.hpp"
#include "sampler/fresh_group.hpp"
#include "sampler/group.hpp"

namespace vpsfit::lab {

/// The host on which everything happens.
struct HostView {
  sampler::HostRoot root;
  sampler::CgroupTree tree;
  recording::Host facts;
};
[[nodiscard]] HostView look_at_host(std::string_view version);

/// A fresh group of our own with our own memberships.
[[nodiscard]] Result<sampler::FreshGroup> fresh_group(const HostView& host);

/// What is to be started.
struct ServerOrder {
  const Subject& subject;
  const ServerLimits& limits;
  std::string run;  ///< its name in the recording
  Load load;
  std::filesystem::path recording;
  std::filesystem::path log;  ///< gets what the server prints
};

/// One fresh start of a server. A process runs in a group of its own and is sampled from before its first instruction
/// until after its last; a container is sampled from the moment its group is there until just before it is stopped: the
/// kernel's own counters reach back to its beginning. When this object dies, nothing of it runs and the group is gone.
class Server {
 public:
  /// Makes the group or container, sets the limits and reads them back, starts server and sampling. Fails:
  /// unavailable (no group, no program), refused (other limits hold), io.
  [[nodiscard]] static Result<std::unique_ptr<Server>> start(const HostView& host, const ServerOrder& order);
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;
  ~Server();

  [[nodiscard]] Sampling& sampling() { return *sampling_; }
  [[nodiscard]] const recording::Limits& limits() const { return limits_; }
  [[nodiscard]] recording::Instant started() const { return started_; }
  /// Did an engine say that its container was killed for lack of memory? Known after stop().
  [[nodiscard]] bool oom_killed() const { return oom_killed_; }
  /// Ends it: SIGTERM, after ten seconds SIGKILL; the recording is whole afterwards, the group removed. Fails (io).
  [[nodiscard]] Result<sampler::Outcome> stop();

 private:
  Server() = default;
  [[nodiscard]] Result<void> start_process(const HostView& host, const ServerOrder& order);
  [[nodiscard]] Result<void> start_container(const HostView& host, const ServerOrder& order);
  [[nodiscard]] Result<void> sample(const HostView& host, const ServerOrder& order,
                                    std::unique_ptr<sampler::Group> source, recording::RunStart start);
  std::unique_ptr<sampler::FreshGroup> group_;
  std::unique_ptr<sampler::Command> command_;  // dies before its group
  std::unique_ptr<Container> container_;
  std::unique_ptr<Sampling> sampling_;  // dies before the command that it watches
  recording::Limits limits_;
  recording::Instant started_{};
  std::filesystem::path log_;
  bool oom_killed_ = false;
};

}  // namespace vpsfit::lab
