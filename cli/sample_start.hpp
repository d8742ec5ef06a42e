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
#include "sampler/finder.hpp"
#include "sampler/fresh_group.hpp"
#include "sampler/group.hpp"
#include "sampler/subject.hpp"

namespace vpsfit::cli {

/// What is going to be measured, ready for the first reading.
struct Measured {
  std::vector<sampler::Subject> subjects;
  std::unique_ptr<sampler::FreshGroup> group;  ///< of the command, where one could be made
  std::unique_ptr<sampler::Command> command;   ///< dies before its group
  std::unique_ptr<sampler::Finder> finder;     ///< where new targets are looked for
  std::string names;                           ///< of the subjects, for people
  std::vector<std::string> remarks;            ///< what people should know about it
};

/// The groups that we are in ourselves; none where /proc does not tell.
[[nodiscard]] std::vector<sampler::Membership> own_memberships(const sampler::HostRoot& host);

/// What every run of these options has in common.
[[nodiscard]] recording::RunStart run_start(const SampleOptions& options, std::string subject, std::string target);
/// Adds a remark for each figure that this group does not give.
void say_missing(Measured& measured, const std::string& subject, const sampler::Group& group);

/// Opens the groups of the targets; with `all` and `--follow` it begins to look for new ones. Fails: unavailable (not
/// there), input (several could be meant).
[[nodiscard]] Result<Measured> open_targets(const SampleOptions& options, const sampler::HostRoot& host,
                                            const sampler::CgroupTree& tree);
/// Makes a group and, in it, the process that waits to become the command; where no group can be made, the process tree
/// is measured. Fails: unavailable (no process).
[[nodiscard]] Result<Measured> prepare_command(const SampleOptions& options, const sampler::HostRoot& host,
                                               const sampler::CgroupTree& tree);

}  // namespace vpsfit::cli
