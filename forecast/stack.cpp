// SPDX-License-Identifier: MIT
#include "forecast/stack.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "forecast/require.hpp"
#include "forecast/stack_search.hpp"

namespace vpsfit::forecast {
namespace {

/// The largest sum of the members' figures over the rows.
template <class Figure, class Number>
Number largest_sum(const std::vector<std::vector<Figure>>& rows, const Group& members, Number (*value)(const Figure&)) {
  Number largest{};
  for (const auto& row : rows) {
    Number sum{};
    for (const auto member : members) sum += value(row.at(member));
    if (sum > largest) largest = sum;
  }
  return largest;
}

Rational cores_of(const Rational& cores) { return cores; }
/// 128 bits: a hundred figures of 63 bits do not fit 64.
__extension__ using Wide = __int128;
Wide bytes_of(const Bytes& bytes) { return bytes.count(); }

auto too_large(std::string_view what) {
  return fail(ErrorKind::input, fmt::format("the {} of all subjects together does not fit 64 bits", what), {},
              "give fewer subjects, or check their figures");
}

}  // namespace

Result<StackUsage> sum_of_peaks(const std::vector<Usage>& usages) {
  if (usages.empty() || usages.size() > most_stacked)
    return fail(ErrorKind::input, fmt::format("{} subjects are to share servers", usages.size()), {},
                fmt::format("give 1 to {}", most_stacked));
  StackUsage result;
  result.cpu.emplace_back();
  result.memory.emplace_back();
  for (const auto& usage : usages) {
    VPSFIT_TRY(const Need need, require(usage, {}));
    result.subjects.push_back(usage.subject);
    result.cpu.front().push_back(need.cpu.count());
    result.memory.front().push_back(need.memory_used);
  }
  return result;
}

Result<Need> need_together(const StackUsage& usage, const std::vector<std::size_t>& members,
                           const Assumptions& assumptions) {
  VPSFIT_CHECK(check(assumptions));
  Need need;
  need.cpu = Cores{largest_sum(usage.cpu, members, cores_of)};
  need.sustained = Cores{need.cpu.count() / assumptions.core_performance};
  need.vcpus_exact = need.sustained.count() / assumptions.cpu_headroom.complement();
  const auto whole_cores = need.vcpus_exact.ceil();
  if (!whole_cores) return too_large("CPU");
  need.vcpus = std::max<std::int64_t>(*whole_cores, 1);
  const Wide bytes = largest_sum(usage.memory, members, bytes_of);
  if (bytes > INT64_MAX) return too_large("memory");
  need.memory_used = Bytes{static_cast<std::int64_t>(bytes)};
  const auto whole_bytes =
      (Rational(need.memory_used.count()) * assumptions.memory_factor + Rational(assumptions.os_reserve.count()))
          .ceil();
  if (!whole_bytes) return too_large("memory");
  need.memory = Bytes{*whole_bytes};
  return need;
}

Result<Stack> stack(const StackUsage& usage, const Assumptions& assumptions, const Market& market,
                    const Selection& selection) {
  Group all;
  for (std::size_t i = 0; i < usage.subjects.size(); ++i) all.push_back(i);
  VPSFIT_CHECK(need_together(usage, all, assumptions));
  const GroupPrices prices(usage, assumptions, market, selection);
  Stack result;
  for (const auto member : all) {
    const Offer* const alone = prices.offer({member});
    if (alone == nullptr)
      result.no_fit.push_back(member);
    else
      result.fee_alone += alone->annual_fee_converted.amount();
  }
  if (!result.no_fit.empty()) return result;
  result.exact = all.size() <= exact_stack;
  const Division division = result.exact ? best_division(prices, all) : good_division(prices);
  result.fee = division.fee;
  result.least = result.exact ? division.fee : std::min(division.fee, least_fee(prices, assumptions));
  for (const auto& group : division.groups)
    result.servers.push_back({*prices.offer(group), *prices.need(group), group});
  std::sort(result.servers.begin(), result.servers.end(),
            [](const auto& a, const auto& b) { return a.members.front() < b.members.front(); });
  return result;
}

}  // namespace vpsfit::forecast
