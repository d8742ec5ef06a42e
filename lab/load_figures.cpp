// SPDX-License-Identifier: MIT
#include "lab/load_figures.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "core/text.hpp"

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

/// "wrk debian/4.1.0-3+b2"; the name alone where it tells nothing.
std::string version_line(const Generator& generator, std::string_view text) {
  const std::string name(generator.name);
  const auto line = trim(text.substr(0, text.find('\n')));
  if (line.empty() || line.size() > 100 || line.find("sage") != std::string_view::npos) return name;
  const std::string plain = printable(trim(line.substr(0, std::min(line.find(" Copyright"), line.find(" [")))), 60);
  return plain.find(name) != std::string::npos ? plain : fmt::format("{} {}", name, plain);
}

}  // namespace

LoadOrder load_order(const Experiment& experiment, const Subject& subject, const LoadPlan& load,
                     std::chrono::nanoseconds length, const std::filesystem::path& folder) {
  LoadOrder order;
  order.request = experiment.request;
  order.url = fmt::format("http://127.0.0.1:{}{}", subject.port, experiment.request.path);
  order.mode = load.mode;
  order.connections = load.connections;
  order.threads = experiment.generator.threads;
  order.rate = load.rate;
  order.requests = load.requests;
  order.duration = length;
  order.timeout = experiment.generator.timeout;
  order.folder = folder;
  return order;
}

recording::LoadResult load_result(const Experiment& experiment, const LoadPlan& load, const LoadReport& report) {
  recording::LoadResult result;
  result.load = load.name;
  result.mode = to_text(load.mode);
  result.origin = to_text(report.origin);
  if (load.mode == LoadMode::rate) {
    result.asked_rate = load.rate;
    result.min_ratio = load.min_ratio.value();
  }
  result.connections = load.connections;
  if (load.mode != LoadMode::requests) result.planned = std::chrono::seconds(whole_seconds(experiment.window));
  result.elapsed = report.elapsed;
  result.sent = report.sent;
  result.good = report.good;
  result.errors = report.other_status + report.socket_errors;
  result.timeouts = report.timeouts;
  result.bytes_in = report.bytes_in;
  result.schedule_lag_us = report.schedule_lag_us;
  result.skipped = report.skipped;
  if (experiment.generator.cpuset) result.generator_cpus = experiment.generator.cpuset->size();
  result.quantiles = quantiles_of(report);
  if (report.latency)
    for (const auto& bucket : report.latency->buckets())
      result.buckets.push_back({bucket.lowest, bucket.highest, bucket.count});
  return result;
}

recording::WarmUpResult warm_up_result(const LoadPlan& load, const LoadReport& report) {
  recording::WarmUpResult result;
  result.load = load.name;
  result.good = report.good;
  result.errors = report.other_status + report.socket_errors + report.timeouts;
  result.elapsed = report.elapsed;
  return result;
}

std::string described(const Generator& generator, std::string_view version_output, LatencyOrigin origin) {
  return fmt::format("{}, latency: {}", version_line(generator, version_output), to_text(origin));
}

}  // namespace vpsfit::lab
