// SPDX-License-Identifier: MIT
#include "forecast/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace vpsfit::forecast {
namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

/// The continued fraction of the incomplete beta function, by the modified method of Lentz.
double beta_fraction(double a, double b, double x) {
  constexpr double tiny = 1e-300;
  constexpr double enough = 1e-15;
  constexpr int most = 10000;
  const auto kept = [](double value) { return std::abs(value) < tiny ? tiny : value; };
  double c = 1;
  double d = 1 / kept(1 - (a + b) * x / (a + 1));
  double result = d;
  for (int m = 1; m <= most; ++m) {
    const double two = 2.0 * m;
    const double even = m * (b - m) * x / ((a + two - 1) * (a + two));
    d = 1 / kept(1 + even * d);
    c = kept(1 + even / c);
    result *= d * c;
    const double odd = -(a + m) * (a + b + m) * x / ((a + two) * (a + two + 1));
    d = 1 / kept(1 + odd * d);
    c = kept(1 + odd / c);
    result *= d * c;
    if (std::abs(d * c - 1) < enough) break;
  }
  return result;
}

double student_t_below(double value, double freedom) {
  const double tail = incomplete_beta(freedom / 2, 0.5, freedom / (freedom + value * value)) / 2;
  return value > 0 ? 1 - tail : tail;
}

/// A small generator whose numbers are the same everywhere (splitmix64).
class Random {
 public:
  std::size_t below(std::size_t count) {
    state_ += 0x9E3779B97F4A7C15U;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
    return static_cast<std::size_t>((z ^ (z >> 31U)) % count);
  }

 private:
  std::uint64_t state_ = 20261130;
};

}  // namespace

double incomplete_beta(double a, double b, double x) {
  if (!(a > 0) || !(b > 0) || !(x >= 0) || !(x <= 1)) return not_a_number;
  if (x == 0 || x == 1) return x;
  const double front =
      std::exp(std::lgamma(a + b) - std::lgamma(a) - std::lgamma(b) + a * std::log(x) + b * std::log1p(-x));
  if (x < (a + 1) / (a + b + 2)) return front * beta_fraction(a, b, x) / a;
  return 1 - front * beta_fraction(b, a, 1 - x) / b;
}

double student_t_quantile(double probability, double freedom) {
  if (!(probability > 0) || !(probability < 1) || !(freedom > 0)) return not_a_number;
  if (probability < 0.5) return -student_t_quantile(1 - probability, freedom);
  double low = 0;
  double high = 1;
  while (student_t_below(high, freedom) < probability && high < 1e12) high *= 2;
  for (int i = 0; i < 200; ++i) {
    const double middle = low + (high - low) / 2;
    (student_t_below(middle, freedom) < probability ? low : high) = middle;
  }
  return high;
}

double f_above(double value, double freedom_above, double freedom_below) {
  if (!(value > 0)) return 1;
  return incomplete_beta(freedom_below / 2, freedom_above / 2, freedom_below / (freedom_below + freedom_above * value));
}

double mean(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double standard_deviation(const std::vector<double>& values) {
  const double middle = mean(values);
  double squares = 0;
  for (const double value : values) squares += (value - middle) * (value - middle);
  return std::sqrt(squares / (static_cast<double>(values.size()) - 1));
}

double upper_prediction_bound(const std::vector<double>& values) {
  const double n = static_cast<double>(values.size());
  return mean(values) + student_t_quantile(0.95, n - 1) * standard_deviation(values) * std::sqrt(1 + 1 / n);
}

std::pair<double, double> bootstrap_mean(std::vector<double> values) {
  constexpr std::size_t resamples = 2000;
  std::sort(values.begin(), values.end());
  Random random;
  std::vector<double> means;
  for (std::size_t i = 0; i < resamples; ++i) {
    double sum = 0;
    for (std::size_t k = 0; k < values.size(); ++k) sum += values[random.below(values.size())];
    means.push_back(sum / static_cast<double>(values.size()));
  }
  std::sort(means.begin(), means.end());
  return {means[resamples / 40], means[resamples - 1 - resamples / 40]};
}

}  // namespace vpsfit::forecast
