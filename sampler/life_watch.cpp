// SPDX-License-Identifier: MIT
#include "sampler/life_watch.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <sys/epoll.h>

#include "files/reason.hpp"

namespace vpsfit::sampler {
namespace {

constexpr LifeWatch::Token nobody = ~LifeWatch::Token{0};

}  // namespace

Result<std::unique_ptr<EventWatch>> EventWatch::make() {
  std::unique_ptr<EventWatch> watch(new EventWatch);  // NOLINT: the constructor is private
  watch->epoll_ = files::Descriptor(::epoll_create1(EPOLL_CLOEXEC));
  if (!watch->epoll_) return fail(ErrorKind::io, "the kernel gives no epoll: " + files::reason(errno));
  return watch;
}

void EventWatch::also(int descriptor) {
  epoll_event event{};
  event.events = EPOLLIN;
  event.data.u64 = nobody;
  ::epoll_ctl(epoll_.get(), EPOLL_CTL_ADD, descriptor, &event);
}

// Edges, not levels: a group that is gone would otherwise call for attention for ever.
void EventWatch::watch(Token token, const std::vector<int>& descriptors) {
  auto& known = watched_[token];
  for (const int fd : descriptors) {
    if (std::find(known.begin(), known.end(), fd) != known.end()) continue;
    epoll_event event{};
    event.events = static_cast<std::uint32_t>(EPOLLPRI) | static_cast<std::uint32_t>(EPOLLET);
    event.data.u64 = token;
    if (::epoll_ctl(epoll_.get(), EPOLL_CTL_ADD, fd, &event) == 0) known.push_back(fd);
  }
}

void EventWatch::forget(Token token) {
  const auto found = watched_.find(token);
  if (found == watched_.end()) return;
  for (const int fd : found->second) ::epoll_ctl(epoll_.get(), EPOLL_CTL_DEL, fd, nullptr);
  watched_.erase(found);
}

std::vector<LifeWatch::Token> EventWatch::changed() {
  std::array<epoll_event, 64> events{};
  std::vector<Token> tokens;
  const int count = ::epoll_wait(epoll_.get(), events.data(), static_cast<int>(events.size()), 0);
  for (int i = 0; i < count; ++i) {
    const Token token = events[static_cast<std::size_t>(i)].data.u64;
    if (token != nobody && std::find(tokens.begin(), tokens.end(), token) == tokens.end()) tokens.push_back(token);
  }
  return tokens;
}

}  // namespace vpsfit::sampler
