// SPDX-License-Identifier: MIT
#include "recording/tally.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace vpsfit::recording {

// Values are multiples of a page: the multiplier (2^64 / golden ratio) brings their differences into the upper bits.
std::size_t Tally::place_of(std::int64_t value) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t place = (static_cast<std::uint64_t>(value) * 0x9E3779B97F4A7C15U >> 32U) & mask;
  while (slots_[place].count > 0 && slots_[place].value != value) place = (place + 1) & mask;
  return place;
}

void Tally::grow() {
  const auto before = std::exchange(slots_, std::vector<Slot>(std::max<std::size_t>(2 * slots_.size(), 16)));
  for (const Slot& slot : before)
    if (slot.count > 0) slots_[place_of(slot.value)] = slot;
}

void Tally::go_to(std::int64_t value) {
  if (2 * taken_ >= slots_.size()) grow();
  last_place_ = place_of(value);
  last_ = value;
  if (slots_[last_place_].count > 0) return;
  slots_[last_place_].value = value;
  if (++taken_ <= most) return;
  whole_ = false;
  slots_ = {};
}

std::optional<std::int64_t> Tally::median() const {
  if (!whole_ || total_ == 0) return std::nullopt;
  std::vector<std::pair<std::int64_t, std::int64_t>> sorted;
  for (const Slot& slot : slots_)
    if (slot.count > 0) sorted.emplace_back(slot.value, slot.count);
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
