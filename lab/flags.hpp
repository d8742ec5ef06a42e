// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/rational.hpp"
#include "recording/load_results.hpp"

/// What speaks against a sample. Samples are kept and shown whatever their flags; the rules stand here, before any run.
namespace vpsfit::lab {

/// Good answers per recorded second.
[[nodiscard]] Rational achieved_rate(const recording::LoadResult& load);
/// Good answers / those that the schedule had in the planned time; nothing without a rate.
[[nodiscard]] std::optional<Rational> scheduled_share(const recording::LoadResult& load);
/// Answers in flight on average / connections (Little's law), of a closed loop with a histogram: cannot exceed 1, and
/// is well below it where the generator itself was busy.
[[nodiscard]] std::optional<Rational> occupancy(const recording::LoadResult& load);
/// CPU of the generator / what its processors had.
[[nodiscard]] std::optional<Rational> generator_share(const recording::LoadResult& load);
/// Our own CPU while the load ran, in processors.
[[nodiscard]] std::optional<Rational> sampler_cores(const recording::LoadResult& load);

/// The sample's own flags and those that follow from its figures:
/// rate_shortfall (achieved / asked below min_ratio), rate_overshoot (above 1.02), generator_bound (occupancy below
/// 0.90, or the generator used 90 % of its processors), not_raw (occupancy above 1.02), client_lag (sent over a second
/// late), errors (any), many_errors (over 0.1 %), throttled (over 5 % of the periods).
[[nodiscard]] std::vector<std::string> flags_of(const recording::LoadResult& load);

/// What cannot be together in one sample; empty: nothing. Looked for whenever a recording is read for a forecast or to
/// verify one: quantiles other than the histogram's, descending ones, a histogram that counts more or less than the
/// answers, more CPU than the server's processors have (2 % are allowed for the edges).
[[nodiscard]] std::string contradiction_in(const recording::LoadResult& load);

/// Does the flag forbid a throughput or latency to be published?
[[nodiscard]] bool forbids_figures(const std::string& flag);

}  // namespace vpsfit::lab
