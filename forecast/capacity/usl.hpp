// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "core/result.hpp"

/// The Universal Scalability Law (Gunther): throughput of N workers, cores or clients (never the request rate):
///   X(N) = gamma N / (1 + alpha (N - 1) + beta N (N - 1))
namespace vpsfit::forecast {

struct ScalePoint {
  double load = 0;        ///< N >= 1
  double throughput = 0;  ///< > 0
};

struct ScalabilityLaw {
  double alpha = 0;   ///< contention, >= 0
  double beta = 0;    ///< coherency, >= 0
  double gamma = 0;   ///< throughput of one
  double spread = 0;  ///< residual standard error
  std::size_t freedom = 0;
  double highest_load = 0;          ///< measured
  std::optional<double> peak_load;  ///< sqrt((1 - alpha) / beta); nothing where throughput never falls
  std::optional<double> peak_throughput;
};

[[nodiscard]] double throughput_at(const ScalabilityLaw& law, double load);

/// Refines the linear start N/X = c0 + c1 (N - 1) + c2 N (N - 1) by Levenberg-Marquardt until the sum of squares of the
/// throughput stands still. Fails (input): fewer than four points with different loads, a load below 1, a throughput
/// that is not more than zero, no solution.
[[nodiscard]] Result<ScalabilityLaw> fit_scalability(const std::vector<ScalePoint>& points);

/// Throughput at another load. Fails (refused) beyond 1.5 times the highest measured load and beyond the fitted peak,
/// unless forced.
[[nodiscard]] Result<double> predict(const ScalabilityLaw& law, double load, bool forced = false);

}  // namespace vpsfit::forecast
