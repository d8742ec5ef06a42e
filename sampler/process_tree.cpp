// SPDX-License-Identifier: MIT
#include "sampler/process_tree.hpp"

#include <algorithm>
#include <ctime>
#include <string>
#include <unistd.h>
#include <utility>

#include "files/files.hpp"
#include "sampler/descendants.hpp"

namespace vpsfit::sampler {
namespace {

/// A process's own CPU clock, all its threads, exact; where the kernel tells none, what /proc/PID/stat said.
CpuTime own_cpu(const Process& process) {
  clockid_t clock = 0;
  timespec time{};
  if (::clock_getcpuclockid(process.pid, &clock) != 0 || ::clock_gettime(clock, &time) != 0) return process.stat.own;
  return CpuTime{std::int64_t{time.tv_sec} * 1'000'000 + time.tv_nsec / 1000};
}

void add(std::optional<Bytes>& sum, const std::optional<Bytes>& part) {
  if (part) sum = sum.value_or(Bytes{0}) + *part;
}

}  // namespace

ProcessTree::ProcessTree(HostRoot host, pid_t root, bool with_root, std::function<CpuTime()> reaped)
    : host_(std::move(host)), root_(root), with_root_(with_root), reaped_(std::move(reaped)) {}

void ProcessTree::read(recording::Reading& into) { read_family(nullptr, into); }

recording::Instant ProcessTree::read_timed(const Clock& clock, recording::Reading& into) {
  return read_family(&clock, into);
}

// All CPU clocks are read in one go, because finding the processes and reading their maps takes far longer.
recording::Instant ProcessTree::read_family(const Clock* clock, recording::Reading& into) {
  into = {};
  detail_ = {};
  const auto family = descendants(list_processes(host_.proc()), root_, with_root_);
  gone_ = with_root_ && std::none_of(family.begin(), family.end(), [&](const Process& p) { return p.pid == root_; });
  const auto before = clock == nullptr ? recording::Instant{} : clock->now();
  CpuTime cpu = reaped_();
  for (const auto& process : family) cpu += own_cpu(process) + process.stat.of_ended_children;
  const auto after = clock == nullptr ? recording::Instant{} : clock->now();
  if (gone_) return before;
  // A child may be seen neither alive nor yet in its parent's sum; the next reading has it.
  highest_ = std::max(highest_, cpu);
  into.usage = highest_;
  into.memory = Bytes{0};
  for (const auto& process : family) add_memory(process, into);
  detail_.pids = static_cast<std::int64_t>(family.size());
  return before + (after - before) / 2;
}

void ProcessTree::add_memory(const Process& process, recording::Reading& into) {
  const auto text = files::read_whole(host_.proc() / std::to_string(process.pid) / "smaps_rollup");
  auto size = text ? parse_smaps_rollup(*text) : ProportionalSize{};
  // Another user's process hides its maps; its resident pages are the upper bound. A zombie has none.
  if (!size.whole) size.whole = Bytes{process.stat.resident_pages * ::sysconf(_SC_PAGESIZE)};
  add(into.memory, size.whole);
  add(detail_.anon, size.anon);
  add(detail_.file, size.file);
  add(detail_.shmem, size.shmem);
  add(detail_.swap, size.swap);
}

}  // namespace vpsfit::sampler
