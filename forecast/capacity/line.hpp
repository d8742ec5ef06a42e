// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "core/result.hpp"
#include "forecast/capacity/least_squares.hpp"

/// CPU against request rate: a line with an intercept. One through the origin would call a service that needs a base of
/// CPU too cheap at low rates. Doubles: a fit is an estimate.
namespace vpsfit::forecast {

/// One run under one load.
struct LoadPoint {
  double rate = 0;   ///< requests a second, > 0
  double cores = 0;  ///< average of the run's window, >= 0
};

struct Line {
  double intercept = 0;  ///< cores without any request, >= 0
  double slope = 0;      ///< cores for one request a second, >= 0
  std::size_t points = 0;
  std::size_t levels = 0;   ///< different rates
  double highest_rate = 0;  ///< measured
  double spread = 0;        ///< standard deviation of what is left; 0 where there is no degree of freedom
  std::size_t freedom = 0;  ///< points less fitted coefficients
  std::optional<double>
      lack_of_fit;    ///< probability of such a misfit if the line were true; from 3 levels with repeats
  Matrix covariance;  ///< of what was fitted: [intercept][slope], less the spread's square
};

/// Fits cores = intercept + slope x rate with neither below zero (then that one is zero and the other fitted alone).
/// Fails (input): fewer than two different rates (one rate says nothing about another), a figure that is not finite or
/// is negative.
[[nodiscard]] Result<Line> fit_line(const std::vector<LoadPoint>& points);

enum class Reach {
  measured,  ///< up to the highest measured rate
  beyond,    ///< up to 1.5 times that: with a warning
  too_far,   ///< further: refused unless forced
};
[[nodiscard]] Reach reach(double rate, double highest_measured);

/// What one more run at that rate would use.
struct Prediction {
  double cores = 0;
  std::optional<double> low,
      high;  ///< 95 % prediction interval, low never below 0; nothing without a degree of freedom
  Reach how_far = Reach::measured;
};
/// Fails (refused) where the rate is too far, unless forced; (input) where it is not more than zero.
[[nodiscard]] Result<Prediction> predict(const Line& line, double rate, bool forced = false);

/// The inverse question: the highest rate at which the upper end of the interval (the line itself where there is none)
/// stays within so many cores, and no further than 1.5 times the highest measured. nullopt where not even rates near
/// zero fit.
[[nodiscard]] std::optional<double> highest_rate(const Line& line, double cores);

}  // namespace vpsfit::forecast
