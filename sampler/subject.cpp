// SPDX-License-Identifier: MIT
#include "sampler/subject.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "core/text.hpp"

namespace vpsfit::sampler {
namespace {

using recording::Edge;
using recording::Instant;
using recording::Reading;

std::string seconds(std::chrono::nanoseconds time) {
  return fmt::format("{:.1f}", std::chrono::duration<double>(time).count());
}

}  // namespace

Subject::Subject(std::unique_ptr<Source> source, recording::RunStart start, MissingFigures missing,
                 std::shared_ptr<HostWatch> host)
    : source_(std::move(source)), host_(std::move(host)), start_(std::move(start)), missing_(std::move(missing)) {}

Result<void> Subject::begin(Sink& sink, recording::Instant now, WallTime wall) {
  recording::Detail detail;
  source_->read(detail);
  if (source_->gone())
    return fail(ErrorKind::unavailable, fmt::format("'{}' is gone before the first reading", printable(start_.target)));
  start_.peak_at_start = detail.memory_peak;
  start_.started = now;
  start_.started_wall = wall;
  VPSFIT_TRY(run_, sink.begin_run(start_));
  active_ = true;
  pauses_.see(source_->look().frozen, now);
  see(detail, now);
  incomplete_ = !missing_.empty();
  for (const auto& [figure, reason] : missing_)
    VPSFIT_CHECK(remark(sink, "figure_missing", {{"figure", figure}, {"reason", reason}}));
  return {};
}

bool Subject::read(const Clock& clock, recording::TickRow& row, bool with_detail) {
  row.run = run_.id;
  if (with_detail || !source_->tells_of_life()) pauses_.see(source_->look().frozen, clock.now());
  source_->read(row.reading);
  if (with_detail && !source_->gone()) {
    source_->read(row.detail.emplace());
  } else {
    row.detail.reset();
  }
  return !source_->gone();
}

void Subject::look(const Clock& clock) {
  pauses_.see(source_->look().frozen, clock.now());
  if (!source_->gone()) static_cast<void>(read_edge(clock));
}

void Subject::see(const recording::Detail& detail, Instant at) {
  if (!detail.oom_kill) return;
  if (!first_kills_) first_kills_ = detail.oom_kill;
  if (last_kills_ && *detail.oom_kill > *last_kills_) killed_at_ = at;
  last_kills_ = detail.oom_kill;
}

/// An edge is a reading like any other: the last one, where nothing comes after it.
void Subject::see(const Edge& edge) {
  see(edge.detail, edge.at);
  const bool complete = (edge.reading.usage || !had_cpu_) && (edge.reading.memory || !had_memory_);
  if (complete && !source_->gone() && (edge.reading.usage || edge.reading.memory)) last_ = edge;
}

void Subject::count_missed(std::int64_t count) {
  for (auto& window : windows_) window.coverage.add_missed(count);
}

void Subject::count(const recording::Tick& tick, const recording::TickRow& row) {
  const Reading& reading = row.reading;
  const bool complete = (reading.usage || !had_cpu_) && (reading.memory || !had_memory_);
  had_cpu_ = had_cpu_ || reading.usage;
  had_memory_ = had_memory_ || reading.memory;
  for (auto& window : windows_) window.coverage.add_tick(complete);
  if (row.detail) see(*row.detail, tick.begin);
  if (!complete) return;
  if (!last_) last_.emplace();
  last_->at = tick.begin + (tick.end - tick.begin) / 2;
  last_->reading = reading;
  if (const auto paused = pauses_.until(last_->at)) last_->context.paused_us = paused->count();
  if (row.detail) last_->detail = *row.detail;
}

Edge Subject::read_edge(const Clock& clock) {
  Edge edge;
  edge.at = source_->read_timed(clock, edge.reading);
  source_->read(edge.detail);
  pauses_.see(source_->look().frozen, clock.now());
  if (const auto paused = pauses_.until(edge.at)) edge.context.paused_us = paused->count();
  source_->read_beside(edge.context);
  if (host_) host_->read(clock.now(), edge.context);
  const auto since = std::chrono::duration_cast<std::chrono::microseconds>(clock.now() - edge.at);
  edge.context.wall_us = (clock.wall() - since).time_since_epoch().count();
  if (const auto asleep = clock.asleep())
    edge.context.asleep_us = std::chrono::duration_cast<std::chrono::microseconds>(*asleep).count();
  see(edge);
  return edge;
}

Result<void> Subject::open_window(Sink& sink, std::string_view name, const Edge& edge, std::chrono::nanoseconds late) {
  VPSFIT_TRY(const auto id, sink.begin_window(run_.id, name, edge));
  windows_.push_back({std::string(name), id, edge, {}, source_->watch_peak()});
  if (late == std::chrono::nanoseconds::zero()) return {};
  incomplete_ = true;
  return remark(sink, "joined_late", {{"seconds", seconds(late)}, {"window", std::string(name)}});
}

Result<void> Subject::close_window(Sink& sink, std::string_view name, const Edge& edge,
                                   std::chrono::nanoseconds interval) {
  const auto found = std::find_if(windows_.begin(), windows_.end(), [&](const auto& w) { return w.name == name; });
  if (found == windows_.end()) return {};
  const OpenWindow window = std::move(*found);
  windows_.erase(found);
  Edge end = edge;
  if (window.peak) end.context.peak_inside = window.peak->read();
  closed_ = Closed{window.name, window.begin, end, window.coverage};
  if (window.coverage.is_thin(interval)) incomplete_ = true;
  return sink.end_window(window.id, end);
}

bool Subject::has_open(std::string_view name) const {
  return std::any_of(windows_.begin(), windows_.end(), [&](const auto& w) { return w.name == name; });
}

Result<void> Subject::close_windows(Sink& sink, const Edge& edge, std::chrono::nanoseconds interval) {
  std::vector<std::string> names;
  for (const auto& window : windows_)
    if (window.begin.at < edge.at) names.push_back(window.name);
  for (const auto& name : names) VPSFIT_CHECK(close_window(sink, name, edge, interval));
  return {};
}

Result<void> Subject::end(Sink& sink, const recording::RunEnd& end, std::chrono::nanoseconds missing) {
  if (!active_) return {};
  active_ = false;
  const bool vanished = end.reason == recording::EndReason::target_vanished;
  if (missing > std::chrono::nanoseconds::zero() || (vanished && !may_go_)) {
    incomplete_ = true;
    VPSFIT_CHECK(remark(sink, "ended_early",
                        {{"seconds", seconds(missing)}, {"reason", std::string(recording::to_text(end.reason))}}));
  }
  if (first_kills_ && *last_kills_ > *first_kills_) incomplete_ = true;
  if (vanished) VPSFIT_CHECK(say_why_gone(sink, end.ended));
  return sink.end_run(run_.id, end);
}

Result<void> Subject::say_why_gone(Sink& sink, Instant at) {
  constexpr std::chrono::seconds just_before{10};
  if (killed_at_ && at - *killed_at_ <= just_before) {
    incomplete_ = true;
    return remark(sink, "target_oom", {{"count", std::to_string(*last_kills_ - *first_kills_)}});
  }
  switch (source_->farewell()) {
    case Farewell::exited:
      return remark(sink, "target_exited", {});
    case Farewell::removed:
      return remark(sink, "target_removed", {});
    case Farewell::oom_above:
      incomplete_ = true;
      return remark(sink, "target_oom_above", {});
    case Farewell::engine_gone:
      return remark(sink, "engine_gone", {});
    case Farewell::unknown:
      break;
  }
  return {};
}

Result<void> Subject::remark(Sink& sink, std::string_view code, std::vector<std::pair<std::string, std::string>> args) {
  args.insert(args.begin(), {"run", run_.name});
  return sink.notice(run_.id, make_notice(code, std::move(args)));
}

}  // namespace vpsfit::sampler
