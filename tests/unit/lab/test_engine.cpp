// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include "json/parse.hpp"
#include "lab/engine.hpp"

using namespace vpsfit;
using namespace vpsfit::lab;
using namespace std::string_literals;

namespace {

/// An engine that says one thing and notes what it was asked.
struct Said {
  int status = 200;
  std::string body;
  std::vector<HttpRequest> asked;
  Engine engine() {
    return Engine(
        [this](const HttpRequest& request) -> Result<HttpResponse> {
          asked.push_back(request);
          return HttpResponse{status, {}, body, request.url};
        },
        {"/run/x.sock", false});
  }
};

const std::string engine_id(64, 'a');

}  // namespace

TEST_CASE("an ended container's status and its death for lack of memory are read, a running one has no status") {
  const auto ended = parse_container_state(R"({"State":{"Running":false,"Pid":0,"ExitCode":137,"OOMKilled":true}})");
  REQUIRE(ended);
  CHECK(ended->exit_code == 137);
  CHECK(ended->oom_killed);
  CHECK_FALSE(ended->running);
  const auto runs = parse_container_state(R"({"State":{"Running":true,"Pid":4711,"ExitCode":0,"OOMKilled":false}})");
  REQUIRE(runs);
  CHECK(runs->pid == 4711);
  CHECK_FALSE(runs->exit_code);
}

TEST_CASE("states of no shape, torn ones and absurd numbers give no figures") {
  for (const char* text : {"", "[]", "{}", R"({"State":7})", R"({"State":{"Running":tr)", R"({"State":{"Pid":1e400}})"})
    CHECK_FALSE(parse_container_state(text));
  const auto odd = parse_container_state(R"({"State":{"Running":"yes","Pid":-3,"ExitCode":1e3,"OOMKilled":1}})");
  REQUIRE(odd);
  CHECK_FALSE(odd->running);
  CHECK(odd->pid == 0);
  CHECK_FALSE(odd->exit_code);
  CHECK_FALSE(odd->oom_killed);
}

TEST_CASE("the frames of a log are joined in their order, torn ones as far as they go") {
  CHECK(join_log_frames("\1\0\0\0\0\0\0\3one\2\0\0\0\0\0\0\2no"s) == "oneno");
  CHECK(join_log_frames("\1\0\0\0\0\0\0\11torn"s) == "torn");
  CHECK(join_log_frames("\1\0\0\0\xff\xff\xff\xff"s) == "");
  CHECK(join_log_frames("a terminal's text") == "a terminal's text");
  CHECK(join_log_frames("") == "");
}

TEST_CASE("the quota is asked for exactly, swap beside memory, and nothing that was not said") {
  Subject subject;
  subject.name = "a";
  subject.image = "box:1";
  CHECK(create_body(subject, {}).find("Memory") == std::string::npos);
  ServerLimits limits;
  limits.cpus = Rational(3, 2);
  limits.memory = Bytes(1000);
  auto host = json::parse(create_body(subject, limits));
  REQUIRE(host);
  CHECK(host->find("Cmd") == nullptr);
  CHECK(host->find("HostConfig")->find("CpuQuota")->text() == "150000");
  CHECK(host->find("HostConfig")->find("CpuPeriod")->text() == "100000");
  CHECK(host->find("HostConfig")->find("MemorySwap")->text() == "-1");
  limits.swap = Bytes(24);
  host = json::parse(create_body(subject, limits));
  CHECK(host->find("HostConfig")->find("MemorySwap")->text() == "1024");
}

TEST_CASE("an image that is not there is told with the way to get it, and its name stays a part of the path") {
  Said said{404, R"({"message":"No such image"})", {}};
  const auto image = said.engine().image_id("evil/../x?y");
  REQUIRE_FALSE(image);
  CHECK(image.error().remedy.find("pull evil/../x?y") != std::string::npos);
  CHECK(said.asked.at(0).url == "http://engine/images/evil%2F..%2Fx%3Fy/json");
}

TEST_CASE("an engine that names no proper container is not believed") {
  for (const std::string& body : {R"({"Id":"../x"})"s, R"({"Id":")"s + std::string(63, 'a') + "\"}", "{}"s, "x"s}) {
    Said said{201, body, {}};
    CHECK_FALSE(said.engine().create("n", "{}"));
  }
  Said said{201, "{\"Id\":\"" + engine_id + "\"}", {}};
  CHECK(said.engine().create("n", "{}").value() == engine_id);
  CHECK(said.asked.at(0).method == "POST");
}

TEST_CASE("what the engine complains of is shown without its escapes; removing what is gone is no error") {
  Said bad{500, R"({"message":"broken \u001b[2J"})", {}};
  const auto started = bad.engine().start(engine_id);
  REQUIRE_FALSE(started);
  CHECK(started.error().message.find("broken") != std::string::npos);
  CHECK(started.error().message.find('\x1b') == std::string::npos);
  Said gone{404, "{}", {}};
  CHECK(gone.engine().remove(engine_id));
  CHECK(gone.asked.at(0).method == "DELETE");
}
