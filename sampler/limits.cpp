// SPDX-License-Identifier: MIT
#include "sampler/limits.hpp"

#include <functional>
#include <optional>
#include <string>

#include "files/files.hpp"
#include "sampler/cpu_files.hpp"
#include "sampler/memory_files.hpp"

namespace vpsfit::sampler {
namespace {

std::optional<std::string> text_of(const std::filesystem::path& file) {
  auto text = files::read_whole(file, 64 * 1024);
  if (!text) return std::nullopt;
  return *std::move(text);
}

/// Calls `visit(folder, group path)` for the group and each of its ancestors up to the mounted root.
void upwards(const Hierarchy& hierarchy, std::filesystem::path folder,
             const std::function<void(const std::filesystem::path&, const std::string&)>& visit) {
  for (;;) {
    const auto relative = folder.lexically_relative(hierarchy.folder);
    if (relative.empty() || *relative.begin() == "..") return;
    const std::string root = hierarchy.root == "/" ? "" : hierarchy.root;
    const bool top = relative == ".";
    visit(folder, top ? hierarchy.root : root + "/" + relative.string());
    if (top) return;
    folder = folder.parent_path();
  }
}

template <class T>
void tighten(std::optional<T>& limit, std::string& from, const std::optional<Ceiling<T>>& seen,
             const std::string& group) {
  if (!seen || !seen->value || (limit && *limit <= *seen->value)) return;
  limit = seen->value;
  from = group;
}

void limit_cpus(recording::Limits& limits, const std::filesystem::path& folder, const char* name) {
  if (limits.cpuset_cpus) return;  // the nearest one is already the intersection of all above it
  if (const auto text = text_of(folder / name)) limits.cpuset_cpus = count_cpus(*text);
}

std::optional<Ceiling<Rational>> quota_v1(const std::filesystem::path& folder) {
  const auto quota = text_of(folder / "cpu.cfs_quota_us");
  const auto period = text_of(folder / "cpu.cfs_period_us");
  return quota && period ? parse_cfs_quota(*quota, *period) : std::nullopt;
}

void limits_of_v2(recording::Limits& limits, const Hierarchy& hierarchy, const std::filesystem::path& folder) {
  upwards(hierarchy, folder, [&](const std::filesystem::path& at, const std::string& group) {
    if (const auto text = text_of(at / "memory.max"))
      tighten(limits.memory, limits.memory_from, parse_memory_limit(*text), group);
    if (const auto text = text_of(at / "cpu.max"))
      tighten(limits.cpu_cores, limits.cpu_from, parse_cpu_max(*text), group);
    limit_cpus(limits, at, "cpuset.cpus.effective");
  });
}

void limits_of_v1(recording::Limits& limits, const CgroupTree& tree, const Place& place) {
  const auto walk = [&](const char* controller, const auto& visit) {
    const auto* const hierarchy = tree.v1_of(controller);
    const auto* const folder = place.v1_of(controller);
    if (hierarchy != nullptr && folder != nullptr) upwards(*hierarchy, *folder, visit);
  };
  walk("memory", [&](const std::filesystem::path& at, const std::string& group) {
    if (const auto text = text_of(at / "memory.limit_in_bytes"))
      tighten(limits.memory, limits.memory_from, parse_memory_limit(*text), group);
  });
  walk("cpu", [&](const std::filesystem::path& at, const std::string& group) {
    tighten(limits.cpu_cores, limits.cpu_from, quota_v1(at), group);
  });
  walk("cpuset", [&](const std::filesystem::path& at, const std::string&) {
    limit_cpus(limits, at, "cpuset.effective_cpus");
    limit_cpus(limits, at, "cpuset.cpus");
  });
}

}  // namespace

recording::Limits effective_limits(const CgroupTree& tree, const Place& place) {
  recording::Limits limits;
  if (tree.v2 && place.v2) limits_of_v2(limits, *tree.v2, *place.v2);
  limits_of_v1(limits, tree, place);
  return limits;
}

}  // namespace vpsfit::sampler
