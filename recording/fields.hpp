// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "recording/minute.hpp"
#include "recording/reading.hpp"

/// One list of the figures: the tables, the statements and the hash are all made from it, so they cannot disagree.
namespace vpsfit::recording {

/// Calls f(column name, field) for every figure of the fast set, in the order of the columns.
template <class R, class F>
void each_reading_field(R& reading, F&& f) {
  f("usage_usec", reading.usage);
  f("user_usec", reading.user);
  f("system_usec", reading.system);
  f("periods", reading.periods);
  f("throttled_periods", reading.throttled_periods);
  f("throttled_usec", reading.throttled);
  f("memory_bytes", reading.memory);
}
inline constexpr int reading_fields = 7;

/// The same for the slow set.
template <class D, class F>
void each_detail_field(D& detail, F&& f) {
  f("anon_bytes", detail.anon);
  f("file_bytes", detail.file);
  f("inactive_file_bytes", detail.inactive_file);
  f("active_file_bytes", detail.active_file);
  f("shmem_bytes", detail.shmem);
  f("kernel_bytes", detail.kernel);
  f("slab_reclaimable_bytes", detail.slab_reclaimable);
  f("sock_bytes", detail.sock);
  f("memory_peak_bytes", detail.memory_peak);
  f("swap_bytes", detail.swap);
  f("oom", detail.oom);
  f("oom_kill", detail.oom_kill);
  f("events_max", detail.events_max);
  f("events_high", detail.events_high);
  f("oom_kill_local", detail.oom_kill_local);
  f("pids", detail.pids);
}
inline constexpr int detail_fields = 16;

/// Those of both sets that statistics are made of.
template <class R, class F>
void each_statistic_field(R& reading, F&& f) {
  f("usage_usec", reading.usage);
  f("throttled_periods", reading.throttled_periods);
  f("memory_bytes", reading.memory);
}
template <class D, class F>
void each_slow_statistic_field(D& detail, F&& f) {
  f("anon_bytes", detail.anon);
  f("file_bytes", detail.file);
  f("inactive_file_bytes", detail.inactive_file);
  f("shmem_bytes", detail.shmem);
  f("memory_peak_bytes", detail.memory_peak);
  f("swap_bytes", detail.swap);
  f("oom_kill", detail.oom_kill);
}

/// The same for what a rolled up minute tells of its samples; its times are stored beside.
template <class M, class F>
void each_minute_field(M& minute, F&& f) {
  constexpr std::array<std::string_view, 4> names{"memory", "working_set", "anon", "without_cache"};
  constexpr std::array<std::string_view, 4> columns{"samples", "min_bytes", "median_bytes", "max_bytes"};
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto name = [&](std::size_t column) { return std::string(names[i]) + "_" + std::string(columns[column]); };
    f(name(0), minute.memory[i].samples);
    f(name(1), minute.memory[i].min);
    f(name(2), minute.memory[i].median);
    f(name(3), minute.memory[i].max);
  }
  f(std::string("swap_max_bytes"), minute.swap_max);
}

/// The same for what stands beside an edge.
template <class C, class F>
void each_context_field(C& context, F&& f) {
  f("cpu_some_usec", context.cpu_some);
  f("cpu_full_usec", context.cpu_full);
  f("memory_some_usec", context.memory_some);
  f("memory_full_usec", context.memory_full);
  f("io_some_usec", context.io_some);
  f("io_full_usec", context.io_full);
  f("host_busy_usec", context.host_busy);
  f("host_idle_usec", context.host_idle);
  f("host_steal_usec", context.host_steal);
  f("wall_us", context.wall_us);
  f("asleep_us", context.asleep_us);
  f("peak_inside_bytes", context.peak_inside);
  f("paused_us", context.paused_us);
}
inline constexpr int context_fields = 13;

[[nodiscard]] constexpr std::int64_t whole(std::int64_t number) { return number; }
template <class Tag>
[[nodiscard]] constexpr std::int64_t whole(const Quantity<Tag, std::int64_t>& quantity) {
  return quantity.count();
}

/// "usage_usec, user_usec, ..." with `prefix` before each.
[[nodiscard]] std::string reading_columns(std::string_view prefix = "");
[[nodiscard]] std::string detail_columns(std::string_view prefix = "");
[[nodiscard]] std::string context_columns(std::string_view prefix = "");
[[nodiscard]] std::string minute_columns();
[[nodiscard]] std::string statistic_columns();
[[nodiscard]] std::string slow_statistic_columns();

}  // namespace vpsfit::recording
