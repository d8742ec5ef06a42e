// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "cli/arguments.hpp"
#include "core/load.hpp"
#include "core/result.hpp"
#include "sampler/session.hpp"
#include "sampler/target.hpp"

namespace vpsfit::cli {

/// What `vpsfit sample` was asked to do. Either targets or a command, never both.
struct SampleOptions {
  std::vector<sampler::Target> targets;
  std::vector<sampler::Target> follow;   ///< sampled each time they appear
  std::vector<sampler::Target> exclude;  ///< never sampled by `all` and `follow`
  bool ask_engine = false;               ///< figures of the container engine instead of the kernel's
  std::vector<std::string> command;
  std::filesystem::path out;
  std::string subject, run;  ///< empty: not given
  std::string progress = "auto";
  std::optional<std::chrono::nanoseconds> retain;  ///< older seconds become minutes while it goes on
  Load load;
  sampler::Plan plan;  ///< its grid start is still to be set
};

/// Fails (input) with the value seen.
[[nodiscard]] Result<SampleOptions> read_sample_options(const Arguments& arguments);

/// "load=15s"; fails (input) with the text.
[[nodiscard]] Result<sampler::PlannedWindow> parse_window(std::string_view text);

}  // namespace vpsfit::cli
