// SPDX-License-Identifier: MIT
#pragma once

#include <csignal>
#include <memory>

#include "core/result.hpp"
#include "files/descriptor.hpp"
#include "sampler/clock.hpp"

namespace vpsfit::sampler {

/// Blocks SIGINT, SIGTERM, SIGHUP and SIGCHLD as long as it lives, so that they wait to be read; a SIGHUP that was
/// ignored (nohup) stays ignored.
class BlockedSignals {
 public:
  BlockedSignals();
  BlockedSignals(const BlockedSignals&) = delete;
  BlockedSignals& operator=(const BlockedSignals&) = delete;
  ~BlockedSignals();
  [[nodiscard]] static sigset_t set();

 private:
  sigset_t before_{};
};

/// CLOCK_MONOTONIC with a timer on absolute deadlines, and the blocked signals.
class SystemClock : public Clock {
 public:
  /// Fails (io) where the kernel gives no timer.
  [[nodiscard]] static Result<std::unique_ptr<SystemClock>> make();

  [[nodiscard]] recording::Instant now() const override;
  [[nodiscard]] WallTime wall() const override;
  [[nodiscard]] std::optional<std::chrono::nanoseconds> asleep() const override;
  void start_grid(recording::Instant first, std::chrono::nanoseconds interval) override;
  [[nodiscard]] Wake wait(std::optional<recording::Instant> until) override;
  /// Input on this descriptor is a request from now on; -1: none.
  void watch_requests(int fd) { requests_ = fd; }
  /// The same for news of targets.
  void watch_news(int fd) { news_ = fd; }

 private:
  SystemClock() = default;
  files::Descriptor timer_, signals_;
  int requests_ = -1, news_ = -1;
};

}  // namespace vpsfit::sampler
