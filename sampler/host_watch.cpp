// SPDX-License-Identifier: MIT
#include "sampler/host_watch.hpp"

#include <array>
#include <fcntl.h>
#include <unistd.h>

#include "sampler/pressure_files.hpp"

namespace vpsfit::sampler {
namespace {

constexpr std::chrono::milliseconds still_good{20};

}  // namespace

HostWatch::HostWatch(const HostRoot& host) : stat_(::open((host.proc() / "stat").c_str(), O_RDONLY | O_CLOEXEC)) {}

void HostWatch::read(recording::Instant now, recording::Context& into) {
  if (!stat_) return;
  if (!read_at_ || now - *read_at_ > still_good) {
    latest_ = {};
    read_at_ = now;
    std::array<char, 4096> text{};  // the first line is all that counts
    const auto got = ::pread(stat_.get(), text.data(), text.size(), 0);
    if (got > 0) parse_proc_stat({text.data(), static_cast<std::size_t>(got)}, ::sysconf(_SC_CLK_TCK), latest_);
  }
  into.host_busy = latest_.host_busy;
  into.host_idle = latest_.host_idle;
  into.host_steal = latest_.host_steal;
}

}  // namespace vpsfit::sampler
