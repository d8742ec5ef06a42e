// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "core/result.hpp"

namespace vpsfit::sampler {

/// Somebody wants a window opened or closed while sampling goes on.
struct MarkRequest {
  std::string window;
  bool start = true;  ///< false: stop
  bool operator==(const MarkRequest&) const = default;
};

/// The requests that arrive; each is answered when its edge has been read, or with the reason why not.
class Marks {
 public:
  Marks() = default;
  Marks(const Marks&) = delete;
  Marks& operator=(const Marks&) = delete;
  virtual ~Marks() = default;

  /// The next request that waits; nullopt: none.
  virtual std::optional<MarkRequest> next() = 0;
  /// Answers the request that `next` returned last.
  virtual void answer(const Result<void>& result) = 0;
  /// True: the measurement is to end now, in good order, as if its plan were over.
  virtual bool finish_asked() { return false; }
};

}  // namespace vpsfit::sampler
