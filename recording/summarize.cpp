// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <utility>

#include "core/decimal.hpp"
#include "core/text.hpp"
#include "recording/reader.hpp"

namespace vpsfit::recording {
namespace {

constexpr std::string_view run_average = "run-average", busiest_minute = "busiest-minute";

std::string list_of(const std::vector<std::string>& names) {
  std::vector<std::string> shown;
  for (const std::string& name : names) shown.push_back(name.empty() ? "(none)" : printable(name, 60));
  return fmt::format("{}", fmt::join(shown, ", "));
}

void add_once(std::vector<std::string>& names, const std::string& name) {
  if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
}

bool contains(const std::vector<std::string>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// The one of the names that is meant. `kind` is "window" or "load", `option` how to say which.
Result<std::string> choose(std::string_view kind, const std::vector<std::string>& names, const std::string& asked,
                           const std::string& place) {
  const std::string option = fmt::format("--{} NAME", kind);
  if (!asked.empty()) {
    if (contains(names, asked)) return asked;
    const auto near = near_name(asked, names);
    return fail(
        ErrorKind::input, fmt::format("there is no {} '{}' in the recording", kind, printable(asked, 60)), place,
        near ? fmt::format("did you mean '{}'?", printable(*near)) : fmt::format("there are: {}", list_of(names)));
  }
  if (names.size() == 1) return names.front();
  return fail(ErrorKind::input, fmt::format("the recording has several {}s: {}", kind, list_of(names)), place,
              fmt::format("say which with {}", option));
}

Result<std::string> choose_window(const std::vector<RunSummary>& runs, const std::string& asked,
                                  const std::string& place) {
  std::vector<std::string> names;
  for (const RunSummary& run : runs)
    for (const WindowSummary& window : run.windows) add_once(names, window.name);
  if (names.empty())
    return fail(ErrorKind::input, "the recording has no windows, so nothing says which time counts", place,
                "sample with --window NAME=DURATION, or name one with 'vpsfit mark'");
  if (asked.empty())
    for (const char* usual : {"load", "measure"})
      if (contains(names, usual)) return std::string(usual);
  return choose("window", names, asked, place);
}

Result<std::string> choose_load(const std::vector<RunSummary>& runs, const std::string& asked,
                                const std::string& place) {
  std::vector<std::string> names;
  for (const RunSummary& run : runs) add_once(names, run.start.load.name);
  return choose("load", names, asked, place);
}

UsageOrigin origin_of(SourceKind kind) {
  switch (kind) {
    case SourceKind::docker_api:
      return UsageOrigin::docker_api;
    case SourceKind::process_tree:
      return UsageOrigin::process_tree;
    case SourceKind::cgroup2:
    case SourceKind::hybrid:
    case SourceKind::cgroup1:
      break;
  }
  return UsageOrigin::recording;
}

/// The run's figures in the window; nothing where it cannot be used, and then a notice says why.
std::optional<RunUsage> use(const RunSummary& run, const std::string& name, Usage& usage) {
  const auto window =
      std::find_if(run.windows.begin(), run.windows.end(), [&](const WindowSummary& w) { return w.name == name; });
  if (window == run.windows.end()) {
    usage.notices.push_back(make_notice("window_missing", {{"run", run.start.run}, {"window", name}}));
    return std::nullopt;
  }
  usage.notices.insert(usage.notices.end(), window->notices.begin(), window->notices.end());
  if (!window->end && run.running)
    usage.notices.push_back(make_notice("window_open", {{"window", name}, {"run", run.start.run}}));
  if (!window->end || !window->cpu_usage) return std::nullopt;
  if (!run.memory_max) {
    usage.notices.push_back(
        make_notice("memory_unknown", {{"run", run.start.run}, {"definition", usage.memory_definition}}));
    return std::nullopt;
  }
  // The average of a window cannot stand for its busiest minute where that is merely lost.
  if (usage.cpu_statistic == busiest_minute && window->rolled_minutes > 0) return std::nullopt;
  RunUsage result;
  result.run = run.start.run;
  result.cpu_usage = *window->cpu_usage;
  result.window = *window->cpu_elapsed;
  if (usage.cpu_statistic == busiest_minute && window->busiest_minute) {
    result.cpu_usage = window->busiest_minute->used;
    result.window = window->busiest_minute->elapsed;
  } else if (usage.cpu_statistic == busiest_minute) {
    usage.notices.push_back(make_notice("shorter_than_minute", {{"window", name}, {"run", run.start.run}}));
  }
  result.memory_max = *run.memory_max;
  result.memory_median = window->memory_median;
  if (usage.memory_definition == "current") {
    result.memory_peak = run.memory_peak;
    result.peak_origin = run.peak_origin;
  }
  result.throttled_periods = window->throttled_periods;
  result.oom_kills = run.oom_kills;
  result.ticks = window->ticks;
  result.missed_ticks = window->missed_ticks;
  return result;
}

/// A subject while its runs are gathered.
struct Gathered {
  Usage usage;
  bool was_loaded = false;                              ///< has a run under the chosen load
  std::optional<std::pair<std::string, Limits>> first;  ///< the first run that counts, and what held it
};

/// Figures from before and after a change of the limits are not one usage. Which group sets them does not matter.
void compare_limits(Gathered& subject, const RunSummary& run) {
  const Limits& limits = run.start.limits;
  if (!subject.first) {
    subject.first = {run.start.run, limits};
    return;
  }
  const auto& [name, first] = *subject.first;
  const bool same =
      limits.memory == first.memory && limits.cpu_cores == first.cpu_cores && limits.cpuset_cpus == first.cpuset_cpus;
  auto& refusals = subject.usage.refusals;
  if (!same && refusals.empty())
    refusals.push_back(
        make_notice("limits_differ", {{"subject", subject.usage.subject}, {"run", run.start.run}, {"first", name}}));
}

/// Adds one run to its subject.
Result<void> add_run(Gathered& subject, const RunSummary& run, const std::string& place) {
  Usage& usage = subject.usage;
  const auto rate = [](const Load& load) {
    return load.request_rate_per_s ? to_decimal(*load.request_rate_per_s, Rounding::half_away) : "an unknown rate";
  };
  if (!std::exchange(subject.was_loaded, true)) {
    usage.load = run.start.load;
    usage.architecture = run.host.architecture;
    usage.cpu_model = run.host.cpu_model;
  } else if (!(usage.load == run.start.load)) {
    return fail(ErrorKind::input,
                fmt::format("the runs of {} were loaded differently: {} and {} requests per second",
                            printable(usage.subject), rate(usage.load), rate(run.start.load)),
                place, "give each load a name of its own with --load when sampling");
  } else if (usage.architecture != run.host.architecture) {
    return fail(ErrorKind::input,
                fmt::format("the runs of {} were made on different machines: {} and {}", printable(usage.subject),
                            printable(usage.architecture), printable(run.host.architecture)),
                place, "compare runs of one machine");
  }
  if (usage.cpu_model != run.host.cpu_model) usage.cpu_model.clear();
  usage.origin = std::max(usage.origin, origin_of(run.start.source));
  for (const Notice& notice : run.notices)
    if (notice.code != "older_peak") usage.notices.push_back(notice);
  if (auto figures = use(run, usage.window, usage)) {
    usage.runs.push_back(std::move(*figures));
    compare_limits(subject, run);
  }
  return {};
}

}  // namespace

Result<std::vector<Usage>> summarize(const Reader& reader, const Excerpt& excerpt) {
  const std::string place = printable(reader.file().string());
  if (excerpt.cpu_statistic != run_average && excerpt.cpu_statistic != busiest_minute)
    return fail(ErrorKind::input, fmt::format("'{}' is not a statistic of CPU", printable(excerpt.cpu_statistic, 40)),
                {}, fmt::format("use {} or {}", run_average, busiest_minute));
  VPSFIT_TRY(const auto runs, reader.runs(excerpt.memory_definition));
  if (runs.empty()) return fail(ErrorKind::input, "the recording has no runs", place, "sample something into it first");
  VPSFIT_TRY(const std::string window, choose_window(runs, excerpt.window, place));
  VPSFIT_TRY(const std::string load, choose_load(runs, excerpt.load, place));
  std::vector<Gathered> subjects;
  for (const RunSummary& run : runs) {
    auto subject = std::find_if(subjects.begin(), subjects.end(),
                                [&](const Gathered& known) { return known.usage.subject == run.start.subject; });
    if (subject == subjects.end()) {
      subject = subjects.insert(subjects.end(), Gathered{});
      subject->usage.subject = run.start.subject;
      subject->usage.window = window;
      subject->usage.load.name = load;
      subject->usage.origin = UsageOrigin::recording;
      subject->usage.memory_definition = excerpt.memory_definition;
      subject->usage.cpu_statistic = excerpt.cpu_statistic;
    }
    if (run.start.load.name == load) VPSFIT_CHECK(add_run(*subject, run, place));
  }
  std::vector<Usage> usages;
  for (Gathered& subject : subjects) {
    Usage& usage = subject.usage;
    if (usage.runs.empty())
      usage.refusals.push_back(subject.was_loaded
                                   ? make_notice("no_usable_run", {{"subject", usage.subject}, {"window", window}})
                                   : make_notice("load_missing", {{"subject", usage.subject}, {"load", load}}));
    usages.push_back(std::move(usage));
  }
  return usages;
}

}  // namespace vpsfit::recording
