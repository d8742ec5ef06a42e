// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/rational.hpp"
#include "json/value.hpp"
#include "recording/load_results.hpp"

/// Figures of load generators, put together as a table shows them.
namespace vpsfit::report {

/// What a load generator reported about a run, and what speaks against it.
struct ReportedLoad {
  recording::LoadResult load;
  std::string withheld = {};            ///< the flag that forbids to publish its figures; empty: they may be
  std::vector<std::string> flags = {};  ///< all that speaks against it
};

/// The reports about the runs of one subject under one load.
using LoadRuns = std::vector<const ReportedLoad*>;

/// One table: the same load, measured in the same way; its subjects in the order of the forecast.
struct LoadGroup {
  std::string name;
  std::optional<Rational> rate;  ///< nothing: as many as the subject takes
  std::string origin;            ///< of latencies: those of different origins share no column
  std::int64_t connections = 0;
  std::vector<std::pair<std::string, LoadRuns>> subjects;
};

/// What they can take at most first, then the fixed rates from low to high. Points into `loads`.
[[nodiscard]] std::vector<LoadGroup> load_groups(const std::vector<std::string>& subjects,
                                                 const std::vector<ReportedLoad>& loads);

/// A figure of one run; nothing where its report does not have it.
using LoadFigure = std::optional<Rational> (*)(const recording::LoadResult&);
/// Successful responses per recorded second.
[[nodiscard]] std::optional<Rational> throughput(const recording::LoadResult& load);
/// Successful responses / (rate x planned time); nothing without a rate.
[[nodiscard]] std::optional<Rational> completed_share(const recording::LoadResult& load);
/// Errors and timeouts.
[[nodiscard]] std::optional<Rational> failed(const recording::LoadResult& load);
/// Our own CPU while the load ran, in processors.
[[nodiscard]] std::optional<Rational> sampling_cores(const recording::LoadResult& load);
/// From the histogram; nothing without one, or where the generator made samples up.
[[nodiscard]] std::optional<Rational> mean_milliseconds(const recording::LoadResult& load);
/// As it was stored, else from the histogram; nothing where neither is there, or samples were made up.
[[nodiscard]] std::optional<Rational> quantile_milliseconds(const recording::LoadResult& load, std::int64_t ppm);
template <std::int64_t ppm>
std::optional<Rational> quantile_milliseconds(const recording::LoadResult& load) {
  return quantile_milliseconds(load, ppm);
}

/// What is told of latencies, by the name that documents give it.
struct LatencyFigure {
  std::string_view key;
  LoadFigure of;
};
inline constexpr auto latency_figures = std::to_array<LatencyFigure>({{"mean", mean_milliseconds},
                                                                      {"p25", quantile_milliseconds<250'000>},
                                                                      {"p50", quantile_milliseconds<500'000>},
                                                                      {"p75", quantile_milliseconds<750'000>},
                                                                      {"p90", quantile_milliseconds<900'000>},
                                                                      {"p95", quantile_milliseconds<950'000>},
                                                                      {"p99", quantile_milliseconds<990'000>},
                                                                      {"max", quantile_milliseconds<1'000'000>}});

/// Name and version of the generator, without where its latencies count from.
[[nodiscard]] std::string generator_of(const recording::LoadResult& load);
/// The figure of every run; nothing where one of them does not have it.
[[nodiscard]] std::vector<Rational> figure_of_runs(const LoadRuns& runs, LoadFigure figure);
/// Runs that stayed below the share of the rate that was asked for.
[[nodiscard]] std::int64_t runs_below_rate(const LoadRuns& runs);
/// The first flag that forbids to publish the figures of the runs; empty: none.
[[nodiscard]] std::string withheld_of(const LoadRuns& runs);

/// What documents tell of one subject in a group. Throughput and latencies that may not be published are null.
[[nodiscard]] json::Value load_subject_json(const std::string& subject, const LoadRuns& runs);
/// A group with what was made of its subjects.
[[nodiscard]] json::Value load_group_json(const LoadGroup& group, json::Value subjects);
/// The groups as documents have them (`load_results` of forecast and summary).
[[nodiscard]] json::Value load_results_json(const std::vector<LoadGroup>& groups);

}  // namespace vpsfit::report
