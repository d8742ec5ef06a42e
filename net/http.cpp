// SPDX-License-Identifier: MIT
#include "net/http.hpp"

#include <algorithm>
#include <array>
#include <curl/curl.h>
#include <fmt/format.h>
#include <optional>

#include "core/text.hpp"

namespace vpsfit {
namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return result;
}

bool starts(std::string_view text, std::string_view with) { return lower(text.substr(0, with.size())) == with; }

/// Every URL is judged here before curl sees it, the ones of redirects too.
Result<void> check_url(const HttpRequest& request, const std::string& url) {
  const bool plain_allowed = request.allow_plain_http || !request.unix_socket.empty();
  const std::string_view scheme = starts(url, "https://") ? "https" : starts(url, "http://") ? "http" : "";
  if (scheme.empty() || (scheme == "http" && !plain_allowed)) {
    return fail(ErrorKind::input, fmt::format("the address \"{}\" is not an https:// address", printable(url)), {},
                "give the address with https://");
  }
  for (const char c : url) {
    if (static_cast<unsigned char>(c) <= ' ' || c == 127) {
      return fail(ErrorKind::input,
                  fmt::format("the address \"{}\" holds a space or control character", printable(url)));
    }
  }
  const std::string_view rest = std::string_view(url).substr(scheme.size() + 3);
  const std::string_view host = rest.substr(0, rest.find_first_of("/?#"));
  if (host.empty() || host.find('@') != std::string_view::npos) {
    return fail(ErrorKind::input, "the address names no host or carries a name and password", {},
                "give HOST/PATH only; a token belongs into a file");
  }
  return {};
}

Result<void> check_headers(const HttpRequest& request) {
  const auto clean = [](std::string_view text) {
    return std::all_of(text.begin(), text.end(),
                       [](char c) { return static_cast<unsigned char>(c) >= ' ' && c != 127; });
  };
  for (const auto& [name, value] : request.headers) {
    if (name.empty() || !clean(name) || name.find(':') != std::string::npos || !clean(value)) {
      return fail(ErrorKind::input,
                  fmt::format("the header \"{}\" holds a line break or control character", printable(name)), {},
                  "a token is one line of printable characters");
    }
  }
  if (request.method.empty() ||
      !std::all_of(request.method.begin(), request.method.end(), [](char c) { return c >= 'A' && c <= 'Z'; })) {
    return fail(ErrorKind::input, fmt::format("\"{}\" is not a request method", printable(request.method)));
  }
  return {};
}

/// "https://host:port" of a URL that check_url took.
std::string origin(const std::string& url) {
  const std::size_t begin = url.find("://") + 3;
  return lower(url.substr(0, std::min(url.find_first_of("/?#", begin), url.size())));
}

/// One answer while it arrives; why it was ended, where we ended it.
struct Arrival {
  const HttpRequest& request;
  HttpResponse answer{};
  std::int64_t received = 0;
  bool over_cap = false;
  bool stopped = false;
  bool given_up = false;

  bool take_header(std::string_view line) {
    line = trim(line);
    if (starts(line, "http/")) {  // a new answer begins (after "100 Continue", for one)
      answer = {};
      return true;
    }
    const std::size_t colon = line.find(':');
    if (colon != std::string_view::npos && answer.headers.size() < 500) {
      answer.headers.emplace_back(lower(trim(line.substr(0, colon))), std::string(trim(line.substr(colon + 1))));
    }
    return true;
  }
  bool take_body(std::string_view piece, int status) {
    received += static_cast<std::int64_t>(piece.size());
    if (request.size_cap > 0 && received > request.size_cap) {
      over_cap = true;
      return false;
    }
    if (request.on_data && status >= 200 && status < 300) {
      stopped = !request.on_data(piece);
      return !stopped;
    }
    answer.body.append(piece);
    return true;
  }
};

struct Call {
  CURL* curl;
  Arrival& arrival;
};

std::size_t on_header(char* data, std::size_t, std::size_t size, void* user) {
  return static_cast<Call*>(user)->arrival.take_header({data, size}) ? size : 0;
}

std::size_t on_body(char* data, std::size_t, std::size_t size, void* user) {
  const auto* call = static_cast<Call*>(user);
  long status = 0;
  curl_easy_getinfo(call->curl, CURLINFO_RESPONSE_CODE, &status);
  return call->arrival.take_body({data, size}, static_cast<int>(status)) ? size : size + 1;
}

int on_progress(void* user, curl_off_t total, curl_off_t now, curl_off_t, curl_off_t) {
  Arrival& arrival = static_cast<Call*>(user)->arrival;
  arrival.given_up = arrival.request.progress && !arrival.request.progress(now, total);
  return arrival.given_up ? 1 : 0;
}

