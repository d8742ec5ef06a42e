// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <csignal>
#include <deque>
#include <doctest/doctest.h>
#include <memory>
#include <string>
#include <vector>

#include "sampler/session.hpp"

/// A session without a kernel: time that passes when it is waited for, targets that burn one core, a sink in memory.
namespace fake {

using namespace std::chrono_literals;
using std::chrono::nanoseconds;
using vpsfit::Result;
using vpsfit::recording::Instant;
namespace sampler = vpsfit::sampler;
namespace recording = vpsfit::recording;

inline Instant at(nanoseconds time) { return Instant(time); }

/// Time moves only in `wait` (and by `pass`); everything that will happen is known beforehand.
class Clock : public sampler::Clock {
 public:
  struct Event {
    nanoseconds when{};
    sampler::Wake wake;
    nanoseconds stall{};  ///< the process did not run for so long from `when` on
  };

  [[nodiscard]] Instant now() const override { return at(now_); }
  [[nodiscard]] vpsfit::WallTime wall() const override {
    return vpsfit::WallTime(std::chrono::duration_cast<std::chrono::microseconds>(now_));
  }
  void start_grid(Instant first, nanoseconds interval) override {
    next_ = first.time_since_epoch();
    interval_ = interval;
  }
  sampler::Wake wait(std::optional<Instant> until) override {
    nanoseconds target = next_;
    if (until) target = std::min(target, until->time_since_epoch());
    sampler::Wake wake;
    if (!events_.empty() && events_.front().when <= target) {
      const Event event = events_.front();
      events_.pop_front();
      now_ = std::max(now_, event.when) + event.stall;
      wake = event.wake;
    } else {
      REQUIRE_MESSAGE(target < 1h, "the session waits for ever");
      now_ = std::max(now_, target);
    }
    while (next_ <= now_) {
      ++wake.grid_points;
      next_ += interval_;
    }
    return wake;
  }

  void pass(nanoseconds time) { now_ += time; }
  void signal(nanoseconds when, int number) { add({when, {0, number, false, false}, {}}); }
  void child(nanoseconds when) { add({when, {0, 0, true, false}, {}}); }
  void request(nanoseconds when) { add({when, {0, 0, false, true}, {}}); }
  void news(nanoseconds when) { add({when, {0, 0, false, false, true}, {}}); }
  void stall(nanoseconds when, nanoseconds length) { add({when, {}, length}); }

 private:
  void add(Event event) {
    const auto place =
        std::find_if(events_.begin(), events_.end(), [&](const Event& e) { return e.when > event.when; });
    events_.insert(place, event);
  }
  nanoseconds now_{1s}, next_{2h}, interval_{1s};
  std::deque<Event> events_;
};

/// Burns one core from the beginning of time and holds `memory`.
class Source : public sampler::Source {
 public:
  explicit Source(Clock& clock) : clock_(clock) {}
  void read(recording::Reading& into) override {
    into = {};
    const auto now = clock_.now().time_since_epoch();
    gone_ = gone_ || now >= gone_at;
    if (gone_) return;
    if (now < blind_from || now >= blind_to) into.usage = vpsfit::CpuTime{now / 1us};
    into.memory = memory;
    clock_.pass(reading_takes);
  }
  void read(recording::Detail& into) override {
    into = {};
    if (gone_) return;
    into.memory_peak = memory;
    into.oom_kill = clock_.now().time_since_epoch() >= oom_at ? 1 : 0;
    ++details;
  }
  Instant read_timed(const sampler::Clock& clock, recording::Reading& into) override {
    const auto moment = clock.now();
    read(into);
    return moment;
  }
  sampler::Life look() override { return {true, false}; }
  [[nodiscard]] sampler::Farewell farewell() const override { return farewell_is; }
  [[nodiscard]] bool gone() const override { return gone_; }

  sampler::Farewell farewell_is = sampler::Farewell::unknown;
  nanoseconds gone_at{1h}, oom_at{1h}, blind_from{1h}, blind_to{1h}, reading_takes{10us};
  vpsfit::Bytes memory{4096};
  int details = 0;

 private:
  Clock& clock_;
  bool gone_ = false;
};

class Sink : public sampler::Sink {
 public:
  struct Window {
    recording::RunId run = 0;
    std::string name;
    recording::Edge begin;
    std::optional<recording::Edge> end;
    [[nodiscard]] double cores() const {
      return static_cast<double>((*end->reading.usage - *begin.reading.usage).count()) * 1000.0 /
             static_cast<double>((end->at - begin.at).count());
    }
    [[nodiscard]] nanoseconds length() const { return end->at - begin.at; }
  };
  struct Ticked {
    recording::Tick tick;
    std::int64_t missed = 0;
    std::vector<recording::TickRow> rows;
  };
  struct Run {
    recording::RunStart start;
    std::optional<recording::RunEnd> end;
    std::vector<vpsfit::Notice> notices;
  };

