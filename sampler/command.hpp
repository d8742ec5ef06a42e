// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

#include "core/cores.hpp"
#include "core/result.hpp"
#include "files/descriptor.hpp"
#include "sampler/fresh_group.hpp"
#include "sampler/job.hpp"

namespace vpsfit::sampler {

/// Where the program stands that this word would start, looked up in PATH as execvp does. Fails (unavailable): not
/// found, not executable.
[[nodiscard]] Result<std::string> find_program(const std::string& word);

/// Where and with what a command runs; what is left as it is is ours.
struct Surroundings {
  int output = -1, errors = -1;          ///< descriptors of its standard output and error; -1: ours
  std::string folder;                    ///< where it runs; empty: where we do
  std::vector<std::string> environment;  ///< "NAME=value", before ours
  std::vector<int> cpus;                 ///< the processors on which it may run; empty: ours
};

/// A child process that waits at a gate, already in its group, and becomes the command when told. It has a process
/// group of its own, no blocked signals, our standard output and error, and our standard input (/dev/null where that is
/// a terminal, which a background process must not read). It gets SIGTERM when the sampler dies.
class Command : public Job {
 public:
  /// `group` may be null: then all that the command starts is found as our descendants, for which this process becomes
  /// the one that inherits orphans. Fails (unavailable): no process, no entry into the group.
  [[nodiscard]] static Result<std::unique_ptr<Command>> prepare(const std::vector<std::string>& argv, FreshGroup* group,
                                                                const Surroundings& surroundings = {});
  ~Command() override;

  Result<void> start() override;
  bool ended() override;
  void terminate() override;
  void kill() override;
  [[nodiscard]] std::optional<int> status() const override { return status_; }

  [[nodiscard]] pid_t pid() const { return pid_; }
  /// CPU time of all children that ended and were waited for, with what they had waited for themselves.
  [[nodiscard]] CpuTime reaped() const { return reaped_; }

 private:
  Command() = default;
  [[nodiscard]] Result<void> await_ready();
  [[nodiscard]] Result<void> report();

  pid_t pid_ = -1;
  std::string word_;  ///< argv[0], for messages
  FreshGroup* group_ = nullptr;
  files::Descriptor gate_, report_;  ///< our ends of the two pipes
  std::optional<int> status_;
  CpuTime reaped_;
};

}  // namespace vpsfit::sampler
