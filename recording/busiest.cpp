// SPDX-License-Identifier: MIT
#include "recording/busiest.hpp"

namespace vpsfit::recording {
namespace {

bool is_busier(const CpuStretch& a, const CpuStretch& b) {
  std::int64_t left = 0, right = 0;
  const bool fits = !__builtin_mul_overflow(a.used.count(), std::int64_t{b.elapsed.count()}, &left) &&
                    !__builtin_mul_overflow(b.used.count(), std::int64_t{a.elapsed.count()}, &right);
  if (fits) return left > right;
  return average_cores(a.used, a.elapsed) > average_cores(b.used, b.elapsed);
}

}  // namespace

void BusiestMinute::see(Instant at, CpuTime usage) {
  if (!recent_.empty() && usage < recent_.back().second) recent_.clear();
  recent_.emplace_back(at, usage);
  while (recent_.size() > 2 && at - recent_[1].first >= length) recent_.pop_front();
  const auto& [from, before] = recent_.front();
  if (at - from < length) return;
  const CpuStretch stretch{usage - before, std::chrono::round<std::chrono::microseconds>(at - from)};
  if (!best_ || is_busier(stretch, *best_)) best_ = stretch;
}

}  // namespace vpsfit::recording
