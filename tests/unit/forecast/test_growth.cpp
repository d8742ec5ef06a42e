// SPDX-License-Identifier: MIT
#include <algorithm>
#include <doctest/doctest.h>
#include <random>

#include "forecast/growth.hpp"

using namespace vpsfit::forecast;

namespace {

std::vector<MemorySample> every(double seconds, const std::vector<double>& bytes) {
  std::vector<MemorySample> samples;
  for (const double value : bytes) samples.push_back({seconds * static_cast<double>(samples.size()), value});
  return samples;
}

// Slope, probability and level of these were computed with exact fractions from the definitions, elsewhere.
const std::vector<double> twelve{100, 103, 101, 104, 108, 107, 107, 112, 115, 111, 118, 120};

}  // namespace

TEST_CASE("slope, probability and level are those of the definitions") {
  const auto found = growth(every(200, twelve), 150);
  REQUIRE(found.refused.empty());
  CHECK(found.slope_bytes_per_s == doctest::Approx(3.0 / 350));
  CHECK(found.probability == doctest::Approx(0.0002059090517867315).epsilon(1e-9));
  CHECK(found.level_bytes == doctest::Approx(832.0 / 7));
  CHECK(found.grows);
  REQUIRE(found.days_until_full);
  CHECK(*found.days_until_full == doctest::Approx(10900.0 / 3 / 86400));
}

TEST_CASE("a plan that is full beyond twenty spans is not spoken of") {
  CHECK_FALSE(growth(every(200, twelve), 1e6).days_until_full);
  CHECK(growth(every(200, twelve), 1e6).too_far);
  CHECK(growth(every(200, twelve), 50).days_until_full == 0.0);
}

TEST_CASE("a short span and few samples are refused") {
  CHECK(growth(every(163, twelve), 150).refused == "span_too_short");  // 1,793 s
  CHECK(growth(every(164, twelve), 150).refused.empty());              // 1,804 s
  CHECK(growth(every(1000, {1, 2, 3, 4, 5, 6, 7, 8, 9}), 150).refused == "too_few_samples");
  CHECK(growth({}, {}).refused == "too_few_samples");
}

TEST_CASE("memory that stays, falls, or saws does not grow") {
  CHECK_FALSE(growth(every(200, std::vector<double>(100, 7)), 150).grows);
  auto falling = twelve;
  std::reverse(falling.begin(), falling.end());
  CHECK_FALSE(growth(every(200, falling), 150).grows);
  CHECK(growth(every(200, falling), 150).slope_bytes_per_s < 0);
  std::vector<double> saw;
  for (int i = 0; i < 5000; ++i) saw.push_back(100 + i % 50);
  CHECK_FALSE(growth(every(1, saw), 150).grows);
}

TEST_CASE("a leak under noise is found in a long series, whatever the order of its samples") {
  std::mt19937 random(7);
  std::vector<MemorySample> samples;
  for (int i = 0; i < 7200; ++i)
    samples.push_back({static_cast<double>(i), 1e8 + 1000.0 * i + static_cast<double>(random() % 5000000)});
  const auto found = growth(samples, 2e8);
  CHECK(found.points == 240);
  CHECK(found.grows);
  CHECK(found.slope_bytes_per_s == doctest::Approx(1000).epsilon(0.05));
  std::shuffle(samples.begin(), samples.end(), random);
  CHECK(growth(samples, 2e8).slope_bytes_per_s == found.slope_bytes_per_s);
}
