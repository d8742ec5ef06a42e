// SPDX-License-Identifier: MIT
// What one target costs a tick: the sampler without and with a recording, beside a bare loop that waits on the same
// kind of timer and reads the same files, in turn, in one process. Groups are made below our own and removed at the
// end. usage: bench_sampler GROUPS TICKS ROUNDS        needs root (or a delegated group); 50 ms from tick to tick
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <string>
#include <sys/resource.h>
#include <sys/timerfd.h>
#include <unistd.h>
#include <vector>

#include "files/files.hpp"
#include "recording/writer.hpp"
#include "sampler/fresh_group.hpp"
#include "sampler/group.hpp"
#include "sampler/host_facts.hpp"
#include "sampler/session.hpp"
#include "sampler/system_clock.hpp"
#include "sampler/writer_sink.hpp"

namespace {

using namespace vpsfit;
using namespace std::chrono_literals;

constexpr std::chrono::nanoseconds interval = 50ms;

/// Takes everything and keeps nothing.
class NoSink : public sampler::Sink {
 public:
  Result<sampler::BegunRun> begin_run(const recording::RunStart&) override { return sampler::BegunRun{++runs_, "1"}; }
  Result<void> end_run(recording::RunId, const recording::RunEnd&) override { return {}; }
  Result<recording::WindowId> begin_window(recording::RunId run, std::string_view, const recording::Edge&) override {
    return run;
  }
  Result<void> end_window(recording::WindowId, const recording::Edge&) override { return {}; }
  Result<void> tick(const recording::Tick&, std::int64_t, const std::vector<recording::TickRow>&) override {
    return {};
  }
  Result<void> notice(recording::RunId, const Notice&) override { return {}; }
  [[nodiscard]] std::size_t unsaved_ticks() const override { return 0; }

 private:
  recording::RunId runs_ = 0;
};

std::chrono::microseconds cpu_used() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  const auto micros = [](const timeval& t) {
    return std::chrono::seconds(t.tv_sec) + std::chrono::microseconds(t.tv_usec);
  };
  return micros(usage.ru_utime) + micros(usage.ru_stime);
}

/// Private memory of this process, from the kernel.
Bytes private_memory() {
  const auto text = files::read_whole("/proc/self/smaps_rollup");
  std::int64_t kib = 0;
  if (text)
    for (const char* key : {"Private_Clean:", "Private_Dirty:"})
      if (const auto at = text->find(key); at != std::string::npos)
        kib += std::atol(text->c_str() + at + std::strlen(key));
  return KiB(kib);
}

std::vector<sampler::Membership> own_groups() {
  const auto text = files::read_whole("/proc/self/cgroup");
  return sampler::parse_memberships(text.value_or(""));
}

/// The files of every group, by their paths: those of each tick, and those of every fifth.
struct FileNames {
  std::vector<std::vector<std::string>> fast, slow;
};

/// The same, open for the bare loop; closed again before the sampler opens its own, as descriptors are scarce.
class BareFiles {
 public:
  explicit BareFiles(const FileNames& names) : fast(open(names.fast)), slow(open(names.slow)) {}
  std::vector<std::vector<files::Descriptor>> fast, slow;

 private:
  static std::vector<std::vector<files::Descriptor>> open(const std::vector<std::vector<std::string>>& names) {
    std::vector<std::vector<files::Descriptor>> result;
    for (const auto& group : names) {
      auto& opened = result.emplace_back();
      for (const auto& name : group) opened.emplace_back(::open(name.c_str(), O_RDONLY | O_CLOEXEC));
    }
    return result;
  }
};

struct Bench {
  sampler::CgroupTree tree = sampler::detect_cgroup_tree(sampler::HostRoot{});
  std::vector<sampler::FreshGroup> groups;
  int ticks = 0;

  Result<std::vector<sampler::Subject>> subjects() const {
    std::vector<sampler::Subject> result;
    const auto buffer = std::make_shared<sampler::ReadBuffer>();
    for (std::size_t i = 0; i < groups.size(); ++i) {
      VPSFIT_TRY(auto group, sampler::Group::open(groups[i].place(), buffer));
      recording::RunStart start;
      start.subject = fmt::format("group-{}", i);
      start.target = start.subject;
      start.group_path = groups[i].place().path;
      result.emplace_back(std::move(group), std::move(start), sampler::MissingFigures{});
    }
    return result;
  }

  /// The sampler as `vpsfit sample` runs it; its CPU for the ticks alone.
  Result<std::chrono::microseconds> sample(sampler::Sink& sink) const {
    VPSFIT_TRY(auto clock, sampler::SystemClock::make());
    VPSFIT_TRY(auto all, subjects());
    sampler::Plan plan;
    plan.interval = interval;
    plan.windows = {{"all", interval * ticks}};
    plan.grid_start = clock->now() + interval;
    sampler::Observer nobody;
    sampler::Session session(std::move(plan), std::move(all), *clock, sink, nobody, nullptr, nullptr);
    const auto before = cpu_used();
    const auto outcome = session.run();
    if (outcome.failure) return fail(*outcome.failure);
    return cpu_used() - before;
  }

