// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

/// The few distributions that small samples need. Doubles: for spreads and fits only, never in sizing or money.
namespace vpsfit::forecast {

/// Regularized incomplete beta function I_x(a, b) for a, b > 0 and x in 0..1, to about 1e-12 (continued fraction;
/// Abramowitz and Stegun 26.5.8). NaN outside.
[[nodiscard]] double incomplete_beta(double a, double b, double x);

/// The value that Student's t with so many degrees of freedom (> 0) stays below with the probability (0..1).
[[nodiscard]] double student_t_quantile(double probability, double freedom);

/// The probability that F with these degrees of freedom (> 0) is above the value.
[[nodiscard]] double f_above(double value, double freedom_above, double freedom_below);

[[nodiscard]] double mean(const std::vector<double>& values);  ///< of at least one
/// Of the sample (divisor n - 1), of at least two.
[[nodiscard]] double standard_deviation(const std::vector<double>& values);

/// One-sided 95 % bound for one more value of the same kind: mean + t(0.95, n - 1) x s x sqrt(1 + 1/n); at least three
/// values.
[[nodiscard]] double upper_prediction_bound(const std::vector<double>& values);

/// 95 % percentile interval of the mean from 2000 resamples with a fixed seed: the same values give the same interval,
/// in whatever order they stand. At least eight values, for fewer have too few distinct resamples to say anything.
[[nodiscard]] std::pair<double, double> bootstrap_mean(std::vector<double> values);

}  // namespace vpsfit::forecast