void set_body(CURL* curl, const HttpRequest& request) {
  if (request.method == "HEAD") curl_easy_setopt(curl, CURLOPT_NOBODY, 1L);
  if (!request.body.empty() || request.method == "POST" || request.method == "PUT") {
    curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(request.body.size()));
    curl_easy_setopt(curl, CURLOPT_POSTFIELDS, request.body.c_str());
  }
  if (request.method != "HEAD") curl_easy_setopt(curl, CURLOPT_CUSTOMREQUEST, request.method.c_str());
}

/// libcurl wants milliseconds in a long; 0 means "no limit" to us and to it.
long as_long(milliseconds time) { return static_cast<long>(std::max<std::int64_t>(0, time.count())); }

void set_limits(CURL* curl, const HttpRequest& request, milliseconds left) {
  curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT_MS, as_long(request.connect_timeout));
  curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, as_long(left));
  const auto idle = std::chrono::ceil<std::chrono::seconds>(request.idle_timeout).count();
  if (idle > 0) {
    curl_easy_setopt(curl, CURLOPT_LOW_SPEED_LIMIT, 1L);
    curl_easy_setopt(curl, CURLOPT_LOW_SPEED_TIME, static_cast<long>(idle));
  }
  if (request.size_cap > 0) {
    curl_easy_setopt(curl, CURLOPT_MAXFILESIZE_LARGE, static_cast<curl_off_t>(request.size_cap));
  }
}

void set_place(CURL* curl, const HttpRequest& request, const std::string& url) {
  const bool https = starts(url, "https://");
  curl_easy_setopt(curl, CURLOPT_URL, url.c_str());
  curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, https ? "https" : "http");
  curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, 0L);
  curl_easy_setopt(curl, CURLOPT_ACCEPT_ENCODING, request.on_data ? nullptr : "gzip");
  curl_easy_setopt(curl, CURLOPT_SSLVERSION, static_cast<long>(CURL_SSLVERSION_TLSv1_2));
  if (!https) curl_easy_setopt(curl, CURLOPT_PROXY, "");
  if (!request.unix_socket.empty()) curl_easy_setopt(curl, CURLOPT_UNIX_SOCKET_PATH, request.unix_socket.c_str());
  if (!request.ca_file.empty()) {
    curl_easy_setopt(curl, CURLOPT_CAINFO, request.ca_file.c_str());
    curl_easy_setopt(curl, CURLOPT_CAPATH, nullptr);  // this file and nothing else
  }
}

/// The error of a transfer that curl ended, in words that say whether trying again may help.
Error explain(CURLcode code, const char* detail, const Arrival& arrival, const std::string& url) {
  const std::string where = printable(url);
  const std::string words = printable(*detail != 0 ? std::string_view(detail) : curl_easy_strerror(code));
  switch (code) {
    case CURLE_FILESIZE_EXCEEDED:
    case CURLE_WRITE_ERROR:
      if (code == CURLE_WRITE_ERROR && !arrival.over_cap) break;
      return {ErrorKind::unavailable, fmt::format("the answer is larger than {} bytes", arrival.request.size_cap),
              where, "nothing of it was used"};
    case CURLE_ABORTED_BY_CALLBACK:
      return {ErrorKind::unavailable, "given up before the answer was complete", where, {}};
    case CURLE_OPERATION_TIMEDOUT:
      return {ErrorKind::io, fmt::format("no complete answer in time ({} bytes came): {}", arrival.received, words),
              where, "try again later"};
    case CURLE_PARTIAL_FILE:
    case CURLE_RECV_ERROR:
    case CURLE_GOT_NOTHING:
    case CURLE_HTTP2:
    case CURLE_HTTP2_STREAM:
      return {ErrorKind::io, fmt::format("the answer was cut off after {} bytes: {}", arrival.received, words), where,
              "try again later; nothing of it was used"};
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_ISSUER_ERROR:
      return {ErrorKind::unavailable, fmt::format("the server's certificate is not trusted: {}", words), where,
              "check the date of this machine and the package ca-certificates, or name the authority's file"};
    case CURLE_URL_MALFORMAT:
    case CURLE_UNSUPPORTED_PROTOCOL:
      return {ErrorKind::input, fmt::format("the address cannot be used: {}", words), where, {}};
    default:
      break;
  }
  if (!arrival.request.unix_socket.empty()) {
    return {ErrorKind::unavailable, fmt::format("no answer from the socket: {}", words),
            printable(arrival.request.unix_socket), "is the service running, and may this user open its socket?"};
  }
  return {ErrorKind::io, fmt::format("no answer: {}", words), where, "check the network; try again later"};
}

}  // namespace

