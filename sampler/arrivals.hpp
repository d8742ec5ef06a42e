// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "sampler/subject.hpp"

namespace vpsfit::sampler {

/// Targets that appear while it is sampled.
class Arrivals {
 public:
  Arrivals() = default;
  Arrivals(const Arrivals&) = delete;
  Arrivals& operator=(const Arrivals&) = delete;
  virtual ~Arrivals() = default;

  /// Those that appeared since the last call, open and ready to be read; never blocks.
  [[nodiscard]] virtual std::vector<Subject> take() = 0;
  /// What people should know of it, since the last call; never blocks.
  [[nodiscard]] virtual std::vector<std::string> take_remarks() = 0;
};

}  // namespace vpsfit::sampler
