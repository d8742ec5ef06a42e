// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "core/usage.hpp"
#include "plans/plan.hpp"

/// Plans and subjects in any number, the same ones each time.
namespace vpsfit::bench {

inline plans::Catalog catalog_of(std::int64_t count) {
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

inline Usage usage_of(std::int64_t i) {
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

}  // namespace vpsfit::bench
