// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/bytes.hpp"
#include "core/cores.hpp"
#include "core/date.hpp"
#include "core/load.hpp"
#include "core/notice.hpp"

/// The words of a measurement. Every figure is optional: missing is never zero.
namespace vpsfit::recording {

/// A moment on CLOCK_MONOTONIC of the measuring host.
using Instant = std::chrono::time_point<std::chrono::steady_clock, std::chrono::nanoseconds>;

/// What one tick saw of one target: the fast set.
struct Reading {
  std::optional<CpuTime> usage;  ///< cpu.stat usage_usec
  std::optional<CpuTime> user;
  std::optional<CpuTime> system;
  std::optional<std::int64_t> periods;  ///< nr_periods
  std::optional<std::int64_t> throttled_periods;
  std::optional<CpuTime> throttled;  ///< throttled_usec
  std::optional<Bytes> memory;       ///< memory.current (v1: memory.usage_in_bytes)
  bool operator==(const Reading&) const = default;
};

/// The slower set, read at window edges and every few ticks.
struct Detail {
  std::optional<Bytes> anon, file, inactive_file, active_file, shmem, kernel, slab_reclaimable, sock;
  std::optional<Bytes> memory_peak;                                    ///< memory.peak (v1: memory.max_usage_in_bytes)
  std::optional<Bytes> swap;                                           ///< memory.swap.current
  std::optional<std::int64_t> oom, oom_kill, events_max, events_high;  ///< memory.events
  std::optional<std::int64_t> oom_kill_local;                          ///< memory.events.local
  std::optional<std::int64_t> pids;
  bool operator==(const Detail&) const = default;
};

/// When a tick was due and when it happened. Missed ticks are counted, never filled in.
struct Tick {
  std::int64_t number = 0;  ///< position on the grid of its session: planned = grid start + number x interval
  Instant planned{};
  Instant begin{};  ///< just before the first read
  Instant end{};    ///< just after the last read
};

/// The smallest of each limit over the group and all its ancestors, and which group sets it. nullopt value: unlimited.
struct Limits {
  std::optional<Bytes> memory;
  std::string memory_from;
  std::optional<Rational> cpu_cores;  ///< quota / period
  std::string cpu_from;
  std::optional<std::int64_t> cpuset_cpus;  ///< how many cores the group may run on
  bool operator==(const Limits&) const = default;
};

/// How the figures were obtained.
enum class SourceKind { cgroup2, hybrid, cgroup1, process_tree, docker_api };
[[nodiscard]] std::string_view to_text(SourceKind kind);

/// The measuring host; nothing in it names a person.
struct Host {
  std::string kernel;        ///< uname release
  std::string architecture;  ///< "x86_64", "arm64"
  std::string cpu_model;
  std::int64_t cpus = 0;  ///< online
  Bytes memory;           ///< MemTotal
  std::int64_t page_size = 4096;
  std::string cgroup_mode;  ///< "unified", "hybrid", "legacy", "none"
  std::string tool_version;
};

/// What is known of a run when it starts.
struct RunStart {
  std::string subject;
  std::string run;         ///< empty: the subject's next integer
  std::string target;      ///< as the user gave it: "cgroup:/x", "command"
  std::string group_path;  ///< path inside the cgroup tree
  std::uint64_t group_inode = 0;
  SourceKind source = SourceKind::cgroup2;
  Load load;
  Limits limits;
  std::vector<std::string> command;    ///< argv where a command was started
  bool group_is_fresh = false;         ///< the group was made for the run, or was born while we sampled
  std::optional<Bytes> peak_at_start;  ///< memory.peak when the run began
  Instant started{};
  WallTime started_wall{};
};

enum class EndReason { finished, command_exited, target_vanished, interrupted, failed, cut };
[[nodiscard]] std::string_view to_text(EndReason reason);

struct RunEnd {
  EndReason reason = EndReason::finished;
  std::optional<int> command_status;  ///< exit code, or 128 + signal
  Instant ended{};
  WallTime ended_wall{};
};

/// What stands beside an edge and explains its figures: counters of the group and of the whole host, and the clocks.
/// Only the difference between two edges means something, except for `peak_inside`.
struct Context {
  /// Time in which some, or all, tasks of the group waited: the totals of cpu.pressure, memory.pressure, io.pressure.
  std::optional<CpuTime> cpu_some, cpu_full, memory_some, memory_full, io_some, io_full;
  /// The host's first line of /proc/stat over all its CPUs: at work (user, nice, system, irq, softirq), idle (idle,
  /// iowait), and taken away by the hypervisor.
  std::optional<CpuTime> host_busy, host_idle, host_steal;
  std::optional<std::int64_t> wall_us;    ///< realtime clock at the edge, microseconds since 1970 UTC
  std::optional<std::int64_t> asleep_us;  ///< CLOCK_BOOTTIME - CLOCK_MONOTONIC: time that the host was suspended
  std::optional<std::int64_t> paused_us;  ///< time in which the group was frozen since its run began
  /// End edges only: memory.peak since the window's begin, through a descriptor that was reset there (Linux 6.12).
  std::optional<Bytes> peak_inside;
  bool operator==(const Context&) const = default;
};

/// One edge of a window, read outside the grid: CPU of a window is the difference of two of these.
struct Edge {
  Instant at{};  ///< when this target's cpu.stat was read
  Reading reading;
  Detail detail;
  Context context;
};

}  // namespace vpsfit::recording
