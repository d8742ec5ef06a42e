// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>

#include "core/bytes.hpp"
#include "files/descriptor.hpp"

namespace vpsfit::sampler {

/// The largest memory since a moment of our own choice.
class PeakWatch {
 public:
  PeakWatch() = default;
  PeakWatch(const PeakWatch&) = delete;
  PeakWatch& operator=(const PeakWatch&) = delete;
  virtual ~PeakWatch() = default;
  /// nullopt where it can no longer be read.
  [[nodiscard]] virtual std::optional<Bytes> read() = 0;
};

/// memory.peak of the group whose folder is open as `folder`, reset for us alone: since Linux 6.12 a text written to
/// the file starts a new peak, which is seen through that descriptor only, so nobody else's peak is lost. nullptr where
/// the kernel has none (the write is refused, or the file does not tell a number afterwards) or we may not write.
[[nodiscard]] std::unique_ptr<PeakWatch> watch_peak(int folder);

}  // namespace vpsfit::sampler
