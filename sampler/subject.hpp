// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/notice.hpp"
#include "core/result.hpp"
#include "recording/reading.hpp"
#include "sampler/host_watch.hpp"
#include "sampler/pauses.hpp"
#include "sampler/sink.hpp"
#include "sampler/source.hpp"
#include "sampler/windows.hpp"

namespace vpsfit::sampler {

/// One target while it is measured: its source, its run, its open windows and what went wrong so far.
class Subject {
 public:
  /// `missing`: figures that cannot be read ("memory"), each with the reason; the recording gets a notice of each.
  /// `host` may be null: then edges carry no figures of the host.
  Subject(std::unique_ptr<Source> source, recording::RunStart start, MissingFigures missing,
          std::shared_ptr<HostWatch> host = nullptr);

  /// Begins the run. Fails: unavailable (the target is gone), or as the sink does.
  [[nodiscard]] Result<void> begin(Sink& sink, recording::Instant now, WallTime wall);
  /// Reads the fast set and, where asked, the slow one into `row`. False: the target is gone, `row` says nothing.
  bool read(const Clock& clock, recording::TickRow& row, bool with_detail);
  /// It came while it was sampled and may go so: that it goes is no loss, unless planned time was left.
  void let_go() { may_go_ = true; }
  /// Its group has news: whether it lives, is paused or gone. What was read is the last that is known of it, should it
  /// be gone at the next tick.
  void look(const Clock& clock);
  /// By what its news are told.
  [[nodiscard]] std::vector<int> life_descriptors() const { return source_->life_descriptors(); }
  /// Counts ticks that were due and not taken.
  void count_missed(std::int64_t count);
  /// Counts a tick that was read.
  void count(const recording::Tick& tick, const recording::TickRow& row);
  [[nodiscard]] recording::Edge read_edge(const Clock& clock);

  /// `late`: the window had begun so long ago, when this target was not there yet.
  [[nodiscard]] Result<void> open_window(Sink& sink, std::string_view name, const recording::Edge& edge,
                                         std::chrono::nanoseconds late = {});
  /// Closes the window of that name; nothing where it is not open.
  [[nodiscard]] Result<void> close_window(Sink& sink, std::string_view name, const recording::Edge& edge,
                                          std::chrono::nanoseconds interval);
  /// The same for all open windows; those that begin at or after the edge stay open, they measured nothing.
  [[nodiscard]] Result<void> close_windows(Sink& sink, const recording::Edge& edge, std::chrono::nanoseconds interval);
  [[nodiscard]] bool has_open(std::string_view name) const;

  /// Ends the run, with a notice where it ended early; what else can be told from the samples (gaps, OOM kills) is told
  /// by whoever reads them. `missing`: planned time that was not measured.
  [[nodiscard]] Result<void> end(Sink& sink, const recording::RunEnd& end, std::chrono::nanoseconds missing);

  /// The last complete reading, as an edge: how a window of a target that vanished is closed.
  [[nodiscard]] const std::optional<recording::Edge>& last() const { return last_; }
  [[nodiscard]] bool active() const { return active_; }
  [[nodiscard]] bool gone() const { return source_->gone(); }
  [[nodiscard]] bool incomplete() const { return incomplete_; }
  [[nodiscard]] const std::string& name() const { return start_.subject; }
  [[nodiscard]] const std::string& run_name() const { return run_.name; }
  [[nodiscard]] recording::RunId run_id() const { return run_.id; }
  /// What a window measured, for people: set by the last close_window.
  struct Closed {
    std::string window;
    recording::Edge begin, end;
    Coverage coverage;
  };
  [[nodiscard]] const std::optional<Closed>& last_closed() const { return closed_; }

 private:
  [[nodiscard]] Result<void> remark(Sink& sink, std::string_view code,
                                    std::vector<std::pair<std::string, std::string>> args);
  void see(const recording::Detail& detail, recording::Instant at);
  void see(const recording::Edge& edge);
  [[nodiscard]] Result<void> say_why_gone(Sink& sink, recording::Instant at);

  std::unique_ptr<Source> source_;
  std::shared_ptr<HostWatch> host_;
  recording::RunStart start_;
  MissingFigures missing_;
  BegunRun run_;
  std::vector<OpenWindow> windows_;
  std::optional<Closed> closed_;
  std::optional<recording::Edge> last_;
  std::optional<std::int64_t> first_kills_, last_kills_;  ///< oom_kill
  std::optional<recording::Instant> killed_at_;           ///< when it was last seen to have risen
  Pauses pauses_;
  bool may_go_ = false;
  bool had_cpu_ = false, had_memory_ = false;
  bool active_ = false, incomplete_ = false;
};

}  // namespace vpsfit::sampler
