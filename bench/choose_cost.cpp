// SPDX-License-Identifier: MIT
// Choosing a plan for 1,000 subjects among 100,000 plans, beside loops over all plans that give the same answers: the
// plan alone (first_fit), and the plan with every cheaper one that was rejected (choose). What pruning costs counts on
// our side. Goal: the plan alone ten times as fast, the whole answer no slower. Exit status 1 where an answer differs.
// usage: bench_choose [SUBJECTS] [PLANS]
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>

#include "bench/made_plans.hpp"
#include "forecast/choose.hpp"
#include "forecast/front.hpp"
#include "forecast/require.hpp"

using namespace vpsfit;
using forecast::Offer;

namespace {

/// Processor seconds that a call takes.
template <class Call>
double seconds(Call&& call) {
  const std::clock_t begin = std::clock();
  call();
  return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
}

const Rational& fee(const Offer& offer) { return offer.annual_fee_converted.amount(); }

/// The first of the cheapest that fit, found by trying every plan.
const Offer* naive_plan(const forecast::Need& need, const std::vector<Offer>& offers,
                        const forecast::Selection& selection) {
  const Offer* best = nullptr;
  for (const auto& offer : offers)
    if (forecast::shortage(need, *offer.plan, selection).kinds() == 0 && (best == nullptr || fee(offer) < fee(*best)))
      best = &offer;
  return best;
}

/// The same with the cheaper ones that do not fit; returns how many they are.
std::size_t naive_answer(const forecast::Need& need, const std::vector<Offer>& offers,
                         const forecast::Selection& selection) {
  const Offer* const best = naive_plan(need, offers, selection);
  std::vector<forecast::RejectedPlan> rejected;
  for (const auto& offer : offers) {
    if (best == nullptr || fee(offer) >= fee(*best)) continue;
    rejected.push_back({offer, forecast::shortage(need, *offer.plan, selection)});
  }
  return rejected.size();
}

void tell(const char* what, double pruning, double ours, double theirs) {
  std::printf("%-28s %8.3f s (and %.3f s pruning), over all plans %8.3f s: %.1f times as fast\n", what, ours, pruning,
              theirs, theirs / (ours + pruning));
}

}  // namespace

int main(int count, char** words) {
  const std::int64_t subjects = count > 1 ? std::atoll(words[1]) : 1000;
  const auto catalog = bench::catalog_of(count > 2 ? std::atoll(words[2]) : 100'000);
  const forecast::Selection selection{parse_date("2026-11-02").value(), *Currency::parse("USD"), {}, false};
  const auto market = forecast::open_market(catalog, {}, selection);
  std::vector<forecast::Need> needs;
  for (std::int64_t i = 0; i < subjects; ++i) {
    auto need = forecast::require(bench::usage_of(i), {});
    if (!need) return 1;
    needs.push_back(std::move(*need));
  }
  std::size_t kept = 0;
  const double pruning = seconds([&] { kept = forecast::front_of(market.offers).size(); });
  std::printf("%zu subjects, %zu plans, %zu of them kept\n", needs.size(), market.offers.size(), kept);

  std::vector<const Offer*> ours, theirs;
  const double first = seconds([&] {
    for (const auto& need : needs) ours.push_back(forecast::first_fit(need, market, selection));
  });
  const double naive_first = seconds([&] {
    for (const auto& need : needs) theirs.push_back(naive_plan(need, market.offers, selection));
  });
  tell("the plan", pruning, first, naive_first);

  std::size_t our_rejected = 0, their_rejected = 0;
  const double whole = seconds([&] {
    for (const auto& need : needs) our_rejected += forecast::choose(need, market, selection).rejected_cheaper.size();
  });
  const double naive_whole = seconds([&] {
    for (const auto& need : needs) their_rejected += naive_answer(need, market.offers, selection);
  });
  tell("with all that was rejected", pruning, whole, naive_whole);
  return ours == theirs && our_rejected == their_rejected ? 0 : 1;
}
