// SPDX-License-Identifier: MIT
#include <algorithm>
#include <doctest/doctest.h>
#include <functional>
#include <random>
#include <rapidcheck.h>

#include "forecast/choose.hpp"
#include "forecast/stack.hpp"
#include "made.hpp"

using namespace vpsfit;
using namespace vpsfit::forecast;
using namespace vpsfit::made;

namespace {

constexpr std::int64_t mib = 1024 * 1024;

Stack stack_of(const StackUsage& usage, const plans::Catalog& catalog) {
  return *stack(usage, {}, open_market(catalog, study_rates(), selection("USD")), selection("USD"));
}

StackUsage any_stack_usage(std::size_t least, std::size_t most) {
  const auto count = *rc::gen::inRange<std::size_t>(least, most + 1);
  std::vector<Usage> usages;
  for (std::size_t i = 0; i < count; ++i) {
    Usage one = usage("s" + std::to_string(i), {});
    one.runs.push_back(run("1", *rc::gen::inRange<std::int64_t>(0, 9000000), 15000000,
                           *rc::gen::inRange<std::int64_t>(0, 1500) * mib));
    usages.push_back(std::move(one));
  }
  return *sum_of_peaks(usages);
}

plans::Catalog any_stack_catalog() {
  std::vector<plans::Plan> plans;
  const auto count = *rc::gen::inRange<std::size_t>(1, 7);
  for (std::size_t i = 0; i < count; ++i) {
    auto one = plan("p" + std::to_string(i), *rc::gen::inRange<std::int64_t>(1, 9),
                    *rc::gen::inRange<std::int64_t>(1, 9), "GB", std::to_string(*rc::gen::inRange(1, 40)));
    if (*rc::gen::inRange(0, 4) == 0)
      one.cpu.baseline_share = *Fraction::from(Rational(*rc::gen::inRange<std::int64_t>(1, 10), 10));
    plans.push_back(std::move(one));
  }
  return catalog(std::move(plans));
}

/// The cheapest division, found in another way: the members one after the other, each onto every server so far or onto
/// a new one; a full division costs, for each server, the cheapest plan whose own figures hold the sums.
std::optional<Rational> best_packing(const StackUsage& usage, const plans::Catalog& catalog) {
  std::vector<std::vector<std::size_t>> servers;
  std::optional<Rational> best;
  const auto fee = [&](const std::vector<std::size_t>& members) {
    Rational cores, bytes;
    for (const auto member : members) {
      cores += usage.cpu[0][member];
      bytes += Rational(usage.memory[0][member].count());
    }
    std::optional<Rational> least;
    for (const auto& plan : catalog.plans) {
      const Rational vcpus = plan.cpu.vcpus;
      if (cores / Rational(1, 2) / Rational(4, 5) > vcpus) continue;
      if (bytes * Rational(5, 4) + Rational(128 * mib) > plan.memory.size.value * Rational(1000000000)) continue;
      if (plan.cpu.baseline_share && cores / Rational(1, 2) > vcpus * plan.cpu.baseline_share->value()) continue;
      if (!least || plan.prices[0].amount < *least) least = plan.prices[0].amount;
    }
    return least;
  };
  const std::function<void(std::size_t)> place = [&](std::size_t member) {
    if (member == usage.subjects.size()) {
      Rational sum;
      for (const auto& members : servers) {
        const auto one = fee(members);
        if (!one) return;
        sum += *one;
      }
      if (!best || sum < *best) best = sum;
      return;
    }
    for (std::size_t i = 0; i < servers.size(); ++i) {
      servers[i].push_back(member);
      place(member + 1);
      servers[i].pop_back();
    }
    servers.push_back({member});
    place(member + 1);
    servers.pop_back();
  };
  place(0);
  return best;
}

}  // namespace

TEST_CASE("a small stack costs what trying every division finds") {
  CHECK(rc::check("brute force", [] {
    const auto usage = any_stack_usage(1, 6);
    const auto plans = any_stack_catalog();
    const auto best = best_packing(usage, plans);
    const auto found = stack_of(usage, plans);
    RC_ASSERT(found.no_fit.empty() == best.has_value());
    if (!best) return;
    RC_ASSERT(found.exact);
    RC_ASSERT(found.fee == *best);
    RC_ASSERT(found.least == *best);
    RC_ASSERT(found.fee <= found.fee_alone);
  }));
}

TEST_CASE("everybody lives on exactly one server, which holds them all") {
  CHECK(rc::check("placement", [] {
    const auto usage = *rc::gen::inRange(0, 5) != 0 ? any_stack_usage(1, 7) : any_stack_usage(exact_stack + 1, 15);
    const auto plans = any_stack_catalog();
    const auto found = stack_of(usage, plans);
    if (!found.no_fit.empty()) return;
    std::vector<std::size_t> seen;
    Rational fee;
    for (const auto& server : found.servers) {
      seen.insert(seen.end(), server.members.begin(), server.members.end());
      const auto need = *need_together(usage, server.members, {});
      RC_ASSERT(shortage(need, *server.offer.plan, selection("USD")).kinds() == 0);
      fee += server.offer.annual_fee_converted.amount();
    }
    std::sort(seen.begin(), seen.end());
    RC_ASSERT(seen.size() == usage.subjects.size());
    for (std::size_t i = 0; i < seen.size(); ++i) RC_ASSERT(seen[i] == i);
    RC_ASSERT(fee == found.fee);
    RC_ASSERT(found.least <= found.fee);
    RC_ASSERT(found.fee <= found.fee_alone);
  }));
}

