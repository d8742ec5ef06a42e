// SPDX-License-Identifier: MIT
#include "sampler/windows.hpp"

#include <algorithm>

namespace vpsfit::sampler {

void Coverage::add_missed(std::int64_t count) {
  missed += count;
  in_a_row_ += count;
  longest_missed = std::max(longest_missed, in_a_row_);
}

void Coverage::add_tick(bool complete) {
  if (!complete) return add_missed(1);
  ++taken;
  in_a_row_ = 0;
}

bool Coverage::is_thin(std::chrono::nanoseconds interval) const {
  using namespace std::chrono_literals;
  const std::int64_t due = taken + missed;
  const bool gap =
      longest_missed > 0 && (longest_missed + 1) * interval > std::max<std::chrono::nanoseconds>(2s, 2 * interval);
  return gap || taken * 100 < due * 95;
}

recording::Instant Schedule::end() const {
  auto end = window_begin_;
  for (std::size_t i = at_; i < windows_.size(); ++i)
    end += windows_[i].duration.value_or(std::chrono::nanoseconds::zero());
  return length_ ? std::max(end, begin_ + *length_) : end;
}

std::optional<recording::Instant> Schedule::next_edge() const {
  const auto* const window = current();
  if (window == nullptr) return end();
  if (!window->duration) return std::nullopt;
  return window_begin_ + *window->duration;
}

void Schedule::advance(recording::Instant actual) {
  const auto planned = next_edge();
  ++at_;
  if (!planned) return;
  const bool late = actual - *planned > std::chrono::milliseconds(100);
  if (late && length_) *length_ += actual - *planned;
  window_begin_ = late ? actual : *planned;
}

std::chrono::nanoseconds Schedule::rest(recording::Instant now) const {
  return std::max(std::chrono::nanoseconds::zero(), end() - now);
}

}  // namespace vpsfit::sampler
