// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/sample_options.hpp"
#include "core/result.hpp"
#include "recording/reading.hpp"
#include "sampler/cgroup_tree.hpp"
#include "sampler/command.hpp"
#include "sampler/fresh_group.hpp"
#include "sampler/subject.hpp"

namespace vpsfit::cli {

/// What is going to be measured, ready for the first reading.
struct Measured {
  std::vector<sampler::Subject> subjects;
  std::unique_ptr<sampler::FreshGroup> group;  ///< of the command, where one could be made
  std::unique_ptr<sampler::Command> command;   ///< dies before its group
  std::string names;                           ///< of the subjects, for people
  std::vector<std::string> remarks;            ///< what people should know about it
};

/// The groups that we are in ourselves; none where /proc does not tell.
[[nodiscard]] std::vector<sampler::Membership> own_memberships(const sampler::HostRoot& host);

/// Opens the groups of the targets. Fails: unavailable (not there), input (several could be meant).
[[nodiscard]] Result<Measured> open_targets(const SampleOptions& options, const sampler::HostRoot& host,
                                            const sampler::CgroupTree& tree);
/// Makes a group and, in it, the process that waits to become the command; where no group can be made, the process tree
/// is measured. Fails: unavailable (no process).
[[nodiscard]] Result<Measured> prepare_command(const SampleOptions& options, const sampler::HostRoot& host,
                                               const sampler::CgroupTree& tree);

}  // namespace vpsfit::cli