  Result<sampler::BegunRun> begin_run(const recording::RunStart& start) override {
    runs.push_back({start, {}, {}});
    return sampler::BegunRun{static_cast<recording::RunId>(runs.size()), "7"};
  }
  Result<void> end_run(recording::RunId run, const recording::RunEnd& end) override {
    REQUIRE_FALSE(run_of(run).end);
    run_of(run).end = end;
    return {};
  }
  Result<recording::WindowId> begin_window(recording::RunId run, std::string_view name,
                                           const recording::Edge& edge) override {
    windows.push_back({run, std::string(name), edge, {}});
    return static_cast<recording::WindowId>(windows.size());
  }
  Result<void> end_window(recording::WindowId window, const recording::Edge& edge) override {
    auto& one = windows.at(static_cast<std::size_t>(window) - 1);
    REQUIRE_FALSE(one.end);
    one.end = edge;
    return {};
  }
  Result<void> tick(const recording::Tick& tick, std::int64_t missed,
                    const std::vector<recording::TickRow>& rows) override {
    if (static_cast<std::int64_t>(ticks.size()) >= fails_after)
      return vpsfit::fail(vpsfit::ErrorKind::io, "the disk burns");
    if (!ticks.empty()) REQUIRE(tick.number - missed == ticks.back().tick.number + 1);
    ticks.push_back({tick, missed, rows});
    return {};
  }
  Result<void> notice(recording::RunId run, const vpsfit::Notice& notice) override {
    run_of(run).notices.push_back(notice);
    return {};
  }
  [[nodiscard]] std::size_t unsaved_ticks() const override { return unsaved; }

  Run& run_of(recording::RunId run) { return runs.at(static_cast<std::size_t>(run) - 1); }
  [[nodiscard]] std::vector<std::int64_t> numbers() const {
    std::vector<std::int64_t> result;
    for (const auto& one : ticks) result.push_back(one.tick.number);
    return result;
  }

  std::vector<Run> runs;
  std::vector<Window> windows;
  std::vector<Ticked> ticks;
  std::int64_t fails_after = 1 << 30;
  std::size_t unsaved = 0;
};

/// Ends at `ends_at`, or `obeys_after` SIGTERM; it tells the clock itself.
class Job : public sampler::Job {
 public:
  explicit Job(Clock& clock) : clock_(clock) {}
  Result<void> start() override {
    started_at = clock_.now();
    if (start_fails) return vpsfit::fail(vpsfit::ErrorKind::unavailable, "exec format error");
    return {};
  }
  bool ended() override {
    if (clock_.now().time_since_epoch() >= ends_at && !status_) status_ = 7;
    return status_.has_value();
  }
  void terminate() override {
    terminated_at = clock_.now();
    if (!obeys_after) return;
    ends_at = clock_.now().time_since_epoch() + *obeys_after;
    clock_.child(ends_at);
  }
  void kill() override {
    ++kills;
    if (!status_) status_ = 137;
  }
  [[nodiscard]] std::optional<int> status() const override { return status_; }

  nanoseconds ends_at{1h};
  std::optional<nanoseconds> obeys_after = 20ms;
  bool start_fails = false;
  std::optional<Instant> started_at, terminated_at;
  int kills = 0;

 private:
  Clock& clock_;
  std::optional<int> status_;
};

class Marks : public sampler::Marks {
 public:
  std::optional<sampler::MarkRequest> next() override {
    if (requests.empty() || asked) return asked = false, std::nullopt;
    auto request = requests.front();
    requests.pop_front();
    asked = true;
    return request;
  }
  void answer(const Result<void>& result) override { answers.push_back(result ? "ok" : result.error().message); }

  std::deque<sampler::MarkRequest> requests;
  std::vector<std::string> answers;
  bool asked = false;  ///< one request a wake
};

class Observer : public sampler::Observer {
 public:
  void remark(std::string_view line) override { remarks.emplace_back(line); }
  std::vector<std::string> remarks;
};

/// A session of `count` targets, its first tick due at 1.1 s.
struct Bench {
  explicit Bench(std::vector<sampler::PlannedWindow> windows, std::optional<nanoseconds> length = {},
                 std::size_t count = 1) {
    plan.windows = std::move(windows);
    plan.length = length;
    plan.grid_start = at(1100ms);
    for (std::size_t i = 0; i < count; ++i) {
      auto source = std::make_unique<Source>(clock);
      sources.push_back(source.get());
      recording::RunStart start;
      start.subject = "s" + std::to_string(i);
      start.target = "cgroup:/s" + std::to_string(i);
      subjects.emplace_back(std::move(source), std::move(start), sampler::MissingFigures{});
    }
  }
  sampler::Outcome run(sampler::Job* command = nullptr, sampler::Marks* marks = nullptr,
                       sampler::Arrivals* arrivals = nullptr) {
    session = std::make_unique<sampler::Session>(plan, std::move(subjects), clock, sink, observer, command, marks);
    if (arrivals != nullptr) session->expect(*arrivals);
    return session->run();
  }
  Clock clock;
  Sink sink;
  Observer observer;
  sampler::Plan plan;
  std::vector<Source*> sources;
  std::vector<sampler::Subject> subjects;
  std::unique_ptr<sampler::Session> session;  ///< keeps the sources alive
};

}  // namespace fake
