// SPDX-License-Identifier: MIT
#include "forecast/capacity/usl.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <set>

#include "forecast/capacity/least_squares.hpp"
#include "forecast/capacity/line.hpp"

namespace vpsfit::forecast {
namespace {

using Parameters = std::array<double, 3>;  // alpha, beta, gamma

double model(const Parameters& p, double n) { return p[2] * n / (1 + p[0] * (n - 1) + p[1] * n * (n - 1)); }

double squares(const Parameters& p, const std::vector<ScalePoint>& points) {
  double sum = 0;
  for (const auto& point : points) {
    const double off = point.throughput - model(p, point.load);
    sum += off * off;
  }
  return sum;
}

std::optional<Parameters> linear_start(const std::vector<ScalePoint>& points) {
  Matrix rows;
  std::vector<double> values;
  for (const auto& [n, x] : points) {
    rows.push_back({1, n - 1, n * (n - 1)});
    values.push_back(n / x);
  }
  const auto fit = least_squares(rows, values);
  if (!fit || fit->coefficients[0] <= 0) return std::nullopt;
  const double c0 = fit->coefficients[0];
  return Parameters{std::max(fit->coefficients[1] / c0, 0.0), std::max(fit->coefficients[2] / c0, 0.0), 1 / c0};
}

/// One damped step: the least squares of the derivatives, with a row of the damping for each parameter.
std::optional<Parameters> step(const Parameters& p, const std::vector<ScalePoint>& points, double damping) {
  Matrix rows;
  std::vector<double> values;
  Parameters length{};
  for (const auto& [n, x] : points) {
    const double bottom = 1 + p[0] * (n - 1) + p[1] * n * (n - 1);
    const double value = p[2] * n / bottom;
    rows.push_back({-value * (n - 1) / bottom, -value * n * (n - 1) / bottom, n / bottom});
    values.push_back(x - value);
    for (std::size_t k = 0; k < 3; ++k) length[k] += rows.back()[k] * rows.back()[k];
  }
  for (std::size_t k = 0; k < 3; ++k) {
    std::vector<double> row(3, 0.0);
    row[k] = std::sqrt(damping * length[k]);
    rows.push_back(std::move(row));
    values.push_back(0);
  }
  const auto fit = least_squares(rows, values);
  if (!fit) return std::nullopt;
  return Parameters{std::max(p[0] + fit->coefficients[0], 0.0), std::max(p[1] + fit->coefficients[1], 0.0),
                    p[2] + fit->coefficients[2]};
}

Parameters refine(Parameters best, const std::vector<ScalePoint>& points) {
  double damping = 1e-3;
  double sum = squares(best, points);
  for (int round = 0; round < 500 && damping < 1e12; ++round) {
    const auto next = step(best, points, damping);
    const double after = next && (*next)[2] > 0 ? squares(*next, points) : INFINITY;
    if (after < sum) {
      const bool still = sum - after <= 1e-15 * sum;
      best = *next;
      sum = after;
      damping = std::max(damping / 10, 1e-12);
      if (still) break;
    } else {
      damping *= 10;
    }
  }
  return best;
}

Result<void> check(const std::vector<ScalePoint>& points) {
  std::set<double> loads;
  for (const auto& [n, x] : points) {
    if (!std::isfinite(n) || !std::isfinite(x) || n < 1 || x <= 0)
      return fail(ErrorKind::input, fmt::format("a throughput of {} at a load of {} cannot be", x, n), {},
                  "loads are 1 or more, throughputs more than zero");
    loads.insert(n);
  }
  if (loads.size() < 4)
    return fail(ErrorKind::input, fmt::format("{} different load(s) cannot settle three parameters", loads.size()), {},
                "measure at least four");
  return {};
}

}  // namespace

double throughput_at(const ScalabilityLaw& law, double load) { return model({law.alpha, law.beta, law.gamma}, load); }

Result<ScalabilityLaw> fit_scalability(const std::vector<ScalePoint>& points) {
  VPSFIT_CHECK(check(points));
  const auto start = linear_start(points);
  if (!start) return fail(ErrorKind::input, "no scalability law goes through these measurements");
  const Parameters p = refine(*start, points);
  ScalabilityLaw law;
  law.alpha = p[0];
  law.beta = p[1];
  law.gamma = p[2];
  law.freedom = points.size() - 3;
  law.spread = std::sqrt(squares(p, points) / static_cast<double>(law.freedom));
  for (const auto& point : points) law.highest_load = std::max(law.highest_load, point.load);
  if (law.beta > 0 && law.alpha < 1) {
    law.peak_load = std::sqrt((1 - law.alpha) / law.beta);
    law.peak_throughput = throughput_at(law, *law.peak_load);
  }
  return law;
}

Result<double> predict(const ScalabilityLaw& law, double load, bool forced) {
  if (!std::isfinite(load) || load < 1)
    return fail(ErrorKind::input, fmt::format("a load of {} cannot be", load), {}, "give 1 or more");
  if (!forced && reach(load, law.highest_load) == Reach::too_far)
    return fail(
        ErrorKind::refused,
        fmt::format("a load of {} is more than 1.5 times the highest measured one ({})", load, law.highest_load), {},
        "measure nearer to it");
  if (!forced && load > law.highest_load && law.peak_load && load > *law.peak_load)
    return fail(ErrorKind::refused,
                fmt::format("a load of {} is beyond the fitted peak ({:.1f})", load, *law.peak_load), {},
                "measure nearer to it");
  return throughput_at(law, load);
}

}  // namespace vpsfit::forecast
