// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <map>
#include <string>
#include <vector>

#include "net/http.hpp"
#include "sampler/cgroup_tree.hpp"
#include "sampler/engine_socket.hpp"
#include "sampler/resolve.hpp"

namespace vpsfit::sampler {

/// The names of containers, from the engines' files and sockets; remembers what it has found out. Never used by a tick:
/// before the first one, or by another thread. An engine that does not answer in time is left alone for a while.
class Names {
 public:
  /// How much is worth asking for. `files`: the sockets only for what no file names; `everything`: labels and aliases,
  /// which only sockets tell.
  enum class Effort { files, everything };

  /// `patience`: how long one engine may take. `docker_host`: the environment's DOCKER_HOST.
  Names(HostRoot host, HttpTransport transport, std::string docker_host,
        std::chrono::milliseconds patience = std::chrono::seconds(2));

  /// What is known of these containers, and only of them.
  [[nodiscard]] std::vector<Known> of(const std::vector<Container>& containers, Effort effort);
  /// The whole host: all groups, and all containers that engines tell of, stopped ones too. With the groups of those
  /// that run and are in none of their own.
  [[nodiscard]] Listing list(const CgroupTree& tree);
  /// What went wrong, once a socket ("/run/docker.sock: no permission").
  [[nodiscard]] std::vector<std::string> take_complaints();

 private:
  void ask_sockets(const std::vector<Container>& containers);
  void learn(const Known& known);
  void find_shared_groups(const std::vector<Container>& containers);

  HostRoot host_;
  HttpTransport transport_;
  std::string docker_host_;
  std::chrono::milliseconds patience_;
  std::map<std::string, Known> known_;                                       ///< by id
  std::map<std::string, std::chrono::steady_clock::time_point> not_before_;  ///< by socket
  std::vector<std::string> complaints_;
  std::map<std::string, bool> complained_;
};

/// Only the sampler's own container is to be seen: its view of the tree begins at its own group.
[[nodiscard]] bool in_private_namespace(const CgroupTree& tree);

}  // namespace vpsfit::sampler
