// SPDX-License-Identifier: MIT
#include "cli/stack_clock.hpp"

#include <algorithm>
#include <map>
#include <optional>

#include "cli/forecast_inputs.hpp"
#include "recording/reader.hpp"

namespace vpsfit::cli {
namespace {

using forecast::StackUsage;

/// Longer series are cut into so many stretches, of which each subject's largest figure stands: never too little.
constexpr std::int64_t most_moments = 600;

/// The runs that were made side by side, one of every subject.
using Round = std::vector<const recording::RunSummary*>;

const recording::WindowSummary* window_of(const recording::RunSummary& run, const std::string& name) {
  const auto found = std::find_if(run.windows.begin(), run.windows.end(),
                                  [&](const auto& window) { return window.name == name && window.end; });
  return found == run.windows.end() ? nullptr : &*found;
}

/// Do the windows begin and end within two samples of each other?
bool side_by_side(const Round& round, const std::string& name) {
  const auto* const first = window_of(*round.front(), name);
  return first != nullptr && std::all_of(round.begin(), round.end(), [&](const auto* run) {
           const auto* const window = window_of(*run, name);
           const auto slack = 2 * round.front()->interval;
           return window != nullptr && run->interval == round.front()->interval &&
                  std::chrono::abs(window->begin - first->begin) <= slack &&
                  std::chrono::abs(*window->end - *first->end) <= slack;
         });
}

/// The rounds; empty with a reason where there are none.
std::vector<Round> rounds_of(const std::vector<recording::RunSummary>& runs, const std::vector<Usage>& usages,
                             std::string& why) {
  std::vector<Round> rounds(usages.front().runs.size());
  for (const auto& usage : usages) {
    if (usage.runs.size() != rounds.size() || usage.window != usages.front().window) {
      why = "the subjects have not as many runs in the same window";
      return {};
    }
    for (std::size_t i = 0; i < rounds.size(); ++i) {
      const auto found = std::find_if(runs.begin(), runs.end(), [&](const auto& run) {
        return run.start.subject == usage.subject && run.start.run == usage.runs[i].run &&
               run.start.load.name == usage.load.name;
      });
      if (found != runs.end()) rounds[i].push_back(&*found);
    }
  }
  for (const auto& round : rounds)
    if (round.size() != usages.size() || !side_by_side(round, usages.front().window)) {
      why = "the subjects' windows were not measured at the same time";
      return {};
    }
  return rounds;
}

/// Memory by stretch of time and subject; a stretch without a sample of a subject is nullopt.
using Moments = std::map<std::int64_t, std::vector<std::optional<Bytes>>>;

Result<Moments> moments_of(const recording::Reader& reader, const Round& round, const std::string& window,
                           std::string& why) {
  auto first = recording::Instant::max(), last = recording::Instant::min();
  for (const auto* run : round) {
    first = std::min(first, run->start.started);
    last = std::max(last, run->end ? run->end->ended : *window_of(*run, window)->end);
  }
  const auto width = std::max<std::int64_t>(round.front()->interval.count(), (last - first).count() / most_moments + 1);
  Moments moments;
  for (std::size_t member = 0; member < round.size(); ++member) {
    VPSFIT_CHECK(reader.series(round[member]->id, [&](const recording::SeriesRow& row) {
      if (row.minute) why = "some of the samples are rolled up into minutes";
      if (row.reading.memory) {
        auto& moment = moments[(row.tick.planned - first).count() / width];
        moment.resize(round.size());
        moment[member] = std::max(moment[member].value_or(Bytes{0}), *row.reading.memory);
      }
      return why.empty();
    }));
  }
  return moments;
}

/// Fills the gaps with the subject's own largest figure, and lifts each subject's samples up to that.
void add_moments(const std::vector<Moments>& rounds, const std::vector<Bytes>& largest, StackUsage& result) {
  std::vector<Bytes> sampled(largest.size());
  for (const auto& moments : rounds)
    for (const auto& [at, moment] : moments)
      for (std::size_t i = 0; i < moment.size(); ++i) sampled[i] = std::max(sampled[i], moment[i].value_or(Bytes{0}));
  for (const auto& moments : rounds)
    for (const auto& [at, moment] : moments) {
      auto& row = result.memory.emplace_back();
      for (std::size_t i = 0; i < moment.size(); ++i)
        row.push_back(moment[i] ? *moment[i] + std::max(Bytes{0}, largest[i] - sampled[i]) : largest[i]);
    }
}

}  // namespace

Result<StackUsage> used_together(const std::vector<std::string>& files, const std::vector<Usage>& usages) {
  VPSFIT_TRY(StackUsage peaks, forecast::sum_of_peaks(usages));
  if (files.size() != 1 || !is_recording(files.front())) {
    peaks.why = "the subjects are not of one recording";
    return peaks;
  }
  if (const auto& first = usages.front();
      first.memory_definition != "current" || first.cpu_statistic != "run-average") {
    peaks.why = "moments have memory as it is counted usually, and averages over whole windows";
    return peaks;
  }
  VPSFIT_TRY(const auto reader, recording::Reader::open(files.front()));
  VPSFIT_TRY(const auto runs, reader.runs());
  const auto rounds = rounds_of(runs, usages, peaks.why);
  StackUsage result{peaks.subjects, {}, {}, true, {}};
  std::vector<Moments> moments;
  for (std::size_t i = 0; i < rounds.size() && peaks.why.empty(); ++i) {
    VPSFIT_TRY(moments.emplace_back(), moments_of(reader, rounds[i], usages.front().window, peaks.why));
    auto& row = result.cpu.emplace_back();
    for (const auto& usage : usages)
      row.push_back(average_cores(usage.runs[i].cpu_usage, usage.runs[i].window).count());
  }
  add_moments(moments, peaks.memory.front(), result);
  if (peaks.why.empty() && result.memory.empty()) peaks.why = "the recording has no samples of memory";
  return peaks.why.empty() ? result : peaks;
}

}  // namespace vpsfit::cli
