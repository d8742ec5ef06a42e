// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "cli/forecast_inputs.hpp"
#include "core/result.hpp"
#include "core/usage.hpp"
#include "forecast/capacity/answer.hpp"
#include "forecast/capacity/scaling.hpp"
#include "forecast/forecast.hpp"

/// Runs under all loads, for what is fitted over several of them.
namespace vpsfit::cli {

/// A usage for each subject and load of a file, with the requests that load generators counted in their runs; those
/// without a usable run are left out. The wish's load does not count. Fails: io, input.
[[nodiscard]] Result<std::vector<Usage>> read_all_loads(const std::string& file, const UsageWish& wish, Inputs& inputs);

/// The same of several files. Fails (input) where a subject stands under the same load in two of them.
[[nodiscard]] Result<std::vector<Usage>> read_all_loads(const std::vector<std::string>& files, const UsageWish& wish,
                                                        Inputs& inputs);

/// The runs by subject, in the order of the usages; each run that does not count with the code of the reason. Fails as
/// require() does.
[[nodiscard]] Result<std::vector<forecast::SubjectCapacity>> runs_by_subject(const std::vector<Usage>& usages);

/// Adds a file's throughputs under so many clients: the load results of a recording, or CSV. Fails: io, input.
[[nodiscard]] Result<void> read_scale_runs(const std::string& file, forecast::Scaling& scaling);

/// What each subject would use at wish.at_rate, by the line through its runs at other rates: one run of the upper end
/// of the 95 % interval (the line itself where there is none), with the largest memory of the runs at that rate or
/// more, else of all. A subject without an answer has no run and a refusal. Every file is hashed into the inputs.
/// Fails: io, input.
[[nodiscard]] Result<std::vector<Usage>> usages_at_rate(const std::vector<std::string>& files, const UsageWish& wish,
                                                        Inputs& inputs);

/// Adds to each subject that nothing fits the highest request rate that the strongest plan carries, where the runs at
/// two rates or more tell: another way out. What cannot be read under all its loads, like
/// standard input, tells nothing. Fails as require() does.
[[nodiscard]] Result<void> add_lower_rates(const std::vector<std::string>& files, const UsageWish& wish,
                                           forecast::Forecast& result);

}  // namespace vpsfit::cli
