// SPDX-License-Identifier: MIT
#include <algorithm>
#include <fmt/format.h>

#include "lab/one_run.hpp"
#include "recording/reader.hpp"

namespace vpsfit::lab {
namespace {

/// Those that tables and pages show; the published ones first of all.
constexpr std::int64_t shown_ppm[] = {250'000, 500'000, 750'000, 900'000, 950'000, 990'000, 999'000, 1'000'000};

std::vector<recording::LatencyQuantile> quantiles_of(const LoadReport& report) {
  std::vector<recording::LatencyQuantile> quantiles;
  if (!report.latency) {
    for (const auto& one : report.printed) quantiles.push_back({one.ppm, one.us * 1000});
    return quantiles;
  }
  for (const std::int64_t ppm : shown_ppm)
    if (const auto us = report.latency->percentile(ppm)) quantiles.push_back({ppm, *us * 1000});
  return quantiles;
}

}  // namespace

recording::LoadResult OneRun::result_of(const LoadPlan& load, const std::string& window, const LoadRun& run,
                                        const LoadReport& report, const Generator& generator) {
  recording::LoadResult result;
  result.subject = subject_.name;
  result.run = name_;
  result.window = window;
  result.load = load.name;
  // Wherever the generator is named, so is the moment from which its latencies count.
  result.generator =
      fmt::format("{}, latency: {}", version_of(generator, campaign_.host, folder_), to_text(report.origin));
  result.mode = to_text(load.mode);
  result.origin = to_text(report.origin);
  if (load.mode == LoadMode::rate) {
    result.asked_rate = load.rate;
    result.min_ratio = load.min_ratio.value();
  }
  result.connections = load.connections;
  if (load.mode != LoadMode::requests)
    result.planned = std::chrono::seconds(whole_seconds(campaign_.experiment.window));
  result.elapsed = report.elapsed;
  result.sent = report.sent;
  result.good = report.good;
  result.errors = report.other_status + report.socket_errors;
  result.timeouts = report.timeouts;
  result.bytes_in = report.bytes_in;
  result.schedule_lag_us = report.schedule_lag_us;
  result.skipped = report.skipped;
  result.generator_cpu = run.cpu;
  if (campaign_.experiment.generator.cpuset) result.generator_cpus = campaign_.experiment.generator.cpuset->size();
  result.sampler_cpu = run.sampler_cpu;
  result.quantiles = quantiles_of(report);
  if (report.latency)
    for (const auto& bucket : report.latency->buckets())
      result.buckets.push_back({bucket.lowest, bucket.highest, bucket.count});
  return result;
}

Result<std::vector<std::string>> OneRun::recorded_flags() const {
  std::vector<std::string> flags;
  if (!recorded_) return flags;
  VPSFIT_TRY(const auto reader, recording::Reader::open(campaign_.recording()));
  VPSFIT_TRY(const auto runs, reader.runs());
  for (const auto& run : runs) {
    if (run.start.subject != subject_.name || run.start.run != name_) continue;
    if (run.oom_kills.value_or(0) > 0) flags.emplace_back("oom");
    for (const auto& window : run.windows) {
      const bool measured =
          std::any_of(results_.begin(), results_.end(), [&](const auto& r) { return r.window == window.name; });
      const bool gap = std::any_of(window.notices.begin(), window.notices.end(), [](const Notice& notice) {
        return notice.code == "sample_gap" || notice.code == "ticks_missed";
      });
      if (measured && gap) flags.emplace_back("sampler_gap");
    }
  }
  return flags;
}

}  // namespace vpsfit::lab
