// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>

namespace vpsfit::recording {

/// The exact median of many whole numbers in little memory: equal ones are counted together, and memory changes in
/// steps of pages, so a month of samples holds few different ones. Where there are more than `most` it gives up.
class Tally {
 public:
  static constexpr std::size_t most = 16'384;

  void add(std::int64_t value);
  [[nodiscard]] std::int64_t total() const { return total_; }
  /// False: it gave up, and the median has to be found elsewhere.
  [[nodiscard]] bool is_whole() const { return whole_; }
  /// The mean of the middle two, rounded down, where their number is even; nullopt where there is none or it gave up.
  [[nodiscard]] std::optional<std::int64_t> median() const;

 private:
  std::unordered_map<std::int64_t, std::int64_t> counts_;
  std::int64_t last_ = 0;
  std::int64_t* last_count_ = nullptr;  ///< neighbours are often equal
  std::int64_t total_ = 0;
  bool whole_ = true;
};

}  // namespace vpsfit::recording
