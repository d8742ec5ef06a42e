// SPDX-License-Identifier: MIT
#include "lab/sampling.hpp"

#include <csignal>
#include <ctime>
#include <sys/eventfd.h>
#include <unistd.h>

#include "sampler/writer_sink.hpp"

namespace vpsfit::lab {
namespace {

constexpr std::chrono::milliseconds time_to_prepare{50};

tl::unexpected<Error> over() {
  return fail(ErrorKind::unavailable, "the sampling has ended: the server exited, or a signal came");
}

}  // namespace

Requests::Requests() : wake_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}

void Requests::wake() {
  const std::uint64_t one = 1;
  static_cast<void>(!::write(wake_.get(), &one, sizeof one));
}

std::optional<sampler::MarkRequest> Requests::next() {
  const std::lock_guard lock(mutex_);
  std::uint64_t drained = 0;
  static_cast<void>(!::read(wake_.get(), &drained, sizeof drained));
  if (!asked_) return std::nullopt;
  asked_ = false;
  return waiting_;
}

void Requests::answer(const Result<void>& result) {
  const std::lock_guard lock(mutex_);
  answer_ = result;
  answered_.notify_all();
}

Result<void> Requests::ask(sampler::MarkRequest request) {
  std::unique_lock lock(mutex_);
  if (closed_) return over();
  waiting_ = std::move(request);
  asked_ = true;
  answer_.reset();
  wake();
  answered_.wait(lock, [&] { return answer_ || closed_; });
  return answer_ ? *answer_ : Result<void>(over());
}

void Requests::ask_to_finish() {
  finish_ = true;
  wake();
}

void Requests::window_opened(std::string_view /*name*/) {
  const std::lock_guard lock(mutex_);
  begun_ = true;
  answered_.notify_all();
}

void Requests::await_begin() {
  std::unique_lock lock(mutex_);
  answered_.wait(lock, [&] { return begun_ || closed_; });
}

void Requests::close() {
  const std::lock_guard lock(mutex_);
  closed_ = true;
  answered_.notify_all();
}

Result<std::unique_ptr<Sampling>> Sampling::begin(const std::filesystem::path& file, const recording::Host& host,
                                                  std::vector<sampler::Subject> subjects, sampler::Job* job) {
  VPSFIT_TRY(auto clock, sampler::SystemClock::make());
  sampler::Plan plan;
  plan.windows = {{std::string(whole_run), std::nullopt}};
  plan.grid_start = clock->now() + time_to_prepare;
  VPSFIT_TRY(auto writer,
             recording::Writer::open(file, host, plan.interval, plan.grid_start, clock->wall() + time_to_prepare));
  std::unique_ptr<Sampling> sampling(new Sampling(std::move(writer)));  // NOLINT: the constructor is private
  sampling->clock_ = std::move(clock);
  sampling->clock_->watch_requests(sampling->requests_.descriptor());
  sampling->thread_ = std::thread([self = sampling.get(), plan, job, subjects = std::move(subjects)]() mutable {
    sampler::WriterSink sink(self->writer_);
    sampler::Session session(std::move(plan), std::move(subjects), *self->clock_, sink, self->requests_, job,
                             &self->requests_);
    self->outcome_ = session.run();
    self->over_ = true;
    self->requests_.close();
  });
  sampling->requests_.await_begin();
  return sampling;
}

Sampling::~Sampling() {
  if (thread_.joinable()) static_cast<void>(finish());
}

Result<sampler::Outcome> Sampling::finish() {
  requests_.ask_to_finish();
  if (thread_.joinable()) thread_.join();
  VPSFIT_CHECK(writer_.finish());
  return *outcome_;
}

CpuTime Sampling::own_cpu() const {
  clockid_t id{};
  timespec used{};
  auto& thread = const_cast<std::thread&>(thread_);  // NOLINT: native_handle() is not const
  if (!thread.joinable() || ::pthread_getcpuclockid(thread.native_handle(), &id) != 0 ||
      ::clock_gettime(id, &used) != 0)
    return CpuTime{0};
  return CpuTime{std::int64_t{used.tv_sec} * 1'000'000 + used.tv_nsec / 1000};
}

int pending_signal() {
  sigset_t pending;
  sigpending(&pending);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP})
    if (sigismember(&pending, signal) == 1) return signal;
  return 0;
}

}  // namespace vpsfit::lab
