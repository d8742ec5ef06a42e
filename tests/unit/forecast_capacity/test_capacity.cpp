// SPDX-License-Identifier: MIT
#include <cmath>
#include <doctest/doctest.h>
#include <limits>

#include "forecast/capacity/line.hpp"
#include "forecast/capacity/usl.hpp"

using namespace vpsfit;
using namespace vpsfit::forecast;

namespace {

/// SPEC SDM91, as published with the R package usl.
const std::vector<ScalePoint> sdm91{{1, 64.9},     {18, 995.9},   {36, 1652.4}, {72, 1853.2},
                                    {108, 1828.9}, {144, 1775.0}, {216, 1702.2}};

}  // namespace

TEST_CASE("the scalability law of SPEC SDM91 is the one that R prints") {
  const auto law = fit_scalability(sdm91);
  REQUIRE(law);
  CHECK(law->alpha == doctest::Approx(0.0277285).epsilon(1e-5));
  CHECK(law->beta == doctest::Approx(0.0001044).epsilon(1e-3));
  CHECK(law->gamma == doctest::Approx(89.9952330).epsilon(1e-6));
  CHECK(law->spread == doctest::Approx(82.8).epsilon(1e-3));
  CHECK(law->freedom == 4);
  CHECK(*law->peak_load == doctest::Approx(96.52).epsilon(1e-4));
  CHECK(*law->peak_throughput == doctest::Approx(1884).epsilon(1e-3));
}

TEST_CASE("a law that made the figures is found again") {
  const auto law = fit_scalability({{1, 1}, {2, 1.8868}, {4, 3.0769}, {6, 3.5294}, {8, 3.5398}, {10, 3.3557}});
  REQUIRE(law);
  CHECK(law->alpha == doctest::Approx(0.02).epsilon(0.01));
  CHECK(law->beta == doctest::Approx(0.02).epsilon(0.01));
  CHECK(law->gamma == doctest::Approx(1.0).epsilon(0.001));
}

TEST_CASE("extrapolation is refused: far beyond what was measured the law was wrong by 42 %") {
  const auto law = fit_scalability({sdm91.begin(), sdm91.begin() + 4});
  REQUIRE(law);
  const auto refused = predict(*law, 216);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().kind == ErrorKind::refused);
  CHECK(*predict(*law, 216, true) == doctest::Approx(986.6).epsilon(0.002));  // observed: 1702.2
  CHECK(predict(*law, 72));
}

TEST_CASE("throughput that never falls has no peak, and coherency is not negative") {
  const auto law = fit_scalability({{1, 20},
                                    {4, 78},
                                    {8, 130},
                                    {12, 170},
                                    {16, 190},
                                    {20, 220},
                                    {24, 245},
                                    {28, 255},
                                    {32, 280},
                                    {48, 310},
                                    {64, 340}});
  REQUIRE(law);
  CHECK(law->beta >= 0);
  CHECK(law->alpha >= 0);
}

TEST_CASE("figures that cannot be are refused") {
  CHECK_FALSE(fit_scalability({}));
  CHECK_FALSE(fit_scalability({{1, 1}, {2, 2}, {4, 3}}));
  CHECK_FALSE(fit_scalability({{1, 1}, {2, 2}, {4, 3}, {4, 3.1}}));
  CHECK_FALSE(fit_scalability({{0, 1}, {2, 2}, {4, 3}, {5, 4}}));
  CHECK_FALSE(fit_scalability({{1, std::nan("")}, {2, 2}, {4, 3}, {5, 4}}));
  CHECK_FALSE(fit_line({{-1, 1}, {2, 1}}));
  CHECK_FALSE(fit_line({{1, std::numeric_limits<double>::infinity()}, {2, 1}}));
}

TEST_CASE("one request rate says nothing about another") {
  CHECK(fit_line({{20000, 0.5}, {20000, 0.6}}).error().kind == ErrorKind::input);
}

TEST_CASE("a line with an intercept finds both, and knows how sure it is") {
  // cores = 0.2 + 1e-5 x rate with an error of +-0.01; coefficients and interval by hand: mean rate 40000,
  // Sxx = 4 x (20000^2) = 1.6e9, residual variance 4 x 0.0001 / 2 = 0.0002, t(0.975, 2) = 4.302653
  const auto line = fit_line({{20000, 0.41}, {20000, 0.39}, {60000, 0.81}, {60000, 0.79}});
  REQUIRE(line);
  CHECK(line->intercept == doctest::Approx(0.2).epsilon(1e-9));
  CHECK(line->slope == doctest::Approx(1e-5).epsilon(1e-9));
  CHECK(line->spread == doctest::Approx(std::sqrt(0.0002)).epsilon(1e-9));
  CHECK(line->levels == 2);
  CHECK_FALSE(line->lack_of_fit);  // two levels cannot bend
  const auto at = predict(*line, 40000);
  REQUIRE(at);
  CHECK(at->cores == doctest::Approx(0.6));
  CHECK(*at->high - at->cores == doctest::Approx(4.302653 * std::sqrt(0.0002 * 1.25)).epsilon(1e-6));
  CHECK(at->how_far == Reach::measured);
  CHECK(predict(*line, 80000)->how_far == Reach::beyond);
  CHECK(predict(*line, 90001).error().kind == ErrorKind::refused);
  CHECK(predict(*line, 90001, true));
}

TEST_CASE("a line through the origin would have chosen smaller plans for the study's rivals") {
  // Spring at saturation: all 3 vCPU at 118,900 requests a second; at 20,000 it used 0.782 cores, not 0.504
  const auto line = fit_line({{20000, 0.782}, {118900, 3.0}});
  REQUIRE(line);
  CHECK(line->intercept == doctest::Approx(0.3335).epsilon(0.001));
  CHECK(predict(*line, 20000)->cores == doctest::Approx(0.782));
  CHECK_FALSE(predict(*line, 20000)->high);  // two points leave no degree of freedom
}

TEST_CASE("a curve is told from a line") {
  const auto bent = fit_line({{1, 1.0}, {1, 1.01}, {2, 4.0}, {2, 4.01}, {3, 9.0}, {3, 9.01}});
  REQUIRE(bent);
  REQUIRE(bent->lack_of_fit);
  CHECK(*bent->lack_of_fit < 0.001);
  const auto straight = fit_line({{1, 1.0}, {1, 1.1}, {2, 2.02}, {2, 2.1}, {3, 3.0}, {3, 3.1}});
  CHECK(*straight->lack_of_fit > 0.5);
}

TEST_CASE("neither base nor slope is ever negative") {
  const auto steep = fit_line({{1, 0.1}, {2, 1.0}, {3, 2.2}});
  CHECK(steep->intercept == 0);
  CHECK(steep->slope > 0);
  const auto falling = fit_line({{1, 3.0}, {2, 2.0}, {3, 1.0}});
  CHECK(falling->slope == 0);
  CHECK(falling->intercept == doctest::Approx(2.0));
}

TEST_CASE("the highest rate that so many cores carry is on the safe side") {
  const auto line = fit_line({{20000, 0.41}, {20000, 0.39}, {60000, 0.81}, {60000, 0.79}});
  const auto rate = highest_rate(*line, 0.7);
  REQUIRE(rate);
  CHECK(*predict(*line, *rate)->high <= 0.7 + 1e-9);
  CHECK(*predict(*line, *rate * 1.001)->high > 0.7);
  CHECK(*highest_rate(*line, 100) == doctest::Approx(90000));  // no further than 1.5 times what was measured
  CHECK_FALSE(highest_rate(*line, 0.1));
}
