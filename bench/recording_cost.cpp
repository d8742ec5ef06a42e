// SPDX-License-Identifier: MIT
// What one reading costs in a recording: bytes at rest, bytes written on the way, CPU; beside the pair of preads that
// gets it from the kernel, in the same process. usage: bench_recording [FOLDER]     FOLDER: where the files are written
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <string>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

#include "files/descriptor.hpp"
#include "files/files.hpp"
#include "recording/writer.hpp"

namespace {

using namespace vpsfit;
using namespace vpsfit::recording;
using std::chrono::nanoseconds;

constexpr Instant grid_start{nanoseconds{3'600'000'000'000}};
constexpr nanoseconds interval{1'000'000'000};

double cpu_us() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  const auto micros = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) * 1e6 + static_cast<double>(t.tv_usec);
  };
  return micros(usage.ru_utime) + micros(usage.ru_stime);
}

/// What this process handed to write() so far.
double bytes_written() {
  const auto text = files::read_whole("/proc/self/io");
  const auto at = text ? text->find("wchar: ") : std::string::npos;
  return at == std::string::npos ? 0 : std::strtod(text->c_str() + at + 7, nullptr);
}

template <class T>
T must(Result<T> result) {
  if (!result) {
    fmt::print(stderr, "{}: {}\n", result.error().place, result.error().message);
    std::exit(1);
  }
  if constexpr (!std::is_void_v<T>) return std::move(*result);
}

enum class Set { cpu_and_memory, fast, all };

/// Figures of a service after some hours: counters of ten digits, a memory that moves a little.
TickRow row(RunId run, std::int64_t n, Set set) {
  TickRow result{run, {}, {}};
  Reading& r = result.reading;
  r.usage = CpuTime{5'000'000'000 + run * 1'000'003 + n * 452'137};
  r.memory = Bytes{75'078'041 + (n * 7919 % 251) * 4096};
  if (set == Set::cpu_and_memory) return result;
  r.user = CpuTime{r.usage->count() * 3 / 4};
  r.system = *r.usage - *r.user;
  r.periods = r.throttled_periods = 0;
  r.throttled = CpuTime{0};
  if (set == Set::fast) return result;
  Detail d;
  d.anon = Bytes{60'000'000 + (n % 97) * 4096};
  d.file = Bytes{12'000'000};
  d.inactive_file = d.active_file = Bytes{6'000'000};
  d.shmem = d.sock = d.swap = Bytes{0};
  d.kernel = d.slab_reclaimable = Bytes{2'500'000 + (n % 13) * 4096};
  d.memory_peak = Bytes{80'000'000};
  d.oom = d.oom_kill = d.events_max = d.events_high = d.oom_kill_local = 0;
  d.pids = 12;
  result.detail = d;
  return result;
}

struct Cost {
  double cpu_us_per_row = 0, at_rest = 0, written = 0;
};

