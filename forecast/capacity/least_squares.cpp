// SPDX-License-Identifier: MIT
#include "forecast/capacity/least_squares.hpp"

// Eigen's own headers do not pass our warnings.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wsign-conversion"
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wold-style-cast"
#include <Eigen/Dense>
#pragma GCC diagnostic pop

namespace vpsfit::forecast {

std::optional<LeastSquares> least_squares(const Matrix& rows, const std::vector<double>& values) {
  if (rows.empty() || rows.size() != values.size() || rows.size() < rows.front().size()) return std::nullopt;
  const auto height = static_cast<Eigen::Index>(rows.size());
  const auto width = static_cast<Eigen::Index>(rows.front().size());
  Eigen::MatrixXd x(height, width);
  Eigen::VectorXd y(height);
  for (Eigen::Index i = 0; i < height; ++i) {
    y(i) = values[static_cast<std::size_t>(i)];
    for (Eigen::Index k = 0; k < width; ++k) x(i, k) = rows[static_cast<std::size_t>(i)][static_cast<std::size_t>(k)];
  }
  if (!x.allFinite() || !y.allFinite()) return std::nullopt;
  // Columns of very different size (1 beside a rate of 100,000) are scaled to length one first.
  Eigen::VectorXd length = x.colwise().norm();
  if ((length.array() <= 0).any()) return std::nullopt;
  const Eigen::MatrixXd scaled = x * length.cwiseInverse().asDiagonal();
  const Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(scaled);
  if (qr.rank() < width) return std::nullopt;
  const Eigen::VectorXd solved = length.cwiseInverse().asDiagonal() * qr.solve(y);
  const Eigen::MatrixXd inverse = length.cwiseInverse().asDiagonal() *
                                  (scaled.transpose() * scaled).ldlt().solve(Eigen::MatrixXd::Identity(width, width)) *
                                  length.cwiseInverse().asDiagonal();
  LeastSquares result;
  result.residuals = (y - x * solved).squaredNorm();
  for (Eigen::Index k = 0; k < width; ++k) {
    result.coefficients.push_back(solved(k));
    std::vector<double> row;
    for (Eigen::Index j = 0; j < width; ++j) row.push_back(inverse(k, j));
    result.inverse.push_back(std::move(row));
  }
  return result;
}

}  // namespace vpsfit::forecast
