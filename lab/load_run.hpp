// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/cores.hpp"
#include "core/result.hpp"
#include "lab/generator.hpp"
#include "lab/server.hpp"

namespace vpsfit::lab {

/// How one call of a generator went.
struct LoadRun {
  RawOutput raw;
  std::vector<std::string> argv;
  std::optional<int> status;   ///< exit code, or 128 + signal
  bool hung = false;           ///< it did not end in time and was killed
  bool server_ended = false;   ///< the sampling was over before it
  bool stopped = false;        ///< a signal came to us
  std::optional<CpuTime> cpu;  ///< of its group
  CpuTime sampler_cpu;         ///< of our sampling meanwhile
};

/// Is the program in PATH?
[[nodiscard]] bool is_installed(std::string_view program);
/// The file, below a run's folder, that holds what the generator says of its version.
[[nodiscard]] std::string version_file(const Generator& generator);
/// Asks it, and returns what it says; empty where that fails.
[[nodiscard]] std::string ask_version(const Generator& generator, const HostView& host,
                                      const std::filesystem::path& folder);

/// What a generator left in the folder of its order. Fails (io, input: too large). A file that is not there is empty.
[[nodiscard]] Result<RawOutput> read_raw(const Invocation& call, const std::filesystem::path& folder);

/// Runs the generator in a fresh group on its processors, at most until `deadline`; its files stand in the order's
/// folder, which is made. Whatever happens, nothing of it is left running. Fails: io, unavailable (no program, no
/// group).
[[nodiscard]] Result<LoadRun> run_load(const HostView& host, const Generator& generator, const GeneratorPlan& plan,
                                       const LoadOrder& order, Sampling& sampling, std::chrono::nanoseconds deadline);

}  // namespace vpsfit::lab