Cost record(const std::filesystem::path& file, int targets, Set set) {
  const std::int64_t ticks = std::max<std::int64_t>(200'000 / targets, 200) / (targets == 1 ? 5 : 1);
  const auto open = [&] {
    return must(
        Writer::open(file, {"6.1.0", "x86_64", "CPU", 2, GiB(4), 4096, "unified", "0"}, interval, grid_start, {}));
  };
  std::filesystem::remove(file);
  Writer out = open();
  std::vector<TickRow> rows;
  for (int i = 0; i < targets; ++i) {
    RunStart start;
    start.subject = fmt::format("s{}", i);
    start.started = grid_start;
    rows.push_back(row(must(out.begin_run(start)), 0, set));
  }
  must(out.finish());
  const auto before = static_cast<double>(std::filesystem::file_size(file));
  std::filesystem::remove(file);

  Writer again = open();
  for (TickRow& one : rows) {
    RunStart start;
    start.subject = fmt::format("s{}", one.run);
    start.started = grid_start;
    one.run = must(again.begin_run(start));
  }
  double cpu = 0;
  const double io = bytes_written();
  for (std::int64_t n = 0; n < ticks; ++n) {
    for (TickRow& one : rows) one = row(one.run, n, set);
    const Instant planned = grid_start + n * interval;
    const Tick tick{n, planned, planned + nanoseconds{91'234 + n % 977}, planned + nanoseconds{150'000}};
    const double start = cpu_us();
    must(again.tick(tick, 0, rows));
    cpu += cpu_us() - start;
  }
  const double total = static_cast<double>(ticks) * targets;
  const double written = bytes_written() - io;
  must(again.finish());
  return {cpu / total, (static_cast<double>(std::filesystem::file_size(file)) - before) / total, written / total};
}

/// Groups that go away again; none where they cannot be made.
class Groups {
 public:
  Groups(const std::string& parent, int count) {
    for (int i = 0; i < count; ++i) {
      const std::string path = fmt::format("{}/vpsfit-bench-{}-{}", parent, ::getpid(), i);
      if (::mkdir(path.c_str(), 0755) == 0) paths_.push_back(path);
    }
  }
  ~Groups() {
    for (const std::string& path : paths_) ::rmdir(path.c_str());
  }
  Groups(const Groups&) = delete;
  Groups& operator=(const Groups&) = delete;
  void open(const std::string& name, std::vector<files::Descriptor>& into) const {
    for (const std::string& path : paths_)
      if (files::Descriptor fd(::open((path + "/" + name).c_str(), O_RDONLY | O_CLOEXEC)); fd)
        into.push_back(std::move(fd));
  }

 private:
  std::vector<std::string> paths_;
};

/// The pair that a tick reads of each target, over as many groups as in the middle rows; 0 where none can be made.
double pread_pair_us() {
  constexpr int groups = 200, rounds = 500;
  const bool is_hybrid = std::filesystem::exists("/sys/fs/cgroup/unified/cgroup.procs");
  const Groups cpu(is_hybrid ? "/sys/fs/cgroup/unified" : "/sys/fs/cgroup", groups);
  const Groups memory(is_hybrid ? "/sys/fs/cgroup/memory" : "/sys/fs/cgroup/none", groups);
  std::vector<files::Descriptor> all;
  cpu.open("cpu.stat", all);
  is_hybrid ? memory.open("memory.usage_in_bytes", all) : cpu.open("memory.current", all);
  if (all.size() != 2 * groups) return 0;
  std::array<char, 4096> text{};
  const double start = cpu_us();
  for (int round = 0; round < rounds; ++round)
    for (std::size_t i = 0; i < groups; ++i)
      for (const std::size_t at : {i, i + groups})
        if (::pread(all[at].get(), text.data(), text.size(), 0) <= 0) return 0;
  return (cpu_us() - start) / rounds / groups;
}

}  // namespace

int main(int argc, char** argv) {
  const auto file = std::filesystem::path(argc > 1 ? argv[1] : ".") / "bench-recording.db";
  const double pair = pread_pair_us();
  fmt::print("pread pair: {:.2f} us\n", pair);
  fmt::print("{:<16} {:>7} {:>13} {:>15} {:>11} {:>9}\n", "set", "targets", "bytes at rest", "bytes written", "us CPU",
             "x pair");
  for (const auto& [name, set] : {std::pair{"CPU and memory", Set::cpu_and_memory}, std::pair{"fast set", Set::fast},
                                  std::pair{"fast + slow set", Set::all}})
    for (const int targets : {1, 200, 1000}) {
      const Cost cost = record(file, targets, set);
      const std::string ratio = pair > 0 ? fmt::format("{:.2f}", cost.cpu_us_per_row / pair) : "-";
      fmt::print("{:<16} {:>7} {:>13.1f} {:>15.0f} {:>11.2f} {:>9}\n", name, targets, cost.at_rest, cost.written,
                 cost.cpu_us_per_row, ratio);
    }
  std::filesystem::remove(file);
}
