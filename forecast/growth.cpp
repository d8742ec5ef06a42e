// SPDX-License-Identifier: MIT
#include "forecast/growth.hpp"

#include <algorithm>
#include <cmath>

namespace vpsfit::forecast {
namespace {

constexpr std::size_t least_samples = 10;
constexpr std::size_t most_points = 240;
constexpr double seconds_a_day = 86400;

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 == 1) return *middle;
  return (*middle + *std::max_element(values.begin(), middle)) / 2;
}

/// Few samples as they are; many as medians of equal stretches of time: neighbouring seconds repeat each other, and
/// the test takes every point for news.
std::vector<MemorySample> points_of(const std::vector<MemorySample>& samples, double span) {
  if (samples.size() <= most_points) return samples;
  std::vector<MemorySample> points;
  const double width = span / most_points;
  auto begin = samples.begin();
  for (std::size_t i = 1; i <= most_points; ++i) {
    const double until = samples.front().at_s + width * static_cast<double>(i);
    const auto end = i == most_points
                         ? samples.end()
                         : std::find_if(begin, samples.end(), [&](const auto& sample) { return sample.at_s >= until; });
    if (begin == end) continue;
    std::vector<double> at, bytes;
    for (; begin != end; ++begin) at.push_back(begin->at_s), bytes.push_back(begin->bytes);
    points.push_back({median(std::move(at)), median(std::move(bytes))});
  }
  return points;
}

double theil_sen(const std::vector<MemorySample>& points) {
  std::vector<double> slopes;
  for (auto later = points.begin(); later != points.end(); ++later)
    for (auto earlier = points.begin(); earlier != later; ++earlier)
      if (later->at_s > earlier->at_s)
        slopes.push_back((later->bytes - earlier->bytes) / (later->at_s - earlier->at_s));
  return slopes.empty() ? 0 : median(std::move(slopes));
}

/// Two-sided, by the normal approximation with continuity and tie correction.
double mann_kendall(const std::vector<MemorySample>& points) {
  double rises = 0;
  for (auto later = points.begin(); later != points.end(); ++later)
    for (auto earlier = points.begin(); earlier != later; ++earlier)
      rises += later->bytes > earlier->bytes ? 1 : later->bytes < earlier->bytes ? -1 : 0;
  const auto weight = [](double n) { return n * (n - 1) * (2 * n + 5); };
  std::vector<double> values;
  for (const auto& point : points) values.push_back(point.bytes);
  std::sort(values.begin(), values.end());
  double variance = weight(static_cast<double>(values.size()));
  for (auto begin = values.begin(); begin != values.end();) {
    const auto end = std::upper_bound(begin, values.end(), *begin);
    variance -= weight(static_cast<double>(end - begin));
    begin = end;
  }
  variance /= 18;
  if (variance <= 0 || std::abs(rises) < 1) return 1;
  return std::erfc((std::abs(rises) - 1) / std::sqrt(variance) / std::sqrt(2.0));
}

void look_ahead(Growth& growth, double capacity) {
  const double seconds = std::max(0.0, (capacity - growth.level_bytes) / growth.slope_bytes_per_s);
  growth.too_far = seconds > most_spans_ahead * growth.span_s;
  if (!growth.too_far) growth.days_until_full = seconds / seconds_a_day;
}

}  // namespace

Growth growth(std::vector<MemorySample> samples, std::optional<double> capacity_bytes) {
  std::stable_sort(samples.begin(), samples.end(), [](const auto& a, const auto& b) { return a.at_s < b.at_s; });
  Growth result;
  result.samples = samples.size();
  if (samples.size() < least_samples) {
    result.refused = "too_few_samples";
    return result;
  }
  result.span_s = samples.back().at_s - samples.front().at_s;
  if (result.span_s < least_growth_span_s) {
    result.refused = "span_too_short";
    return result;
  }
  const auto points = points_of(samples, result.span_s);
  result.points = points.size();
  result.slope_bytes_per_s = theil_sen(points);
  std::vector<double> starts;
  for (const auto& point : points) starts.push_back(point.bytes - result.slope_bytes_per_s * point.at_s);
  result.level_bytes = median(std::move(starts)) + result.slope_bytes_per_s * samples.back().at_s;
  result.probability = mann_kendall(points);
  result.grows = result.slope_bytes_per_s > 0 && result.probability < growth_probability;
  if (result.grows && capacity_bytes) look_ahead(result, *capacity_bytes);
  return result;
}

}  // namespace vpsfit::forecast
