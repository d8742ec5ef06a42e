// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/result.hpp"

namespace vpsfit {

/// Name and value; names compare without regard to case.
using HttpHeaders = std::vector<std::pair<std::string, std::string>>;

/// One question to a server. What is left as it is asks with GET over https and takes no answer that is slow or large.
struct HttpRequest {
  std::string method = "GET";
  std::string url;  ///< "https://HOST/PATH"; "http://" only where `unix_socket` or `allow_plain_http` says so
  HttpHeaders headers;
  std::string body;               ///< sent where it is not empty
  std::string unix_socket;        ///< path of a socket to talk to instead of the URL's host (container engines)
  bool allow_plain_http = false;  ///< takes "http://" without a socket: a server on this machine or a trusted network
  std::string ca_file;            ///< PEM file of the authorities to trust instead of the system's
  int redirects = 5;              ///< followed for GET and HEAD, only to https; 0 returns the 3xx answer itself
  std::int64_t size_cap = 64 << 20;  ///< bytes of the decoded answer; with `on_data` bytes of the whole stream; 0: none
  std::chrono::milliseconds connect_timeout{10'000};
  std::chrono::milliseconds total_timeout{60'000};  ///< redirects included; 0: none (streams)
  std::chrono::milliseconds idle_timeout{30'000};   ///< without a single byte; whole seconds, 0: none
  /// Takes the body of a 2xx answer piece by piece as it arrives (pieces end anywhere); `HttpResponse::body` then stays
  /// empty. False ends the transfer without an error.
  std::function<bool(std::string_view)> on_data;
  /// Told at least once a second how much of the answer is here and how much is promised (0: unknown); false gives up
  /// with an error of kind `unavailable`.
  std::function<bool(std::int64_t received, std::int64_t expected)> progress;
};

/// What the server answered, whatever its status: a 404 is an answer, not an error.
struct HttpResponse {
  int status = 0;
  HttpHeaders headers;  ///< of the last answer; names in lower case, values trimmed
  std::string body;
  std::string url;  ///< where the answer came from, after redirects
  /// The value of a header by its lower-case name ("etag"); empty where there is none.
  [[nodiscard]] std::string_view header(std::string_view name) const;
  [[nodiscard]] bool ok() const { return status >= 200 && status < 300; }
};

/// Asks one question; what tests replace.
using HttpTransport = std::function<Result<HttpResponse>(const HttpRequest&)>;

/// The network: a connection that is kept between questions to the same server. One thread at a time; move-only.
/// Errors: `input` for a URL that is not allowed, `io` where trying again may help (no connection, timeout, cut
/// answer), `unavailable` where it will not (certificate, size cap, redirect to plain http, socket that is not there).
/// A request's "Authorization", "Cookie" and "X-*" headers are not repeated to another host. No file://, no passwords
/// in URLs; https goes through the proxy of the environment (https_proxy, no_proxy), plain http and sockets through
/// none.
class Http {
 public:
  Http();
  ~Http();
  Http(Http&&) noexcept;
  Http& operator=(Http&&) noexcept;

  [[nodiscard]] Result<HttpResponse> ask(const HttpRequest& request);

 private:
  struct Handle;
  std::unique_ptr<Handle> handle_;
};

/// One part of a URL (a name in a path, a value in a query) with all escaped but letters, digits and "-._~".
[[nodiscard]] std::string url_escape(std::string_view part);

}  // namespace vpsfit
