// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <optional>

#include "recording/reading.hpp"

namespace vpsfit::sampler {

/// How long a target was paused, from what was seen of it. Events tell of a pause within milliseconds; where it has to
/// be looked for, its edges are as exact as the looks are close.
class Pauses {
 public:
  /// It was seen paused, or running; nullopt tells nothing and changes nothing.
  void see(std::optional<bool> frozen, recording::Instant at) {
    if (!frozen) return;
    known_ = true;
    if (*frozen && !since_) since_ = at;
    if (!*frozen && since_) {
      total_ += at - *since_;
      since_.reset();
    }
  }
  /// All pauses until then; nullopt where nobody could tell.
  [[nodiscard]] std::optional<std::chrono::microseconds> until(recording::Instant at) const {
    if (!known_) return std::nullopt;
    const auto running = since_ && at > *since_ ? at - *since_ : std::chrono::nanoseconds{0};
    return std::chrono::duration_cast<std::chrono::microseconds>(total_ + running);
  }
  [[nodiscard]] bool now() const { return since_.has_value(); }

 private:
  bool known_ = false;
  std::optional<recording::Instant> since_;
  std::chrono::nanoseconds total_{};
};

}  // namespace vpsfit::sampler
