// SPDX-License-Identifier: MIT
#include "sampler/containers.hpp"

#include <algorithm>
#include <array>
#include <set>

#include "core/text.hpp"
#include "sampler/kernel_text.hpp"

namespace vpsfit::sampler {
namespace {

using Parts = std::vector<std::string_view>;

constexpr std::string_view hex = "0123456789abcdef";
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

std::string_view part_from_end(const Parts& parts, std::size_t index) {
  return index < parts.size() ? parts[parts.size() - 1 - index] : std::string_view{};
}

/// A bare id: the folder above says whose it is.
Runtime runtime_of_parent(std::string_view parent, std::string_view grandparent) {
  if (parent == "docker" || parent == "actions_job" || grandparent == "ecs") return Runtime::docker;
  if (parent == "default" || parent == "k8s.io" || parent == "moby") return Runtime::containerd;
  return Runtime::unknown;
}

std::optional<std::string_view> between(std::string_view text, std::string_view before, std::string_view after) {
  if (text.size() <= before.size() + after.size() || !text.starts_with(before) || !text.ends_with(after))
    return std::nullopt;
  return text.substr(before.size(), text.size() - before.size() - after.size());
}

/// The id in the name of a scope or of what a driver without systemd makes.
std::optional<Container> engine_container(const Parts& parts) {
  std::string_view name = part_from_end(parts, 0);
  const std::string_view parent = part_from_end(parts, 1);
  // Below libpod_parent a bare id is a pod: its containers are named libpod-ID.
  if (is_container_id(name))
    return parent == "libpod_parent" ? std::nullopt
                                     : std::optional(Container{runtime_of_parent(parent, part_from_end(parts, 2)),
                                                               std::string(name), std::string()});
  // A kubelet whose driver differs from containerd's: "kubepods-burstable-podUID.slice:cri-containerd:ID".
  for (const auto& [mark, runtime] : std::to_array<Prefix>(
           {{":cri-containerd:", Runtime::containerd}, {":crio:", Runtime::crio}, {":docker:", Runtime::docker}})) {
    const auto at = name.rfind(mark);
    if (at != std::string_view::npos && is_container_id(name.substr(at + mark.size())))
      return Container{runtime, std::string(name.substr(at + mark.size())), std::string()};
  }
  if (name.ends_with(".scope")) name.remove_suffix(6);
  for (const auto& prefix : prefixes)
    if (name.starts_with(prefix.text) && is_container_id(name.substr(prefix.text.size())))
      return Container{prefix.runtime, std::string(name.substr(prefix.text.size())), std::string()};
  return std::nullopt;
}

/// "/lxc.payload.NAME", the older "/lxc.payload/NAME" and "/lxc/NAME".
std::optional<Container> lxc_container(const Parts& parts) {
  const std::string_view name = part_from_end(parts, 0);
  const std::string_view parent = part_from_end(parts, 1);
  if (const auto payload = between(name, "lxc.payload.", ""))
    return Container{Runtime::lxc, std::string(*payload), std::string()};
  if (!name.empty() && (parent == "lxc" || parent == "lxc.payload"))
    return Container{Runtime::lxc, std::string(name), std::string()};
  return std::nullopt;
}

/// The machine whose own group is this: registered ones say so in their name.
std::optional<std::string> registered_machine(std::string_view group) {
  if (const auto name = between(group, "machine-", ".scope")) return unescape_unit(*name);
  if (const auto name = between(group, "systemd-nspawn@", ".service")) return unescape_unit(*name);
  return std::nullopt;
}

std::optional<Container> machine(const Parts& parts, std::string_view group_path) {
  const auto found = [](std::string name, std::string_view path) {
    return Container{Runtime::machine, std::move(name), std::string(path)};
  };
  if (part_from_end(parts, 1) == "machine.slice")
    if (auto name = registered_machine(part_from_end(parts, 0))) return found(*std::move(name), group_path);
  if (part_from_end(parts, 0) != "payload" || part_from_end(parts, 2) != "machine.slice") return std::nullopt;
  const std::string_view own = group_path.substr(0, group_path.rfind('/'));
  if (auto name = registered_machine(part_from_end(parts, 1))) return found(*std::move(name), own);
  if (const auto name = between(part_from_end(parts, 1), "", ".scope")) return found(unescape_unit(*name), own);
  return std::nullopt;
}

bool is_pod_uid(std::string_view text) {
  return text.size() >= 32 && text.size() <= 36 &&
         text.find_first_not_of("0123456789abcdef-") == std::string_view::npos;
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
    case Runtime::lxc:
      return "lxc";
    case Runtime::machine:
      return "machine";
    case Runtime::unknown:
      break;
  }
  return "container";
}

bool is_container_id(std::string_view text) {
  return text.size() == id_length && text.find_first_not_of(hex) == std::string_view::npos;
}

std::optional<Container> container_at(std::string_view group_path) {
  const auto parts = split(group_path, '/');
  auto found = engine_container(parts);
  if (!found) found = lxc_container(parts);
  if (!found) return machine(parts, group_path);
  found->path = group_path;
  return found;
}

std::vector<Container> find_containers(const std::vector<std::string>& group_paths) {
  std::vector<Container> found;
  std::set<std::pair<Runtime, std::string>> names;
  std::set<std::string> ids;
  for (const auto& path : group_paths) {
    auto container = container_at(path);
    if (!container) continue;
    const bool is_new = is_container_id(container->id) ? ids.insert(container->id).second
                                                       : names.emplace(container->runtime, container->id).second;
    if (is_new) found.push_back(*std::move(container));
  }
  return found;
}

std::optional<Pod> pod_at(std::string_view group_path) {
  const auto parts = split(group_path, '/');
  const std::string_view name = part_from_end(parts, 0);
  if (is_container_id(name) && part_from_end(parts, 1) == "libpod_parent")
    return Pod{std::string(name), std::string(group_path)};
  if (const auto slice = between(name, "", ".slice")) {
    constexpr std::string_view podman = "libpod_pod_", kubelet = "-pod";
    if (const auto at = slice->rfind(podman); at != std::string_view::npos)
      if (const auto id = slice->substr(at + podman.size()); is_container_id(id))
        return Pod{std::string(id), std::string(group_path)};
    const auto at = slice->rfind(kubelet);
    if (at == std::string_view::npos || slice->find("kubepods") == std::string_view::npos) return std::nullopt;
    std::string uid(slice->substr(at + kubelet.size()));
    std::replace(uid.begin(), uid.end(), '_', '-');
    return is_pod_uid(uid) ? std::optional(Pod{uid, std::string(group_path)}) : std::nullopt;
  }
  const auto uid = between(name, "pod", "");
  const bool kubepods = std::any_of(parts.begin(), parts.end(),
                                    [](const auto& part) { return part == "kubepods" || part.ends_with("-kubepods"); });
  return uid && kubepods && is_pod_uid(*uid) ? std::optional(Pod{std::string(*uid), std::string(group_path)})
                                             : std::nullopt;
}

std::optional<long> user_of(std::string_view group_path) {
  for (const auto part : split(group_path, '/'))
    if (const auto number = between(part, "user-", ".slice"))
      if (const auto uid = parse_count(*number)) return static_cast<long>(*uid);
  return std::nullopt;
}

std::string unescape_unit(std::string_view name) {
  std::string plain;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const auto high = i + 3 < name.size() && name[i] == '\\' && name[i + 1] == 'x' ? hex.find(name[i + 2]) : hex.npos;
    const auto low = high == hex.npos ? hex.npos : hex.find(name[i + 3]);
    if (low == hex.npos) {
      plain += name[i];
    } else {
      plain += static_cast<char>(high * 16 + low);
      i += 3;
    }
  }
  return plain;
}

}  // namespace vpsfit::sampler
