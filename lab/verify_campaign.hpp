// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>

#include "core/result.hpp"

namespace vpsfit::lab {

/// What was checked.
struct CheckedCampaign {
  std::size_t runs = 0, loads = 0, warm_ups = 0, files = 0;
};

/// Does a folder hold a campaign of the lab?
[[nodiscard]] bool is_campaign(const std::filesystem::path& folder);

/// Checks a campaign's folder: the plan is the experiment's, every raw file has the hash that the recording says, and
/// what stands in the recording about throughput, errors and latencies is computed again from the generators' own
/// outputs, the whole histogram bucket by bucket; a run that the journal calls done has all of its loads. Figures that
/// a generator prints beside its histogram must follow from it, give or take one rank. Fails: refused (the first
/// difference, with its place), unavailable (a raw file is not there, or no run has ended), input, io.
[[nodiscard]] Result<CheckedCampaign> verify_campaign(const std::filesystem::path& folder);

}  // namespace vpsfit::lab
