// SPDX-License-Identifier: MIT
#include "sampler/mark_socket.hpp"

#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#include "core/text.hpp"
#include "files/reason.hpp"

namespace vpsfit::sampler {
namespace {

constexpr std::size_t longest_message = 4096;
constexpr std::size_t most_clients = 16;
constexpr timeval client_patience{30, 0};

std::filesystem::path socket_file(const std::filesystem::path& recording) { return recording.string() + ".sock"; }

/// The address of a socket in a folder that is held open: so a long path fits the 108 bytes of an address.
class Address {
 public:
  explicit Address(const std::filesystem::path& file) {
    const auto folder = file.has_parent_path() ? file.parent_path() : std::filesystem::path(".");
    folder_ = files::Descriptor(::open(folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    std::string text = fmt::format("/proc/self/fd/{}/{}", folder_.get(), file.filename().string());
    if (text.size() >= sizeof address_.sun_path) text = file.string();
    address_.sun_family = AF_UNIX;
    fits_ = text.size() < sizeof address_.sun_path;
    if (fits_) std::memcpy(address_.sun_path, text.data(), text.size());
  }
  [[nodiscard]] bool fits() const { return fits_; }
  [[nodiscard]] const sockaddr* get() const {
    return reinterpret_cast<const sockaddr*>(&address_);  // NOLINT: the interface of sockets
  }
  [[nodiscard]] static socklen_t size() { return sizeof(sockaddr_un); }

 private:
  files::Descriptor folder_;
  sockaddr_un address_{};
  bool fits_ = false;
};

tl::unexpected<Error> no_sampler(const std::filesystem::path& recording) {
  return fail(ErrorKind::unavailable, "no sampler is writing this recording", printable(recording.string()),
              "start one with: vpsfit sample TARGET --out " + printable(recording.string()));
}

}  // namespace

std::optional<MarkRequest> parse_mark(std::string_view message) {
  const auto space = message.find(' ');
  if (space == std::string_view::npos || space + 1 == message.size()) return std::nullopt;
  const auto verb = message.substr(0, space);
  if (verb != "start" && verb != "stop") return std::nullopt;
  return MarkRequest{std::string(message.substr(space + 1)), verb == "start"};
}

Result<std::unique_ptr<MarkServer>> MarkServer::listen(const std::filesystem::path& recording) {
  std::unique_ptr<MarkServer> server(new MarkServer);  // NOLINT: the constructor is private
  const auto file = socket_file(recording);
  const auto failure = [&](int error) {
    return fail(ErrorKind::io, fmt::format("no socket for marks: {}", files::reason(error)), printable(file.string()));
  };
  struct stat info {};
  if (::lstat(file.c_str(), &info) == 0) {
    if (!S_ISSOCK(info.st_mode)) return failure(EEXIST);
    ::unlink(file.c_str());
  }
  const Address address(file);
  if (!address.fits()) return failure(ENAMETOOLONG);
  server->listening_ = files::Descriptor(::socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  const mode_t before = ::umask(0177);
  const int bound = ::bind(server->listening_.get(), address.get(), Address::size());
  const int error = errno;
  ::umask(before);
  if (bound != 0) return failure(error);
  server->file_ = file;
  server->poll_ = files::Descriptor(::epoll_create1(EPOLL_CLOEXEC));
  epoll_event event{EPOLLIN, {.fd = server->listening_.get()}};
  if (::listen(server->listening_.get(), most_clients) != 0 ||
      ::epoll_ctl(server->poll_.get(), EPOLL_CTL_ADD, server->listening_.get(), &event) != 0)
    return failure(errno);
  return server;
}

MarkServer::~MarkServer() {
  if (!file_.empty()) ::unlink(file_.c_str());
}

void MarkServer::accept_all() {
  for (;;) {
    files::Descriptor client(::accept4(listening_.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
    if (!client) return;
    if (clients_.size() >= most_clients) continue;  // closed again: it is told that nobody answers
    epoll_event event{EPOLLIN, {.fd = client.get()}};
    const int fd = client.get();
    if (::epoll_ctl(poll_.get(), EPOLL_CTL_ADD, fd, &event) == 0) clients_.emplace(fd, std::move(client));
  }
}

std::optional<MarkRequest> MarkServer::next() {
  for (;;) {
    epoll_event event{};
    if (::epoll_wait(poll_.get(), &event, 1, 0) != 1) return std::nullopt;
    const int fd = event.data.fd;
    if (fd == listening_.get()) {
      accept_all();
      continue;
    }
    std::array<char, longest_message> message{};
    const ssize_t got = ::recv(fd, message.data(), message.size(), 0);
    if (got <= 0) {
      clients_.erase(fd);
      continue;
    }
    asking_ = fd;
    auto request = parse_mark({message.data(), static_cast<std::size_t>(got)});
    if (request) return request;
    answer(fail(ErrorKind::input, "the request is neither 'start NAME' nor 'stop NAME'"));
  }
}

void MarkServer::answer(const Result<void>& result) {
  const std::string text = result ? "ok" : result.error().message.substr(0, longest_message - 1);
  if (asking_ >= 0) static_cast<void>(::send(asking_, text.data(), text.size(), MSG_NOSIGNAL));
  clients_.erase(asking_);
  asking_ = -1;
}

Result<void> send_mark(const std::filesystem::path& recording, const MarkRequest& request) {
  const Address address(socket_file(recording));
  const files::Descriptor connection(::socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0));
  if (!address.fits() || ::connect(connection.get(), address.get(), Address::size()) != 0) {
    if (errno == EACCES)
      return fail(ErrorKind::unavailable, "the sampler belongs to another user", printable(recording.string()),
                  "run this as the user who runs the sampler");
    return no_sampler(recording);
  }
  ::setsockopt(connection.get(), SOL_SOCKET, SO_RCVTIMEO, &client_patience, sizeof client_patience);
  const std::string message = fmt::format("{} {}", request.start ? "start" : "stop", request.window);
  if (message.size() > longest_message) return fail(ErrorKind::input, "the name of the window is too long");
  std::array<char, longest_message> reply{};
  if (::send(connection.get(), message.data(), message.size(), MSG_NOSIGNAL) < 0) return no_sampler(recording);
  const ssize_t got = ::recv(connection.get(), reply.data(), reply.size(), 0);
  if (got <= 0)
    return fail(ErrorKind::unavailable,
                got < 0 ? "the sampler did not answer in time" : "the sampler ended before it could answer",
                printable(recording.string()));
  const std::string_view text(reply.data(), static_cast<std::size_t>(got));
  if (text == "ok") return {};
  return fail(ErrorKind::unavailable, printable(text), printable(recording.string()));
}

}  // namespace vpsfit::sampler
