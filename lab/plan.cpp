// SPDX-License-Identifier: MIT
#include "lab/plan.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "files/sha256.hpp"

namespace vpsfit::lab {
namespace {

bool concerns(const LoadPlan& load, const Subject& subject) {
  return load.only.empty() || std::find(load.only.begin(), load.only.end(), subject.name) != load.only.end();
}

void add_runs(const Experiment& experiment, std::size_t subject, std::int64_t repetition,
              std::vector<PlannedRun>& runs) {
  std::vector<std::size_t> loads;
  for (std::size_t i = 0; i < experiment.loads.size(); ++i)
    if (concerns(experiment.loads[i], experiment.subjects[subject])) loads.push_back(i);
  const std::string& name = experiment.subjects[subject].name;
  if (experiment.start_scope == StartScope::repetition) {
    if (!loads.empty())
      runs.push_back({fmt::format("{}-{}", name, repetition), subject, repetition, loads, std::to_string(repetition)});
    return;
  }
  for (const std::size_t load : loads)
    runs.push_back({fmt::format("{}-{}-{}", name, experiment.loads[load].name, repetition),
                    subject,
                    repetition,
                    {load},
                    fmt::format("{}-{}", experiment.loads[load].name, repetition)});
}

}  // namespace

std::vector<PlannedRun> plan_runs(const Experiment& experiment) {
  std::vector<PlannedRun> runs;
  const std::size_t subjects = experiment.subjects.size();
  if (experiment.order == Order::blocked) {
    for (std::size_t subject = 0; subject < subjects; ++subject)
      for (std::int64_t i = 1; i <= experiment.repetitions; ++i) add_runs(experiment, subject, i, runs);
  } else {
    for (std::int64_t i = 1; i <= experiment.repetitions; ++i)
      for (std::size_t subject = 0; subject < subjects; ++subject) add_runs(experiment, subject, i, runs);
  }
  return runs;
}

std::string attempt_name(const std::string& name, int attempt) {
  return attempt == 1 ? name : fmt::format("{}-attempt{}", name, attempt);
}

std::string window_name(const Experiment& experiment, const LoadPlan& load) {
  return experiment.start_scope == StartScope::window ? "load" : load.name;
}

nanoseconds least_time(const Experiment& experiment, const PlannedRun& run) {
  nanoseconds time{};
  if (!experiment.warmup.load.empty())
    time += experiment.subjects[run.subject].warmup_min.value_or(experiment.warmup.min);
  for (const std::size_t load : run.loads)
    if (experiment.loads[load].mode != LoadMode::requests) time += experiment.window;
  return time;
}

std::string plan_hash(std::string_view toml, const std::vector<PlannedRun>& runs) {
  files::Sha256 hash;
  hash.update(toml);
  for (const auto& run : runs) hash.update("\n" + run.id);
  return hash.finish();
}

}  // namespace vpsfit::lab
