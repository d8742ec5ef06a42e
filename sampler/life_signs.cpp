// SPDX-License-Identifier: MIT
#include "sampler/life_signs.hpp"

#include <array>
#include <fcntl.h>
#include <string>
#include <system_error>
#include <unistd.h>

#include "files/files.hpp"
#include "recording/reading.hpp"
#include "sampler/memory_files.hpp"

namespace vpsfit::sampler {
namespace {

namespace fs = std::filesystem;

constexpr int flags = O_RDONLY | O_CLOEXEC;

std::string held_text(const files::Descriptor& fd) {
  std::array<char, 1024> buffer{};
  const ssize_t got = fd ? ::pread(fd.get(), buffer.data(), buffer.size(), 0) : -1;
  return got > 0 ? std::string(buffer.data(), static_cast<std::size_t>(got)) : std::string();
}

/// Where systemd keeps the daemon of an engine; Podman has none.
const char* service_of(Runtime runtime) {
  switch (runtime) {
    case Runtime::docker:
      return "docker.service";
    case Runtime::containerd:
      return "containerd.service";
    case Runtime::crio:
      return "crio.service";
    default:
      return nullptr;
  }
}

/// The top of the hierarchy: the group's folder without the group's path.
std::optional<fs::path> top_of(const fs::path& folder, const std::string& group_path) {
  const std::string whole = folder.string();
  if (!whole.ends_with(group_path)) return std::nullopt;
  return fs::path(whole.substr(0, whole.size() - group_path.size()));
}

}  // namespace

LifeSigns::LifeSigns(const Place& place, Runtime runtime) {
  const fs::path* const v1 = place.v1_of("memory") != nullptr ? place.v1_of("memory") : place.v1_of("cpuacct");
  const fs::path* const any = place.v2 ? &*place.v2 : v1;
  if (any == nullptr) return;
  std::error_code error;
  if (place.v2) {
    folder_ = files::Descriptor(::open(place.v2->c_str(), O_DIRECTORY | flags));
    if (folder_) events_ = files::Descriptor(::openat(folder_.get(), "cgroup.events", flags));
    above_ = files::Descriptor(::open((place.v2->parent_path() / "memory.events").c_str(), flags));
  }
  if (v1 != nullptr && fs::exists(*v1 / "cgroup.procs", error)) v1_procs_ = *v1 / "cgroup.procs";
  if (const auto* const freezer = place.v1_of("freezer"))
    freezer_ = files::Descriptor(::open((*freezer / "freezer.state").c_str(), flags));
  if (const char* const service = service_of(runtime))
    if (const auto top = top_of(v1 != nullptr ? *v1 : *any, place.path))
      if (fs::exists(*top / "system.slice" / service, error)) engine_ = *top / "system.slice" / service;
  static_cast<void>(look());
}

void LifeSigns::open_child() {
  if (child_events_ || !folder_ || looks_for_child_ == 0) return;
  --looks_for_child_;
  child_events_ = files::Descriptor(::openat(folder_.get(), "container/cgroup.events", flags));
}

Life LifeSigns::look() {
  Life life = parse_cgroup_events(held_text(events_));
  open_child();
  const Life inner = parse_cgroup_events(held_text(child_events_));
  if (inner.frozen == true) life.frozen = true;
  if (freezer_)
    if (const auto frozen = parse_freezer_state(held_text(freezer_))) life.frozen = *frozen || life.frozen == true;
  if (!events_ && v1_procs_ && !lived_)  // v1 tells of no change: that something runs has to be seen once
    if (const auto processes = files::read_whole(*v1_procs_, std::size_t{1} << 20))
      life.populated = !processes->empty();
  lived_ = lived_ || life.populated == true;
  // Not once it is empty: what was counted above since something ran in it speaks of its end.
  if (life.populated != false || !kills_above_)
    if (const auto kills = kills_above()) kills_above_ = kills;
  return life;
}

std::vector<int> LifeSigns::descriptors() const {
  std::vector<int> found;
  for (const auto* fd : {&events_, &child_events_})
    if (*fd) found.push_back(fd->get());
  return found;
}

std::optional<std::int64_t> LifeSigns::kills_above() const {
  recording::Detail detail;
  parse_memory_events(held_text(above_), detail);
  return detail.oom_kill;
}

Farewell LifeSigns::farewell() const {
  std::error_code error;
  const auto now = kills_above();
  if (now && kills_above_ && *now > *kills_above_) return Farewell::oom_above;
  if (engine_ && !fs::exists(*engine_, error)) return Farewell::engine_gone;
  if (lived_) return Farewell::exited;
  return events_ || v1_procs_ ? Farewell::removed : Farewell::unknown;
}

}  // namespace vpsfit::sampler
