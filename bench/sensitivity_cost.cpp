// SPDX-License-Identifier: MIT
// How long a map of 100 x 100 (headroom x core performance) takes for 1,000 subjects against 10,000 plans.
// usage: bench_sensitivity [SUBJECTS] [PLANS]
#include <chrono>
#include <cstdio>
#include <cstdlib>

#include "forecast/sensitivity_map.hpp"

using namespace vpsfit;

namespace {

plans::Catalog catalog_of(std::int64_t count) {
  plans::Catalog catalog;
  for (std::int64_t i = 0; i < count; ++i) {
    plans::Plan plan;
    plan.vendor = "v";
    plan.id = "p" + std::to_string(i);
    const std::int64_t vcpus = 1 + i * 7 % 64;
    const std::int64_t memory = 1 + i * 13 % 128;
    plan.cpu.vcpus = Rational(vcpus);
    if (i % 5 == 0) plan.cpu.baseline_share = *Fraction::from(Rational(1 + i % 10, 10));
    plan.memory.size = {Rational(memory), "GB"};
    plans::Price price(*Currency::parse("USD"));
    price.amount = Rational(vcpus * 500 + memory * 200 + i % 97, 100);
    plan.prices.push_back(std::move(price));
    plan.verified_on = parse_date("2026-11-01").value();
    catalog.plans.push_back(std::move(plan));
  }
  return catalog;
}

Usage usage_of(std::int64_t i) {
  RunUsage run;
  run.run = "1";
  run.cpu_usage = CpuTime{1000 + i * 7919 % 60000000};
  run.window = std::chrono::microseconds{15000000};
  run.memory_max = Bytes{1000000 + i * 104729 % 40000000000};
  Usage usage;
  usage.subject = "s" + std::to_string(i);
  usage.runs.push_back(std::move(run));
  return usage;
}

}  // namespace

int main(int count, char** words) {
  const std::int64_t subjects = count > 1 ? std::atoll(words[1]) : 1000;
  const auto catalog = catalog_of(count > 2 ? std::atoll(words[2]) : 10000);
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
    const auto map = forecast::sensitivity_map(usage_of(i), {}, market, selection, headrooms, performances);
    if (!map) return 1;
    for (const auto* const offer : map->cells) none += offer == nullptr ? 1 : 0;
  }
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  std::printf("%lld subjects, %zu plans (%zu on the front): %.3f s, %zu cells without a plan\n",
              static_cast<long long>(subjects), market.offers.size(), market.front.size(), took.count(), none);
  return 0;
}
