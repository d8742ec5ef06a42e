// SPDX-License-Identifier: MIT
#include "report/show_table.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "core/decimal.hpp"
#include "core/text.hpp"
#include "report/show_evidence.hpp"
#include "report/show_words.hpp"
#include "report/text_table.hpp"

namespace vpsfit::report {
namespace {

using recording::RunSummary;
using recording::WindowSummary;
using std::chrono::nanoseconds;

constexpr const char* dash = "-";

std::string seconds(nanoseconds duration) { return to_fixed(Rational(duration.count(), 1'000'000'000), 1) + "s"; }
std::string size(const std::optional<Bytes>& bytes) { return bytes ? to_text(*bytes) : dash; }
std::string number(const std::optional<std::int64_t>& count) { return count ? std::to_string(*count) : dash; }

/// "17", or "15/17" where two were missed.
std::string taken(std::int64_t ticks, std::int64_t missed) {
  return missed == 0 ? std::to_string(ticks) : fmt::format("{}/{}", ticks, ticks + missed);
}

std::string end_of(const RunSummary& run) {
  if (!run.end) return run.running ? "still going" : "cut";
  switch (run.end->reason) {
    case recording::EndReason::command_exited:
      return run.end->command_status ? fmt::format("exit {}", *run.end->command_status) : "exited";
    case recording::EndReason::target_vanished:
      return "vanished";
    default:
      return std::string(to_text(run.end->reason));
  }
}

/// One line a machine: what the figures were measured on.
std::string machines(const std::vector<RunSummary>& runs) {
  std::vector<std::string> lines;
  for (const RunSummary& run : runs) {
    const recording::Host& host = run.host;
    std::string line = fmt::format("{} x {}, {}, {}, Linux {}, every {}", host.cpus,
                                   host.cpu_model.empty() ? "unknown CPU" : host.cpu_model, to_text(host.memory),
                                   host.architecture, host.kernel, exact_seconds(run.interval) + "s");
    if (std::find(lines.begin(), lines.end(), line) == lines.end()) lines.push_back(std::move(line));
  }
  std::string text;
  for (const std::string& line : lines) text += wrap(line, "on  ");
  return text;
}

std::string run_table(const std::vector<RunSummary>& runs, std::size_t width) {
  TextTable table({{"subject"},
                   {"run"},
                   {"started", Align::right},
                   {"ticks", Align::right},
                   {"memory", Align::right},
                   {"peak", Align::right},
                   {"OOM", Align::right},
                   {"end", Align::left, 11}});
  for (const RunSummary& run : runs) {
    std::string started = to_text(run.start.started_wall).substr(0, 16);
    std::replace(started.begin(), started.end(), 'T', ' ');
    const bool older = run.peak_origin == PeakOrigin::older;
    table.row({run.start.subject, run.start.run, started, taken(run.ticks, run.missed_ticks), size(run.memory_max),
               size(run.memory_peak) + (older ? " *" : ""), number(run.oom_kills), end_of(run)});
  }
  return table.render(width);
}

std::string window_table(const std::vector<RunSummary>& runs, std::size_t width) {
  TextTable table({{"subject"},
                   {"run"},
                   {"window"},
                   {"start", Align::right},
                   {"length", Align::right},
                   {"ticks", Align::right},
                   {"gap", Align::right},
                   {"cores", Align::right},
                   {"median", Align::right},
                   {"max", Align::right}});
  for (const RunSummary& run : runs)
    for (const WindowSummary& window : run.windows) {
      const auto cores = cpu_cores(window);
      table.row({run.start.subject, run.start.run, window.name, seconds(window.begin - run.start.started),
                 window.end ? seconds(*window.end - window.begin) : "open", taken(window.ticks, window.missed_ticks),
                 window.longest_gap ? seconds(*window.longest_gap) : dash, cores ? to_fixed(cores->count(), 3) : dash,
                 size(window.memory_median), size(window.memory_max)});
    }
  return table.render(width);
}

std::string remarks(const std::vector<RunSummary>& runs) {
  std::string text;
  const auto add = [&](const RunSummary& run, const Notice& notice) {
    text += wrap(fmt::format("{}: {}", run.start.subject, notice_text(notice)), "! ");
  };
  for (const RunSummary& run : runs) {
    for (const Notice& notice : run.notices) add(run, notice);
    for (const WindowSummary& window : run.windows)
      for (const Notice& notice : window.notices) add(run, notice);
  }
  return text;
}

}  // namespace

std::string show_table(const std::vector<RunSummary>& runs, std::size_t width) {
  if (runs.empty()) return "The recording has no runs.\n";
  const bool any_window =
      std::any_of(runs.begin(), runs.end(), [](const RunSummary& run) { return !run.windows.empty(); });
  const bool any_older =
      std::any_of(runs.begin(), runs.end(), [](const RunSummary& run) { return run.peak_origin == PeakOrigin::older; });
  std::string text = machines(runs) + "\n" + run_table(runs, width);
  if (any_older) text += "* the kernel's peak is from before the run\n";
  text += any_window ? "\n" + window_table(runs, width) : "\nNo windows were named.\n";
  if (any_window) text += evidence_tables(runs, width);
  text += limits_text(runs);
  const std::string said = remarks(runs);
  return said.empty() ? text : text + "\n" + said;
}

}  // namespace vpsfit::report
