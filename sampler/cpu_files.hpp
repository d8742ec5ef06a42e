// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/rational.hpp"
#include "recording/reading.hpp"
#include "sampler/kernel_text.hpp"

namespace vpsfit::sampler {

/// cpu.stat of cgroup v2 (microseconds): usage, user, system and, where the cpu controller is on, the periods.
void parse_cpu_stat(std::string_view text, recording::Reading& into);
/// cpu.stat of cgroup v1: nr_periods, nr_throttled and throttled_time, which is in nanoseconds there.
void parse_cpu_stat_v1(std::string_view text, recording::Reading& into);
/// cpuacct.usage, cpuacct.usage_user, cpuacct.usage_sys of cgroup v1 (nanoseconds).
void parse_cpuacct_usage(std::string_view text, recording::Reading& into);
void parse_cpuacct_user(std::string_view text, recording::Reading& into);
void parse_cpuacct_system(std::string_view text, recording::Reading& into);

/// cpu.max: "max 100000" is unlimited, "50000 100000" half a core; a single number means a period of 100000.
[[nodiscard]] std::optional<Ceiling<Rational>> parse_cpu_max(std::string_view text);
/// cpu.cfs_quota_us (-1: unlimited) and cpu.cfs_period_us of cgroup v1.
[[nodiscard]] std::optional<Ceiling<Rational>> parse_cfs_quota(std::string_view quota, std::string_view period);

/// How many CPUs a list like "0-3,7" names; nullopt for an empty or malformed one.
[[nodiscard]] std::optional<std::int64_t> count_cpus(std::string_view list);

}  // namespace vpsfit::sampler
