// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Which group belongs to which container, told by the paths alone: no daemon is asked.
namespace vpsfit::sampler {

/// Who runs a container. lxc: also Incus and Proxmox; machine: systemd-nspawn and libvirt, as machinectl lists them.
/// `unknown`: a bare id under a parent of the user's choice, or a pod of a kubelet.
enum class Runtime { docker, podman, containerd, crio, lxc, machine, unknown };
[[nodiscard]] std::string_view to_text(Runtime runtime);

struct Container {
  Runtime runtime = Runtime::unknown;
  std::string id;    ///< 64 hexadecimal digits; the name for lxc and machine
  std::string path;  ///< of its group
  bool operator==(const Container&) const = default;
};

/// The container that a group is made for, by the last part of its path; nullopt for all other groups, also for the
/// helpers (conmon, lxc.monitor), for steps of an image build and for the inner groups of a container. A machine that
/// was not registered is told by its inner group "payload"; its own group is then the one above.
[[nodiscard]] std::optional<Container> container_at(std::string_view group_path);
/// All containers of a listing, each once; where one id has several groups, the outermost.
[[nodiscard]] std::vector<Container> find_containers(const std::vector<std::string>& group_paths);

/// The group of a whole pod.
struct Pod {
  std::string id;    ///< the kubelet's uid with dashes (a static pod's: without), or Podman's 64 digits
  std::string path;  ///< of its group
  bool operator==(const Pod&) const = default;
};
[[nodiscard]] std::optional<Pod> pod_at(std::string_view group_path);

/// The user whose service manager holds the group ("/user.slice/user-1000.slice/..."); nullopt: the system's.
[[nodiscard]] std::optional<long> user_of(std::string_view group_path);

/// A unit's name for people: "my\x2dbox" -> "my-box". What is no such escape stays as it is.
[[nodiscard]] std::string unescape_unit(std::string_view name);

/// Exactly 64 lower-case hexadecimal digits.
[[nodiscard]] bool is_container_id(std::string_view text);

}  // namespace vpsfit::sampler
