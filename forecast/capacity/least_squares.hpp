// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <vector>

namespace vpsfit::forecast {

using Matrix = std::vector<std::vector<double>>;  ///< rows of equal length

struct LeastSquares {
  std::vector<double> coefficients;
  Matrix inverse;        ///< (X'X)^-1: times the residual variance it is the covariance of the coefficients
  double residuals = 0;  ///< sum of squares
};

/// The coefficients that leave the smallest sum of squares, by a QR decomposition with column pivoting. nullopt where
/// the columns do not tell them apart, or a figure is not finite.
[[nodiscard]] std::optional<LeastSquares> least_squares(const Matrix& rows, const std::vector<double>& values);

}  // namespace vpsfit::forecast
