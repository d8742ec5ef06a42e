// SPDX-License-Identifier: MIT
#include "lab/stale_groups.hpp"

#include <cerrno>
#include <csignal>
#include <filesystem>
#include <set>
#include <unistd.h>

#include "core/text.hpp"

namespace vpsfit::lab {
namespace {

void remove_stale_in(const std::filesystem::path& parent) {
  std::error_code error;
  for (std::filesystem::directory_iterator at(parent, error), end; !error && at != end; at.increment(error)) {
    const pid_t maker = maker_of(at->path().filename().string());
    // rmdir refuses a group that holds a process or a group.
    if (maker > 0 && ::kill(maker, 0) != 0 && errno == ESRCH) ::rmdir(at->path().c_str());
  }
}

}  // namespace

pid_t maker_of(std::string_view name) {
  const auto parts = split(name, '-');
  if (parts.size() != 3 || parts[0] != "vpsfit" || parts[2].size() != 8 ||
      parts[2].find_first_not_of("0123456789abcdef") != std::string_view::npos)
    return 0;
  const auto pid = parse_int(parts[1]);
  return pid && *pid > 0 && *pid <= INT32_MAX ? static_cast<pid_t>(*pid) : 0;
}

Result<void> remove_stale_groups(const HostView& host) {
  VPSFIT_TRY(auto group, fresh_group(host));
  std::set<std::filesystem::path> parents;
  if (group.place().v2) parents.insert(group.place().v2->parent_path());
  for (const auto& [controller, folder] : group.place().v1) parents.insert(folder.parent_path());
  VPSFIT_CHECK(group.remove());
  for (const auto& parent : parents) remove_stale_in(parent);
  return {};
}

}  // namespace vpsfit::lab
