// SPDX-License-Identifier: MIT
#include <algorithm>

#include "fixture.hpp"
#include "report/page/plot_parts.hpp"

using namespace fixture;
using report::Sample;
using report::thinned;

namespace {

std::vector<Sample> flat(std::size_t count) {
  std::vector<Sample> samples(count);
  for (std::size_t i = 0; i < count; ++i) {
    samples[i].at_s = static_cast<double>(i);
    samples[i].cores = 0.5;
    samples[i].memory_mib = 100;
  }
  return samples;
}

}  // namespace

TEST_CASE("a short series is kept whole") { CHECK(thinned(flat(120)).size() == 120); }

TEST_CASE("a long series keeps its extremes, its ends and at most 120 points") {
  auto samples = flat(10'000);
  samples[1234].memory_mib = 900;  // one sample of a spike
  samples[1234 + 3].cores = 3.5;
  samples[7000].memory_mib = 1;
  samples[7001].cores = 0.0;
  const auto kept = thinned(samples);
  CHECK(kept.size() <= report::plot_points);
  const auto has = [&](double at_s) {
    return std::any_of(kept.begin(), kept.end(), [&](const Sample& s) { return s.at_s == at_s; });
  };
  for (const double at_s : {0.0, 1234.0, 1237.0, 7000.0, 7001.0, 9999.0}) CHECK(has(at_s));
  CHECK(std::is_sorted(kept.begin(), kept.end(), [](const Sample& a, const Sample& b) { return a.at_s < b.at_s; }));
}

TEST_CASE("a gap between kept points stays a gap") {
  auto samples = flat(1000);
  samples[500].after_gap = true;
  samples[500].missing_s = 2;
  const auto kept = thinned(samples);
  const auto is_gap = [](const Sample& s) { return s.after_gap; };
  CHECK(std::count_if(kept.begin(), kept.end(), is_gap) == 1);
  const auto after = std::find_if(kept.begin(), kept.end(), is_gap);
  CHECK(after->at_s == 500);  // both sides are kept: a gap is drawn where it was, as long as it was
  CHECK(after->missing_s == 2);
  CHECK((after - 1)->at_s == 499);
}

TEST_CASE("of many gaps the longest are kept where they were and the others lose none of their length") {
  auto samples = flat(20'000);
  double missing = 0;
  for (std::size_t i = 10; i < samples.size(); i += 10) {
    samples[i].after_gap = true;
    samples[i].missing_s = i == 7770 ? 30 : 0.5;
    missing += samples[i].missing_s;
  }
  const auto kept = thinned(samples);
  CHECK(kept.size() <= report::plot_points);
  double left = 0;
  for (const auto& sample : kept) left += sample.missing_s;
  CHECK(left == doctest::Approx(missing));
  CHECK(std::any_of(kept.begin(), kept.end(), [](const Sample& s) { return s.at_s == 7770 && s.missing_s == 30; }));
}

TEST_CASE("the median is the middle value or the mean of the two in the middle") {
  CHECK(*report::median({Rational(3), Rational(1), Rational(2)}) == Rational(2));
  CHECK(*report::median({Rational(1), Rational(2)}) == Rational(3, 2));
  CHECK_FALSE(report::median({}));
}

TEST_CASE("an axis ends at a round number and has few steps") {
  CHECK(report::axis_to(0.782, 5).end == doctest::Approx(0.8));
  CHECK(report::axis_to(0.782, 5).step == doctest::Approx(0.2));
  CHECK(report::axis_to(656, 5).end == doctest::Approx(800));
  CHECK(report::axis_to(0, 5).end == 1);
  CHECK(report::axis_to(1e-9, 4).ticks().size() <= 5);
  CHECK(report::axis_to(9.3e18, 4).ticks().size() <= 5);
  CHECK(report::axis_to(0.782, 5).label(0.4) == "0.4");
}
