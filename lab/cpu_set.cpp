// SPDX-License-Identifier: MIT
#include "lab/cpu_set.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "core/text.hpp"

namespace vpsfit::lab {
namespace {

constexpr std::int64_t highest_cpu = 8191;  // the kernel's largest NR_CPUS

Result<int> parse_cpu(std::string_view text, std::string_view whole) {
  const auto number = parse_int(text);
  if (number && *number >= 0 && *number <= highest_cpu) return static_cast<int>(*number);
  return fail(ErrorKind::input, fmt::format("\"{}\" is no list of processors", printable(whole, 60)), {},
              "write it like \"0-2,5\"");
}

}  // namespace

Result<CpuSet> CpuSet::parse(std::string_view text) {
  std::set<int> cpus;
  for (const auto part : split(trim(text), ',')) {
    const auto dash = part.find('-');
    VPSFIT_TRY(const int first, parse_cpu(part.substr(0, dash), text));
    int last = first;
    if (dash != std::string_view::npos) {
      VPSFIT_TRY(last, parse_cpu(part.substr(dash + 1), text));
    }
    if (last < first)
      return fail(ErrorKind::input, fmt::format("the range {} runs backwards", printable(part, 40)), {},
                  fmt::format("write {}-{}", last, first));
    for (int cpu = first; cpu <= last; ++cpu) cpus.insert(cpu);
  }
  return CpuSet(std::move(cpus));
}

std::string CpuSet::text() const {
  std::string list;
  for (auto at = cpus_.begin(); at != cpus_.end();) {
    const int first = *at;
    int last = first;
    while (++at != cpus_.end() && *at == last + 1) last = *at;
    list += list.empty() ? "" : ",";
    list += first == last ? fmt::format("{}", first) : fmt::format("{}-{}", first, last);
  }
  return list;
}

bool CpuSet::overlaps(const CpuSet& other) const {
  return std::any_of(cpus_.begin(), cpus_.end(), [&](int cpu) { return other.cpus_.count(cpu) != 0; });
}

bool CpuSet::inside(const CpuSet& other) const {
  return std::includes(other.cpus_.begin(), other.cpus_.end(), cpus_.begin(), cpus_.end());
}

}  // namespace vpsfit::lab
