// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>
#include <sys/types.h>
#include <vector>

#include "core/bytes.hpp"
#include "core/cores.hpp"
#include "recording/reading.hpp"

namespace vpsfit::sampler {

/// What /proc/PID/stat says of a process; CPU times in clock ticks of 10 ms, turned into microseconds.
struct ProcessStat {
  pid_t parent = 0;
  char state = '?';
  CpuTime own;                ///< utime + stime
  CpuTime of_ended_children;  ///< cutime + cstime: children that it waited for
  std::int64_t resident_pages = 0;
  bool operator==(const ProcessStat&) const = default;
};
/// The name in parentheses may hold anything, also parentheses and line breaks. nullopt for a torn or foreign text.
[[nodiscard]] std::optional<ProcessStat> parse_process_stat(std::string_view text, std::int64_t ticks_per_second);

/// /proc/PID/smaps_rollup: proportional set size (each shared page counted 1 / n), whole and by kind.
struct ProportionalSize {
  std::optional<Bytes> whole, anon, file, shmem, swap;
  bool operator==(const ProportionalSize&) const = default;
};
[[nodiscard]] ProportionalSize parse_smaps_rollup(std::string_view text);

struct Process {
  pid_t pid = 0;
  ProcessStat stat;
};
/// All processes that /proc lists; those that end while it is read are left out.
[[nodiscard]] std::vector<Process> list_processes(const std::filesystem::path& proc);
/// Those of them that `root` started, directly or not; with itself where `with_root`.
[[nodiscard]] std::vector<Process> descendants(const std::vector<Process>& all, pid_t root, bool with_root);

}  // namespace vpsfit::sampler
