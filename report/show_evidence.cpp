// SPDX-License-Identifier: MIT
#include "report/show_evidence.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "core/decimal.hpp"
#include "report/show_words.hpp"
#include "report/text_table.hpp"

namespace vpsfit::report {
namespace {

using recording::MemoryDefinition;
using recording::RunSummary;
using recording::WindowSummary;

constexpr const char* not_known = "-";

std::string size_or_unknown(const std::optional<Bytes>& bytes) { return bytes ? to_text(*bytes) : not_known; }
std::string seconds_or_unknown(const std::optional<CpuTime>& time) {
  return time ? to_fixed(Rational(time->count(), 1'000'000), 2) + "s" : not_known;
}
std::string count_or_unknown(const std::optional<std::int64_t>& count) {
  return count ? std::to_string(*count) : not_known;
}

/// CPU time of the whole host as cores over the window: "1.25".
std::string host_cores(const std::optional<CpuTime>& time, const WindowSummary& window) {
  if (!time || !window.end) return not_known;
  const auto elapsed = std::chrono::round<std::chrono::microseconds>(*window.end - window.begin);
  return elapsed.count() > 0 ? to_fixed(average_cores(*time, elapsed).count(), 2) : not_known;
}

std::string basis_words(recording::PeakBasis basis) {
  switch (basis) {
    case recording::PeakBasis::reset:
      return "kernel, reset at begin";
    case recording::PeakBasis::rose:
      return "kernel, rose meanwhile";
    case recording::PeakBasis::bounded:
      return "older peak bounds it";
    case recording::PeakBasis::samples:
      return "samples alone";
    case recording::PeakBasis::unknown:
      break;
  }
  return not_known;
}

/// Cores with the bound of their error: "0.782 +-0.002".
std::string sure_cores(const WindowSummary& window) {
  const auto cores = cpu_cores(window);
  if (!cores) return not_known;
  const std::string text = to_fixed(cores->count(), 3);
  return window.cpu_uncertainty
             ? fmt::format("{} +-{}", text, to_fixed(round_to(window.cpu_uncertainty->count(), 3, Rounding::up), 3))
             : text;
}

template <class Use>
void each_window(const std::vector<RunSummary>& runs, Use use) {
  for (const RunSummary& run : runs)
    for (const WindowSummary& window : run.windows) use(run, window);
}

/// One line a machine: how much of the memory figures is none.
std::string air_text(const std::vector<RunSummary>& runs) {
  std::vector<std::string> lines;
  for (const RunSummary& run : runs) {
    if (!run.memory_batch) continue;
    std::string line =
        wrap(fmt::format("Up to {} of each memory figure may be unused: the kernel charges 64 pages a CPU "
                         "at once, on {} CPUs.",
                         to_text(*run.memory_batch), run.host.cpus));
    if (std::find(lines.begin(), lines.end(), line) == lines.end()) lines.push_back(std::move(line));
  }
  return fmt::format("{}", fmt::join(lines, ""));
}

std::string certainty(const std::vector<RunSummary>& runs, std::size_t width) {
  TextTable table({{"subject"},
                   {"run"},
                   {"window"},
                   {"cores", Align::right},
                   {"peak from", Align::right},
                   {"to", Align::right},
                   {"peak known by", Align::left, 12}});
  each_window(runs, [&](const RunSummary& run, const WindowSummary& window) {
    table.row({run.start.subject, run.start.run, window.name, sure_cores(window), size_or_unknown(window.peak.least),
               window.peak.most    ? to_text(*window.peak.most)
               : window.peak.least ? "?"
                                   : not_known,
               basis_words(window.peak.basis)});
  });
  return "\nHow sure: average CPU, and between which the peak of memory lies\n" + table.render(width) + air_text(runs);
}

std::string definitions(const std::vector<RunSummary>& runs, std::size_t width) {
  bool any = false;
  TextTable table({{"subject"},
                   {"run"},
                   {"window"},
                   {"current", Align::right},
                   {"working set", Align::right},
                   {"anon", Align::right},
                   {"no file cache", Align::right}});
  each_window(runs, [&](const RunSummary& run, const WindowSummary& window) {
    std::vector<std::string> cells{run.start.subject, run.start.run, window.name};
    for (const auto definition : recording::memory_definitions) {
      const auto& figures = window.memory[static_cast<std::size_t>(definition)];
      any = any || (definition != MemoryDefinition::current && figures.max);
      cells.push_back(size_or_unknown(figures.max));
    }
    table.row(std::move(cells));
  });
  return any ? "\nLargest memory by definition (all but current are sampled less often)\n" + table.render(width) : "";
}

bool says_something(const recording::Explanation& why) {
  return why.periods || why.cpu_some || why.memory_some || why.io_some || why.swap_max || why.host_busy;
}

std::string explanations(const std::vector<RunSummary>& runs, std::size_t width) {
  bool any = false;
  TextTable table({{"subject"},
                   {"run"},
                   {"window"},
                   {"throttled", Align::right},
                   {"cpu wait", Align::right},
                   {"memory", Align::right},
                   {"io", Align::right},
                   {"swap", Align::right},
                   {"host", Align::right},
                   {"steal", Align::right}});
  each_window(runs, [&](const RunSummary& run, const WindowSummary& window) {
    const auto& why = window.why;
    any = any || says_something(why);
    const std::string throttled = why.periods && why.throttled_periods
                                      ? fmt::format("{}/{}", *why.throttled_periods, *why.periods)
                                      : count_or_unknown(why.throttled_periods);
    table.row({run.start.subject, run.start.run, window.name, throttled, seconds_or_unknown(why.cpu_some),
               seconds_or_unknown(why.memory_some), seconds_or_unknown(why.io_some), size_or_unknown(why.swap_max),
               host_cores(why.host_busy, window), host_cores(why.host_steal, window)});
  });
  return any ? "\n" +
                   wrap(
                       "Beside it: CPU periods throttled, time waited for CPU, memory and io, swap, and cores of the "
                       "whole host "
                       "at work and taken away") +
                   table.render(width)
             : "";
}

}  // namespace

std::string evidence_tables(const std::vector<RunSummary>& runs, std::size_t width) {
  return certainty(runs, width) + definitions(runs, width) + explanations(runs, width);
}

std::string limits_text(const std::vector<RunSummary>& runs) {
  std::vector<std::string> lines;
  for (const RunSummary& run : runs) {
    const auto& limits = run.start.limits;
    std::vector<std::string> parts;
    const auto from = [](const std::string& group) { return group.empty() ? "" : " by " + group; };
    if (limits.memory) parts.push_back(fmt::format("memory {}{}", to_text(*limits.memory), from(limits.memory_from)));
    if (limits.cpu_cores)
      parts.push_back(fmt::format("{} cores{}", to_decimal(*limits.cpu_cores, Rounding::down), from(limits.cpu_from)));
    if (limits.cpuset_cpus && *limits.cpuset_cpus < run.host.cpus)
      parts.push_back(fmt::format("{} of {} CPUs", *limits.cpuset_cpus, run.host.cpus));
    if (parts.empty()) continue;
    std::string line = wrap(fmt::format("{}: {}", run.start.subject, fmt::join(parts, ", ")), "limits  ");
    if (std::find(lines.begin(), lines.end(), line) == lines.end()) lines.push_back(std::move(line));
  }
  return lines.empty() ? "" : fmt::format("\n{}", fmt::join(lines, ""));
}

}  // namespace vpsfit::report
