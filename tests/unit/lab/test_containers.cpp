// SPDX-License-Identifier: MIT
#include <deque>
#include <doctest/doctest.h>

#include "lab/container.hpp"
#include "lab/engine.hpp"

using namespace vpsfit;
using namespace vpsfit::lab;
using namespace std::string_literals;

namespace {

const std::string id(64, 'a');

Subject shop() {
  Subject subject;
  subject.name = "shop";
  subject.image = "shop:1";
  subject.command = {"node", "it's.mjs"};
  subject.environment = {{"PORT", "8080"}, {"WORDS", "a=b\n\"c\""}};
  return subject;
}

/// An engine that answers what the test says, in that order, and remembers the questions.
struct Answers {
  std::deque<HttpResponse> left;
  std::vector<std::string> asked;

  Engine engine(bool podman = false) {
    sampler::EngineSocket socket;
    socket.path = "/run/engine.sock";
    socket.podman = podman;
    return Engine(
        [this](const HttpRequest& request) -> Result<HttpResponse> {
          asked.push_back(request.method + " " + request.url);
          if (left.empty()) return fail(ErrorKind::io, "the connection was cut");
          auto answer = left.front();
          left.pop_front();
          return answer;
        },
        socket);
  }
};

HttpResponse says(int status, std::string body = "") {
  HttpResponse answer;
  answer.status = status;
  answer.body = std::move(body);
  return answer;
}

}  // namespace

TEST_CASE("an image that is not there is named with the way to get it, and nothing is made or pulled") {
  Answers answers;
  answers.left = {says(404, R"({"message":"No such image: shop:1"})")};
  const auto made = Container::create(answers.engine(true), shop(), {});
  REQUIRE_FALSE(made);
  CHECK(made.error().message == "the image \"shop:1\" is not here");
  CHECK(made.error().remedy == "the lab pulls nothing: podman pull shop:1");
  CHECK(answers.asked == std::vector{"GET http://engine/images/shop%3A1/json"s});
}

TEST_CASE("a container that was made is removed whatever happens later") {
  Answers answers;
  answers.left = {says(200, R"({"Id":"sha256:1"})"), says(201, R"({"Id":")" + id + R"("})"), says(204)};
  {
    const auto made = Container::create(answers.engine(), shop(), {});
    REQUIRE(made);
    CHECK(answers.asked.size() == 2);
  }
  REQUIRE(answers.asked.size() == 3);
  CHECK(answers.asked.back() == "DELETE http://engine/containers/" + id + "?force=true&v=true");
}

TEST_CASE("only containers of labs that died are cleared away") {
  const std::string mine(64, 'b'), foreign(64, 'c');
  const auto one = [](const std::string& container, const std::string& name, const std::string& label) {
    return R"({"Id":")" + container + R"(","Names":["/)" + name + R"("],"Labels":{)" + label +
           R"(},"State":"running"})";
  };
  Answers answers;
  answers.left = {says(200, "[" + one(id, "vpsfit-2147483647-0123abcd", R"("vpsfit.lab":"x")") + "," +
                                one(mine, "vpsfit-1-0123abcd", R"("vpsfit.lab":"x")") + "," +
                                one(foreign, "vpsfit-2147483646-0123abcd", "") + "]"),
                  says(204)};
  answers.engine().remove_stale();
  REQUIRE(answers.asked.size() == 2);
  CHECK(answers.asked[1].find("DELETE http://engine/containers/" + id) == 0);
}
