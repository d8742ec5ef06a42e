// SPDX-License-Identifier: MIT
#pragma once

#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <unistd.h>

#include "sampler/cgroup_tree.hpp"

/// A whole host as a folder, removed at the end of the test.
class FakeHost {
 public:
  FakeHost() {
    std::string name = (std::filesystem::temp_directory_path() / "vpsfit-host-XXXXXX").string();
    REQUIRE(::mkdtemp(name.data()) != nullptr);
    folder_ = name;
  }
  FakeHost(const FakeHost&) = delete;
  FakeHost& operator=(const FakeHost&) = delete;
  ~FakeHost() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }

  /// Writes a file below the folder; "sys/fs/cgroup/a/cpu.stat".
  void write(const std::string& name, const std::string& text) const {
    const auto file = folder_ / name;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file) << text;
  }
  /// Makes a folder that statfs would call a cgroup file system, with all below it.
  void mount(const std::string& name, vpsfit::sampler::FileSystemKind kind) {
    std::filesystem::create_directories(folder_ / name);
    kinds_[folder_ / name] = kind;
  }
  [[nodiscard]] vpsfit::sampler::HostRoot root() const { return {folder_}; }
  [[nodiscard]] vpsfit::sampler::CgroupTree tree() const {
    return vpsfit::sampler::detect_cgroup_tree(root(), [this](const std::filesystem::path& at) {
      const auto found = kinds_.find(at);
      return found == kinds_.end() ? vpsfit::sampler::FileSystemKind::other : found->second;
    });
  }
  [[nodiscard]] std::filesystem::path at(const std::string& name) const { return folder_ / name; }

  /// A pure v2 host with the usual mount.
  void make_unified() {
    mount("sys/fs/cgroup", vpsfit::sampler::FileSystemKind::cgroup2);
    write("proc/self/mountinfo", "30 23 0:26 / /sys/fs/cgroup rw,nosuid - cgroup2 cgroup2 rw,nsdelegate\n");
  }
  /// A hybrid host: cpu and cpuacct mounted together, v2 beside.
  void make_hybrid() {
    using vpsfit::sampler::FileSystemKind;
    for (const char* name : {"memory", "cpu,cpuacct", "cpuset", "pids"})
      mount(std::string("sys/fs/cgroup/") + name, FileSystemKind::cgroup1);
    mount("sys/fs/cgroup/unified", FileSystemKind::cgroup2);
    write("proc/self/mountinfo",
          "31 23 0:28 / /sys/fs/cgroup rw - tmpfs tmpfs rw\n"
          "32 31 0:29 / /sys/fs/cgroup/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct\n"
          "34 31 0:31 / /sys/fs/cgroup/cpuset rw - cgroup cgroup rw,cpuset\n"
          "35 31 0:32 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n"
          "39 31 0:36 / /sys/fs/cgroup/pids rw - cgroup cgroup rw,pids\n"
          "40 31 0:37 / /sys/fs/cgroup/systemd rw - cgroup cgroup rw,name=systemd\n"
          "41 31 0:38 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n");
  }

 private:
  std::filesystem::path folder_;
  std::map<std::filesystem::path, vpsfit::sampler::FileSystemKind> kinds_;
};
