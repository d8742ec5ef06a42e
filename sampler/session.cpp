// SPDX-License-Identifier: MIT
#include "sampler/session.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "core/text.hpp"

namespace vpsfit::sampler {

using recording::Edge;
using recording::EndReason;
using recording::Instant;
using std::chrono::nanoseconds;

Session::Session(Plan plan, std::vector<Subject> subjects, Clock& clock, Sink& sink, Observer& observer, Job* job,
                 Marks* marks)
    : plan_(std::move(plan)),
      subjects_(std::move(subjects)),
      clock_(clock),
      sink_(sink),
      observer_(observer),
      job_(job),
      marks_(marks),
      schedule_(plan_.windows, plan_.length) {
  rows_.reserve(subjects_.size());
}

Outcome Session::run() {
  Result<void> result;
  result = begin_runs();
  // Points of the grid that passed while everything was made ready are not missed: nothing was due before the start.
  while (grid_point(number_ + 1) < clock_.now()) ++number_;
  clock_.start_grid(grid_point(number_ + 1), plan_.interval);
  while (result && state_ != State::done) result = step();
  if (!result) fail_with(std::move(result).error());
  for (const auto& subject : subjects_) outcome_.incomplete = outcome_.incomplete || subject.incomplete();
  if (job_ != nullptr) outcome_.command_status = job_->status();
  return outcome_;
}

template <class Use>
Result<void> Session::each_active(Use use) {
  Result<void> result;
  sink_.hold();
  for (auto& subject : subjects_)
    if (result && subject.active()) result = use(subject);
  auto written = sink_.release();
  return result ? written : result;
}

Instant Session::grid_point(std::int64_t number) const { return plan_.grid_start + number * plan_.interval; }

std::optional<Instant> Session::next_deadline() const {
  return state_ == State::measuring ? schedule_.next_edge() : kill_at_;
}

// Ticks and edges that are due at once are taken in the order in which they were planned.
Result<void> Session::step() {
  const Wake wake = clock_.wait(next_deadline());
  const auto points = static_cast<std::int64_t>(wake.grid_points);
  const auto edge = state_ == State::measuring ? schedule_.next_edge() : std::nullopt;
  std::int64_t counted = 0;
  if (edge && points > 0 && *edge < grid_point(number_ + points)) {
    while (grid_point(number_ + 1 + counted) < *edge) ++counted;
    for (auto& subject : subjects_) subject.count_missed(counted);
    VPSFIT_CHECK(on_edge());
  }
  if (points > 0) VPSFIT_CHECK(on_ticks(points, counted));
  if (state_ == State::measuring && edge == schedule_.next_edge() && edge && clock_.now() >= *edge)
    VPSFIT_CHECK(on_edge());
  if (wake.news || points > 0) VPSFIT_CHECK(on_news());
  return state_ == State::done ? Result<void>{} : on_events(wake);
}

Result<void> Session::on_events(const Wake& wake) {
  if (job_ != nullptr && wake.child && job_->ended() && job_started_)
    return state_ == State::measuring ? stop(EndReason::command_exited) : conclude();
  if (wake.signal != 0) {
    const bool again = outcome_.signal != 0;
    outcome_.signal = wake.signal;
    if (state_ == State::measuring || state_ == State::waiting) return stop(EndReason::interrupted);
    if (again) kill_at_ = clock_.now();
  }
  if (state_ == State::stopping && kill_at_ && clock_.now() >= *kill_at_) {
    observer_.remark("the command has not ended and is killed");
    return conclude();
  }
  if (wake.request) answer_marks();
  if (marks_ != nullptr && state_ == State::measuring && marks_->finish_asked()) return stop(EndReason::finished);
  return {};
}

Result<void> Session::on_ticks(std::int64_t points, std::int64_t counted) {
  const bool first = state_ == State::waiting;
  number_ += points;
  const std::int64_t missed = outcome_.ticks == 0 ? 0 : points - 1;  // before the first tick nothing was due
  for (auto& subject : subjects_) subject.count_missed(missed - counted);
  VPSFIT_CHECK(take_tick(missed, first));
  if (first && state_ == State::waiting && some_active()) return begin();
  return {};
}

Result<void> Session::take_tick(std::int64_t missed, bool all_details) {
  recording::Tick tick{number_, grid_point(number_), clock_.now(), {}};
  rows_.clear();
  std::int64_t index = 0;
  bool gone = false;
  for (auto& subject : subjects_) {
    const bool with_detail = all_details || (number_ + index++) % detail_cadence == 0;
    if (!subject.active()) continue;
    if (!subject.read(clock_, rows_.emplace_back(), with_detail)) {
      gone = true;
      rows_.pop_back();
    }
  }
  tick.end = clock_.now();
  auto row = rows_.begin();
  for (auto& subject : subjects_)
    if (subject.active() && !subject.gone()) subject.count(tick, *row++);
  ++outcome_.ticks;
  outcome_.missed += missed;
  if (!rows_.empty() || arrivals_ != nullptr) VPSFIT_CHECK(sink_.tick(tick, missed, rows_));
  look_at_the_disk();
  if (gone) VPSFIT_CHECK(bury_the_gone());
  const auto* const window = schedule_.current();
  if (!rows_.empty())
    observer_.ticked(state_ == State::measuring && window != nullptr ? window->name : "", rows_, tick, outcome_.missed);
  return {};
}

// A window of a target that vanished ends with its last reading: that is what was measured, and nothing is made up.
Result<void> Session::bury_the_gone() {
  const bool before_first = state_ == State::waiting;
  const recording::RunEnd end{EndReason::target_vanished, {}, clock_.now(), clock_.wall()};
  std::string names;
  const auto ended = each_active([&](Subject& subject) -> Result<void> {
    if (!subject.gone()) return {};
    names += (names.empty() ? "" : ", ") + subject.name();
    observer_.remark(fmt::format("{} is gone", printable(subject.name())));
    unwatch_life(subject);
    if (subject.last()) VPSFIT_CHECK(subject.close_windows(sink_, *subject.last(), plan_.interval));
    return subject.end(sink_, end, state_ == State::measuring ? schedule_.rest(end.ended) : std::chrono::seconds(0));
  });
  VPSFIT_CHECK(ended);
  if (names.empty() || arrivals_ != nullptr) return {};
  if (some_active()) return {};
  if (before_first) return fail(ErrorKind::unavailable, fmt::format("{} is gone before the first reading", names));
  outcome_.reason = EndReason::target_vanished;
  if (job_ != nullptr) job_->kill();
  state_ = State::done;
  return {};
}

// The first edge is read while the command waits at its gate, so that its first instruction is inside the window.
Result<void> Session::begin() {
  std::vector<Edge> edges;
  VPSFIT_CHECK(each_active([&](Subject& subject) -> Result<void> {
    edges.push_back(subject.read_edge(clock_));
    return {};
  }));
  if (job_ != nullptr) {
    VPSFIT_CHECK(job_->start());
    job_started_ = true;
  }
  schedule_.start(edges.front().at);
  state_ = State::measuring;
  const auto* const window = schedule_.current();
  auto edge = edges.begin();
  if (window != nullptr)
    VPSFIT_CHECK(each_active([&](Subject& subject) { return subject.open_window(sink_, window->name, *edge++); }));
  if (window != nullptr) observer_.window_opened(window->name);
  VPSFIT_CHECK(bury_the_gone());
  return job_started_ && job_->ended() ? stop(EndReason::command_exited) : Result<void>{};
}

Result<void> Session::on_edge() {
  const auto* const window = schedule_.current();
  if (window == nullptr) return stop(EndReason::finished);
  const std::string closing = window->name;
  const auto now = clock_.now();
  schedule_.advance(now);
  const auto* const next = schedule_.current();
  const auto read = each_active([&](Subject& subject) -> Result<void> {
    const Edge edge = subject.read_edge(clock_);
    if (subject.gone()) return {};
    VPSFIT_CHECK(subject.close_window(sink_, closing, edge, plan_.interval));
    observer_.window_closed(subject);
    return next == nullptr ? Result<void>{} : subject.open_window(sink_, next->name, edge);
  });
  VPSFIT_CHECK(read);
  if (next != nullptr) observer_.window_opened(next->name);
  VPSFIT_CHECK(bury_the_gone());
  if (state_ != State::measuring || next != nullptr || *schedule_.next_edge() > now) return {};
  return stop(EndReason::finished);
}

Result<void> Session::stop(EndReason reason) {
  const bool measured = state_ == State::measuring;
  outcome_.reason = reason;
  if (measured) {
    if (reason != EndReason::finished) unmeasured_ = schedule_.rest(clock_.now());
    const auto closed = each_active([&](Subject& subject) -> Result<void> {
      const Edge edge = subject.read_edge(clock_);
      if (subject.gone()) return {};
      VPSFIT_CHECK(subject.close_windows(sink_, edge, plan_.interval));
      if (subject.last_closed() && subject.last_closed()->end.at == edge.at) observer_.window_closed(subject);
      return {};
    });
    VPSFIT_CHECK(closed);
    VPSFIT_CHECK(bury_the_gone());
    if (state_ == State::done) return {};
  }
  if (job_ == nullptr || !job_started_ || job_->ended()) return conclude();
  observer_.remark(fmt::format("asking the command to end (SIGTERM; SIGKILL after {} s)", grace.count()));
  job_->terminate();
  kill_at_ = clock_.now() + grace;
  state_ = State::stopping;
  return {};
}

// The last sample is taken when nothing of the command runs any more. It takes the next place on the grid, early.
Result<void> Session::conclude() {
  if (job_ != nullptr) job_->kill();
  if (job_started_) {
    const auto passed = (clock_.now() - plan_.grid_start) / plan_.interval;
    const std::int64_t next = std::max<std::int64_t>(number_ + 1, passed);
    const std::int64_t missed = next - number_ - 1;
    number_ = next;
    state_ = State::stopping;
    VPSFIT_CHECK(take_tick(missed, true));
    if (state_ == State::done) return {};
  }
  state_ = State::done;
  const recording::RunEnd end{outcome_.reason, job_ == nullptr ? std::nullopt : job_->status(), clock_.now(),
                              clock_.wall()};
  return each_active([&](Subject& subject) { return subject.end(sink_, end, unmeasured_); });
}

void Session::fail_with(Error error) {
  outcome_.failure = std::move(error);
  outcome_.reason = EndReason::failed;
  if (job_ != nullptr) job_->kill();
  const recording::RunEnd end{EndReason::failed, job_ == nullptr ? std::nullopt : job_->status(), clock_.now(),
                              clock_.wall()};
  for (auto& subject : subjects_) static_cast<void>(subject.end(sink_, end, unmeasured_));  // what the disk still takes
}

void Session::answer_marks() {
  if (marks_ == nullptr) return;
  while (const auto request = marks_->next()) marks_->answer(on_mark(*request));
}

Result<void> Session::on_mark(const MarkRequest& request) {
  const std::string name = printable(request.window, 80);
  if (state_ != State::measuring)
    return fail(ErrorKind::unavailable, "the sampler is not measuring at this moment", {}, "try again in a second");
  const bool planned = std::any_of(plan_.windows.begin(), plan_.windows.end(),
                                   [&](const PlannedWindow& window) { return window.name == request.window; });
  if (planned) return fail(ErrorKind::input, fmt::format("the window '{}' is opened and closed by plan", name));
  const bool open = std::any_of(subjects_.begin(), subjects_.end(),
                                [&](const Subject& subject) { return subject.has_open(request.window); });
  if (request.start == open)
    return fail(ErrorKind::input, fmt::format("the window '{}' is {}", name, open ? "open already" : "not open"));
  const auto marked = each_active([&](Subject& subject) -> Result<void> {
    const Edge edge = subject.read_edge(clock_);
    if (subject.gone()) return {};
    if (request.start) return subject.open_window(sink_, request.window, edge);
    VPSFIT_CHECK(subject.close_window(sink_, request.window, edge, plan_.interval));
    observer_.window_closed(subject);
    return {};
  });
  VPSFIT_CHECK(marked);
  if (request.start) {
    marked_.push_back(request.window);
    observer_.window_opened(request.window);
  } else {
    std::erase(marked_, request.window);
  }
  return {};
}

void Session::look_at_the_disk() {
  const std::size_t waiting = sink_.unsaved_ticks();
  if (waiting > 0 && !disk_told_)
    observer_.remark("the recording cannot be written (is the disk full?): samples are kept in memory and tried again");
  if (waiting == 0 && disk_told_) observer_.remark("the recording is written again; nothing was lost");
  disk_told_ = waiting > 0;
}

}  // namespace vpsfit::sampler
