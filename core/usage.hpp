// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/bytes.hpp"
#include "core/cores.hpp"
#include "core/load.hpp"
#include "core/notice.hpp"

namespace vpsfit {

/// Whether the kernel's own memory.peak says something about the run.
enum class PeakOrigin {
  unknown,  ///< the file was not there or not read
  run,      ///< the group was made for the run, or was born while we sampled, or the peak rose during the run
  older,    ///< the peak is from before the run: shown, never used
};

/// What one fresh start used in the forecast window, and in memory over the whole run.
struct RunUsage {
  std::string run;                     ///< "1", "2", ... or the user's own name
  CpuTime cpu_usage;                   ///< counter difference between the edges of the window
  std::chrono::microseconds window{};  ///< measured time between those two reads, > 0
  Bytes memory_max;                    ///< largest sample from before the start to after the stop
  std::optional<Bytes> memory_median;  ///< of the samples in the window
  std::optional<Bytes> memory_peak;    ///< memory.peak (v1: max_usage_in_bytes), current definition only
  PeakOrigin peak_origin = PeakOrigin::unknown;
  std::optional<std::int64_t> throttled_periods;
  std::optional<std::int64_t> oom_kills;
  std::optional<std::int64_t> ticks;            ///< samples in the window
  std::optional<std::int64_t> missed_ticks;     ///< samples of the window that were due and not taken
  std::optional<std::int64_t> requests;         ///< sent by the load generator in the window
  std::optional<std::int64_t> request_errors;   ///< of them failed, timed out or answered with an error
  std::optional<Rational> achieved_rate_per_s;  ///< answered requests a second, whatever was asked for
  std::optional<Rational> answer_bytes;         ///< bytes that a client received for one answer, > 0
};

/// Where the figures come from; decides how much they can be trusted. Of two kinds of samples, the later one is worse.
enum class UsageOrigin {
  recording,     ///< our own samples of a cgroup
  docker_api,    ///< what a container engine told: second-rate, the kernel's figures at second hand
  process_tree,  ///< our own samples of /proc: second-rate, memory is an estimate
  figures,       ///< given as numbers (JSON, CSV)
};

/// Usage::cpu_statistic of figures that nobody measured: a line through the runs at other rates gave them.
inline constexpr std::string_view predicted_statistic = "predicted";

/// The measured figures of one subject under one load in one window: never a naked number, always with its runs.
struct Usage {
  std::string subject;
  Load load;
  std::string window;          ///< name of the window; empty for given figures
  std::vector<RunUsage> runs;  ///< at least one, or none together with a refusal that says why
  UsageOrigin origin = UsageOrigin::figures;
  std::string memory_definition = "current";  ///< "current", "working-set" or "anon"
  std::string cpu_statistic = "run-average";  ///< or "busiest-minute", predicted_statistic: what a run's CPU is
  std::string architecture;                   ///< "x86_64", "arm64"; empty where unknown
  std::string answer_bytes_source;            ///< who counted answer_bytes, and what is not in it; empty: unknown
  std::string cpu_model;                      ///< of the measuring host; empty where unknown, or not the same for all
  std::vector<Notice> notices;                ///< what the source has to say about them
  std::vector<Notice> refusals;               ///< reasons why no saving may be computed from them
};

}  // namespace vpsfit
