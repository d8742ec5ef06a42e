// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <poll.h>
#include <sys/stat.h>
#include <thread>

#include "fake_host.hpp"
#include "sampler/mark_socket.hpp"

using namespace vpsfit;
using namespace vpsfit::sampler;

namespace {

bool waits(const MarkServer& server) {
  pollfd one{server.descriptor(), POLLIN, 0};
  return ::poll(&one, 1, 5000) == 1;
}

}  // namespace

TEST_CASE("messages of marks") {
  CHECK(parse_mark("start load") == MarkRequest{"load", true});
  CHECK(parse_mark("stop a b=c") == MarkRequest{"a b=c", false});
  for (const char* bad : {"", "start", "start ", "begin x", "startload"}) CHECK_MESSAGE(!parse_mark(bad), bad);
}

TEST_CASE("a request is answered, its socket is for the owner only and goes with the server") {
  const FakeHost folder;
  const auto file = folder.at("run.db");
  {
    auto server = MarkServer::listen(file);
    REQUIRE(server);
    struct stat info {};
    REQUIRE(::stat(folder.at("run.db.sock").c_str(), &info) == 0);
    CHECK((info.st_mode & 0777) == 0600);
    Result<void> answer, refused;
    std::thread client([&] {
      answer = send_mark(file, {"load", true});
      refused = send_mark(file, {"load", true});
    });
    for (int i = 0; i < 2; ++i) {
      std::optional<MarkRequest> request;
      while (!request && waits(**server)) request = (*server)->next();
      CHECK(request == MarkRequest{"load", true});
      (*server)->answer(i == 0 ? Result<void>{} : Result<void>(fail(ErrorKind::input, "is open already")));
    }
    client.join();
    CHECK(answer.has_value());
    REQUIRE_FALSE(refused.has_value());
    CHECK(refused.error().kind == ErrorKind::unavailable);
    CHECK(refused.error().message == "is open already");
  }
  CHECK_FALSE(std::filesystem::exists(folder.at("run.db.sock")));
}

TEST_CASE("without a sampler there is nobody to mark, also where a dead one left its socket") {
  const FakeHost folder;
  const auto file = folder.at("run.db");
  CHECK(send_mark(file, {"load", true}).error().kind == ErrorKind::unavailable);
  {
    auto server = MarkServer::listen(file);
    REQUIRE(server);
    std::filesystem::rename(folder.at("run.db.sock"), folder.at("kept"));
  }
  std::filesystem::rename(folder.at("kept"), folder.at("run.db.sock"));
  CHECK(send_mark(file, {"load", true}).error().message == "no sampler is writing this recording");
  CHECK(MarkServer::listen(file).has_value());
}

TEST_CASE("a long path is no hindrance, and a file in the way is not removed") {
  const FakeHost folder;
  const auto deep = folder.at(std::string(100, 'd')) / std::string(100, 'e');
  std::filesystem::create_directories(deep);
  CHECK(MarkServer::listen(deep / "run.db").has_value());
  folder.write("mine.db.sock", "precious");
  CHECK_FALSE(MarkServer::listen(folder.at("mine.db")).has_value());
  CHECK(std::filesystem::exists(folder.at("mine.db.sock")));
}
