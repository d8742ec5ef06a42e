// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <functional>
#include <optional>

#include "net/http.hpp"

namespace vpsfit {

/// How often and how patiently a question is asked again.
struct RetryPolicy {
  int attempts = 4;                                ///< at least 1
  std::chrono::milliseconds first_wait{500};       ///< doubled after each attempt
  std::chrono::milliseconds longest_wait{30'000};  ///< a longer Retry-After ends the attempts
};

/// Whether asking again may help: an error of kind `io`, or status 408, 429, 500, 502, 503, 504.
[[nodiscard]] bool worth_retrying(const Result<HttpResponse>& answer);
/// The whole seconds of a Retry-After header (a date is not read); none where it is missing.
[[nodiscard]] std::optional<std::chrono::seconds> retry_after(const HttpResponse& answer);
/// Asks until the answer is good, not worth retrying, or the attempts are used up; returns the last one. Waits at least
/// as long as Retry-After asks. `sleep` waits and returns false to give up early; only it knows a clock.
[[nodiscard]] Result<HttpResponse> ask_patiently(const HttpTransport& transport, const HttpRequest& request,
                                                 const RetryPolicy& policy,
                                                 const std::function<bool(std::chrono::milliseconds)>& sleep);

}  // namespace vpsfit
