// SPDX-License-Identifier: MIT
#include "recording/run_notices.hpp"

#include <algorithm>
#include <array>

#include "core/decimal.hpp"

namespace vpsfit::recording {
namespace {

using std::chrono::nanoseconds;

/// Longest time between two samples that is no gap: 2 s, or two intervals where they are longer, and a tenth of an
/// interval for a tick that came a little late.
nanoseconds longest_regular(nanoseconds interval) {
  return std::max(nanoseconds{std::chrono::seconds{2}}, 2 * interval) + interval / 10;
}

std::string seconds(nanoseconds duration) { return to_fixed(Rational(duration.count(), 1'000'000'000), 1); }

bool has(const std::vector<Notice>& notices, std::string_view code) {
  return std::any_of(notices.begin(), notices.end(), [&](const Notice& notice) { return notice.code == code; });
}

bool has_any(const std::vector<Notice>& notices, const auto& codes) {
  return std::any_of(codes.begin(), codes.end(), [&](std::string_view code) { return has(notices, code); });
}

/// A clock that is disciplined runs at most a two-thousandth off; twice that, and what two readings may be apart, is no
/// step.
bool is_step(std::chrono::microseconds step, std::chrono::microseconds elapsed) {
  return std::chrono::abs(step) > std::chrono::milliseconds{50} + elapsed / 1000;
}

/// From nine tenths on the kernel may have reclaimed memory, and a heap that follows the limit has arrived at it.
bool is_at_limit(Bytes used, Bytes limit) {
  return Rational(used.count()) * Rational(10) >= Rational(limit.count()) * Rational(9);
}

/// What happened to the whole host during a window.
template <class Add>
void add_host_notices(const WindowSummary& window, const Add& add) {
  const Explanation& why = window.why;
  if (!window.end) return;
  const auto elapsed = std::chrono::round<std::chrono::microseconds>(*window.end - window.begin);
  if (why.clock_step && is_step(*why.clock_step, elapsed))
    add("clock_stepped", {{"seconds", seconds(*why.clock_step)}});
  if (why.paused && why.paused->count() > 0) add("paused", {{"seconds", seconds(*why.paused)}});
  if (why.asleep && *why.asleep >= std::chrono::milliseconds{100})
    add("host_suspended", {{"seconds", seconds(*why.asleep)}});
  if (!why.host_steal || !why.host_busy || !why.host_idle) return;
  const CpuTime all = *why.host_steal + *why.host_busy + *why.host_idle;
  if (all.count() > 0 && why.host_steal->count() > all.count() / 20)
    add("host_stolen", {{"percent", to_fixed(Rational(why.host_steal->count(), all.count()) * Rational(100), 1)}});
}

}  // namespace

void add_window_notices(const RunSummary& run, WindowSummary& window, bool counter_went_back) {
  const std::pair<std::string, std::string> of_window{"window", window.name}, of_run{"run", run.start.run};
  const auto add = [&](std::string_view code, std::vector<std::pair<std::string, std::string>> more = {}) {
    more.push_back(of_window);
    more.push_back(of_run);
    window.notices.push_back(make_notice(code, std::move(more)));
  };
  if (!window.end && !run.running) add("window_open");
  if (window.impossible_cpu) {
    const auto cores = average_cores(window.impossible_cpu->used, window.impossible_cpu->elapsed);
    add("impossible_cpu", {{"cores", to_fixed(cores.count(), 3)}, {"cpus", std::to_string(run.host.cpus)}});
  } else if (window.end && !window.cpu_usage) {
    add(counter_went_back ? "counter_backwards" : "cpu_unknown");
  }
  const std::int64_t due = window.ticks + window.missed_ticks;
  if (due > 0 && window.ticks * 100 < due * 95)
    add("ticks_missed", {{"missed", std::to_string(window.missed_ticks)}, {"due", std::to_string(due)}});
  if (window.longest_gap && *window.longest_gap > longest_regular(run.interval))
    add("sample_gap", {{"seconds", seconds(*window.longest_gap)}});
  if (window.rolled_minutes > 0) add("rolled_up", {{"minutes", std::to_string(window.rolled_minutes)}});
  add_host_notices(window, add);
}

void add_run_notices(RunSummary& run, const RunFacts& facts) {
  const std::pair<std::string, std::string> of_run{"run", run.start.run};
  const auto add = [&](std::string_view code, std::vector<std::pair<std::string, std::string>> more = {}) {
    more.insert(more.begin(), of_run);
    run.notices.push_back(make_notice(code, std::move(more)));
  };
  if (run.running) add("run_going_on");
  if (!run.running && (!run.end || run.end->reason == EndReason::cut)) add("run_cut");
  if (run.start.source == SourceKind::process_tree) add("second_rate_source");
  if (run.start.source == SourceKind::docker_api) add("engine_source");
  if (facts.dropped_ticks > 0) add("ticks_dropped", {{"ticks", std::to_string(facts.dropped_ticks)}});
  if (run.oom_kills.value_or(0) > 0) add("oom_kill", {{"count", std::to_string(*run.oom_kills)}});
  if (run.swap_max && run.swap_max->count() > 0) add("swap_used", {{"bytes", std::to_string(run.swap_max->count())}});
  if (facts.current_max && run.host.memory.count() > 0 && *facts.current_max > run.host.memory)
    add("impossible_memory", {{"bytes", std::to_string(facts.current_max->count())},
                              {"host_bytes", std::to_string(run.host.memory.count())}});
  if (const auto limit = run.start.limits.memory;
      limit && limit->count() > 0 && facts.current_max && is_at_limit(*facts.current_max, *limit))
    add("memory_at_limit",
        {{"percent", to_fixed(Rational(facts.current_max->count(), limit->count()) * Rational(100), 0, Rounding::down)},
         {"limit_bytes", std::to_string(limit->count())}});
  if (facts.throttled_periods) add("throttled", {{"periods", std::to_string(*facts.throttled_periods)}});
  const bool higher = run.memory_peak && run.memory_max && *run.memory_peak > *run.memory_max;
  if (run.peak_origin == PeakOrigin::older && higher)
    add("older_peak", {{"peak_bytes", std::to_string(run.memory_peak->count())}});
}

void merge_notices(RunSummary& run, std::vector<Notice> told) {
  constexpr std::array always_derived{"ticks_missed", "sample_gap", "window_open", "run_cut"};
  std::erase_if(told, [&](const Notice& notice) {
    return has(run.notices, notice.code) ||
           std::find(always_derived.begin(), always_derived.end(), notice.code) != always_derived.end();
  });
  run.notices.insert(run.notices.begin(), told.begin(), told.end());
}

bool is_incomplete(const RunSummary& run) {
  constexpr std::array of_run{"run_cut", "ended_early", "ticks_dropped", "oom_kill"};
  constexpr std::array of_window{"window_open", "ticks_missed", "sample_gap"};
  return has_any(run.notices, of_run) ||
         std::any_of(run.windows.begin(), run.windows.end(),
                     [&](const WindowSummary& window) { return has_any(window.notices, of_window); });
}

}  // namespace vpsfit::recording
