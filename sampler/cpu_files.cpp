// SPDX-License-Identifier: MIT
#include "sampler/cpu_files.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/text.hpp"

namespace vpsfit::sampler {
namespace {

constexpr std::int64_t default_period_usec = 100'000;
constexpr std::int64_t most_cpus = 1'000'000;  // no machine has more; a larger list is garbage

void set_time(std::optional<CpuTime>& field, std::string_view value) {
  if (const auto number = parse_count(value)) field = CpuTime{*number};
}

std::optional<CpuTime> from_nanoseconds(std::optional<std::int64_t> number) {
  if (!number) return std::nullopt;
  return CpuTime{*number / 1000};
}

std::optional<Ceiling<Rational>> share(std::optional<std::int64_t> quota, std::optional<std::int64_t> period) {
  if (!quota || !period || *period == 0) return std::nullopt;
  return Ceiling<Rational>{Rational(*quota, *period)};
}

}  // namespace

void parse_cpu_stat(std::string_view text, recording::Reading& into) {
  each_pair(text, [&](std::string_view key, std::string_view value) {
    if (key == "usage_usec") {
      set_time(into.usage, value);
    } else if (key == "user_usec") {
      set_time(into.user, value);
    } else if (key == "system_usec") {
      set_time(into.system, value);
    } else if (key == "nr_periods") {
      into.periods = parse_count(value);
    } else if (key == "nr_throttled") {
      into.throttled_periods = parse_count(value);
    } else if (key == "throttled_usec") {
      set_time(into.throttled, value);
    }
  });
}

void parse_cpu_stat_v1(std::string_view text, recording::Reading& into) {
  each_pair(text, [&](std::string_view key, std::string_view value) {
    if (key == "nr_periods") {
      into.periods = parse_count(value);
    } else if (key == "nr_throttled") {
      into.throttled_periods = parse_count(value);
    } else if (key == "throttled_time") {
      into.throttled = from_nanoseconds(parse_count(value));
    }
  });
}

void parse_cpuacct_usage(std::string_view text, recording::Reading& into) {
  into.usage = from_nanoseconds(parse_single(text));
}
void parse_cpuacct_user(std::string_view text, recording::Reading& into) {
  into.user = from_nanoseconds(parse_single(text));
}
void parse_cpuacct_system(std::string_view text, recording::Reading& into) {
  into.system = from_nanoseconds(parse_single(text));
}

std::optional<Ceiling<Rational>> parse_cpu_max(std::string_view text) {
  const std::string_view line = first_line(text);
  const auto space = line.find(' ');
  const std::string_view quota = line.substr(0, space);
  const auto period =
      space == std::string_view::npos ? std::optional(default_period_usec) : parse_count(trim(line.substr(space + 1)));
  if (quota == "max") return period ? std::optional(Ceiling<Rational>{}) : std::nullopt;
  return share(parse_count(quota), period);
}

std::optional<Ceiling<Rational>> parse_cfs_quota(std::string_view quota, std::string_view period) {
  if (first_line(quota) == "-1") return Ceiling<Rational>{};
  return share(parse_single(quota), parse_single(period));
}

std::optional<std::int64_t> count_cpus(std::string_view list) {
  std::vector<std::pair<std::int64_t, std::int64_t>> ranges;
  for (const auto part : split(first_line(list), ',')) {
    const auto dash = part.find('-');
    const auto from = parse_count(part.substr(0, dash));
    const auto to = dash == std::string_view::npos ? from : parse_count(part.substr(dash + 1));
    if (!from || !to || *to < *from || *to >= most_cpus) return std::nullopt;
    ranges.emplace_back(*from, *to);
  }
  std::sort(ranges.begin(), ranges.end());
  std::int64_t count = 0;
  std::int64_t next = 0;  // the first CPU that is not counted yet
  for (const auto& [from, to] : ranges) {
    count += std::max<std::int64_t>(0, to + 1 - std::max(from, next));
    next = std::max(next, to + 1);
  }
  return count;
}

}  // namespace vpsfit::sampler
