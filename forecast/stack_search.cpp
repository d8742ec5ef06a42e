// SPDX-License-Identifier: MIT
#include "forecast/stack_search.hpp"

#include <algorithm>

#include "forecast/choose.hpp"

namespace vpsfit::forecast {
namespace {

Group joined(const Group& a, const Group& b) {
  Group both;
  std::merge(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
  return both;
}

const Rational& fee_of(const Offer& offer) { return offer.annual_fee_converted.amount(); }

/// Members, the one first that fills the largest share of all CPU or all memory.
Group by_share(const GroupPrices& prices) {
  Rational cpu, memory;
  std::vector<Need> needs;
  for (std::size_t i = 0; i < prices.count(); ++i) {
    needs.push_back(*prices.need({i}));
    cpu += needs.back().cpu.count();
    memory += Rational(needs.back().memory_used.count());
  }
  std::vector<Rational> shares;
  Group order;
  for (const auto& need : needs) {
    const Rational of_cpu = cpu.is_zero() ? Rational() : need.cpu.count() / cpu;
    const Rational of_memory = memory.is_zero() ? Rational() : Rational(need.memory_used.count()) / memory;
    shares.push_back(std::max(of_cpu, of_memory));
    order.push_back(order.size());
  }
  std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return shares[a] > shares[b]; });
  return order;
}

/// The plans of which all would be held for the least fee if they could be divided at will; at most so many.
std::vector<const Offer*> likely_plans(const GroupPrices& prices) {
  constexpr std::size_t most = 16;
  Rational cores, bytes;
  for (std::size_t i = 0; i < prices.count(); ++i) {
    const Need need = *prices.need({i});
    cores += need.vcpus_exact;
    bytes += Rational(need.memory_used.count());
  }
  std::vector<std::pair<Rational, const Offer*>> ranked;
  for (const std::size_t i : prices.market().front) {
    const Offer& offer = prices.market().offers[i];
    const Rational memory(offer.plan->memory.lower_bytes().count());
    if (offer.plan->cpu.vcpus.is_zero() || memory.is_zero()) continue;
    ranked.emplace_back(fee_of(offer) * std::max(cores / offer.plan->cpu.vcpus, bytes / memory), &offer);
  }
  std::stable_sort(ranked.begin(), ranked.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<const Offer*> plans;
  for (std::size_t i = 0; i < std::min(most, ranked.size()); ++i) plans.push_back(ranked[i].second);
  return plans;
}

/// What the groups cost, each on the cheapest plan that holds it.
Division priced(const GroupPrices& prices, std::vector<Group> groups) {
  Division division{std::move(groups), {}};
  for (const auto& group : division.groups) division.fee += fee_of(*prices.offer(group));
  return division;
}

/// First fit onto servers of one plan; who does not fit one has a server to himself.
Division first_fit_onto(const GroupPrices& prices, const Offer& offer, const Group& order) {
  std::vector<Group> groups;
  for (const auto member : order) {
    const auto room = std::find_if(groups.begin(), groups.end(),
                                   [&](const Group& group) { return prices.fits(joined(group, {member}), offer); });
    if (room != groups.end())
      *room = joined(*room, {member});
    else
      groups.push_back({member});
  }
  return priced(prices, std::move(groups));
}

/// From everybody alone: the pair of servers whose joining saves most is joined, until none saves anything.
Division by_joining(const GroupPrices& prices) {
  std::vector<Group> groups;
  for (std::size_t i = 0; i < prices.count(); ++i) groups.push_back({i});
  const auto saved = [&](const Group& a, const Group& b) {
    const Offer* const both = prices.offer(joined(a, b));
    return both == nullptr ? Rational(-1) : fee_of(*prices.offer(a)) + fee_of(*prices.offer(b)) - fee_of(*both);
  };
  std::vector<std::vector<Rational>> savings(groups.size());
  for (std::size_t i = 0; i < groups.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) savings[i].push_back(saved(groups[i], groups[j]));
  while (true) {
    Rational most(-1);
    std::size_t a = 0, b = 0;
    for (std::size_t i = 0; i < groups.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        if (savings[i][j] > most) most = savings[i][j], a = j, b = i;
    if (most.is_negative()) return priced(prices, std::move(groups));
    groups[a] = joined(groups[a], groups[b]);
    groups.erase(groups.begin() + static_cast<std::ptrdiff_t>(b));
    savings.erase(savings.begin() + static_cast<std::ptrdiff_t>(b));
    for (std::size_t i = b; i < groups.size(); ++i)
      savings[i].erase(savings[i].begin() + static_cast<std::ptrdiff_t>(b));
    for (std::size_t j = 0; j < a; ++j) savings[a][j] = saved(groups[a], groups[j]);
    for (std::size_t i = a + 1; i < groups.size(); ++i) savings[i][a] = saved(groups[i], groups[a]);
  }
}

/// Servers of few members are divided anew, each by itself, where that is cheaper.
void split_servers(const GroupPrices& prices, Division& division) {
  constexpr std::size_t few = 8;
  std::vector<Group> groups;
  for (auto& group : division.groups) {
    if (group.size() > few) {
      groups.push_back(std::move(group));
      continue;
    }
    Division best = best_division(prices, group);
    std::move(best.groups.begin(), best.groups.end(), std::back_inserter(groups));
  }
  division = priced(prices, std::move(groups));
}

/// One pass over all members: each goes where that saves most. Did anything change?
bool move_members(const GroupPrices& prices, Division& division) {
  bool moved = false;
  for (std::size_t member = 0; member < prices.count(); ++member) {
    const auto home = std::find_if(division.groups.begin(), division.groups.end(), [&](const Group& group) {
      return std::binary_search(group.begin(), group.end(), member);
    });
    Group left = *home;
    left.erase(std::find(left.begin(), left.end(), member));
    const Offer* const rest = left.empty() ? nullptr : prices.offer(left);
    const Rational freed = fee_of(*prices.offer(*home)) - (rest == nullptr ? Rational() : fee_of(*rest));
    auto best = division.groups.end();
    Rational most;
    for (auto other = division.groups.begin(); other != division.groups.end(); ++other) {
      if (other == home) continue;
      const Offer* const with = prices.offer(joined(*other, {member}));
      if (with == nullptr) continue;
      const Rational saved = freed + fee_of(*prices.offer(*other)) - fee_of(*with);
      if (saved > most) most = saved, best = other;
    }
    if (best == division.groups.end()) continue;
    *best = joined(*best, {member});
    division.fee -= most;
    if (left.empty())
      division.groups.erase(home);
    else
      *home = left;
    moved = true;
  }
  return moved;
}

}  // namespace

bool Division::better_than(const Division& other) const {
  return fee != other.fee ? fee < other.fee : groups.size() < other.groups.size();
}

std::optional<Need> GroupPrices::need(const Group& group) const {
  auto need = need_together(usage_, group, assumptions_);
  return need ? std::optional<Need>(*need) : std::nullopt;
}

const Offer* GroupPrices::offer(const Group& group) const {
  const auto together = need(group);
  return together ? first_fit(*together, market_, selection_) : nullptr;
}

bool GroupPrices::fits(const Group& group, const Offer& offer) const {
  const auto together = need(group);
  return together && shortage(*together, *offer.plan, selection_).kinds() == 0;
}

Division best_division(const GroupPrices& prices, const Group& members) {
  const std::size_t sets = std::size_t{1} << members.size();
  const auto members_of = [&](std::size_t set) {
    Group group;
    for (std::size_t i = 0; i < members.size(); ++i)
      if ((set >> i & 1) != 0) group.push_back(members[i]);
    return group;
  };
  struct Best {
    const Offer* together = nullptr;
    Rational fee;
    std::size_t servers = 0;
    std::size_t first = 0;  ///< the set on the first server of the best division
  };
  std::vector<Best> best(sets);
  for (std::size_t set = 1; set < sets; ++set) {
    best[set].together = prices.offer(members_of(set));
    const std::size_t lowest = set & (~set + 1);
    const std::size_t others = set ^ lowest;
    // The lowest member lives with some part of the others; all parts, the largest first, down to none.
    for (std::size_t part = others;; part = (part - 1) & others) {
      const std::size_t first = part | lowest;
      if (best[first].together != nullptr) {
        const Best& rest = best[set ^ first];
        Rational fee = fee_of(*best[first].together) + rest.fee;
        const std::size_t servers = 1 + rest.servers;
        Best& known = best[set];
        if (known.servers == 0 || fee < known.fee || (fee == known.fee && servers < known.servers))
          known.fee = std::move(fee), known.servers = servers, known.first = first;
      }
      if (part == 0) break;
    }
  }
  Division division{{}, best[sets - 1].fee};
  for (std::size_t set = sets - 1; set != 0; set ^= best[set].first)
    division.groups.push_back(members_of(best[set].first));
  return division;
}

Division good_division(const GroupPrices& prices) {
  Division best = by_joining(prices);
  const Group order = by_share(prices);
  for (const Offer* const offer : likely_plans(prices)) {
    Division division = first_fit_onto(prices, *offer, order);
    if (division.better_than(best)) best = std::move(division);
  }
  constexpr int passes = 20;  // each lowers the fee; a bound on time, hardly ever reached
  for (int i = 0; i < passes && move_members(prices, best); ++i) continue;
  split_servers(prices, best);
  return best;
}

Rational least_fee(const GroupPrices& prices, const Assumptions& assumptions) {
  Group all;
  Rational dearest;
  for (std::size_t i = 0; i < prices.count(); ++i) {
    all.push_back(i);
    dearest = std::max(dearest, fee_of(*prices.offer({i})));
  }
  const auto together = prices.need(all);
  const Rational cores = together->vcpus_exact;
  const Rational bytes = Rational(together->memory_used.count()) * assumptions.memory_factor;
  struct Room {
    Rational fee, cores, bytes;
  };
  std::vector<Room> rooms;  // of every plan that can carry anything: the fee, and the most it holds of both
  for (const auto& offer : prices.market().offers) {
    const Rational room = Rational(offer.plan->memory.lower_bytes().count() - assumptions.os_reserve.count());
    if (!room.is_negative()) rooms.push_back({fee_of(offer), offer.plan->cpu.vcpus, room});
  }
  const auto cheapest = [&](Rational Room::*what, const Rational& core_price) {
    std::optional<Rational> least;
    for (const auto& room : rooms) {
      if ((room.*what).is_zero()) continue;
      Rational price = (room.fee - core_price * room.cores) / room.*what;
      if (!least || price < *least) least = std::move(price);
    }
    return std::max(Rational(), least.value_or(Rational()));
  };
  const Rational highest = cheapest(&Room::cores, {});
  Rational least = dearest;
  constexpr std::int64_t steps = 32;
  for (std::int64_t step = 0; step <= steps; ++step) {
    const Rational core_price = highest * Rational(step, steps);
    least = std::max(least, core_price * cores + cheapest(&Room::bytes, core_price) * bytes);
  }
  return least;
}

}  // namespace vpsfit::forecast
