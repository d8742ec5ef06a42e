// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

#include "core/result.hpp"
#include "lab/experiment.hpp"
#include "net/http.hpp"
#include "sampler/engine_socket.hpp"

namespace vpsfit::lab {

/// What an engine says about a container: GET /containers/ID/json.
struct ContainerState {
  bool running = false;
  pid_t pid = 0;  ///< of its first process; 0: none runs
  std::optional<int> exit_code;
  bool oom_killed = false;
};
/// Fails (input): no object with a State.
[[nodiscard]] Result<ContainerState> parse_container_state(std::string_view json);

/// What the container printed, from the engine's frames (a byte that names the stream, three zeros, a big-endian
/// length, the text); text without frames, of a terminal, is taken as it is, a torn last frame as far as it goes.
[[nodiscard]] std::string join_log_frames(std::string_view frames);

/// The body of POST /containers/create: the host's network, the limits, no restarts, our label.
[[nodiscard]] std::string create_body(const Subject& subject, const ServerLimits& limits);

/// Docker or Podman behind its socket, asked in Docker's words, which both speak. Errors of each question: io,
/// unavailable (nobody listens, another status than expected: says which and what the engine said), input (no answer
/// of the expected shape).
class Engine {
 public:
  /// All containers that the lab makes have it.
  static constexpr std::string_view label = "vpsfit.lab";

  Engine(HttpTransport transport, sampler::EngineSocket socket)
      : transport_(std::move(transport)), socket_(std::move(socket)) {}
  /// `name`: "docker", "podman", or empty: the first whose socket is there; DOCKER_HOST is looked at first. Fails
  /// (unavailable): no such socket.
  [[nodiscard]] static Result<Engine> find(const sampler::HostRoot& host, std::string_view name);

  /// The digest of an image that is there. Nothing is ever pulled: fails (unavailable) and says how to get it.
  [[nodiscard]] Result<std::string> image_id(const std::string& image) const;
  /// The id of a new container.
  [[nodiscard]] Result<std::string> create(const std::string& name, const std::string& body) const;
  [[nodiscard]] Result<void> start(const std::string& id) const;
  [[nodiscard]] Result<ContainerState> inspect(const std::string& id) const;
  /// SIGTERM, after ten seconds SIGKILL; one that has ended is left as it is.
  [[nodiscard]] Result<void> stop(const std::string& id) const;
  [[nodiscard]] Result<std::string> logs(const std::string& id) const;
  /// Kills what still runs; one that is not there is no error.
  [[nodiscard]] Result<void> remove(const std::string& id) const;
  /// Removes containers of labs whose process is not there any more.
  void remove_stale() const;

  [[nodiscard]] bool podman() const { return socket_.podman; }

 private:
  [[nodiscard]] Result<std::string> ask(const std::string& method, const std::string& path, const std::string& body,
                                        const std::vector<int>& expected) const;

  HttpTransport transport_;
  sampler::EngineSocket socket_;
};

}  // namespace vpsfit::lab
