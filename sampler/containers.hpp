// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.hpp"

/// Which group belongs to which container, told by the paths alone: no daemon is asked.
namespace vpsfit::sampler {

/// Who runs a container. `unknown`: a bare id under a parent of the user's choice, or a pod of a kubelet.
enum class Runtime { docker, podman, containerd, crio, unknown };
[[nodiscard]] std::string_view to_text(Runtime runtime);

struct Container {
  Runtime runtime = Runtime::unknown;
  std::string id;    ///< 64 hexadecimal digits
  std::string path;  ///< of its group
  bool operator==(const Container&) const = default;
};

/// The container that a group is made for, by the last part of its path; nullopt for all other groups, also for the
/// helpers (conmon) and the inner groups of a container.
[[nodiscard]] std::optional<Container> container_at(std::string_view group_path);

/// The only running container whose id is `id` or starts with it. `runtime` unknown: any runtime's. Fails: unavailable
/// (none runs), input (several match: lists them).
[[nodiscard]] Result<Container> find_container(const std::vector<std::string>& group_paths, Runtime runtime,
                                               std::string_view id);
/// All running containers, each once.
[[nodiscard]] std::vector<Container> find_containers(const std::vector<std::string>& group_paths);

/// The path of a systemd unit's group ("nginx.service"; without a suffix ".service" is meant). Fails: unavailable
/// (none), input (several: lists them).
[[nodiscard]] Result<std::string> find_unit(const std::vector<std::string>& group_paths, std::string_view unit);

}  // namespace vpsfit::sampler
