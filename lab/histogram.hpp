// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/rational.hpp"
#include "core/result.hpp"

namespace vpsfit::lab {

/// How values are told apart: `digits` significant decimal digits (0..5), from `lowest` (>= 1) on. After Gil Tene's
/// HdrHistogram: a bucket per doubling, each cut into as many linear parts as the digits need.
struct Geometry {
  int digits = 3;
  std::int64_t lowest = 1;
  bool operator==(const Geometry&) const = default;
};

/// Values from lowest to highest (both inclusive) were counted together.
struct Bucket {
  std::int64_t lowest = 0, highest = 0, count = 0;
  bool operator==(const Bucket&) const = default;
};

/// Counts of values from 0 to 2^62. Percentiles come from counts, and only counts are ever merged.
class Histogram {
 public:
  static constexpr std::int64_t largest_value = std::int64_t{1} << 62;

  Histogram() : Histogram(Geometry{}) {}
  /// A geometry outside its bounds is a broken promise of the caller (std::logic_error).
  explicit Histogram(Geometry geometry);

  /// Fails (input): value outside 0..2^62, negative count, more than 2^63 - 1 values in all.
  [[nodiscard]] Result<void> record(std::int64_t value, std::int64_t count = 1);
  /// Adds the other's counts: bucket by bucket where the geometry is the same, else at the middle of each bucket.
  [[nodiscard]] Result<void> merge(const Histogram& other);

  [[nodiscard]] const Geometry& geometry() const { return geometry_; }
  [[nodiscard]] std::int64_t total() const { return total_; }
  /// The highest value that is counted with the one of rank ceil(ppm / 1000000 x total), at least rank 1; ppm
  /// 0..1000000. Nothing of nothing.
  [[nodiscard]] std::optional<std::int64_t> percentile(std::int64_t ppm) const;
  /// How many values are above a value's bucket.
  [[nodiscard]] std::int64_t count_above(std::int64_t value) const;
  /// Mean of the middles of the buckets; at `digits` 3 within 0.05 % of the values'.
  [[nodiscard]] std::optional<Rational> mean() const;
  /// Those that are not empty, ascending.
  [[nodiscard]] std::vector<Bucket> buckets() const;

  /// The counts by index, and back; an index beyond the last has the count 0.
  [[nodiscard]] const std::vector<std::int64_t>& counts() const { return counts_; }
  [[nodiscard]] Result<void> add_at(std::size_t index, std::int64_t count);
  [[nodiscard]] std::size_t index_of(std::int64_t value) const;
  [[nodiscard]] Bucket bucket_at(std::size_t index) const;

 private:
  [[nodiscard]] std::int64_t middle(std::size_t index) const;

  Geometry geometry_;
  int unit_ = 0;  ///< binary digits below the lowest value that are not told apart
  int half_ = 0;  ///< log2 of half the linear parts of a doubling
  std::vector<std::int64_t> counts_;
  std::int64_t total_ = 0;
};

}  // namespace vpsfit::lab