TEST_CASE("the order of the subjects changes neither the fee nor the number of servers of a small stack") {
  CHECK(rc::check("permutation", [] {
    auto usage = any_stack_usage(1, 6);
    const auto plans = any_stack_catalog();
    const auto found = stack_of(usage, plans);
    std::reverse(usage.cpu[0].begin(), usage.cpu[0].end());
    std::reverse(usage.memory[0].begin(), usage.memory[0].end());
    const auto turned = stack_of(usage, plans);
    RC_ASSERT(found.fee == turned.fee);
    RC_ASSERT(found.servers.size() == turned.servers.size());
  }));
}

TEST_CASE("what is bounded for many equal subjects is never above the best there is") {
  // 20 subjects of 0.2 cores, 0.5 vCPU each: a server of 4 holds 8 of them for 10, one of 1 holds 2 for 4. Three of
  // the large ones cost 30; two large and two small ones, 16 + 4 subjects, cost 28, and nothing costs less.
  std::vector<Usage> usages;
  for (int i = 0; i < 20; ++i) usages.push_back(usage("s" + std::to_string(i), {"0.2"}, mib));
  const auto found =
      stack_of(*sum_of_peaks(usages), catalog({plan("large", 4, 64, "GB", "10"), plan("small", 1, 64, "GB", "4")}));
  CHECK_FALSE(found.exact);
  CHECK(found.fee == Rational(28));
  CHECK(found.least == Rational(25));  // 10 vCPU at 2.50 each
  CHECK(found.fee_alone == Rational(80));
}

TEST_CASE("the system's reserve counts once a server") {
  // 1.25 x (300 + 300) + 128 = 878 MiB (920,649,728 bytes) fit 921 MB; with a reserve each it would be 1006 MiB
  const std::vector<Usage> usages{usage("a", {"0.1"}, 300 * mib), usage("b", {"0.1"}, 300 * mib)};
  const auto found = stack_of(*sum_of_peaks(usages), catalog({plan("p", 2, 921, "MB", "10")}));
  REQUIRE(found.servers.size() == 1);
  CHECK(found.servers[0].need.memory == MiB(878));
  CHECK(found.fee_alone == Rational(20));
}

TEST_CASE("the study's four services share one server, or two") {
  // together 3.73 cores / 0.5 / 0.8 = 9.325 vCPU: more than any plan has, so the stack is divided
  const auto found = stack_of(*sum_of_peaks(study_usages()), study_catalog());
  REQUIRE(found.no_fit.empty());
  CHECK(found.exact);
  CHECK(found.fee_alone == Rational(285));  // 25 + 80 + 60 + 120
  CHECK(found.fee == *best_packing(*sum_of_peaks(study_usages()), [] {
          auto plans = study_catalog();
          plans::Catalog usable;
          for (const auto& offer : open_market(plans, study_rates(), selection("USD")).offers) {
            auto one = *offer.plan;
            one.memory.size = {Rational(one.memory.lower_bytes().count()) / Rational(1000000000), "GB"};
            one.prices[0].amount = offer.annual_fee_converted.amount();
            usable.plans.push_back(one);
          }
          return usable;
        }()));
}

TEST_CASE("figures of one clock count by the moment in which their sum is largest") {
  StackUsage usage{{"day", "night"},
                   {{Rational(1), Rational(0)}, {Rational(1, 10), Rational(1)}},
                   {{Bytes{800 * mib}, Bytes{100 * mib}}, {Bytes{200 * mib}, Bytes{600 * mib}}},
                   true,
                   {}};
  const auto together = *need_together(usage, {0, 1}, {});
  CHECK(together.cpu.count() == Rational(11, 10));
  CHECK(together.memory_used == Bytes{900 * mib});
  CHECK(need_together(usage, {1}, {})->memory_used == Bytes{600 * mib});
}

TEST_CASE("a subject that fits no plan is named, and nothing is placed") {
  const std::vector<Usage> usages{usage("a", {"0.1"}), usage("b", {"50"})};
  const auto found = stack_of(*sum_of_peaks(usages), catalog({plan("p", 2, 1, "GB", "10")}));
  CHECK(found.no_fit == std::vector<std::size_t>{1});
  CHECK(found.servers.empty());
}

TEST_CASE("too many subjects, none, and sums beyond 64 bits are errors, not wrong numbers") {
  CHECK_FALSE(sum_of_peaks({}).has_value());
  CHECK_FALSE(sum_of_peaks(std::vector<Usage>(most_stacked + 1, usage("a", {"0.1"}))).has_value());
  const std::vector<Usage> usages(3, usage("a", {"0.1"}, INT64_MAX / 2));
  const auto together = *sum_of_peaks(usages);
  const auto plans = catalog({plan("p", 2, 1, "GB", "10")});
  const auto found = stack(together, {}, open_market(plans, study_rates(), selection("USD")), selection("USD"));
  REQUIRE_FALSE(found.has_value());
  CHECK(found.error().message.find("64 bits") != std::string::npos);
}
