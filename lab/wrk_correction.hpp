// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>

#include "core/result.hpp"

namespace vpsfit::lab {

/// Latency in us and how often.
using LatencyCounts = std::map<std::int64_t, std::int64_t>;

/// Takes out what wrk 4 added to its histogram after a run: with E = runtime / (requests / connections), whole
/// divisions, each latency n of at least 2E was also counted at n - E, n - 2E, ... as long as that is above E (wrk's
/// stats_correct). wrk went upwards and read each n before anything was added to it, so going downwards and taking away
/// gives back what was measured. Fails (refused) where a count would become negative: then these are no counts of
/// wrk's.
[[nodiscard]] Result<void> take_out_wrk_correction(LatencyCounts& counts, std::int64_t runtime_us,
                                                   std::int64_t requests, std::int64_t connections);

}  // namespace vpsfit::lab
