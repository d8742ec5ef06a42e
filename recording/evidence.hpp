// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>

#include "core/bytes.hpp"
#include "core/cores.hpp"
#include "recording/reading.hpp"

/// What says how far a figure can be trusted, and what explains it.
namespace vpsfit::recording {

/// What "memory" means. All but the first need memory.stat, which is read less often, and which the kernel may update
/// up to two seconds late.
enum class MemoryDefinition {
  current,        ///< memory.current: everything that is charged to the group, file cache too
  working_set,    ///< current - inactive_file, as Docker and Kubernetes show it
  anon,           ///< anonymous memory alone
  without_cache,  ///< current - (file - shmem): without file cache that could be dropped; tmpfs stays in
};
inline constexpr std::array memory_definitions{MemoryDefinition::current, MemoryDefinition::working_set,
                                               MemoryDefinition::anon, MemoryDefinition::without_cache};
/// "current", "working-set", "anon", "without-file-cache".
[[nodiscard]] std::string_view to_text(MemoryDefinition definition);

/// One definition's samples inside a window; the maximum is also of its edges.
struct MemoryFigures {
  std::int64_t samples = 0;
  std::optional<Bytes> median, max;
  bool operator==(const MemoryFigures&) const = default;
};

/// How a peak is known.
enum class PeakBasis {
  unknown,  ///< memory was not read
  samples,  ///< by the samples alone: it may be higher by any amount
  bounded,  ///< not above an older peak of the kernel, not below the largest sample
  rose,     ///< the kernel's peak rose meanwhile (or the group is new), so it is this one
  reset,    ///< the kernel's peak since the beginning, through a descriptor of our own
};
/// "unknown", "samples", "bounded", "rose", "reset".
[[nodiscard]] std::string_view to_text(PeakBasis basis);

/// Between which the largest memory must lie; equal where it is known.
struct PeakRange {
  PeakBasis basis = PeakBasis::unknown;
  std::optional<Bytes> least, most;  ///< nullopt most: nothing bounds it
  bool operator==(const PeakRange&) const = default;
};

/// What went on beside, between the two edges of a window. Everything is a difference of counters, unknown where one
/// was not read or went backwards.
struct Explanation {
  std::optional<std::int64_t> periods, throttled_periods;
  std::optional<CpuTime> throttled;
  std::optional<CpuTime> cpu_some, cpu_full, memory_some, memory_full, io_some, io_full;  ///< PSI: time waited
  std::optional<Bytes> swap_max;                                                          ///< largest sample of swap
  std::optional<CpuTime> host_busy, host_idle, host_steal;  ///< of all CPUs of the host together
  std::optional<std::chrono::microseconds> clock_step;      ///< by how much the realtime clock was set
  std::optional<std::chrono::microseconds> asleep;          ///< how long the host was suspended
  std::optional<std::chrono::microseconds> paused;          ///< how long the group was frozen: not averaged in
  bool operator==(const Explanation&) const = default;
};

/// A stretch of time with the CPU that was used in it.
struct CpuStretch {
  CpuTime used;
  std::chrono::microseconds elapsed{};  ///< > 0
  bool operator==(const CpuStretch&) const = default;
};

/// How much of a group's memory figures (current and peak) may be air: the kernel charges in batches of 64 pages for
/// each CPU (MEMCG_CHARGE_BATCH), so true use <= figure <= true use + this. nullopt where the host is not known.
[[nodiscard]] std::optional<Bytes> memory_batch(const Host& host);

/// How far the average CPU of a window may be off to either side: the counter of a CPU that runs the group is behind by
/// at most one scheduler tick at each edge, and no kernel ticks slower than 100 times a second. `elapsed` > 0; nullopt
/// where the number of CPUs is not known.
[[nodiscard]] std::optional<Cores> cpu_uncertainty(const Host& host, const Limits& limits,
                                                   std::chrono::microseconds elapsed);

/// Can so many CPUs have used that much in that time, a late tick of each at either edge allowed? True where their
/// number is not known.
[[nodiscard]] bool is_possible(const CpuStretch& stretch, SourceKind source, const Host& host);

/// The interval of a peak from the kernel's peak at two moments and the largest sample between them. `is_own`: nothing
/// was charged to the group before the first moment.
[[nodiscard]] PeakRange peak_range(const std::optional<Bytes>& largest_sample, const std::optional<Bytes>& peak_before,
                                   const std::optional<Bytes>& peak_after, bool is_own);

/// The differences between two edges.
[[nodiscard]] Explanation explain(const Edge& begin, const Edge& end);

}  // namespace vpsfit::recording
