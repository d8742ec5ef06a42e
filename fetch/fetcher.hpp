// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "core/result.hpp"
#include "fetch/answer_cache.hpp"
#include "net/http.hpp"
#include "net/retry.hpp"

/// Documents that vendors and the ECB publish: from an address to text. What the text means is the parsers' matter.
namespace vpsfit::fetch {

struct Limits {
  std::int64_t answer_bytes = 64 << 20;  ///< largest single answer
  std::chrono::milliseconds connect{10'000};
  std::chrono::milliseconds total{60'000};
  std::chrono::milliseconds idle{20'000};
};

/// A good answer.
struct Answer {
  std::string body;
  HttpHeaders headers;
  bool unchanged = false;  ///< the server said that the kept answer still holds
};

/// What one question is.
struct Question {
  std::string url;
  std::string accept;         ///< kind of the answer wanted: "application/json"
  std::string authorization;  ///< value of that header; empty: none
};

/// Asks with GET, again where that may help, and only takes 200: anything else is an error that says what to do.
class Fetcher {
 public:
  HttpTransport transport;
  std::function<bool(std::chrono::milliseconds)> sleep;
  Limits limits;
  RetryPolicy retry;
  std::string user_agent = "vpsfit";
  std::string ca_file;
  const AnswerCache* cache = nullptr;  ///< none: nothing is kept
  /// Told what arrives; `what` is the address. False gives up.
  std::function<bool(const std::string& what, std::int64_t received, std::int64_t expected)> progress;

  /// Fails: `unavailable` for a status that stays (401, 403, 404), an HTML page instead of data; `io` for what may
  /// pass.
  [[nodiscard]] Result<Answer> get(const Question& question) const;
};

}  // namespace vpsfit::fetch
