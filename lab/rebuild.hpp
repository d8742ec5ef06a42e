// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "core/rational.hpp"
#include "core/result.hpp"
#include "lab/histogram.hpp"

namespace vpsfit::lab {

/// One request of a log.
struct Sent {
  std::int64_t start_us = 0;  ///< any epoch
  std::int64_t took_us = 0;
};

/// Latencies counted from a schedule that was kept afterwards.
struct Rebuilt {
  Histogram latency;
  std::int64_t max_us = 0;
  std::int64_t lag_us = 0;  ///< the latest that a request was sent after it was due
};

/// The k-th request by start was due at first start + k / rate; latency = max(0, start - due) + duration. Exact where
/// the generator sends in the order of its schedule; else a lower bound. Fails (input): a negative duration, a rate of
/// 0.
[[nodiscard]] Result<Rebuilt> rebuild_schedule(std::vector<Sent> sent, const Rational& rate);

/// The same figures from the moment of sending.
[[nodiscard]] Result<Rebuilt> as_sent(const std::vector<Sent>& sent);

}  // namespace vpsfit::lab
