// SPDX-License-Identifier: MIT
#include "report/load_groups.hpp"

#include <algorithm>
#include <set>

#include "core/decimal.hpp"
#include "report/spread.hpp"

namespace vpsfit::report {
namespace {

using json::Value;
using recording::LoadResult;

Rational duration_text(std::chrono::microseconds time) { return {time.count(), 1'000'000}; }

bool made_up(const LoadResult& load) { return load.origin == "backfilled"; }

bool belongs(const LoadGroup& group, const LoadResult& load) {
  return group.name == load.load && group.rate == load.asked_rate && group.connections == load.connections &&
         group.origin == load.origin;
}

bool fell_short(const LoadResult& load) {
  const auto rate = throughput(load);
  return load.asked_rate && load.min_ratio && rate && *rate < *load.asked_rate * *load.min_ratio;
}

Value texts(const std::set<std::string>& texts) {
  Value list = Value::array();
  for (const auto& text : texts) list.push(text);
  return list;
}

}  // namespace

std::vector<LoadGroup> load_groups(const std::vector<std::string>& names, const std::vector<ReportedLoad>& loads) {
  std::vector<LoadGroup> groups;
  for (const auto& subject : names)
    for (const auto& reported : loads) {
      const LoadResult& load = reported.load;
      if (load.subject != subject) continue;
      auto group = std::find_if(groups.begin(), groups.end(), [&](const auto& known) { return belongs(known, load); });
      if (group == groups.end())
        group = groups.insert(group, {load.load, load.asked_rate, load.origin, load.connections, {}});
      auto& subjects = group->subjects;
      if (subjects.empty() || subjects.back().first != subject) subjects.push_back({subject, {}});
      subjects.back().second.push_back(&reported);
    }
  std::stable_sort(groups.begin(), groups.end(), [](const LoadGroup& a, const LoadGroup& b) {
    return a.rate.has_value() != b.rate.has_value() ? !a.rate.has_value() : a.rate && *a.rate < *b.rate;
  });
  return groups;
}

std::optional<Rational> throughput(const LoadResult& load) {
  return load.elapsed.count() > 0 ? std::optional(Rational(load.good) / duration_text(load.elapsed)) : std::nullopt;
}

std::optional<Rational> completed_share(const LoadResult& load) {
  if (!load.asked_rate || load.planned.count() <= 0) return std::nullopt;
  return Rational(load.good) / (*load.asked_rate * duration_text(load.planned));
}

std::optional<Rational> failed(const LoadResult& load) { return Rational(load.errors) + Rational(load.timeouts); }

std::optional<Rational> sampling_cores(const LoadResult& load) {
  if (!load.sampler_cpu || load.elapsed.count() <= 0) return std::nullopt;
  return Rational(load.sampler_cpu->count()) / Rational(load.elapsed.count());
}

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

std::string generator_of(const LoadResult& load) {
  return load.generator.substr(0, load.generator.find(", latency: "));
}

std::vector<Rational> figure_of_runs(const LoadRuns& runs, LoadFigure figure) {
  std::vector<Rational> values;
  for (const ReportedLoad* run : runs) {
    auto value = figure(run->load);
    if (!value) return {};
    values.push_back(std::move(*value));
  }
  return values;
}

std::int64_t runs_below_rate(const LoadRuns& runs) {
  return std::count_if(runs.begin(), runs.end(), [](const ReportedLoad* run) { return fell_short(run->load); });
}

std::string withheld_of(const LoadRuns& runs) {
  for (const ReportedLoad* run : runs)
    if (!run->withheld.empty()) return run->withheld;
  return {};
}

json::Value load_subject_json(const std::string& subject, const LoadRuns& runs) {
  std::set<std::string> generators, flags;
  std::int64_t checks = 0;
  for (const ReportedLoad* run : runs) {
    if (!run->load.generator.empty()) generators.insert(generator_of(run->load));
    flags.insert(run->flags.begin(), run->flags.end());
    checks += run->load.contract_checks;
  }
  const std::string withheld = withheld_of(runs);
  const auto published = [&](LoadFigure figure) {
    return withheld.empty() ? range_json(figure_of_runs(runs, figure)) : Value();
  };
  Value latencies = Value::object();
  for (const auto& [key, figure] : latency_figures) latencies.set(std::string(key), published(figure));
  return Value::object({{"subject", subject},
                        {"runs", static_cast<std::int64_t>(runs.size())},
                        {"generators", texts(generators)},
                        {"flags", texts(flags)},
                        {"withheld", withheld.empty() ? Value() : Value(withheld)},
                        {"throughput_per_s", published(throughput)},
                        {"completed_share", published(completed_share)},
                        {"runs_below_rate", runs_below_rate(runs)},
                        {"latency_ms", std::move(latencies)},
                        {"failed_requests", range_json(figure_of_runs(runs, failed))},
                        {"contract_checks", checks},
                        {"sampling_cores", range_json(figure_of_runs(runs, sampling_cores))}});
}

json::Value load_group_json(const LoadGroup& group, json::Value subjects) {
  return Value::object(
      {{"load", group.name},
       {"request_rate_per_s", group.rate ? Value(to_decimal(*group.rate, Rounding::half_away)) : Value()},
       {"connections", group.connections},
       {"latency_origin", group.origin.empty() ? Value() : Value(group.origin)},
       {"subjects", std::move(subjects)}});
}

json::Value load_results_json(const std::vector<LoadGroup>& groups) {
  Value list = Value::array();
  for (const auto& group : groups) {
    Value subjects = Value::array();
    for (const auto& [subject, runs] : group.subjects) subjects.push(load_subject_json(subject, runs));
    list.push(load_group_json(group, std::move(subjects)));
  }
  return list;
}

}  // namespace vpsfit::report
