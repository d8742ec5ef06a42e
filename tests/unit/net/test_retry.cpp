// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <vector>

#include "net/retry.hpp"

using namespace vpsfit;
using std::chrono::milliseconds;

namespace {

HttpResponse with_status(int status, HttpHeaders headers = {}) { return {status, std::move(headers), "", ""}; }

/// A server that answers from a list, and the pauses between its questions.
struct Script {
  explicit Script(std::vector<Result<HttpResponse>> list) : answers(std::move(list)) {}
  std::vector<Result<HttpResponse>> answers;
  std::size_t asked = 0;
  std::vector<milliseconds> pauses{};
  bool patient = true;

  Result<HttpResponse> run(const RetryPolicy& policy) {
    return ask_patiently([&](const HttpRequest&) { return answers.at(asked++); }, HttpRequest{}, policy,
                         [&](milliseconds time) { return pauses.push_back(time), patient; });
  }
};

}  // namespace

TEST_CASE("a good answer is asked for once") {
  Script script({with_status(200)});
  CHECK(script.run({})->status == 200);
  CHECK(script.asked == 1);
  CHECK(script.pauses.empty());
}

TEST_CASE("a busy server is asked again, each time after twice the wait") {
  Script script({with_status(503), with_status(429), fail(ErrorKind::io, "no answer"), with_status(200)});
  CHECK(script.run({})->status == 200);
  CHECK(script.pauses == std::vector{milliseconds(500), milliseconds(1000), milliseconds(2000)});
}

TEST_CASE("the last answer stands where the attempts are used up") {
  Script script({with_status(503), with_status(502)});
  CHECK(script.run({2, milliseconds(1), milliseconds(10)})->status == 502);
  CHECK(script.asked == 2);
}

TEST_CASE("what another try does not mend is not tried again") {
  for (const int status : {200, 304, 400, 401, 403, 404, 501}) {
    Script script({with_status(status)});
    CHECK(script.run({})->status == status);
    CHECK(script.asked == 1);
  }
  Script refused({fail(ErrorKind::unavailable, "certificate")});
  CHECK_FALSE(refused.run({}));
  CHECK(refused.asked == 1);
}

TEST_CASE("Retry-After lengthens the wait and never shortens it") {
  Script longer({with_status(429, {{"retry-after", "7"}}), with_status(200)});
  CHECK(longer.run({})->status == 200);
  CHECK(longer.pauses == std::vector{milliseconds(7000)});
  Script shorter({with_status(429, {{"retry-after", "0"}}), with_status(200)});
  CHECK(shorter.run({})->status == 200);
  CHECK(shorter.pauses == std::vector{milliseconds(500)});
}

TEST_CASE("a server that asks for more patience than there is ends it") {
  Script script({with_status(429, {{"retry-after", "31"}})});
  CHECK(script.run({})->status == 429);
  CHECK(script.pauses.empty());
}

TEST_CASE("a caller that gives up gets the last answer") {
  Script script({with_status(503)});
  script.patient = false;
  CHECK(script.run({})->status == 503);
}

TEST_CASE("only whole seconds are a Retry-After") {
  for (const auto* const text : {"", "soon", "-1", "1.5", "99999999999", "Tue, 01 Dec 2026 10:00:00 GMT", "7 "})
    CHECK_FALSE(retry_after(with_status(429, {{"retry-after", text}})));
  CHECK(*retry_after(with_status(429, {{"retry-after", "120"}})) == std::chrono::seconds(120));
}
