// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace vpsfit::recording {

/// The exact median of many whole numbers in little memory: equal ones are counted together, and memory changes in
/// steps of pages, so a month of samples holds few different ones. Where there are more than `most` it gives up.
class Tally {
 public:
  static constexpr std::size_t most = 16'384;

  void add(std::int64_t value) {
    ++total_;
    if (!whole_) return;
    if (value != last_ || last_place_ >= slots_.size()) go_to(value);
    if (whole_) ++slots_[last_place_].count;
  }
  [[nodiscard]] std::int64_t total() const { return total_; }
  /// False: it gave up, and the median has to be found elsewhere.
  [[nodiscard]] bool is_whole() const { return whole_; }
  /// The mean of the middle two, rounded down, where their number is even; nullopt where there is none or it gave up.
  [[nodiscard]] std::optional<std::int64_t> median() const;

 private:
  struct Slot {
    std::int64_t value = 0, count = 0;  ///< 0: free
  };
  /// Makes the value's slot the last place.
  void go_to(std::int64_t value);
  [[nodiscard]] std::size_t place_of(std::int64_t value) const;
  void grow();

  std::vector<Slot> slots_;  ///< a hash table: as many as a power of two, at most half of them taken
  std::size_t taken_ = 0, last_place_ = 0;
  std::int64_t last_ = 0;  ///< neighbours are often equal
  std::int64_t total_ = 0;
  bool whole_ = true;
};

}  // namespace vpsfit::recording
