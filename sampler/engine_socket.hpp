// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/result.hpp"
#include "net/http.hpp"
#include "sampler/cgroup_tree.hpp"
#include "sampler/known.hpp"

namespace vpsfit::sampler {

/// A socket on which a container engine speaks HTTP as Docker does; Podman does so too.
struct EngineSocket {
  std::filesystem::path path;
  bool podman = false;  ///< asking it may start a service that answers and leaves
};
/// The sockets that are there: the system's, of the users given, and the one that DOCKER_HOST names ("unix://...";
/// empty where it is not set).
[[nodiscard]] std::vector<EngineSocket> engine_sockets(const HostRoot& host, const std::vector<long>& users,
                                                       std::string_view docker_host = {});

/// A question to an engine and its answer, whatever its status. Fails: io, unavailable (nobody listens, no permission,
/// a cut answer).
[[nodiscard]] Result<HttpResponse> call_engine(const HttpTransport& transport, const EngineSocket& socket,
                                               const std::string& path, std::chrono::milliseconds patience);
/// The body of an answer to `path`. Fails: unavailable (another status than 200: says which and what the engine said).
[[nodiscard]] Result<std::string> body_of(HttpResponse answer, const EngineSocket& socket, const std::string& path);

/// Both in one; `path` begins with "/containers". Answers of more than 64 MiB and those that take longer
/// than `patience` are errors.
[[nodiscard]] Result<std::string> ask_engine(const HttpTransport& transport, const EngineSocket& socket,
                                             const std::string& path, std::chrono::milliseconds patience);

/// All containers that an engine knows, stopped ones too.
[[nodiscard]] Result<std::vector<Known>> ask_for_containers(const HttpTransport& transport, const EngineSocket& socket,
                                                            std::chrono::milliseconds patience);

/// Podman's own list: an array of {"Id", "Names", "Labels", "Pid", "State", "Pod", "PodName"}. Fails (input): no array.
[[nodiscard]] Result<std::vector<Known>> parse_podman_list(std::string_view json);

}  // namespace vpsfit::sampler
