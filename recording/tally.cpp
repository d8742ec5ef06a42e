// SPDX-License-Identifier: MIT
#include "recording/tally.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace vpsfit::recording {

void Tally::add(std::int64_t value) {
  ++total_;
  if (!whole_) return;
  if (last_count_ != nullptr && value == last_) {
    ++*last_count_;
    return;
  }
  const auto [place, is_new] = counts_.try_emplace(value, 0);
  if (is_new && counts_.size() > most) {
    whole_ = false;
    last_count_ = nullptr;
    counts_ = {};
    return;
  }
  last_ = value;
  last_count_ = &place->second;  // stays valid: the map moves no elements
  ++*last_count_;
}

std::optional<std::int64_t> Tally::median() const {
  if (!whole_ || total_ == 0) return std::nullopt;
  std::vector<std::pair<std::int64_t, std::int64_t>> sorted(counts_.begin(), counts_.end());
  std::sort(sorted.begin(), sorted.end());
  const auto at = [&](std::int64_t rank) {  // from 0
    for (const auto& [value, count] : sorted) {
      if (rank < count) return value;
      rank -= count;
    }
    return sorted.back().first;
  };
  const std::int64_t lower = at((total_ - 1) / 2), upper = at(total_ / 2);
  return lower + (upper - lower) / 2;
}

}  // namespace vpsfit::recording
