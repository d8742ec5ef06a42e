// SPDX-License-Identifier: MIT
#include "sampler/doctor_files.hpp"

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/text.hpp"
#include "files/descriptor.hpp"
#include "files/reason.hpp"

namespace vpsfit::sampler {
namespace {

/// Opens a file and reads a little of it: 0, or the error.
int try_read(const std::filesystem::path& file) {
  const files::Descriptor descriptor(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
  char byte = 0;
  if (!descriptor || ::pread(descriptor.get(), &byte, 1, 0) < 0) return errno;
  return 0;
}

std::string reason(int error) { return error == ENOENT ? std::string("not there") : files::reason(error); }

/// A file, what it is good for, and what to do where it is not there.
struct WantedFile {
  const char* topic;
  const char* file;
  const char* gives;
  const char* remedy;
};

constexpr const char* enable_memory =
    "switch the memory controller on: echo +memory > cgroup.subtree_control of the group above";
constexpr const char* enable_cpu =
    "switch the cpu controller on: echo +cpu > cgroup.subtree_control of the group above";
constexpr const char* enable_pressure = "boot with psi=1, on a kernel of 4.20 or later";

constexpr auto wanted_v2 = std::to_array<WantedFile>({
    {"memory.peak", "memory.peak", "the kernel's peak of memory",
     "use Linux 5.19 or later; samples bound it from below"},
    {"memory.stat", "memory.stat", "working set, anon, file cache", enable_memory},
    {"memory.events", "memory.events", "kills for lack of memory", enable_memory},
    {"memory.swap.current", "memory.swap.current", "swap", "switch swap accounting on: boot with swapaccount=1"},
    {"cpu.max", "cpu.max", "the CPU limit, and throttling beside it", enable_cpu},
    {"cpu.pressure", "cpu.pressure", "time waited for a CPU", enable_pressure},
    {"memory.pressure", "memory.pressure", "time waited for memory", enable_pressure},
    {"io.pressure", "io.pressure", "time waited for disks", enable_pressure},
    {"pids.current", "pids.current", "how many tasks there are", "switch the pids controller on"},
});

Finding judge(const WantedFile& wanted, const std::filesystem::path& folder) {
  const int error = try_read(folder / wanted.file);
  if (error == 0) return {wanted.topic, Health::good, wanted.gives, ""};
  const char* const remedy =
      error == EACCES || error == EPERM ? "run as root, or as the owner of the group" : wanted.remedy;
  return {wanted.topic, Health::limited, fmt::format("{}: {} stays unknown", reason(error), wanted.gives), remedy};
}

/// The first of the files that can be read tells.
Finding main_figure(const char* topic, const std::vector<std::filesystem::path>& files, const char* remedy) {
  int error = ENOENT;
  for (const auto& file : files) {
    error = try_read(file);
    if (error == 0) return {topic, Health::good, fmt::format("read from {}", printable(file.string())), ""};
  }
  return {topic, Health::missing, reason(error), remedy};
}

/// Since Linux 6.12 memory.peak may be written, which its mode tells.
void look_at_peak(std::vector<Finding>& findings, const std::filesystem::path& folder) {
  struct stat info {};
  if (::stat((folder / "memory.peak").c_str(), &info) != 0) return;
  const bool may_reset = (info.st_mode & S_IWUSR) != 0;
  const bool may_write = ::access((folder / "memory.peak").c_str(), W_OK) == 0;
  if (may_reset && may_write) {
    findings.push_back({"peak of a window", Health::good, "memory.peak can be reset for a window of its own", ""});
  } else {
    findings.push_back({"peak of a window", Health::limited,
                        may_reset ? "memory.peak could be reset, but not by this user"
                                  : "memory.peak cannot be reset: it lies between the samples and the older peak",
                        may_reset ? "run as root, or as the owner of the group" : "use Linux 6.12 or later"});
  }
}

}  // namespace

void look_at_files(std::vector<Finding>& findings, const CgroupTree& tree, const Place& place) {
  std::vector<std::filesystem::path> cpu, memory;
  if (place.v2) cpu.push_back(*place.v2 / "cpu.stat");
  if (const auto* const folder = place.v1_of("cpuacct")) cpu.push_back(*folder / "cpuacct.usage");
  if (const auto* const folder = place.v1_of("memory")) memory.push_back(*folder / "memory.usage_in_bytes");
  if (place.v2) memory.push_back(*place.v2 / "memory.current");
  findings.push_back(main_figure("CPU use", cpu, "mount a cgroup tree that has groups, and run as root"));
  findings.push_back(main_figure("memory use", memory, enable_memory));
  if (tree.mode == CgroupMode::unified && place.v2) {
    for (const auto& wanted : wanted_v2) findings.push_back(judge(wanted, *place.v2));
    look_at_peak(findings, *place.v2);
    return;
  }
  if (const auto* const folder = place.v1_of("memory"))
    findings.push_back(
        judge({"memory.max_usage_in_bytes", "memory.max_usage_in_bytes", "the kernel's peak of memory", ""}, *folder));
  if (place.v2)
    findings.push_back(judge({"cpu.pressure", "cpu.pressure", "time waited for a CPU", enable_pressure}, *place.v2));
}

void look_at_host_files(std::vector<Finding>& findings, const HostRoot& host) {
  findings.push_back(judge({"/proc/stat", "stat", "load of the host and stolen time", "mount /proc"}, host.proc()));
  findings.push_back(judge({"/proc/meminfo", "meminfo", "memory of the host", "mount /proc"}, host.proc()));
}

}  // namespace vpsfit::sampler
