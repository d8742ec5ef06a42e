// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <utility>
#include <vector>

#include "core/result.hpp"

/// What container engines say about their containers: text of their files and sockets -> values. All of it may be
/// written by somebody hostile: what is not of the expected shape is passed over.
namespace vpsfit::sampler {

using Labels = std::vector<std::pair<std::string, std::string>>;

/// A container as an engine knows it.
struct Known {
  std::string id;                  ///< 64 hexadecimal digits
  std::vector<std::string> names;  ///< its own first, then aliases; without the leading "/"
  Labels labels;
  std::string pod_namespace, pod_name, pod_uid;  ///< empty where it is in no pod
  std::optional<bool> running;                   ///< nullopt: not said
  pid_t pid = 0;                                 ///< of its first process; 0: not said
  std::string pid_group;                         ///< the group of that process, where it was looked up
  bool operator==(const Known&) const = default;
};

/// Adds what `more` knows and `known` does not.
void merge(Known& known, const Known& more);

/// The answer to GET /containers/json of Docker, and of Podman in its Docker form: an array. An entry's own name is the
/// one with a single slash, whatever its place in the list; others are aliases of links. Fails (input): no JSON array.
[[nodiscard]] Result<std::vector<Known>> parse_docker_list(std::string_view json);
/// /var/lib/docker/containers/ID/config.v2.json
[[nodiscard]] std::optional<Known> parse_docker_config(std::string_view json);
/// containers.json of containers/storage (Podman, CRI-O, Buildah): an array of {"id", "names", "metadata"}.
[[nodiscard]] std::vector<Known> parse_storage_list(std::string_view json);
/// The annotations of an OCI bundle's config.json: pod and container names of CRI, names of nerdctl.
[[nodiscard]] std::optional<Known> parse_oci_config(std::string_view json, std::string_view id);
/// A name in /var/log/containers: "POD_NAMESPACE_CONTAINER-ID.log".
[[nodiscard]] std::optional<Known> parse_kubelet_log(std::string_view file_name);

/// "k8s_CONTAINER_POD_NAMESPACE_UID_ATTEMPT", as kubelets name containers of engines that know no pods, is taken apart.
void take_kubelet_name(Known& known);

}  // namespace vpsfit::sampler
