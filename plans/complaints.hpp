// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "core/result.hpp"

namespace vpsfit::plans {

/// Gathers what is wrong with one file; keeps the first `most` complaints and counts the rest.
class Complaints {
 public:
  Complaints(std::string file, std::size_t most) : file_(std::move(file)), most_(most) {}

  void add(Error error) {
    if (kept_.size() < most_) kept_.push_back(std::move(error));
    ++count_;
  }
  [[nodiscard]] const std::string& file() const { return file_; }
  [[nodiscard]] std::size_t count() const { return count_; }
  [[nodiscard]] bool full() const { return count_ >= most_; }
  [[nodiscard]] std::vector<Error> take() { return std::move(kept_); }

 private:
  std::string file_;
  std::size_t most_;
  std::size_t count_ = 0;
  std::vector<Error> kept_;
};

}  // namespace vpsfit::plans
