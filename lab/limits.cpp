// SPDX-License-Identifier: MIT
#include "lab/limits.hpp"

#include <cerrno>
#include <fcntl.h>
#include <fmt/format.h>
#include <sched.h>
#include <system_error>
#include <unistd.h>

#include "core/decimal.hpp"
#include "core/text.hpp"
#include "files/descriptor.hpp"
#include "files/files.hpp"
#include "files/reason.hpp"
#include "sampler/limits.hpp"

namespace vpsfit::lab {
namespace {

using std::filesystem::path;

Result<void> write_limit(const path& file, const std::string& text) {
  const files::Descriptor out(::open(file.c_str(), O_WRONLY | O_CLOEXEC));
  if (out && ::write(out.get(), text.data(), text.size()) == static_cast<ssize_t>(text.size())) return {};
  return fail(ErrorKind::unavailable,
              fmt::format("the limit {} cannot be set to {}: {}", file.filename().string(), text, files::reason(errno)),
              file.string());
}

/// Is there anything to swap to?
bool has_swap(const path& proc) {
  const auto text = files::read_whole(proc / "swaps");
  return !text || split(trim(*text), '\n').size() > 1;
}

Result<void> set_memory(const sampler::Place& group, bool unified, const ServerLimits& limits) {
  const std::string memory = std::to_string(limits.memory->count());
  if (unified) {
    VPSFIT_CHECK(write_limit(*group.v2 / "memory.max", memory));
    if (!limits.swap) return {};
    const path swap = *group.v2 / "memory.swap.max";
    return files::is_there(swap) || has_swap("/proc") ? write_limit(swap, std::to_string(limits.swap->count()))
                                                      : Result<void>{};
  }
  const auto* const folder = group.v1_of("memory");
  if (folder == nullptr)
    return fail(ErrorKind::unavailable, "this host has no memory controller: memory cannot be limited", {},
                "leave out memory");
  VPSFIT_CHECK(write_limit(*folder / "memory.limit_in_bytes", memory));
  if (!limits.swap) return {};
  const path both = *folder / "memory.memsw.limit_in_bytes";
  // Without swap on the host, or an account of it, there is nothing to limit or no way to do it.
  if (!files::is_there(both) && !has_swap("/proc")) return {};
  return write_limit(both, std::to_string(limits.memory->count() + limits.swap->count()));
}

}  // namespace

Result<void> set_limits(const sampler::CgroupTree& tree, const sampler::Place& group, const ServerLimits& limits) {
  const bool unified = tree.mode == sampler::CgroupMode::unified;
  if (limits.memory) VPSFIT_CHECK(set_memory(group, unified, limits));
  if (!limits.cpus) return {};
  if (!unified)
    return fail(ErrorKind::unavailable, "a quota of processor time can be set only where cgroup v2 has all controllers",
                {}, "limit by cpuset instead");
  // The parent hands the controller on only where somebody asked it to.
  if (!files::is_there(*group.v2 / "cpu.max"))
    VPSFIT_CHECK(write_limit(group.v2->parent_path() / "cgroup.subtree_control", "+cpu"));
  VPSFIT_TRY(const std::int64_t quota, (*limits.cpus * Rational(quota_period_us)).floor());
  return write_limit(*group.v2 / "cpu.max", fmt::format("{} {}", quota, quota_period_us));
}

Result<recording::Limits> check_limits(const sampler::CgroupTree& tree, const sampler::Place& group,
                                       const ServerLimits& limits) {
  recording::Limits real = sampler::effective_limits(tree, group);
  const std::int64_t page = ::sysconf(_SC_PAGESIZE);
  if (limits.memory && (!real.memory || real.memory->count() != limits.memory->count() / page * page))
    return fail(
        ErrorKind::refused,
        fmt::format("{} bytes of memory were asked for, and {} hold (set by {})", limits.memory->count(),
                    real.memory ? std::to_string(real.memory->count()) : "no limit", printable(real.memory_from, 80)),
        "limits.memory", "ask for what the host allows");
  if (limits.cpus && (!real.cpu_cores || *real.cpu_cores != *limits.cpus))
    return fail(
        ErrorKind::refused,
        fmt::format("a quota of {} processors was asked for, and {} hold", to_decimal(*limits.cpus, Rounding::down),
                    real.cpu_cores ? to_decimal(*real.cpu_cores, Rounding::down) : "no limit"),
        "limits.cpus", "ask for what the host allows");
  if (limits.cpuset) real.cpuset_cpus = limits.cpuset->size();
  return real;
}

Result<CpuSet> affinity_of(pid_t process) {
  cpu_set_t mask;
  CPU_ZERO(&mask);
  if (::sched_getaffinity(process, sizeof mask, &mask) != 0)
    return fail(ErrorKind::unavailable,
                fmt::format("the processors of process {} are unknown: {}", process, files::reason(errno)));
  std::set<int> cpus;
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu)
    if (CPU_ISSET(static_cast<std::size_t>(cpu), &mask)) cpus.insert(cpu);
  return CpuSet(std::move(cpus));
}

}  // namespace vpsfit::lab
