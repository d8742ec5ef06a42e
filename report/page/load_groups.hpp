// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "report/page/document.hpp"

/// Figures of load generators, put together as a table shows them.
namespace vpsfit::report {

/// The reports about the runs of one subject under one load.
using LoadRuns = std::vector<const ReportedLoad*>;

/// One table: the same load, measured in the same way; its subjects in the order of the forecast.
struct LoadGroup {
  std::string name;
  std::optional<Rational> rate;  ///< nothing: as many as the subject takes
  std::string origin;            ///< of latencies at a rate: those of different origins share no column
  std::int64_t connections = 0;
  std::vector<std::pair<std::string, LoadRuns>> subjects;
};

/// What they can take at most first, then the fixed rates from low to high.
[[nodiscard]] std::vector<LoadGroup> load_groups(const Document& document);

/// Successful responses per recorded second.
[[nodiscard]] std::optional<Rational> throughput(const recording::LoadResult& load);
/// Successful responses / (rate x planned time); nothing without a rate.
[[nodiscard]] std::optional<Rational> completed_share(const recording::LoadResult& load);
/// Errors and timeouts.
[[nodiscard]] std::optional<Rational> failed(const recording::LoadResult& load);
/// From the histogram; nothing without one, or where the generator made samples up.
[[nodiscard]] std::optional<Rational> mean_milliseconds(const recording::LoadResult& load);
/// As it was stored, else from the histogram; nothing where neither is there, or samples were made up.
[[nodiscard]] std::optional<Rational> quantile_milliseconds(const recording::LoadResult& load, std::int64_t ppm);
/// Did it stay below the share of the rate that was asked for?
[[nodiscard]] bool fell_short(const recording::LoadResult& load);
/// The first flag that forbids to publish the figures of the runs; empty: none.
[[nodiscard]] std::string withheld_of(const LoadRuns& runs);

}  // namespace vpsfit::report
