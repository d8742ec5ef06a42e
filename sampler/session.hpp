// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.hpp"
#include "recording/reading.hpp"
#include "sampler/arrivals.hpp"
#include "sampler/clock.hpp"
#include "sampler/job.hpp"
#include "sampler/life_watch.hpp"
#include "sampler/marks.hpp"
#include "sampler/sink.hpp"
#include "sampler/subject.hpp"
#include "sampler/windows.hpp"

namespace vpsfit::sampler {

/// How long a command that was asked to end may take before it is killed.
inline constexpr std::chrono::seconds grace{10};
/// The slow set is read every so many ticks.
inline constexpr std::int64_t detail_cadence = 5;

struct Plan {
  std::chrono::nanoseconds interval{std::chrono::seconds(1)};
  std::vector<PlannedWindow> windows;
  std::optional<std::chrono::nanoseconds> length;  ///< longer than the windows together; nullopt: their sum
  recording::Instant grid_start{};                 ///< when the first tick is due
};

/// What people may want to see while it goes on.
class Observer {
 public:
  Observer() = default;
  Observer(const Observer&) = delete;
  Observer& operator=(const Observer&) = delete;
  virtual ~Observer() = default;

  virtual void run_begun(const Subject& /*subject*/) {}
  virtual void window_opened(std::string_view /*name*/) {}
  virtual void window_closed(const Subject& /*subject: its last_closed()*/) {}
  /// After every tick: the window that is open by plan ("" where none is), and the readings of all that were read.
  virtual void ticked(std::string_view /*window*/, const std::vector<recording::TickRow>& /*rows*/,
                      const recording::Tick& /*tick*/, std::int64_t /*missed so far*/) {}
  /// Something worth a line: a full disk, a command that is being ended.
  virtual void remark(std::string_view /*line*/) {}
};

struct Outcome {
  recording::EndReason reason = recording::EndReason::finished;
  int signal = 0;                     ///< what interrupted it
  std::optional<Error> failure;       ///< the command could not start, or the recording could not be written
  std::optional<int> command_status;  ///< exit code or 128 + signal
  bool incomplete = false;            ///< gaps, ended early, OOM, a figure missing
  std::int64_t ticks = 0, missed = 0;
};

/// Measures some subjects on one grid until the plan is over, the command has ended, all targets are gone, or a signal
/// arrives. Ticks stand on absolute deadlines and are never made up; edges of windows are read beside the grid.
class Session {
 public:
  /// `job`, `marks`: may be null.
  Session(Plan plan, std::vector<Subject> subjects, Clock& clock, Sink& sink, Observer& observer, Job* job,
          Marks* marks);

  /// Takes in targets that appear on the way; then it also waits for the first one, and goes on when all are gone.
  void expect(Arrivals& arrivals) { arrivals_ = &arrivals; }
  /// Learns at once when a target ends or is paused; without it, with the next tick.
  void watch(LifeWatch& lives) { lives_ = &lives; }

  [[nodiscard]] Outcome run();

 private:
  enum class State { waiting, measuring, stopping, done };

  Result<void> step();
  Result<void> on_ticks(std::int64_t points, std::int64_t counted);
  Result<void> take_tick(std::int64_t missed, bool all_details);
  Result<void> bury_the_gone();
  Result<void> begin_runs();
  Result<void> on_news();
  Result<void> welcome();
  Result<void> take_in(Subject subject);
  void forget_the_dead();
  void watch_life(const Subject& subject);
  void unwatch_life(const Subject& subject);
  [[nodiscard]] bool some_active() const;
  Result<void> begin();
  Result<void> on_edge();
  Result<void> on_events(const Wake& wake);
  void answer_marks();
  Result<void> on_mark(const MarkRequest& request);
  Result<void> stop(recording::EndReason reason);
  Result<void> conclude();
  void fail_with(Error error);
  void look_at_the_disk();
  [[nodiscard]] std::optional<recording::Instant> next_deadline() const;
  [[nodiscard]] recording::Instant grid_point(std::int64_t number) const;
  /// Calls `use(subject)` for each that is still measured.
  template <class Use>
  Result<void> each_active(Use use);

  Plan plan_;
  std::vector<Subject> subjects_;
  Clock& clock_;
  Sink& sink_;
  Observer& observer_;
  Job* job_;
  Marks* marks_;
  Arrivals* arrivals_ = nullptr;
  LifeWatch* lives_ = nullptr;

  Schedule schedule_;
  State state_ = State::waiting;
  Outcome outcome_;
  std::int64_t number_ = -1;  ///< of the last grid point that passed
  std::vector<recording::TickRow> rows_;
  std::vector<std::string> marked_;            ///< windows that are open by request
  std::chrono::nanoseconds unmeasured_{};      ///< planned time that was left when it was stopped
  std::optional<recording::Instant> kill_at_;  ///< when the grace is over
  bool job_started_ = false;
  bool disk_told_ = false;
};

}  // namespace vpsfit::sampler
