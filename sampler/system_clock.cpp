// SPDX-License-Identifier: MIT
#include "sampler/system_clock.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <ctime>
#include <poll.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include "files/reason.hpp"

namespace vpsfit::sampler {
namespace {

timespec to_timespec(std::chrono::nanoseconds time) {
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(time);
  return {seconds.count(), (time - seconds).count()};
}

std::chrono::nanoseconds read_clock(clockid_t clock) {
  timespec time{};
  ::clock_gettime(clock, &time);
  return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

}  // namespace

sigset_t BlockedSignals::set() {
  sigset_t signals;
  sigemptyset(&signals);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGCHLD}) sigaddset(&signals, signal);
  return signals;
}

BlockedSignals::BlockedSignals() {
  const sigset_t signals = set();
  ::sigprocmask(SIG_BLOCK, &signals, &before_);
}

BlockedSignals::~BlockedSignals() { ::sigprocmask(SIG_SETMASK, &before_, nullptr); }

Result<std::unique_ptr<SystemClock>> SystemClock::make() {
  std::unique_ptr<SystemClock> clock(new SystemClock);  // NOLINT: the constructor is private
  const sigset_t signals = BlockedSignals::set();
  clock->timer_ = files::Descriptor(::timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK));
  clock->signals_ = files::Descriptor(::signalfd(-1, &signals, SFD_CLOEXEC | SFD_NONBLOCK));
  if (!clock->timer_ || !clock->signals_)
    return fail(ErrorKind::io, "the kernel gives no timer: " + files::reason(errno));
  return clock;
}

recording::Instant SystemClock::now() const { return recording::Instant(read_clock(CLOCK_MONOTONIC)); }

WallTime SystemClock::wall() const {
  return WallTime(std::chrono::duration_cast<std::chrono::microseconds>(read_clock(CLOCK_REALTIME)));
}

std::optional<std::chrono::nanoseconds> SystemClock::asleep() const {
  const auto before = read_clock(CLOCK_MONOTONIC);
  const auto with_sleep = read_clock(CLOCK_BOOTTIME);
  const auto after = read_clock(CLOCK_MONOTONIC);
  return std::max(with_sleep - (before + (after - before) / 2), std::chrono::nanoseconds::zero());
}

void SystemClock::start_grid(recording::Instant first, std::chrono::nanoseconds interval) {
  const itimerspec times{to_timespec(interval), to_timespec(first.time_since_epoch())};
  ::timerfd_settime(timer_.get(), TFD_TIMER_ABSTIME, &times, nullptr);
}

Wake SystemClock::wait(std::optional<recording::Instant> until) {
  std::array<pollfd, 4> waits{
      {{timer_.get(), POLLIN, 0}, {signals_.get(), POLLIN, 0}, {requests_, POLLIN, 0}, {news_, POLLIN, 0}}};
  timespec rest{};
  if (until) rest = to_timespec(std::max(std::chrono::nanoseconds::zero(), *until - now()));
  Wake wake;
  if (::ppoll(waits.data(), waits.size(), until ? &rest : nullptr, nullptr) <= 0) return wake;
  if (waits[0].revents != 0 && ::read(timer_.get(), &wake.grid_points, sizeof wake.grid_points) < 0)
    wake.grid_points = 0;
  signalfd_siginfo info{};
  if (waits[1].revents != 0 && ::read(signals_.get(), &info, sizeof info) == sizeof info) {
    wake.child = info.ssi_signo == SIGCHLD;
    if (!wake.child) wake.signal = static_cast<int>(info.ssi_signo);
  }
  wake.request = waits[2].revents != 0;
  wake.news = waits[3].revents != 0;
  return wake;
}

}  // namespace vpsfit::sampler
