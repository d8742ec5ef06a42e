// SPDX-License-Identifier: MIT
#include "cli/capacity_inputs.hpp"

#include <algorithm>
#include <set>

#include "cli/lab_results.hpp"
#include "core/text.hpp"
#include "files/files.hpp"
#include "forecast/refusals.hpp"
#include "forecast/require.hpp"
#include "recording/reader.hpp"
#include "sources/detect.hpp"
#include "sources/figures.hpp"

namespace vpsfit::cli {
namespace {

Result<std::vector<Usage>> loads_of_recording(const std::string& file, const UsageWish& wish) {
  VPSFIT_TRY(const auto reader, recording::Reader::open(file));
  VPSFIT_TRY(const auto runs, reader.runs());
  std::set<std::string> loads;
  for (const auto& run : runs) loads.insert(run.start.load.name);
  std::vector<Usage> usages;
  for (const auto& load : loads) {
    VPSFIT_TRY(auto some, recording::summarize(reader, {wish.window, load, wish.memory_definition}));
    for (auto& one : some) {
      if (one.runs.empty()) continue;
      VPSFIT_CHECK(count_requests(file, one));
      usages.push_back(std::move(one));
    }
  }
  return usages;
}

/// The first reason to leave a run out; empty where it counts.
Result<std::string> objection(const Usage& measured, const RunUsage& run) {
  if (!measured.load.request_rate_per_s) return std::string("load_unknown");
  Usage alone = measured;
  alone.runs = {run};
  VPSFIT_TRY(const auto need, forecast::require(alone, {}));
  const auto reasons = forecast::refusals(alone, need);
  return reasons.empty() ? std::string() : reasons.front().code;
}

Bytes memory_of(const RunUsage& run) {
  const bool peak = run.peak_origin == PeakOrigin::run && run.memory_peak;
  return peak ? std::max(run.memory_max, *run.memory_peak) : run.memory_max;
}

}  // namespace

Result<std::vector<Usage>> read_all_loads(const std::string& file, const UsageWish& wish) {
  if (is_recording(file)) return loads_of_recording(file, wish);
  VPSFIT_TRY(const std::string text, files::read_whole(file));
  VPSFIT_TRY(const auto kind, sources::detect(text, file));
  if (kind == sources::InputKind::recording)
    return fail(ErrorKind::input, "a recording cannot be read from a pipe", printable(file), "name the file itself");
  if (wish.memory_definition != "current")
    return fail(ErrorKind::input, "given figures carry one figure of memory, of no other definition", printable(file),
                "leave out --memory-definition");
  return kind == sources::InputKind::json ? sources::parse_usage_json(text, file)
                                          : sources::parse_usage_csv(text, file);
}

Result<std::vector<forecast::SubjectCapacity>> runs_by_subject(const std::vector<Usage>& usages) {
  std::vector<forecast::SubjectCapacity> subjects;
  for (const auto& measured : usages) {
    auto subject = std::find_if(subjects.begin(), subjects.end(),
                                [&](const auto& known) { return known.subject == measured.subject; });
    if (subject == subjects.end()) {
      subject = subjects.insert(subjects.end(), forecast::SubjectCapacity{});
      subject->subject = measured.subject;
    }
    for (const auto& run : measured.runs) {
      VPSFIT_TRY(auto why, objection(measured, run));
      subject->runs.push_back(
          {measured.load, run.run, average_cores(run.cpu_usage, run.window), memory_of(run), std::move(why)});
    }
  }
  return subjects;
}

}  // namespace vpsfit::cli
