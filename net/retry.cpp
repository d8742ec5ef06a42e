// SPDX-License-Identifier: MIT
#include "net/retry.hpp"

#include <algorithm>
#include <charconv>

namespace vpsfit {

bool worth_retrying(const Result<HttpResponse>& answer) {
  if (!answer) return answer.error().kind == ErrorKind::io;
  for (const int status : {408, 429, 500, 502, 503, 504}) {
    if (answer->status == status) return true;
  }
  return false;
}

std::optional<std::chrono::seconds> retry_after(const HttpResponse& answer) {
  const std::string_view text = answer.header("retry-after");
  std::int32_t seconds = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seconds);
  if (text.empty() || error != std::errc{} || end != text.data() + text.size() || seconds < 0) return std::nullopt;
  return std::chrono::seconds(seconds);
}

Result<HttpResponse> ask_patiently(const HttpTransport& transport, const HttpRequest& request,
                                   const RetryPolicy& policy,
                                   const std::function<bool(std::chrono::milliseconds)>& sleep) {
  std::chrono::milliseconds wait = policy.first_wait;
  for (int attempt = 1;; ++attempt) {
    Result<HttpResponse> answer = transport(request);
    if (attempt >= policy.attempts || !worth_retrying(answer)) return answer;
    std::chrono::milliseconds this_time = std::min(wait, policy.longest_wait);
    if (answer) {
      const auto asked = retry_after(*answer);
      if (asked && *asked > policy.longest_wait) return answer;
      if (asked) this_time = std::max<std::chrono::milliseconds>(this_time, *asked);
    }
    if (!sleep(this_time)) return answer;
    wait = std::min(wait * 2, policy.longest_wait);
  }
}

}  // namespace vpsfit
