// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/result.hpp"

namespace vpsfit::plans {

/// Gathers what is wrong with one file; keeps the first `most` complaints and counts the rest.
class Complaints {
 public:
  Complaints(std::string file, std::size_t most) : file_(std::move(file)), most_(most) {}

  /// line and column: of the value that is complained about, for the order of the file.
  void add(Error error, std::int32_t line, std::int32_t column) {
    if (kept_.size() < most_) kept_.push_back({std::move(error), line, column});
    ++count_;
  }
  [[nodiscard]] const std::string& file() const { return file_; }
  [[nodiscard]] std::size_t count() const { return count_; }
  [[nodiscard]] bool full() const { return count_ >= most_; }
  /// The kept ones, in the order of the file.
  [[nodiscard]] std::vector<Error> take() {
    std::stable_sort(kept_.begin(), kept_.end(), [](const Kept& a, const Kept& b) {
      return std::pair(a.line, a.column) < std::pair(b.line, b.column);
    });
    std::vector<Error> errors;
    for (auto& kept : kept_) errors.push_back(std::move(kept.error));
    return errors;
  }

 private:
  struct Kept {
    Error error;
    std::int32_t line;
    std::int32_t column;
  };

  std::string file_;
  std::size_t most_;
  std::size_t count_ = 0;
  std::vector<Kept> kept_;
};

}  // namespace vpsfit::plans
