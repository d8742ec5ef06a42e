// SPDX-License-Identifier: MIT
#include "sampler/fresh_group.hpp"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <system_error>
#include <thread>
#include <unistd.h>

#include "core/text.hpp"
#include "files/files.hpp"
#include "files/reason.hpp"
#include "sampler/kernel_text.hpp"

namespace vpsfit::sampler {
namespace {

using std::filesystem::path;

bool write_to(const path& file, std::string_view text) {
  const files::Descriptor out(::open(file.c_str(), O_WRONLY | O_CLOEXEC));
  return out && ::write(out.get(), text.data(), text.size()) == static_cast<ssize_t>(text.size());
}

/// Does a file like cgroup.subtree_control name the controller?
bool names(const path& file, std::string_view controller) {
  const auto text = files::read_whole(file);
  if (!text) return false;
  const auto words = split(trim(*text), ' ');
  return std::find(words.begin(), words.end(), controller) != words.end();
}

std::string fresh_name() {
  std::uint32_t random = 0;
  if (::getrandom(&random, sizeof random, 0) != sizeof random) random = static_cast<std::uint32_t>(::getppid());
  return fmt::format("vpsfit-{}-{:08x}", ::getpid(), random);
}

const Membership* own_of(const std::vector<Membership>& own, std::string_view controller) {
  for (const auto& membership : own) {
    const bool has = std::find(membership.controllers.begin(), membership.controllers.end(), controller) !=
                     membership.controllers.end();
    if (controller.empty() ? membership.controllers.empty() : has) return &membership;
  }
  return nullptr;
}

Result<path> own_folder(const Hierarchy& hierarchy, const std::vector<Membership>& own, std::string_view controller) {
  const auto* const membership = own_of(own, controller);
  if (membership == nullptr)
    return fail(ErrorKind::unavailable,
                fmt::format("our own group in the {} hierarchy is unknown", controller.empty() ? "v2" : controller));
  return folder_of(hierarchy, membership->path);
}

/// The folder and all folders below it, the deepest first.
std::vector<path> with_folders_below(const path& top) {
  std::vector<path> folders{top};
  std::error_code error;
  for (std::filesystem::recursive_directory_iterator at(top, error), end; !error && at != end; at.increment(error)) {
    std::error_code vanished;
    if (at->is_directory(vanished)) folders.push_back(at->path());
  }
  std::reverse(folders.begin(), folders.end());
  return folders;
}

/// Sends SIGKILL to all processes of one folder; how many there were.
std::size_t kill_processes(const path& folder) {
  const auto text = files::read_whole(folder / "cgroup.procs");
  if (!text) return 0;
  std::size_t count = 0;
  std::string_view rest = *text;
  while (const auto line = take_line(rest)) {
    const auto pid = parse_count(*line);
    if (!pid || *pid == 0) continue;  // 0: a process of another namespace, which we may not touch
    ::kill(static_cast<pid_t>(*pid), SIGKILL);
    ++count;
  }
  return count;
}

}  // namespace

Result<FreshGroup> FreshGroup::make(const CgroupTree& tree, const std::vector<Membership>& own) {
  if (tree.mode == CgroupMode::none) return fail(ErrorKind::unavailable, "this host has no cgroup tree");
  FreshGroup group;
  const std::string name = fresh_name();
  if (tree.mode == CgroupMode::unified) {
    const auto* const membership = own_of(own, "");
    if (membership == nullptr) return fail(ErrorKind::unavailable, "our own control group is unknown");
    VPSFIT_CHECK(group.make_v2(*tree.v2, membership->path, name));
  } else {
    VPSFIT_CHECK(group.make_v1(tree, own, name));
  }
  VPSFIT_CHECK(group.open_doors());
  return group;
}

// A v2 group that holds processes cannot hand controllers to children, so the new group stands beside our own, under
// the nearest ancestor that hands the memory controller on or can be made to. The true root is free of that rule.
Result<void> FreshGroup::make_v2(const Hierarchy& hierarchy, const std::string& own_path, const std::string& name) {
  VPSFIT_TRY(path parent, folder_of(hierarchy, own_path));
  std::vector<path> parents;
  if (is_whole_machine(parent, false)) parents.push_back(parent);
  while (parent != hierarchy.folder && parent.has_relative_path()) {
    parent = parent.parent_path();
    parents.push_back(parent);
  }
  Error trouble{ErrorKind::unavailable, "no group above our own hands the memory controller on", {}, {}};
  for (const bool enable : {false, true}) {
    for (const auto& at : parents) {
      if (!names(at / "cgroup.subtree_control", "memory") &&
          !(enable && names(at / "cgroup.controllers", "memory") && write_to(at / "cgroup.subtree_control", "+memory")))
        continue;
      auto folder = make_folder(at, name);
      if (!folder) {
        trouble = std::move(folder).error();
        continue;
      }
      const auto relative = folder->lexically_relative(hierarchy.folder).string();
      place_ = Place{(hierarchy.root == "/" ? "" : hierarchy.root) + "/" + relative, *folder, {}};
      return {};
    }
  }
  return fail(std::move(trouble));
}

// v1 groups may hold processes and children, so the new group stands below our own and our limits hold for it. CPU is
// counted by v2 where it can, so that the command's weight against others stays what it is; throttling is read from our
// own cpu group, whose quota is the command's too.
Result<void> FreshGroup::make_v1(const CgroupTree& tree, const std::vector<Membership>& own, const std::string& name) {
  const auto make_in = [&](const Hierarchy& hierarchy, std::string_view controller) -> Result<path> {
    VPSFIT_TRY(const path parent, own_folder(hierarchy, own, controller));
    return make_folder(parent, name);
  };
  const auto* const memory = tree.v1_of("memory");
  if (memory != nullptr) {
    VPSFIT_TRY(place_.v1["memory"], make_in(*memory, "memory"));
  }
  if (tree.v2) {
    const auto folder = make_in(*tree.v2, "");
    if (folder) place_.v2 = *folder;
    if (!folder && memory == nullptr) return fail(folder.error());
  }
  if (!place_.v2 || !files::is_there(*place_.v2 / "cpu.stat")) {
    const auto* const cpuacct = tree.v1_of("cpuacct");
    if (cpuacct == nullptr) return fail(ErrorKind::unavailable, "no hierarchy counts CPU time");
    VPSFIT_TRY(place_.v1["cpuacct"], make_in(*cpuacct, "cpuacct"));
  }
  if (const auto* const pids = tree.v1_of("pids"))
    if (const auto folder = make_in(*pids, "pids")) place_.v1["pids"] = *folder;
  for (const std::string_view controller : {"cpu", "cpuset"})
    if (const auto* const hierarchy = tree.v1_of(controller))
      if (const auto folder = own_folder(*hierarchy, own, controller)) place_.v1.emplace(controller, *folder);
  const auto* const home = own_of(own, memory != nullptr ? "memory" : "");
  place_.path = home == nullptr || home->path == "/" ? "/" + name : home->path + "/" + name;
  return {};
}

Result<path> FreshGroup::make_folder(const path& parent, const std::string& name) {
  path folder = parent / name;
  if (std::find(made_.begin(), made_.end(), folder) != made_.end()) return folder;  // controllers mounted together
  if (::mkdir(folder.c_str(), 0755) != 0)
    return fail(ErrorKind::unavailable,
                fmt::format("no group can be made in {}: {}", parent.string(), files::reason(errno)));
  made_.push_back(folder);
  return folder;
}

Result<void> FreshGroup::open_doors() {
  if (place_.v2) {
    v2_ = files::Descriptor(::open(place_.v2->c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    v2_door_ = files::Descriptor(::open((*place_.v2 / "cgroup.procs").c_str(), O_WRONLY | O_CLOEXEC));
  }
  for (const auto& folder : made_) {
    if (place_.v2 && folder == *place_.v2) continue;
    files::Descriptor door(::open((folder / "cgroup.procs").c_str(), O_WRONLY | O_CLOEXEC));
    if (!door)
      return fail(ErrorKind::unavailable,
                  fmt::format("{} cannot be entered: {}", folder.string(), files::reason(errno)));
    v1_doors_.push_back(std::move(door));
  }
  return {};
}

std::vector<int> FreshGroup::v1_doors() const {
  std::vector<int> doors;
  for (const auto& door : v1_doors_) doors.push_back(door.get());
  return doors;
}

bool FreshGroup::empty(std::chrono::milliseconds patience) {
  const auto give_up = std::chrono::steady_clock::now() + patience;
  for (auto pause = std::chrono::milliseconds(1);; pause = std::min(pause * 2, std::chrono::milliseconds(20))) {
    if (place_.v2) write_to(*place_.v2 / "cgroup.kill", "1");
    std::size_t alive = 0;
    for (const auto& top : made_)
      for (const auto& folder : with_folders_below(top)) alive += kill_processes(folder);
    if (alive == 0) return true;
    if (std::chrono::steady_clock::now() >= give_up) return false;
    std::this_thread::sleep_for(pause);
  }
}

Result<void> FreshGroup::remove() {
  using namespace std::chrono_literals;
  v1_doors_.clear();
  v2_door_.reset();
  v2_.reset();
  int error = 0;
  path stuck;
  for (int attempt = 0; attempt < 100 && !made_.empty(); ++attempt) {
    if (attempt > 0) std::this_thread::sleep_for(std::min(attempt, 50) * 1ms);
    empty(2s);
    std::erase_if(made_, [&](const path& top) {
      for (const auto& folder : with_folders_below(top)) {
        if (::rmdir(folder.c_str()) == 0 || errno == ENOENT) continue;
        error = errno;
        stuck = folder;
        return false;
      }
      return true;
    });
    if (error != 0 && error != EBUSY) break;
  }
  if (made_.empty()) return {};
  made_.clear();
  return fail(ErrorKind::io, fmt::format("the group {} cannot be removed: {}", stuck.string(), files::reason(error)),
              {}, "stop what runs in it and remove it with rmdir");
}

FreshGroup::~FreshGroup() {
  if (!made_.empty()) static_cast<void>(remove());
}

}  // namespace vpsfit::sampler
