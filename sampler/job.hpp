// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "core/result.hpp"

namespace vpsfit::sampler {

/// A command that is measured from before its first instruction until after its last exit.
class Job {
 public:
  Job() = default;
  Job(const Job&) = delete;
  Job& operator=(const Job&) = delete;
  virtual ~Job() = default;

  /// Lets the prepared process become the command. Fails (unavailable) where it cannot.
  [[nodiscard]] virtual Result<void> start() = 0;
  /// Takes notice of exits. True: the command itself has ended.
  virtual bool ended() = 0;
  /// Asks it to end (SIGTERM to its process group).
  virtual void terminate() = 0;
  /// Ends it and all that it started, and waits until nothing of it runs (at most a few seconds).
  virtual void kill() = 0;
  /// Exit code, or 128 + signal; nullopt while it runs.
  [[nodiscard]] virtual std::optional<int> status() const = 0;
};

}  // namespace vpsfit::sampler
