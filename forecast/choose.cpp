// SPDX-License-Identifier: MIT
#include "forecast/choose.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <stdexcept>
#include <tuple>

#include "forecast/plan_notices.hpp"

namespace vpsfit::forecast {
namespace {

bool fits(const Need& need, const plans::Plan& plan, const Selection& selection) {
  return shortage(need, plan, selection).kinds() == 0;
}

/// The missing cores, made whole; a need of 64 bits less a positive size fits 64 bits.
std::int64_t missing_cores(const Need& need, const plans::Plan& plan) {
  const auto missing = (Rational(need.vcpus) - plan.cpu.vcpus).ceil();
  if (!missing) throw std::logic_error("a plan with a negative number of cores");
  return *missing;
}

/// Orders what is short: cores, memory, sustained CPU, disk, each the less the better.
auto amount(const Shortage& lack) {
  return std::tuple(lack.vcpus.value_or(0), lack.memory.value_or(Bytes{0}).count(),
                    lack.sustained_cpu.value_or(Rational(0)), lack.disk.value_or(Bytes{0}).count());
}

/// Offers come in market order, so the first of equals is the cheapest.
void keep_nearer(std::optional<NearMiss>& nearest, const plans::Plan& plan, const Shortage& lack) {
  if (!nearest || amount(lack) < amount(nearest->shortage)) nearest = NearMiss{&plan, lack, {}};
}

std::vector<NearMiss> nearest_misses(const Need& need, const Market& market, const Selection& selection) {
  std::optional<NearMiss> vcpus, memory, share, disk, several;
  for (const auto& offer : market.offers) {
    const Shortage lack = shortage(need, *offer.plan, selection);
    auto& nearest = lack.kinds() > 1     ? several
                    : lack.vcpus         ? vcpus
                    : lack.memory        ? memory
                    : lack.sustained_cpu ? share
                                         : disk;
    keep_nearer(nearest, *offer.plan, lack);
  }
  std::vector<NearMiss> misses;
  for (auto* nearest : {&vcpus, &memory, &share, &disk})
    if (*nearest) misses.push_back(std::move(**nearest));
  if (misses.empty() && several) misses.push_back(std::move(*several));
  for (const auto& excluded : market.excluded)
    if (fits(need, *excluded.plan, selection)) misses.push_back({excluded.plan, {}, excluded.code});
  return misses;
}

}  // namespace

int Shortage::kinds() const { return (vcpus ? 1 : 0) + (memory ? 1 : 0) + (sustained_cpu ? 1 : 0) + (disk ? 1 : 0); }

std::vector<std::string_view> Shortage::codes() const {
  std::vector<std::string_view> all;
  if (vcpus) all.emplace_back("vcpus");
  if (memory) all.emplace_back("memory");
  if (sustained_cpu) all.emplace_back("baseline_share");
  if (disk) all.emplace_back("disk");
  return all;
}

std::string_view Shortage::code() const {
  return vcpus ? "vcpus" : memory ? "memory" : sustained_cpu ? "baseline_share" : disk ? "disk" : "";
}

Shortage shortage(const Need& need, const plans::Plan& plan, const Selection& selection) {
  Shortage lack;
  if (plan.cpu.vcpus < Rational(need.vcpus)) lack.vcpus = missing_cores(need, plan);
  if (const Bytes has = plan.memory.lower_bytes(); has < need.memory) lack.memory = need.memory - has;
  if (plan.cpu.baseline_share) {
    const Rational usable = plan.cpu.vcpus * plan.cpu.baseline_share->value();
    if (usable < need.sustained.count()) lack.sustained_cpu = need.sustained.count() - usable;
  }
  const auto disk = plan.included_disk();
  if (selection.min_disk && disk && *disk < *selection.min_disk) lack.disk = *selection.min_disk - *disk;
  return lack;
}

const Offer* first_fit(const Need& need, const Market& market, const Selection& selection) {
  for (const std::size_t i : market.front)
    if (fits(need, *market.offers[i].plan, selection)) return &market.offers[i];
  return nullptr;
}

Choice choose(const Need& need, const Market& market, const Selection& selection) {
  Choice choice;
  if (const Offer* const first = first_fit(need, market, selection)) {
    choice.offer = *first;
    const Rational& fee = first->annual_fee_converted.amount();
    for (const auto& offer : market.offers) {
      if (offer.annual_fee_converted.amount() > fee) break;
      if (offer.plan == first->plan) continue;
      Shortage lack = shortage(need, *offer.plan, selection);
      if (lack.kinds() == 0) {
        choice.ties.push_back(offer);
      } else if (offer.annual_fee_converted.amount() < fee) {
        choice.rejected_cheaper.push_back({offer, std::move(lack)});
      }
    }
  } else {
    choice.nearest_misses = nearest_misses(need, market, selection);
  }
  choice.notices = choice_notices(need, choice, market, selection);
  return choice;
}

}  // namespace vpsfit::forecast