std::string_view HttpResponse::header(std::string_view name) const {
  for (const auto& [seen, value] : headers) {
    if (seen == name) return value;
  }
  return {};
}

struct Http::Handle {
  CURL* curl = curl_easy_init();
  ~Handle() { curl_easy_cleanup(curl); }
  Handle() = default;
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;

  /// One question and its answer, without following anything. `next` is where a redirect points.
  Result<HttpResponse> once(const HttpRequest& request, const std::string& url, bool same_origin, milliseconds left,
                            std::string& next) {
    curl_easy_reset(curl);
    Arrival arrival{request};
    Call call{curl, arrival};
    std::array<char, CURL_ERROR_SIZE> detail{};
    curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, detail.data());
    set_limits(curl, request, left);
    set_place(curl, request, url);
    set_body(curl, request);
    curl_slist* list = curl_slist_append(nullptr, "Expect:");  // engines and small servers do not know it
    bool named = false;
    for (const auto& [name, value] : request.headers) {
      const std::string key = lower(name);
      if (!same_origin && (key == "authorization" || key == "cookie" || starts(key, "x-"))) continue;
      named = named || key == "user-agent";
      list = curl_slist_append(list, (value.empty() ? name + ";" : name + ": " + value).c_str());
    }
    if (!named) curl_easy_setopt(curl, CURLOPT_USERAGENT, "vpsfit");
    curl_easy_setopt(curl, CURLOPT_HTTPHEADER, list);
    curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION, on_header);
    curl_easy_setopt(curl, CURLOPT_HEADERDATA, &call);
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, on_body);
    curl_easy_setopt(curl, CURLOPT_WRITEDATA, &call);
    curl_easy_setopt(curl, CURLOPT_NOPROGRESS, 0L);
    curl_easy_setopt(curl, CURLOPT_XFERINFOFUNCTION, on_progress);
    curl_easy_setopt(curl, CURLOPT_XFERINFODATA, &call);
    const CURLcode code = curl_easy_perform(curl);
    curl_slist_free_all(list);
    const bool done = code == CURLE_OK || (code == CURLE_WRITE_ERROR && arrival.stopped);
    if (!done) return tl::unexpected<Error>(explain(code, detail.data(), arrival, url));
    long status = 0;
    curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
    const char* target = nullptr;
    curl_easy_getinfo(curl, CURLINFO_REDIRECT_URL, &target);
    next = target == nullptr ? "" : target;
    arrival.answer.status = static_cast<int>(status);
    arrival.answer.url = url;
    return std::move(arrival.answer);
  }
};

Http::Http() : handle_(std::make_unique<Handle>()) {}
Http::~Http() = default;
Http::Http(Http&&) noexcept = default;
Http& Http::operator=(Http&&) noexcept = default;

Result<HttpResponse> Http::ask(const HttpRequest& request) {
  VPSFIT_CHECK(check_headers(request));
  if (handle_->curl == nullptr) return fail(ErrorKind::io, "libcurl cannot be started");
  const bool may_follow = request.redirects > 0 && (request.method == "GET" || request.method == "HEAD");
  const Clock::time_point begin = Clock::now();
  std::string url = request.url;
  for (int hop = 0;; ++hop) {
    VPSFIT_CHECK(check_url(request, url));
    milliseconds left{0};
    if (request.total_timeout.count() > 0) {
      left = request.total_timeout - std::chrono::duration_cast<milliseconds>(Clock::now() - begin);
      if (left.count() <= 0)
        return fail(ErrorKind::io, "no complete answer in time", printable(url), "try again later");
    }
    std::string next;
    VPSFIT_TRY(HttpResponse answer, handle_->once(request, url, origin(url) == origin(request.url), left, next));
    if (!may_follow || next.empty() || answer.status < 300 || answer.status >= 400) return answer;
    if (hop >= request.redirects) {
      return fail(ErrorKind::unavailable, fmt::format("more than {} redirects", request.redirects), printable(url),
                  "the address has moved in circles; look it up in the server's documentation");
    }
    if (!starts(next, "https://")) {
      return fail(ErrorKind::unavailable, fmt::format("redirected to \"{}\", which is not https://", printable(next)),
                  printable(url), "nothing was sent there");
    }
    url = std::move(next);
  }
}

std::string url_escape(std::string_view part) {
  std::string result;
  for (const char c : part) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       std::string_view("-._~").find(c) != std::string_view::npos;
    if (plain) {
      result += c;
    } else {
      result += fmt::format("%{:02X}", static_cast<unsigned>(static_cast<unsigned char>(c)));
    }
  }
  return result;
}

}  // namespace vpsfit
