// SPDX-License-Identifier: MIT
#include <array>
#include <doctest/doctest.h>
#include <filesystem>
#include <string>
#include <sys/socket.h>
#include <sys/un.h>
#include <thread>
#include <unistd.h>
#include <vector>

#include "files/temporary_folder.hpp"
#include "net/http.hpp"

using namespace vpsfit;

namespace {

/// A server on a socket file that takes one question after the other and gives the answers of a list, as they are.
class SocketServer {
 public:
  explicit SocketServer(std::vector<std::string> answers) : answers_(std::move(answers)) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    path.copy(address.sun_path, sizeof(address.sun_path) - 1);
    listener_ = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    // The address type of the interface is older than C++.
    REQUIRE(::bind(listener_, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0);  // NOLINT
    REQUIRE(::listen(listener_, 5) == 0);
    thread_ = std::thread([this] { serve(); });
  }
  ~SocketServer() {
    ::shutdown(listener_, SHUT_RDWR);
    thread_.join();
    ::close(listener_);
  }
  SocketServer(const SocketServer&) = delete;
  SocketServer& operator=(const SocketServer&) = delete;

  HttpRequest request(std::string path_and_query = "/x") const {
    HttpRequest request;
    request.url = "http://engine" + std::move(path_and_query);
    request.unix_socket = path;
    request.total_timeout = std::chrono::seconds(20);
    return request;
  }

 private:
  files::TemporaryFolder folder_ = *files::TemporaryFolder::make();

 public:
  const std::string path = (folder_.path() / "s").string();
  std::vector<std::string> questions;  ///< to be read when the client has its answer

 private:
  void serve() {
    for (const auto& answer : answers_) {
      const int client = ::accept(listener_, nullptr, nullptr);
      if (client < 0) return;
      std::string question;
      std::array<char, 4096> block{};
      while (question.find("\r\n\r\n") == std::string::npos || (question[0] == 'P' && question.back() != '!')) {
        const auto got = ::read(client, block.data(), block.size());
        if (got <= 0) break;
        question.append(block.data(), static_cast<std::size_t>(got));
      }
      questions.push_back(question);
      static_cast<void>(::send(client, answer.data(), answer.size(), MSG_NOSIGNAL));
      ::close(client);
    }
  }

  std::vector<std::string> answers_;
  int listener_ = -1;
  std::thread thread_;
};

std::string ok(const std::string& body, const std::string& headers = "") {
  return "HTTP/1.1 200 OK\r\nConnection: close\r\n" + headers + "Content-Length: " + std::to_string(body.size()) +
         "\r\n\r\n" + body;
}

}  // namespace

TEST_CASE("an engine answers through its socket") {
  SocketServer server({ok("{\"ID\": 1}", "ETag:  \"a b\" \r\nX-Many: one\r\n")});
  Http http;
  const auto answer = http.ask(server.request("/containers/json?all=1"));
  REQUIRE(answer);
  CHECK(answer->status == 200);
  CHECK(answer->ok());
  CHECK(answer->body == "{\"ID\": 1}");
  CHECK(answer->header("etag") == "\"a b\"");
  CHECK(answer->header("x-none").empty());
  CHECK(server.questions.at(0).starts_with("GET /containers/json?all=1 HTTP/1.1\r\nHost: engine\r\n"));
}

TEST_CASE("a body is sent with its method and headers, and nothing else is asked") {
  SocketServer server({ok("")});
  Http http;
  HttpRequest request = server.request("/containers/create");
  request.method = "POST";
  request.headers = {{"Content-Type", "application/json"}, {"X-Empty", ""}};
  request.body = "{}!";
  REQUIRE(http.ask(request));
  const std::string& asked = server.questions.at(0);
  CHECK(asked.starts_with("POST /containers/create "));
  CHECK(asked.find("Content-Type: application/json\r\n") != std::string::npos);
  CHECK(asked.find("X-Empty:\r\n") != std::string::npos);
  CHECK(asked.find("Content-Length: 3\r\n") != std::string::npos);
  CHECK(asked.find("Expect") == std::string::npos);
  CHECK(asked.ends_with("\r\n\r\n{}!"));
}

TEST_CASE("every status is an answer") {
  SocketServer server({"HTTP/1.1 404 Not Found\r\nContent-Length: 2\r\nConnection: close\r\n\r\nno",
                       "HTTP/1.1 304 Not Modified\r\nConnection: close\r\n\r\n"});
  Http http;
  CHECK(http.ask(server.request())->status == 404);
  CHECK(http.ask(server.request())->status == 304);
}

