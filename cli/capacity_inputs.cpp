// SPDX-License-Identifier: MIT
#include "cli/capacity_inputs.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <set>

#include "cli/lab_results.hpp"
#include "core/text.hpp"
#include "forecast/refusals.hpp"
#include "forecast/require.hpp"
#include "recording/reader.hpp"

namespace vpsfit::cli {
namespace {

Result<std::vector<Usage>> loads_of_recording(const std::string& file, const UsageWish& wish, Inputs& inputs) {
  VPSFIT_TRY(const auto reader, recording::Reader::open(file));
  VPSFIT_TRY(auto hash, reader.content_hash());
  inputs.push_back({file, std::move(hash), "usage"});
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

/// Runs that stood in two files would count twice, and make a line look surer than it is.
Result<void> check_new(std::vector<Usage>::const_iterator known, std::vector<Usage>::const_iterator end,
                       const Usage& more, const std::string& file) {
  const auto same = [&](const Usage& one) { return one.subject == more.subject && one.load == more.load; };
  if (std::none_of(known, end, same)) return {};
  return fail(ErrorKind::input,
              fmt::format("the subject '{}' under the same load is in another input too", printable(more.subject, 80)),
              printable(file), "give each load in one file: 'vpsfit merge' makes one recording of several");
}

}  // namespace

Result<std::vector<Usage>> read_all_loads(const std::string& file, const UsageWish& wish, Inputs& inputs) {
  return is_recording(file) ? loads_of_recording(file, wish, inputs) : read_figures(file, wish, inputs);
}

Result<std::vector<Usage>> read_all_loads(const std::vector<std::string>& files, const UsageWish& wish,
                                          Inputs& inputs) {
  std::vector<Usage> usages;
  for (const auto& file : files) {
    VPSFIT_TRY(auto read, read_all_loads(file, wish, inputs));
    const std::size_t known = usages.size();
    for (auto& one : read) {
      VPSFIT_CHECK(check_new(usages.begin(), usages.begin() + static_cast<std::ptrdiff_t>(known), one, file));
      usages.push_back(std::move(one));
    }
  }
  return usages;
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
