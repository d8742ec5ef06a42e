// SPDX-License-Identifier: MIT
#include "sampler/subject.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "core/text.hpp"

namespace vpsfit::sampler {
namespace {

using recording::Edge;
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
  incomplete_ = !missing_.empty();
  for (const auto& [figure, reason] : missing_)
    VPSFIT_CHECK(remark(sink, "figure_missing", {{"figure", figure}, {"reason", reason}}));
  return {};
}

bool Subject::read(recording::TickRow& row, bool with_detail) {
  row.run = run_.id;
  source_->read(row.reading);
  if (with_detail && !source_->gone()) {
    source_->read(row.detail.emplace());
  } else {
    row.detail.reset();
  }
  return !source_->gone();
}

void Subject::see(const recording::Detail& detail) {
  if (!detail.oom_kill) return;
  if (!first_kills_) first_kills_ = detail.oom_kill;
  last_kills_ = detail.oom_kill;
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
  if (row.detail) see(*row.detail);
  if (!complete) return;
  if (!last_) last_.emplace();
  last_->at = tick.begin + (tick.end - tick.begin) / 2;
  last_->reading = reading;
  if (row.detail) last_->detail = *row.detail;
}

Edge Subject::read_edge(const Clock& clock) {
  Edge edge;
  edge.at = source_->read_timed(clock, edge.reading);
  source_->read(edge.detail);
  see(edge.detail);
  source_->read_beside(edge.context);
  if (host_) host_->read(clock.now(), edge.context);
  const auto since = std::chrono::duration_cast<std::chrono::microseconds>(clock.now() - edge.at);
  edge.context.wall_us = (clock.wall() - since).time_since_epoch().count();
  if (const auto asleep = clock.asleep())
    edge.context.asleep_us = std::chrono::duration_cast<std::chrono::microseconds>(*asleep).count();
  return edge;
}

Result<void> Subject::open_window(Sink& sink, std::string_view name, const Edge& edge) {
  VPSFIT_TRY(const auto id, sink.begin_window(run_.id, name, edge));
  windows_.push_back({std::string(name), id, edge, {}, source_->watch_peak()});
  return {};
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
  if (missing > std::chrono::nanoseconds::zero() || end.reason == recording::EndReason::target_vanished) {
    incomplete_ = true;
    VPSFIT_CHECK(remark(sink, "ended_early",
                        {{"seconds", seconds(missing)}, {"reason", std::string(recording::to_text(end.reason))}}));
  }
  if (first_kills_ && *last_kills_ > *first_kills_) incomplete_ = true;
  return sink.end_run(run_.id, end);
}

Result<void> Subject::remark(Sink& sink, std::string_view code, std::vector<std::pair<std::string, std::string>> args) {
  args.insert(args.begin(), {"run", run_.name});
  return sink.notice(run_.id, make_notice(code, std::move(args)));
}

}  // namespace vpsfit::sampler