TEST_CASE("a stream is handed over piece by piece and may be left at any time") {
  const std::string chunked =
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\n{}\n{\r\n2\r\n}\n\r\n0\r\n\r\n";
  SocketServer server({chunked, chunked, "HTTP/1.1 500 Oh\r\nContent-Length: 3\r\n\r\nbad"});
  Http http;
  std::string seen;
  HttpRequest request = server.request("/events");
  request.on_data = [&](std::string_view piece) { return seen += piece, true; };
  auto answer = http.ask(request);
  REQUIRE(answer);
  CHECK(seen == "{}\n{}\n");
  CHECK(answer->body.empty());
  seen.clear();
  request.on_data = [&](std::string_view piece) { return seen += piece, false; };
  CHECK(http.ask(request));
  CHECK(seen.starts_with("{}\n{"));
  seen.clear();
  answer = http.ask(request);  // what is not 2xx is no stream
  REQUIRE(answer);
  CHECK(answer->body == "bad");
  CHECK(seen.empty());
}

TEST_CASE("an answer that is larger than allowed is not taken, whether it says so or not") {
  SocketServer server({ok("123456"), "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n123456"});
  Http http;
  HttpRequest request = server.request();
  request.size_cap = 5;
  for (int i = 0; i < 2; ++i) {
    const auto answer = http.ask(request);
    REQUIRE_FALSE(answer);
    CHECK(answer.error().kind == ErrorKind::unavailable);
    CHECK(answer.error().message == "the answer is larger than 5 bytes");
  }
}

TEST_CASE("an answer that is cut off or no answer at all may be asked for again") {
  SocketServer server({"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n123", "",
                       "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nab"});
  Http http;
  for (int i = 0; i < 3; ++i) {
    const auto answer = http.ask(server.request());
    REQUIRE_FALSE(answer);
    CHECK(answer.error().kind == ErrorKind::io);
  }
}

TEST_CASE("a redirect from a socket leads nowhere but to https, and a POST is not repeated") {
  const std::string away =
      "HTTP/1.1 302 Found\r\nLocation: http://other/\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
  SocketServer server({away, away, away});
  Http http;
  const auto answer = http.ask(server.request());
  REQUIRE_FALSE(answer);
  CHECK(answer.error().message.find("which is not https://") != std::string::npos);
  HttpRequest request = server.request();
  request.redirects = 0;
  CHECK(http.ask(request)->status == 302);
  request = server.request();
  request.method = "POST";
  request.body = "!";
  CHECK(http.ask(request)->status == 302);
}

TEST_CASE("a socket that is not there is told with its path") {
  Http http;
  HttpRequest request;
  request.url = "http://engine/";
  request.unix_socket = "/nonexistent/engine.sock";
  const auto answer = http.ask(request);
  REQUIRE_FALSE(answer);
  CHECK(answer.error().kind == ErrorKind::unavailable);
  CHECK(answer.error().place == "/nonexistent/engine.sock");
}

TEST_CASE("only https is spoken, unless somebody says otherwise") {
  Http http;
  for (const auto* const url :
       {"http://127.0.0.1/", "file:///etc/passwd", "ftp://host/", "", "https://", "https:///x", "//host", "HTTPS//",
        "https://user:word@host/", "https://ho st/", "https://host/\r\nX: y", "gopher://x"}) {
    HttpRequest request;
    request.url = url;
    const auto answer = http.ask(request);
    REQUIRE_FALSE(answer);
    CHECK_MESSAGE(answer.error().kind == ErrorKind::input, url);
  }
  HttpRequest request;
  request.url = "http://127.0.0.1:1/";
  request.allow_plain_http = true;
  const auto answer = http.ask(request);
  REQUIRE_FALSE(answer);
  CHECK(answer.error().kind == ErrorKind::io);  // asked, and nobody is there
}

TEST_CASE("headers and methods cannot smuggle lines") {
  Http http;
  for (const auto& [name, value] :
       HttpHeaders{{"X", "a\r\nB: c"}, {"X\n", "a"}, {"", "a"}, {"X:", "a"}, {"X", std::string("a\0b", 3)}}) {
    HttpRequest request;
    request.url = "https://127.0.0.1:1/";
    request.headers = {{name, value}};
    CHECK(http.ask(request).error().kind == ErrorKind::input);
  }
  HttpRequest request;
  request.url = "https://127.0.0.1:1/";
  request.method = "GET / HTTP/1.1\r\nX: y\r\n\r\nGET";
  CHECK(http.ask(request).error().kind == ErrorKind::input);
}

TEST_CASE("whoever waits may give up") {
  SocketServer server({ok(std::string(100000, ' '))});
  Http http;
  HttpRequest request = server.request();
  request.progress = [](std::int64_t, std::int64_t) { return false; };
  const auto answer = http.ask(request);
  REQUIRE_FALSE(answer);
  CHECK(answer.error().kind == ErrorKind::unavailable);
}

TEST_CASE("a part of a URL is escaped") {
  CHECK(url_escape("a-b_c.d~9") == "a-b_c.d~9");
  CHECK(url_escape("b+/=&?# \n") == "b%2B%2F%3D%26%3F%23%20%0A");
  CHECK(url_escape("\xC3\xA9") == "%C3%A9");
}
