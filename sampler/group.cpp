// SPDX-License-Identifier: MIT
#include "sampler/group.hpp"

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/text.hpp"
#include "files/reason.hpp"
#include "sampler/cpu_files.hpp"
#include "sampler/memory_files.hpp"
#include "sampler/pressure_files.hpp"

namespace vpsfit::sampler {
namespace {

using recording::Detail;
using recording::Reading;

void take_memory(std::string_view text, Reading& into) { into.memory = parse_bytes_file(text); }
void take_peak(std::string_view text, Detail& into) { into.memory_peak = parse_bytes_file(text); }
void take_swap(std::string_view text, Detail& into) { into.swap = parse_bytes_file(text); }
void take_kernel(std::string_view text, Detail& into) { into.kernel = parse_bytes_file(text); }
void take_failures(std::string_view text, Detail& into) { into.events_max = parse_single(text); }
void take_pids(std::string_view text, Detail& into) { into.pids = parse_single(text); }

constexpr FileKind cpu_v2{"cpu.stat", parse_cpu_stat, nullptr};
constexpr FileKind cpu_usage_v1{"cpuacct.usage", parse_cpuacct_usage, nullptr};
constexpr FileKind cpu_user_v1{"cpuacct.usage_user", parse_cpuacct_user, nullptr};
constexpr FileKind cpu_system_v1{"cpuacct.usage_sys", parse_cpuacct_system, nullptr};
constexpr FileKind periods_v1{"cpu.stat", parse_cpu_stat_v1, nullptr};
constexpr FileKind memory_v2{"memory.current", take_memory, nullptr};
constexpr FileKind memory_v1{"memory.usage_in_bytes", take_memory, nullptr};
constexpr FileKind pids{"pids.current", nullptr, take_pids};

constexpr auto slow_v2 = std::to_array<FileKind>({
    {"memory.stat", nullptr, parse_memory_stat},
    {"memory.peak", nullptr, take_peak},
    {"memory.swap.current", nullptr, take_swap},
    {"memory.events", nullptr, parse_memory_events},
    {"memory.events.local", nullptr, parse_memory_events_local},
});
constexpr auto slow_v1 = std::to_array<FileKind>({
    {"memory.stat", nullptr, parse_memory_stat_v1},
    {"memory.max_usage_in_bytes", nullptr, take_peak},
    {"memory.kmem.usage_in_bytes", nullptr, take_kernel},
    {"memory.oom_control", nullptr, parse_oom_control},
    {"memory.failcnt", nullptr, take_failures},
});

}  // namespace

Result<std::unique_ptr<Group>> Group::open(const Place& place, std::shared_ptr<ReadBuffer> buffer, Runtime runtime) {
  std::unique_ptr<Group> group(new Group(std::move(buffer)));  // NOLINT: the constructor is private
  VPSFIT_CHECK(group->open_files(place));
  group->signs_ = LifeSigns(place, runtime);
  return group;
}

Result<void> Group::open_files(const Place& place) {
  const auto v2 = v2_ = hold(place.v2 ? &*place.v2 : nullptr);
  const auto memory = hold(place.v1_of("memory"));
  const auto cpuacct = hold(place.v1_of("cpuacct"));
  const auto cpu = hold(place.v1_of("cpu"));
  const auto pids_folder = hold(place.v1_of("pids"));
  if (folders_.empty())
    return fail(ErrorKind::unavailable, fmt::format("the group '{}' cannot be opened: {}", printable(place.path),
                                                    files::reason(last_open_error_)));
  struct stat info {};
  if (::fstat(folders_.front().get(), &info) == 0) inode_ = info.st_ino;

  const bool cpu_of_v2 = open_cpu(v2, cpuacct, cpu);
  const bool memory_of_v2 = open_memory(v2, memory);
  if (missing_.size() == 2)
    return fail(ErrorKind::unavailable,
                fmt::format("neither CPU nor memory of the group '{}' can be read: {}", printable(place.path),
                            missing_.back().second),
                {}, "enable the memory controller in cgroup.subtree_control of the group above it, or run as root");
  if (!try_open(pids_folder, pids)) try_open(v2, pids);
  kind_ = cpu_of_v2 && memory_of_v2   ? recording::SourceKind::cgroup2
          : cpu_of_v2 || memory_of_v2 ? recording::SourceKind::hybrid
                                      : recording::SourceKind::cgroup1;
  return {};
}

/// True: CPU is read from v2 (or from nowhere, which decides nothing).
bool Group::open_cpu(Folder v2, Folder cpuacct, Folder cpu) {
  last_open_error_ = ENOENT;
  const bool of_v2 = try_open(v2, cpu_v2);
  const bool of_v1 = !of_v2 && try_open(cpuacct, cpu_usage_v1);
  if (of_v1) {
    try_open(cpuacct, cpu_user_v1);
    try_open(cpuacct, cpu_system_v1);
  }
  if (!of_v2 && !of_v1) missing_.emplace_back("cpu", files::reason(last_open_error_));
  try_open(cpu, periods_v1);
  return !of_v1;
}

/// True: memory is read from v2 (or from nowhere).
bool Group::open_memory(Folder v2, Folder memory) {
  last_open_error_ = ENOENT;
  if (try_open(memory, memory_v1)) {
    for (const auto& kind : slow_v1) try_open(memory, kind);
    return false;
  }
  if (try_open(v2, memory_v2)) {
    for (const auto& kind : slow_v2) try_open(v2, kind);
  } else {
    missing_.emplace_back("memory", last_open_error_ == ENOENT ? "the memory controller is not enabled for this group"
                                                               : files::reason(last_open_error_));
  }
  return true;
}

Group::Folder Group::hold(const std::filesystem::path* folder) {
  if (folder == nullptr) return std::nullopt;
  files::Descriptor fd(::open(folder->c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!fd) {
    last_open_error_ = errno;
    return std::nullopt;
  }
  folders_.push_back(std::move(fd));
  return folders_.size() - 1;
}

bool Group::try_open(Folder folder, const FileKind& kind) {
  if (!folder) return false;
  files::Descriptor fd(::openat(folders_[*folder].get(), kind.name, O_RDONLY | O_CLOEXEC));
  if (!fd) {
    last_open_error_ = errno;
    return false;
  }
  // Some files open and then refuse (a threaded group, pressure that is switched off): one read tells.
  char byte = 0;
  if (::pread(fd.get(), &byte, 1, 0) < 0) {
    last_open_error_ = errno;
    return false;
  }
  (kind.fast != nullptr ? fast_ : slow_).push_back(File{&kind, *folder, std::move(fd)});
  return true;
}

std::string_view Group::text_of(File& file) {
  if (!file.fd) return {};
  for (int attempt = 0;;) {
    const ssize_t got = ::pread(file.fd.get(), buffer_->data(), buffer_->size(), 0);
    if (got >= 0) return {buffer_->data(), static_cast<std::size_t>(got)};
    if (errno == EINTR) continue;
    if (errno != ENODEV || ++attempt > 1 || !reopen(file)) return {};
  }
}

// ENODEV for ever: either the group was removed, or its controller was switched off and perhaps on again. In the last
// case the file can be opened anew through the same folder.
bool Group::reopen(File& file) {
  file.fd = files::Descriptor(::openat(folders_[file.folder].get(), file.kind->name, O_RDONLY | O_CLOEXEC));
  if (file.fd) return true;
  if (::faccessat(folders_[file.folder].get(), "cgroup.procs", F_OK, 0) != 0) gone_ = true;
  return false;
}

Life Group::look() {
  const Life life = signs_.look();
  if (!life.populated && ::faccessat(folders_.front().get(), "cgroup.procs", F_OK, 0) != 0) gone_ = true;
  return life;
}

void Group::read(Reading& into) {
  into = Reading{};
  for (auto& file : fast_)
    if (const auto text = text_of(file); !text.empty()) file.kind->fast(text, into);
}

void Group::read(Detail& into) {
  into = Detail{};
  // A controller that was switched off may be back: at this slower pace it is worth a look.
  for (auto* set : {&fast_, &slow_})
    for (auto& file : *set)
      if (!file.fd && !gone_) reopen(file);
  for (auto& file : slow_)
    if (const auto text = text_of(file); !text.empty()) file.kind->slow(text, into);
}

void Group::read_beside(recording::Context& into) {
  if (!v2_ || gone_) return;
  const auto pressure = [&](const char* name) {
    const files::Descriptor file(::openat(folders_[*v2_].get(), name, O_RDONLY | O_CLOEXEC));
    const ssize_t got = file ? ::pread(file.get(), buffer_->data(), buffer_->size(), 0) : -1;
    return got > 0 ? parse_pressure({buffer_->data(), static_cast<std::size_t>(got)}) : Pressure{};
  };
  const Pressure cpu = pressure("cpu.pressure"), memory = pressure("memory.pressure"), io = pressure("io.pressure");
  into.cpu_some = cpu.some, into.cpu_full = cpu.full;
  into.memory_some = memory.some, into.memory_full = memory.full;
  into.io_some = io.some, into.io_full = io.full;
}

// Tried once: a kernel that refuses it will refuse it every time.
std::unique_ptr<PeakWatch> Group::watch_peak() {
  if (!v2_ || gone_ || !may_reset_peak_) return nullptr;
  auto watch = sampler::watch_peak(folders_[*v2_].get());
  may_reset_peak_ = watch != nullptr;
  return watch;
}

recording::Instant Group::read_timed(const Clock& clock, Reading& into) {
  into = Reading{};
  recording::Instant at = clock.now();
  for (auto& file : fast_) {
    const auto before = clock.now();
    const auto text = text_of(file);
    if (file.kind == fast_.front().kind) at = before + (clock.now() - before) / 2;
    if (!text.empty()) file.kind->fast(text, into);
  }
  return at;
}

}  // namespace vpsfit::sampler
