// SPDX-License-Identifier: MIT
#include "lab/flags.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace vpsfit::lab {
namespace {

constexpr std::int64_t us_a_second = 1'000'000;

Rational in_seconds(std::chrono::microseconds time) { return Rational(time.count()) / Rational(us_a_second); }

}  // namespace

using recording::LoadResult;

Rational achieved_rate(const LoadResult& load) {
  return load.elapsed.count() > 0 ? Rational(load.good) / in_seconds(load.elapsed) : Rational(0);
}

std::optional<Rational> scheduled_share(const LoadResult& load) {
  if (!load.asked_rate || load.planned.count() <= 0) return std::nullopt;
  return Rational(load.good) / (*load.asked_rate * in_seconds(load.planned));
}

std::optional<Rational> occupancy(const LoadResult& load) {
  if (load.asked_rate || load.origin != "actual_send" || load.connections <= 0 || load.elapsed.count() <= 0)
    return std::nullopt;
  const auto mean = recording::mean_latency_us(load.buckets);
  if (!mean) return std::nullopt;
  std::int64_t total = 0;
  for (const auto& bucket : load.buckets) total += bucket.count;
  return *mean * Rational(total) / Rational(load.elapsed.count()) / Rational(load.connections);
}

std::optional<Rational> generator_share(const LoadResult& load) {
  if (!load.generator_cpu || load.generator_cpus.value_or(0) <= 0 || load.elapsed.count() <= 0) return std::nullopt;
  return Rational(load.generator_cpu->count()) / Rational(load.elapsed.count()) / Rational(*load.generator_cpus);
}

std::optional<Rational> sampler_cores(const LoadResult& load) {
  if (!load.sampler_cpu || load.elapsed.count() <= 0) return std::nullopt;
  return Rational(load.sampler_cpu->count()) / Rational(load.elapsed.count());
}

std::vector<std::string> flags_of(const LoadResult& load) {
  std::vector<std::string> flags = load.flags;
  const auto raise = [&](bool when, const char* flag) {
    if (when && std::find(flags.begin(), flags.end(), flag) == flags.end()) flags.emplace_back(flag);
  };
  if (load.asked_rate) {
    const Rational ratio = achieved_rate(load) / *load.asked_rate;
    raise(load.min_ratio && ratio < *load.min_ratio, "rate_shortfall");
    raise(ratio > Rational(102, 100), "rate_overshoot");
  }
  const auto busy = occupancy(load);
  const auto share = generator_share(load);
  raise(busy && *busy > Rational(102, 100), "not_raw");
  // Where a fixed number of requests is through in a moment, connecting weighs too much to judge.
  raise(load.mode == "saturated" && busy && *busy < Rational(90, 100), "generator_bound");
  raise(share && *share >= Rational(90, 100), "generator_bound");
  raise(load.schedule_lag_us.value_or(0) > us_a_second, "client_lag");
  const std::int64_t bad = load.errors + load.timeouts;
  raise(bad > 0, "errors");
  raise(bad > 0 && Rational(bad) > Rational(load.good + bad) / Rational(1000), "many_errors");
  raise(load.periods.value_or(0) > 0 && load.throttled_periods.value_or(0) * 20 > *load.periods, "throttled");
  return flags;
}

std::string contradiction_in(const LoadResult& load) {
  std::int64_t total = 0, last = 0;
  for (const auto& bucket : load.buckets) total += bucket.count;
  for (const auto& quantile : load.quantiles) {
    if (quantile.ns < last) return fmt::format("the quantile {} ppm is below a smaller one", quantile.ppm);
    last = quantile.ns;
    const auto derived = recording::latency_us_at(load.buckets, quantile.ppm);
    if (derived && *derived * 1000 != quantile.ns)
      return fmt::format("the quantile {} ppm is {} ns, and {} us by the histogram", quantile.ppm, quantile.ns,
                         *derived);
  }
  if (total > 0 && (total < load.good - load.timeouts || total > load.good + load.errors))
    return fmt::format("the histogram counts {} latencies for {} good answers and {} errors", total, load.good,
                       load.errors);
  if (load.server_cpu && load.window_time && load.server_cpus.value_or(0) > 0 &&
      Rational(load.server_cpu->count()) * Rational(1000) >
          Rational(load.window_time->count()) * Rational(*load.server_cpus) * Rational(102, 100))
    return fmt::format("{} us of CPU in {} ns are more than {} processors have", load.server_cpu->count(),
                       load.window_time->count(), *load.server_cpus);
  return {};
}

bool forbids_figures(const std::string& flag) {
  constexpr std::array<std::string_view, 5> grave{"generator_bound", "not_raw", "many_errors", "server_died", "oom"};
  return std::find(grave.begin(), grave.end(), flag) != grave.end();
}

}  // namespace vpsfit::lab
