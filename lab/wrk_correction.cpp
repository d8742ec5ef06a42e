// SPDX-License-Identifier: MIT
#include "lab/wrk_correction.hpp"

#include <fmt/format.h>

namespace vpsfit::lab {

Result<void> take_out_wrk_correction(LatencyCounts& counts, std::int64_t runtime_us, std::int64_t requests,
                                     std::int64_t connections) {
  const std::int64_t rounds = connections > 0 ? requests / connections : 0;
  const std::int64_t expected = rounds > 0 ? runtime_us / rounds : 0;
  if (expected <= 0) return {};  // wrk added nothing either
  for (auto at = counts.rbegin(); at != counts.rend() && at->first >= 2 * expected; ++at) {
    const std::int64_t count = at->second;
    for (std::int64_t added = at->first - expected; count > 0 && added > expected; added -= expected) {
      const auto below = counts.find(added);
      if (below == counts.end() || below->second < count)
        return fail(ErrorKind::refused,
                    fmt::format("the latency {} us was counted less often than wrk would have added to it", added));
      below->second -= count;
    }
  }
  return {};
}

}  // namespace vpsfit::lab
