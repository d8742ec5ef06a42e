// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <condition_variable>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "core/cores.hpp"
#include "core/result.hpp"
#include "recording/reading.hpp"
#include "recording/writer.hpp"
#include "sampler/session.hpp"
#include "sampler/system_clock.hpp"

namespace vpsfit::lab {

/// Requests from another thread of this process, which may also wait until the session measures.
class Requests : public sampler::Marks, public sampler::Observer {
 public:
  Requests();
  std::optional<sampler::MarkRequest> next() override;
  void answer(const Result<void>& result) override;
  bool finish_asked() override { return finish_; }
  void window_opened(std::string_view name) override;

  [[nodiscard]] int descriptor() const { return wake_.get(); }
  /// Asks and waits until the edge has been read. Fails (unavailable) where the session is over.
  [[nodiscard]] Result<void> ask(sampler::MarkRequest request);
  void ask_to_finish();
  /// Waits until the first window is open, or the session over: before that it takes no requests.
  void await_begin();
  /// The session has ended: nobody will answer any more.
  void close();

 private:
  void wake();
  std::mutex mutex_;
  std::condition_variable answered_;
  files::Descriptor wake_;
  std::optional<sampler::MarkRequest> waiting_;
  std::optional<Result<void>> answer_;
  bool asked_ = false, begun_ = false, closed_ = false;
  std::atomic<bool> finish_ = false;
};

/// A sampling session that goes on beside us, in a thread, from before the command's first instruction until after its
/// last. Signals must be blocked in this thread before: the session reads them.
class Sampling {
 public:
  /// The window that lasts as long as the run.
  static constexpr std::string_view whole_run = "run";

  /// Returns when the first edge has been read. `job` may be null and outlives this; nothing else writes the recording
  /// meanwhile. Fails as the writer does.
  [[nodiscard]] static Result<std::unique_ptr<Sampling>> begin(const std::filesystem::path& file,
                                                               const recording::Host& host,
                                                               std::vector<sampler::Subject> subjects,
                                                               sampler::Job* job);
  Sampling(const Sampling&) = delete;
  Sampling& operator=(const Sampling&) = delete;
  ~Sampling();

  [[nodiscard]] Result<void> open(const std::string& window) { return requests_.ask({window, true}); }
  [[nodiscard]] Result<void> close(const std::string& window) { return requests_.ask({window, false}); }
  /// Has it ended by itself: the command exited, a signal came?
  [[nodiscard]] bool over() const { return over_; }
  /// Ends it in good order (SIGTERM to the command, SIGKILL after its grace), finishes the recording. Fails (io) where
  /// the recording is not whole.
  [[nodiscard]] Result<sampler::Outcome> finish();
  /// CPU time that the sampling thread itself used so far.
  [[nodiscard]] CpuTime own_cpu() const;

 private:
  explicit Sampling(recording::Writer writer) : writer_(std::move(writer)) {}

  recording::Writer writer_;
  std::unique_ptr<sampler::SystemClock> clock_;
  Requests requests_;
  std::atomic<bool> over_ = false;
  std::optional<sampler::Outcome> outcome_;
  std::thread thread_;
};

/// A signal that waits to end this process: SIGINT, SIGTERM or SIGHUP; 0: none. It stays waiting.
[[nodiscard]] int pending_signal();

}  // namespace vpsfit::lab
