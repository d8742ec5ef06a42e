// SPDX-License-Identifier: MIT
// How long a map of 100 x 100 (headroom x core performance) takes for 1,000 subjects against 10,000 plans.
// usage: bench_sensitivity [SUBJECTS] [PLANS]
#include <chrono>
#include <cstdio>
#include <cstdlib>

#include "bench/made_plans.hpp"
#include "forecast/sensitivity_map.hpp"

using namespace vpsfit;

int main(int count, char** words) {
  const std::int64_t subjects = count > 1 ? std::atoll(words[1]) : 1000;
  const auto catalog = bench::catalog_of(count > 2 ? std::atoll(words[2]) : 10000);
  const forecast::Selection selection{parse_date("2026-11-02").value(), *Currency::parse("USD"), {}, false};
  const auto market = forecast::open_market(catalog, {}, selection);
  std::vector<Rational> headrooms, performances;
  for (std::int64_t i = 0; i < 100; ++i) {
    headrooms.emplace_back(i, 200);
    performances.emplace_back(20 + i, 100);
  }
  std::size_t none = 0;
  const auto begin = std::chrono::steady_clock::now();
  for (std::int64_t i = 0; i < subjects; ++i) {
    const auto map = forecast::sensitivity_map(bench::usage_of(i), {}, market, selection, headrooms, performances);
    if (!map) return 1;
    for (const auto* const offer : map->cells) none += offer == nullptr ? 1 : 0;
  }
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  std::printf("%lld subjects, %zu plans (%zu on the front): %.3f s, %zu cells without a plan\n",
              static_cast<long long>(subjects), market.offers.size(), market.front.size(), took.count(), none);
  return 0;
}
