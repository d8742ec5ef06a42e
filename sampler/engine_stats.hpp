// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

#include "recording/reading.hpp"
#include "sampler/engine_socket.hpp"
#include "sampler/source.hpp"

namespace vpsfit::sampler {

/// What one answer of GET /containers/ID/stats says. Nanoseconds there are microseconds here. A figure that is not
/// there is nullopt; user and system time are left out where they contradict the whole (some engines mix their units).
struct EngineStats {
  bool running = false;  ///< engines answer with zeros for a container that has ended
  recording::Reading reading;
  recording::Detail detail;
  bool operator==(const EngineStats&) const = default;
};
/// Fails (input): no JSON object, as a cut answer is none.
[[nodiscard]] Result<EngineStats> parse_engine_stats(std::string_view json);

/// The second-rate source: a container's figures as its engine tells them, for whoever cannot read the cgroup tree. A
/// thread of its own asks, so that a slow engine never delays a tick; a tick takes the newest answer, once, and has
/// none where none is new. The engine's own percentages, and its count of the host's time, are not used.
class EngineSource : public Source {
 public:
  static constexpr std::chrono::milliseconds patience{5000};
  /// An engine that cannot be reached for so long is gone. One that is restarted leaves its containers alone, and is
  /// back before; one that answers with an error is there: its ticks are gaps.
  static constexpr std::chrono::milliseconds silence{5000};

  /// Asks every `period`.
  EngineSource(HttpTransport transport, EngineSocket socket, std::string id, std::chrono::milliseconds period,
               std::chrono::milliseconds gone_after = silence);
  ~EngineSource() override;

  /// Waits for the first answer. Fails: unavailable (the engine refuses, or the container does not run), input (answers
  /// with something else).
  [[nodiscard]] Result<void> wait_for_first();

  void read(recording::Reading& into) override;
  void read(recording::Detail& into) override;
  /// The newest answer and when it was given, also where a tick had it already.
  recording::Instant read_timed(const Clock& clock, recording::Reading& into) override;
  [[nodiscard]] Farewell farewell() const override;
  [[nodiscard]] bool gone() const override { return gone_; }

 private:
  void work();
  [[nodiscard]] bool ask();

  HttpTransport transport_;
  EngineSocket socket_;
  std::string path_;
  std::chrono::milliseconds period_, gone_after_;

  mutable std::mutex mutex_;  ///< guards what follows
  std::condition_variable changed_;
  std::optional<EngineStats> newest_;
  recording::Instant newest_at_{}, reached_at_{};
  std::optional<Error> trouble_;
  Farewell farewell_ = Farewell::unknown;
  bool is_new_ = false, stop_ = false;

  std::atomic<bool> gone_{false};
  std::thread thread_;  ///< last: it uses all the others
};

}  // namespace vpsfit::sampler
