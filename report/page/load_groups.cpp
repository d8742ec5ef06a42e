// SPDX-License-Identifier: MIT
#include "report/page/load_groups.hpp"

#include <algorithm>

namespace vpsfit::report {
namespace {

using recording::LoadResult;

Rational seconds(std::chrono::microseconds time) { return {time.count(), 1'000'000}; }

bool made_up(const LoadResult& load) { return load.origin == "backfilled"; }

bool belongs(const LoadGroup& group, const LoadResult& load) {
  return group.name == load.load && group.rate == load.asked_rate && group.connections == load.connections &&
         (!group.rate || group.origin == load.origin);
}

}  // namespace

std::vector<LoadGroup> load_groups(const Document& document) {
  std::vector<LoadGroup> groups;
  for (const auto& subject : document.forecast.subjects)
    for (const auto& reported : document.loads) {
      const LoadResult& load = reported.load;
      if (load.subject != subject.subject) continue;
      auto group = std::find_if(groups.begin(), groups.end(), [&](const auto& known) { return belongs(known, load); });
      if (group == groups.end())
        group = groups.insert(group, {load.load, load.asked_rate, load.origin, load.connections, {}});
      auto& subjects = group->subjects;
      if (subjects.empty() || subjects.back().first != subject.subject) subjects.push_back({subject.subject, {}});
      subjects.back().second.push_back(&reported);
    }
  std::stable_sort(groups.begin(), groups.end(), [](const LoadGroup& a, const LoadGroup& b) {
    return a.rate.has_value() != b.rate.has_value() ? !a.rate.has_value() : a.rate && *a.rate < *b.rate;
  });
  return groups;
}

std::optional<Rational> throughput(const LoadResult& load) {
  return load.elapsed.count() > 0 ? std::optional(Rational(load.good) / seconds(load.elapsed)) : std::nullopt;
}

std::optional<Rational> completed_share(const LoadResult& load) {
  if (!load.asked_rate || load.planned.count() <= 0) return std::nullopt;
  return Rational(load.good) / (*load.asked_rate * seconds(load.planned));
}

std::optional<Rational> failed(const LoadResult& load) { return Rational(load.errors) + Rational(load.timeouts); }

std::optional<Rational> mean_milliseconds(const LoadResult& load) {
  const auto mean = made_up(load) ? std::nullopt : recording::mean_latency_us(load.buckets);
  return mean ? std::optional(*mean / Rational(1000)) : std::nullopt;
}

std::optional<Rational> quantile_milliseconds(const LoadResult& load, std::int64_t ppm) {
  if (made_up(load)) return std::nullopt;
  for (const auto& quantile : load.quantiles)
    if (quantile.ppm == ppm) return Rational(quantile.ns, 1'000'000);
  const auto from_histogram = recording::latency_us_at(load.buckets, ppm);
  return from_histogram ? std::optional(Rational(*from_histogram, 1000)) : std::nullopt;
}

bool fell_short(const LoadResult& load) {
  const auto rate = throughput(load);
  return load.asked_rate && load.min_ratio && rate && *rate < *load.asked_rate * *load.min_ratio;
}

std::string withheld_of(const LoadRuns& runs) {
  for (const ReportedLoad* run : runs)
    if (!run->withheld.empty()) return run->withheld;
  return {};
}

}  // namespace vpsfit::report
