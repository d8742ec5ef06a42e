// SPDX-License-Identifier: MIT
#include "recording/busiest.hpp"

namespace vpsfit::recording {
namespace {

/// Exact, but asked only where a rough look does not decide.
bool is_busier(const CpuStretch& a, const CpuStretch& b) {
  const double left = static_cast<double>(a.used.count()) * static_cast<double>(b.elapsed.count());
  const double right = static_cast<double>(b.used.count()) * static_cast<double>(a.elapsed.count());
  constexpr double rough = 1e-9;
  if (left < right * (1 - rough)) return false;
  if (left > right * (1 + rough)) return true;
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
