// SPDX-License-Identifier: MIT
#include "lab/histogram.hpp"

#include <algorithm>
#include <bit>
#include <fmt/format.h>
#include <stdexcept>

namespace vpsfit::lab {
namespace {

constexpr std::int64_t million = 1'000'000;

// g++ 12 gives back the argument's type here, the standard an int.
int width_of(std::uint64_t value) { return static_cast<int>(std::bit_width(value)); }

}  // namespace

Histogram::Histogram(Geometry geometry) : geometry_(geometry) {
  if (geometry.digits < 0 || geometry.digits > 5 || geometry.lowest < 1 || geometry.lowest > largest_value / 4)
    throw std::logic_error("a histogram has 0 to 5 digits and begins at 1 or above");
  std::uint64_t parts = 2;
  for (int i = 0; i < geometry.digits; ++i) parts *= 10;
  half_ = std::max(width_of(std::bit_ceil(parts)) - 2, 0);
  unit_ = width_of(static_cast<std::uint64_t>(geometry.lowest)) - 1;
}

std::size_t Histogram::index_of(std::int64_t value) const {
  const auto bits = static_cast<std::uint64_t>(value);
  const std::uint64_t mask = ((std::uint64_t{2} << half_) - 1) << unit_;
  const int bucket = width_of(bits | mask) - unit_ - (half_ + 1);
  const std::uint64_t part = bits >> (bucket + unit_);
  const std::uint64_t half = std::uint64_t{1} << half_;
  return static_cast<std::size_t>(((static_cast<std::uint64_t>(bucket) + 1) << half_) + part - half);
}

Bucket Histogram::bucket_at(std::size_t index) const {
  const std::uint64_t half = std::uint64_t{1} << half_;
  int bucket = static_cast<int>(index >> half_) - 1;
  std::uint64_t part = (index & (half - 1)) + half;
  if (bucket < 0) {
    part -= half;
    bucket = 0;
  }
  const std::uint64_t lowest = part << (bucket + unit_);
  const std::uint64_t width = std::uint64_t{1} << (bucket + unit_);
  const std::int64_t count = index < counts_.size() ? counts_[index] : 0;
  return {static_cast<std::int64_t>(lowest), static_cast<std::int64_t>(lowest + width - 1), count};
}

Result<void> Histogram::add_at(std::size_t index, std::int64_t count) {
  if (index > index_of(largest_value))
    return fail(ErrorKind::input, fmt::format("the histogram has a count at {}, beyond its largest value", index));
  if (count < 0) return fail(ErrorKind::input, fmt::format("the histogram has the count {}", count));
  if (count > INT64_MAX - total_) return fail(ErrorKind::input, "the histogram counts more than 2^63 - 1 values");
  if (count == 0) return {};
  if (index >= counts_.size()) counts_.resize(index + 1);
  counts_[index] += count;
  total_ += count;
  return {};
}

Result<void> Histogram::record(std::int64_t value, std::int64_t count) {
  if (value < 0 || value > largest_value)
    return fail(ErrorKind::input, fmt::format("{} is no value that a histogram counts", value));
  return add_at(index_of(value), count);
}

std::int64_t Histogram::middle(std::size_t index) const {
  const Bucket bucket = bucket_at(index);
  return bucket.lowest + (bucket.highest - bucket.lowest + 1) / 2;
}

Result<void> Histogram::merge(const Histogram& other) {
  for (std::size_t i = 0; i < other.counts_.size(); ++i) {
    if (other.counts_[i] == 0) continue;
    VPSFIT_CHECK(geometry_ == other.geometry_ ? add_at(i, other.counts_[i])
                                              : record(other.middle(i), other.counts_[i]));
  }
  return {};
}

std::optional<std::int64_t> Histogram::percentile(std::int64_t ppm) const {
  if (total_ == 0) return std::nullopt;
  // ceil(total x ppm / million) without a product that overflows.
  const std::int64_t whole = total_ / million * ppm;
  const std::int64_t rest = (total_ % million * ppm + million - 1) / million;
  const std::int64_t rank = std::max<std::int64_t>(whole + rest, 1);
  std::int64_t seen = 0;
  for (std::size_t i = 0; i < counts_.size(); ++i)
    if (seen += counts_[i]; seen >= rank) return bucket_at(i).highest;
  return std::nullopt;
}

std::int64_t Histogram::count_above(std::int64_t value) const {
  std::int64_t above = 0;
  for (std::size_t i = index_of(value) + 1; i < counts_.size(); ++i) above += counts_[i];
  return above;
}

std::optional<Rational> Histogram::mean() const {
  if (total_ == 0) return std::nullopt;
  Rational sum;
  for (std::size_t i = 0; i < counts_.size(); ++i)
    if (counts_[i] != 0) sum += Rational(middle(i)) * Rational(counts_[i]);
  return sum / Rational(total_);
}

std::vector<Bucket> Histogram::buckets() const {
  std::vector<Bucket> result;
  for (std::size_t i = 0; i < counts_.size(); ++i)
    if (counts_[i] != 0) result.push_back(bucket_at(i));
  return result;
}

}  // namespace vpsfit::lab
