// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/cores.hpp"
#include "core/rational.hpp"
#include "core/result.hpp"

/// What load generators reported, beside the samples of the same runs.
namespace vpsfit::recording {

/// Latencies from lowest to highest (inclusive, us) were counted together.
struct LatencyBucket {
  std::int64_t lowest = 0, highest = 0, count = 0;
  bool operator==(const LatencyBucket&) const = default;
};
struct LatencyQuantile {
  std::int64_t ppm = 0;  ///< 990000 is the 99th percentile
  std::int64_t ns = 0;
  bool operator==(const LatencyQuantile&) const = default;
};

/// One load of one run, as it is kept.
struct LoadResult {
  std::string subject, run, window;
  std::string load;       ///< its name in the experiment
  std::string generator;  ///< name and version
  std::string mode;       ///< "saturated", "rate", "requests"
  std::string origin;     ///< from when latencies count: "scheduled", "rebuilt", "actual_send", "backfilled", "unknown"
  std::optional<Rational> asked_rate;  ///< requests per second, of mode rate
  std::optional<Rational> min_ratio;   ///< of mode rate: below this share the rate was not reached
  std::int64_t connections = 0;
  std::chrono::microseconds planned{};  ///< length that was asked for; 0: until the requests are through
  std::chrono::microseconds elapsed{};  ///< as the generator measured it
  std::optional<std::int64_t> sent;
  std::int64_t good = 0;    ///< answers with 2xx
  std::int64_t errors = 0;  ///< other statuses and failed connections
  std::int64_t timeouts = 0;
  std::optional<std::int64_t> bytes_in;
  std::optional<std::int64_t> schedule_lag_us, skipped;
  std::optional<CpuTime> generator_cpu;  ///< of the generator's own group while it ran
  std::optional<std::int64_t> generator_cpus;
  std::optional<CpuTime> sampler_cpu;                      ///< our own while it ran
  std::optional<CpuTime> server_cpu;                       ///< of the window, from its edges; read only
  std::optional<std::chrono::nanoseconds> window_time;     ///< between those two reads; read only
  std::optional<std::int64_t> server_cpus;                 ///< processors that the server may use; read only
  std::optional<std::int64_t> throttled_periods, periods;  ///< of the window; read only
  std::vector<LatencyQuantile> quantiles;                  ///< ascending; from the histogram where there is one
  std::vector<LatencyBucket> buckets;                      ///< ascending
  std::int64_t contract_checks = 0;                        ///< answered as they should, before and after
  std::chrono::microseconds startup{};                     ///< from the start to the first right answer
  std::vector<std::string> flags;  ///< what only the campaign itself could see: "server_died", ...
};

/// One window of a warm-up.
struct WarmUpResult {
  std::string subject, run, window, load;
  std::int64_t good = 0, errors = 0;
  std::chrono::microseconds elapsed{};
};

/// What one experiment was.
struct LabExperiment {
  std::string name, text, plan_sha256, environment;  ///< the file's text; JSON about the host
  std::string forecast_load;                         ///< empty: not said
};

/// A file that server or generator wrote during a run, as it was when the run ended.
struct RawFile {
  std::string subject, run;
  std::string path;  ///< from the campaign's folder on: "raw/node-sat-1/load/stdout.txt"
  std::int64_t bytes = 0;
  std::string sha256;
};

/// The latency of rank ceil(ppm / 1000000 x total): the highest of its bucket; nothing of nothing.
[[nodiscard]] std::optional<std::int64_t> latency_us_at(const std::vector<LatencyBucket>& buckets, std::int64_t ppm);
/// Mean of the buckets' middles, us.
[[nodiscard]] std::optional<Rational> mean_latency_us(const std::vector<LatencyBucket>& buckets);

/// Adds to an existing recording, all or nothing. Fails: io, input (a run or window that is not there).
[[nodiscard]] Result<void> add_load_results(const std::filesystem::path& recording,
                                            const std::vector<LoadResult>& loads,
                                            const std::vector<WarmUpResult>& warm_ups);
/// Gives the windows of a run that was broken off other names ("load (broken off)"), so that nothing takes them for
/// measurements; the samples stay.
[[nodiscard]] Result<void> break_off(const std::filesystem::path& recording, const std::string& subject,
                                     const std::string& run);
/// Notes the experiment, once: the same plan is noted only the first time.
[[nodiscard]] Result<void> add_lab_experiment(const std::filesystem::path& recording, const LabExperiment& experiment);

/// Notes the raw files of runs that are there, all or nothing. Fails: io, input (no such run).
[[nodiscard]] Result<void> add_raw_files(const std::filesystem::path& recording, const std::vector<RawFile>& files);

/// All loads in the order in which they were made; none where the recording has none. Fails: io, input (damaged).
[[nodiscard]] Result<std::vector<LoadResult>> read_load_results(const std::filesystem::path& recording);
[[nodiscard]] Result<std::vector<WarmUpResult>> read_warm_ups(const std::filesystem::path& recording);
[[nodiscard]] Result<std::vector<LabExperiment>> read_lab_experiments(const std::filesystem::path& recording);
/// By run and path; none in a recording of an older program.
[[nodiscard]] Result<std::vector<RawFile>> read_raw_files(const std::filesystem::path& recording);

}  // namespace vpsfit::recording
