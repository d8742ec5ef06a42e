// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "lab/one_run.hpp"

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
  result.generator = version_of(generator, campaign_.host, folder_);
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

}  // namespace vpsfit::lab