  /// The bare loop: the files that the sampler holds open, the slow ones of each group every fifth tick.
  [[nodiscard]] std::chrono::microseconds bare(const FileNames& names) const {
    const BareFiles files(names);
    const int timer = ::timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC);
    timespec now{};
    ::clock_gettime(CLOCK_MONOTONIC, &now);
    const itimerspec times{{0, interval.count()}, {now.tv_sec, std::min(now.tv_nsec + 1'000'000, 999'999'999L)}};
    ::timerfd_settime(timer, TFD_TIMER_ABSTIME, &times, nullptr);
    static std::array<char, 16384> buffer;
    const auto before = cpu_used();
    for (int tick = 0; tick < ticks; ++tick) {
      std::uint64_t expirations = 0;
      if (::read(timer, &expirations, sizeof expirations) < 0) break;
      for (std::size_t i = 0; i < files.fast.size(); ++i) {
        for (const auto& fd : files.fast[i]) static_cast<void>(!::pread(fd.get(), buffer.data(), buffer.size(), 0));
        if ((static_cast<std::size_t>(tick) + i) % sampler::detail_cadence != 0) continue;
        for (const auto& fd : files.slow[i]) static_cast<void>(!::pread(fd.get(), buffer.data(), buffer.size(), 0));
      }
    }
    const auto used = cpu_used() - before;
    ::close(timer);
    return used;
  }
};

bool is_fast(const std::string& file) {
  const auto name = std::filesystem::path(file).filename().string();
  return name == "cpu.stat" || name == "memory.current" || name == "memory.usage_in_bytes" ||
         name.starts_with("cpuacct.");
}

/// The control group files that this process has open, as paths.
std::vector<std::string> open_group_files() {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) {
    std::error_code gone;
    const auto target = std::filesystem::read_symlink(entry.path(), gone).string();
    if (!gone && target.starts_with("/sys/fs/cgroup") && std::filesystem::is_regular_file(target, gone) &&
        !target.ends_with("/cgroup.procs"))
      files.push_back(target);
  }
  return files;
}

/// The files that the sampler holds open for each group, found by opening it and looking.
Result<FileNames> files_of(const Bench& bench) {
  FileNames files;
  const auto buffer = std::make_shared<sampler::ReadBuffer>();
  for (const auto& fresh : bench.groups) {
    VPSFIT_TRY(const auto group, sampler::Group::open(fresh.place(), buffer));
    auto& fast = files.fast.emplace_back();
    auto& slow = files.slow.emplace_back();
    for (auto& name : open_group_files()) (is_fast(name) ? fast : slow).push_back(std::move(name));
  }
  return files;
}

std::string spread(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return fmt::format("{:.2f} ({:.2f} to {:.2f})", values[values.size() / 2], values.front(), values.back());
}

Result<void> run(std::size_t count, int ticks, int rounds) {
  Bench bench;
  bench.ticks = ticks;
  rlimit limit{};
  ::getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = limit.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &limit);
  const auto own = own_groups();
  for (std::size_t i = 0; i < count; ++i) {
    VPSFIT_TRY(auto group, sampler::FreshGroup::make(bench.tree, own));
    bench.groups.push_back(std::move(group));
  }
  VPSFIT_TRY(const FileNames files, files_of(bench));
  fmt::print("{} groups, {} files each tick and {} each fifth tick per group, {} ticks, {} rounds\n", count,
             files.fast[0].size(), files.slow[0].size(), ticks, rounds);

  const auto folder = std::filesystem::temp_directory_path() / fmt::format("vpsfit-bench-{}", ::getpid());
  std::filesystem::create_directory(folder);
  std::vector<double> without, with, micros;
  Bytes most_memory{0};
  for (int round = 0; round < rounds; ++round) {
    const auto bare = bench.bare(files);
    NoSink nothing;
    VPSFIT_TRY(const auto sampled, bench.sample(nothing));
    VPSFIT_TRY(const auto clock, sampler::SystemClock::make());
    const auto before = private_memory();
    VPSFIT_TRY(auto writer, recording::Writer::open(folder / fmt::format("{}.db", round),
                                                    sampler::host_facts(sampler::HostRoot{}, bench.tree, "bench"),
                                                    interval, clock->now(), clock->wall()));
    sampler::WriterSink sink(writer);
    VPSFIT_TRY(const auto recorded, bench.sample(sink));
    most_memory = std::max(most_memory, private_memory() - before);
    VPSFIT_CHECK(writer.finish());
    const auto each = [&](std::chrono::microseconds total) { return static_cast<double>(total.count()); };
    without.push_back(each(sampled) / each(bare));
    with.push_back(each(recorded) / each(bare));
    micros.push_back(each(bare) / static_cast<double>(count) / ticks);
  }
  std::filesystem::remove_all(folder);
  fmt::print("  bare loop, microseconds of CPU per group and tick: {}\n", spread(micros));
  fmt::print("  sampler / bare loop, without a recording:          {}\n", spread(without));
  fmt::print("  sampler / bare loop, with a recording:             {}\n", spread(with));
  fmt::print("  private memory of sampler and recording:           {}\n", to_text(most_memory));
  return {};
}

}  // namespace

int main(int argc, char** argv) {
  const auto number = [&](int at, int usual) { return argc > at ? std::atoi(argv[at]) : usual; };
  const int groups = number(1, 100), ticks = number(2, 100), rounds = number(3, 3);
  if (groups < 1 || ticks < 10 || rounds < 1) {
    fmt::print(stderr, "usage: bench_sampler GROUPS TICKS ROUNDS\n");
    return 2;
  }
  const auto done = run(static_cast<std::size_t>(groups), ticks, rounds);
  if (!done) fmt::print(stderr, "bench_sampler: {} {}\n", done.error().place, done.error().message);
  return done ? 0 : 1;
}
