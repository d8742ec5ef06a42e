// SPDX-License-Identifier: MIT
#include "fetch/fetcher.hpp"

#include <fmt/format.h>
#include <optional>

#include "core/text.hpp"

namespace vpsfit::fetch {
namespace {

/// A firewall answers 200 with a page that says "Request Rejected" or asks for a browser.
bool is_web_page(const HttpResponse& answer) {
  const std::string_view start = trim(std::string_view(answer.body).substr(0, 200));
  const auto begins = [&](std::string_view with) {
    if (start.size() < with.size()) return false;
    for (std::size_t i = 0; i < with.size(); ++i)
      if ((start[i] | 0x20) != (with[i] | 0x20)) return false;
    return true;
  };
  return answer.header("content-type").substr(0, 9) == "text/html" || begins("<!doctype html") || begins("<html");
}

Error bad_status(const HttpResponse& answer, bool with_token) {
  const std::string message = fmt::format("the server answered with status {}", answer.status);
  const std::string place = printable(answer.url);
  if (answer.status == 401 || answer.status == 403)
    return {ErrorKind::unavailable, message, place,
            with_token ? "the token is wrong, has expired or may not read this"
                       : "it refuses this machine or wants a token; see --token-file"};
  if (answer.status == 404 || answer.status == 410)
    return {ErrorKind::unavailable, message, place, "the address is not known there (any more)"};
  if (answer.status == 429)
    return {ErrorKind::io, message, place, "too many questions: wait some minutes and try again"};
  if (answer.status >= 500) return {ErrorKind::io, message, place, "the server has a fault; try again later"};
  return {ErrorKind::unavailable, message, place, "an answer of status 200 was expected"};
}

}  // namespace

Result<Answer> Fetcher::get(const Question& question) const {
  const std::string key = question.url + "\n" + question.authorization;
  const auto kept = cache == nullptr ? std::nullopt : cache->find(key);
  HttpRequest request;
  request.url = question.url;
  request.ca_file = ca_file;
  request.size_cap = limits.answer_bytes;
  request.connect_timeout = limits.connect;
  request.total_timeout = limits.total;
  request.idle_timeout = limits.idle;
  request.headers = {{"User-Agent", user_agent}, {"Accept", question.accept}};
  if (!question.authorization.empty()) request.headers.emplace_back("Authorization", question.authorization);
  if (kept && !kept->etag.empty()) request.headers.emplace_back("If-None-Match", kept->etag);
  if (kept && kept->etag.empty()) request.headers.emplace_back("If-Modified-Since", kept->last_modified);
  if (progress)
    request.progress = [&](std::int64_t received, std::int64_t expected) {
      return progress(question.url, received, expected);
    };
  VPSFIT_TRY(HttpResponse answer, ask_patiently(transport, request, retry, sleep));
  if (answer.status == 304 && kept) return Answer{kept->body, std::move(answer.headers), true};
  if (answer.status != 200) return tl::unexpected<Error>(bad_status(answer, !question.authorization.empty()));
  if (is_web_page(answer))
    return fail(ErrorKind::unavailable, "the server sent a web page instead of data", printable(answer.url),
                "a firewall may stand between; open the address in a browser to see what it says");
  if (cache != nullptr)
    VPSFIT_CHECK(cache->keep(
        key, {std::string(answer.header("etag")), std::string(answer.header("last-modified")), answer.body}));
  return Answer{std::move(answer.body), std::move(answer.headers), false};
}

}  // namespace vpsfit::fetch
