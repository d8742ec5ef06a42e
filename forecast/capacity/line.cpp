// SPDX-License-Identifier: MIT
#include "forecast/capacity/line.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>

#include "forecast/statistics.hpp"

namespace vpsfit::forecast {
namespace {

constexpr double furthest = 1.5;

struct Level {
  double sum = 0;
  std::size_t count = 0;
  double squares = 0;
};

std::map<double, Level> levels_of(const std::vector<LoadPoint>& points) {
  std::map<double, Level> levels;
  for (const auto& point : points) {
    auto& level = levels[point.rate];
    level.sum += point.cores;
    ++level.count;
  }
  for (const auto& point : points) {
    auto& level = levels[point.rate];
    const double off = point.cores - level.sum / static_cast<double>(level.count);
    level.squares += off * off;
  }
  return levels;
}

/// F test of the misfit of the levels' means against the spread inside the levels.
std::optional<double> lack_of_fit(const std::map<double, Level>& levels, double residuals, std::size_t points,
                                  std::size_t fitted) {
  double pure = 0;
  for (const auto& [rate, level] : levels) pure += level.squares;
  if (levels.size() < 3 || levels.size() <= fitted || points <= levels.size() || pure <= 0) return std::nullopt;
  const auto above = static_cast<double>(levels.size() - fitted);
  const auto below = static_cast<double>(points - levels.size());
  return f_above((std::max(residuals - pure, 0.0) / above) / (pure / below), above, below);
}

struct Fitted {
  LeastSquares fit;
  bool with_intercept = true;
  bool with_slope = true;
};

/// Both coefficients, else the better of the two alone that is not negative.
std::optional<Fitted> fit(const std::vector<LoadPoint>& points) {
  const auto solve = [&](bool intercept, bool slope) -> std::optional<Fitted> {
    Matrix rows;
    std::vector<double> values;
    for (const auto& point : points) {
      std::vector<double> row;
      if (intercept) row.push_back(1);
      if (slope) row.push_back(point.rate);
      rows.push_back(std::move(row));
      values.push_back(point.cores);
    }
    auto found = least_squares(rows, values);
    if (!found) return std::nullopt;
    for (const double coefficient : found->coefficients)
      if (coefficient < 0) return std::nullopt;
    return Fitted{std::move(*found), intercept, slope};
  };
  if (auto both = solve(true, true)) return both;
  auto slope = solve(false, true);
  auto level = solve(true, false);
  if (!slope || (level && level->fit.residuals < slope->fit.residuals)) return level;
  return slope;
}

double variance_at(const Line& line, double rate) {
  return line.covariance[0][0] + 2 * rate * line.covariance[0][1] + rate * rate * line.covariance[1][1];
}

std::optional<double> half_width(const Line& line, double rate) {
  if (line.freedom == 0) return std::nullopt;
  return student_t_quantile(0.975, static_cast<double>(line.freedom)) * line.spread *
         std::sqrt(1 + std::max(variance_at(line, rate), 0.0));
}

}  // namespace

Result<Line> fit_line(const std::vector<LoadPoint>& points) {
  for (const auto& point : points)
    if (!std::isfinite(point.rate) || !std::isfinite(point.cores) || point.rate <= 0 || point.cores < 0)
      return fail(ErrorKind::input, fmt::format("{} cores at {} requests a second cannot be", point.cores, point.rate));
  const auto levels = levels_of(points);
  if (levels.size() < 2)
    return fail(
        ErrorKind::input,
        fmt::format("there are measurements at {} request rate(s): one says nothing about another", levels.size()), {},
        "measure at least two rates, better three with three runs each");
  const auto fitted = fit(points);
  if (!fitted)
    return fail(ErrorKind::input, "no line goes through these measurements", {},
                "measure rates that are further apart");
  Line line;
  std::size_t next = 0;
  if (fitted->with_intercept) line.intercept = fitted->fit.coefficients[next++];
  if (fitted->with_slope) line.slope = fitted->fit.coefficients[next++];
  line.points = points.size();
  line.levels = levels.size();
  line.highest_rate = levels.rbegin()->first;
  line.freedom = points.size() - next;
  line.spread = line.freedom == 0 ? 0 : std::sqrt(fitted->fit.residuals / static_cast<double>(line.freedom));
  line.lack_of_fit = lack_of_fit(levels, fitted->fit.residuals, points.size(), next);
  line.covariance = {{0, 0}, {0, 0}};
  const std::size_t first = fitted->with_intercept ? 0 : 1;
  for (std::size_t i = 0; i < next; ++i)
    for (std::size_t k = 0; k < next; ++k) line.covariance[first + i][first + k] = fitted->fit.inverse[i][k];
  return line;
}

Reach reach(double rate, double highest_measured) {
  return rate <= highest_measured              ? Reach::measured
         : rate <= furthest * highest_measured ? Reach::beyond
                                               : Reach::too_far;
}

Result<Prediction> predict(const Line& line, double rate, bool forced) {
  if (!std::isfinite(rate) || rate <= 0)
    return fail(ErrorKind::input, fmt::format("a request rate of {} cannot be", rate), {}, "give one above zero");
  Prediction prediction;
  prediction.how_far = reach(rate, line.highest_rate);
  if (prediction.how_far == Reach::too_far && !forced)
    return fail(ErrorKind::refused,
                fmt::format("{} requests a second is more than 1.5 times the highest measured rate ({})", rate,
                            line.highest_rate),
                {}, "measure nearer to it: nobody knows where the service stops scaling");
  prediction.cores = line.intercept + line.slope * rate;
  if (const auto half = half_width(line, rate)) {
    prediction.low = std::max(prediction.cores - *half, 0.0);
    prediction.high = prediction.cores + *half;
  }
  return prediction;
}

std::optional<double> highest_rate(const Line& line, double cores) {
  const auto fits = [&](double rate) {
    return line.intercept + line.slope * rate + half_width(line, rate).value_or(0) <= cores;
  };
  double low = 0;
  double high = furthest * line.highest_rate;
  if (fits(high)) return high;
  if (!fits(high * 1e-9)) return std::nullopt;
  for (int i = 0; i < 200; ++i) {
    const double middle = low + (high - low) / 2;
    (fits(middle) ? low : high) = middle;
  }
  return low;
}

}  // namespace vpsfit::forecast
