// SPDX-License-Identifier: MIT
#include "sampler/containers.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "core/text.hpp"

namespace vpsfit::sampler {
namespace {

constexpr std::size_t id_length = 64;

struct Prefix {
  std::string_view text;
  Runtime runtime;
};
// Scopes of the systemd drivers ("docker-ID.scope") and what Podman makes without systemd ("libpod-ID").
constexpr std::array<Prefix, 7> prefixes{{{"docker-", Runtime::docker},
                                          {"libpod-payload-", Runtime::podman},
                                          {"libpod-", Runtime::podman},
                                          {"cri-containerd-", Runtime::containerd},
                                          {"nerdctl-", Runtime::containerd},
                                          {"crio-", Runtime::crio},
                                          {"cri-docker-", Runtime::docker}}};

bool is_id(std::string_view text) {
  return text.size() == id_length && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

/// A bare id: the folder above says whose it is.
Runtime runtime_of_parent(std::string_view parent, std::string_view grandparent) {
  if (parent == "docker" || parent == "actions_job" || grandparent == "ecs") return Runtime::docker;
  if (parent == "default" || parent == "k8s.io" || parent == "moby") return Runtime::containerd;
  if (parent == "libpod_parent") return Runtime::podman;
  return Runtime::unknown;
}

std::string_view part_from_end(const std::vector<std::string_view>& parts, std::size_t index) {
  return index < parts.size() ? parts[parts.size() - 1 - index] : std::string_view{};
}

bool matches(Runtime wanted, Runtime seen) {
  return wanted == Runtime::unknown || seen == Runtime::unknown || wanted == seen;
}

}  // namespace

std::string_view to_text(Runtime runtime) {
  switch (runtime) {
    case Runtime::docker:
      return "docker";
    case Runtime::podman:
      return "podman";
    case Runtime::containerd:
      return "containerd";
    case Runtime::crio:
      return "crio";
    case Runtime::unknown:
      break;
  }
  return "container";
}

std::optional<Container> container_at(std::string_view group_path) {
  const auto parts = split(group_path, '/');
  std::string_view name = part_from_end(parts, 0);
  const auto found = [&](Runtime runtime, std::string_view id) {
    return Container{runtime, std::string(id), std::string(group_path)};
  };
  if (is_id(name)) return found(runtime_of_parent(part_from_end(parts, 1), part_from_end(parts, 2)), name);
  // A kubelet whose driver differs from containerd's: "kubepods-burstable-podUID.slice:cri-containerd:ID".
  if (const auto colon = name.rfind(":cri-containerd:"); colon != std::string_view::npos) {
    const std::string_view id = name.substr(colon + 16);
    if (is_id(id)) return found(Runtime::containerd, id);
  }
  if (name.ends_with(".scope")) name.remove_suffix(6);
  for (const auto& prefix : prefixes)
    if (name.starts_with(prefix.text) && is_id(name.substr(prefix.text.size())))
      return found(prefix.runtime, name.substr(prefix.text.size()));
  return std::nullopt;
}

std::vector<Container> find_containers(const std::vector<std::string>& group_paths) {
  std::vector<Container> found;
  for (const auto& path : group_paths) {
    auto container = container_at(path);
    if (!container) continue;
    const bool known = std::any_of(found.begin(), found.end(), [&](const auto& c) { return c.id == container->id; });
    if (!known) found.push_back(*std::move(container));
  }
  return found;
}

Result<Container> find_container(const std::vector<std::string>& group_paths, Runtime runtime, std::string_view id) {
  std::vector<Container> hits;
  if (!id.empty())
    for (auto& container : find_containers(group_paths))
      if (matches(runtime, container.runtime) && container.id.starts_with(id)) hits.push_back(std::move(container));
  if (hits.size() == 1) return hits.front();
  const std::string kind = runtime == Runtime::unknown ? "" : std::string(to_text(runtime)) + " ";
  if (hits.empty())
    return fail(ErrorKind::unavailable, fmt::format("no running {}container matches '{}'", kind, printable(id, 80)), {},
                "give the start of its id, as docker ps or podman ps print it");
  std::string list;
  for (const auto& hit : hits) list += fmt::format("{}{}:{}", list.empty() ? "" : ", ", to_text(hit.runtime), hit.id);
  return fail(ErrorKind::input, fmt::format("'{}' matches {} running containers", printable(id, 80), hits.size()), {},
              "give more of the id: " + list);
}

Result<std::string> find_unit(const std::vector<std::string>& group_paths, std::string_view unit) {
  std::string name(unit);
  if (name.find('.') == std::string::npos) name += ".service";
  std::vector<std::string> hits;
  for (const auto& path : group_paths)
    if (path.ends_with("/" + name)) hits.push_back(path);
  if (hits.size() == 1) return hits.front();
  if (hits.empty())
    return fail(ErrorKind::unavailable, fmt::format("no group belongs to the unit '{}'", printable(name, 80)), {},
                "is it running? systemctl status shows its CGroup, which can be given as cgroup:/PATH");
  return fail(ErrorKind::input, fmt::format("{} groups belong to a unit '{}'", hits.size(), printable(name, 80)), {},
              fmt::format("give one as cgroup:PATH: {}", fmt::join(hits, ", ")));
}

}  // namespace vpsfit::sampler
