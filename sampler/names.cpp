// SPDX-License-Identifier: MIT
#include "sampler/names.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <unistd.h>

#include "core/text.hpp"
#include "files/files.hpp"
#include "sampler/engine_files.hpp"
#include "sampler/membership.hpp"
#include "sampler/place.hpp"

namespace vpsfit::sampler {
namespace {

/// How long an engine that failed is not asked again.
constexpr std::chrono::seconds rest_after_failure{30};

/// More containers than any host runs; a hostile engine ends here.
constexpr std::size_t most_known = 100'000;

std::vector<long> users_of(const std::vector<Container>& containers) {
  std::vector<long> users{static_cast<long>(::getuid())};
  for (const auto& container : containers)
    if (const auto user = user_of(container.path); user && std::find(users.begin(), users.end(), *user) == users.end())
      users.push_back(*user);
  return users;
}

/// The group of a process in the hierarchy that knows the containers: memory's, else v2's.
std::string group_of(const HostRoot& host, pid_t pid) {
  const auto text = files::read_whole(host.proc() / std::to_string(pid) / "cgroup");
  if (!text) return {};
  std::string group;
  for (const auto& membership : parse_memberships(*text)) {
    const bool memory = std::find(membership.controllers.begin(), membership.controllers.end(), "memory") !=
                        membership.controllers.end();
    if (membership.deleted) continue;
    if (memory || (membership.controllers.empty() && group.empty())) group = membership.path;
  }
  return group;
}

}  // namespace

bool in_private_namespace(const CgroupTree& tree) {
  const Hierarchy* const v1 = tree.v1_of("memory");
  if (v1 != nullptr) return !is_whole_machine(v1->folder, true);
  return tree.v2 && !is_whole_machine(tree.v2->folder, false);
}

Names::Names(HostRoot host, HttpTransport transport, std::string docker_host, std::chrono::milliseconds patience)
    : host_(std::move(host)),
      transport_(std::move(transport)),
      docker_host_(std::move(docker_host)),
      patience_(patience) {}

void Names::learn(const Known& known) {
  if (known_.size() >= most_known && !known_.contains(known.id)) return;
  const auto [place, is_new] = known_.emplace(known.id, known);
  if (!is_new) merge(place->second, known);
}

void Names::ask_sockets(const std::vector<Container>& containers) {
  for (const auto& socket : engine_sockets(host_, users_of(containers), docker_host_)) {
    const std::string path = socket.path.string();
    const auto now = std::chrono::steady_clock::now();
    if (const auto rest = not_before_.find(path); rest != not_before_.end() && now < rest->second) continue;
    auto list = ask_for_containers(transport_, socket, patience_);
    if (list) {
      for (const auto& known : *list) learn(known);
      continue;
    }
    not_before_[path] = std::chrono::steady_clock::now() + rest_after_failure;
    if (!std::exchange(complained_[path], true))
      complaints_.push_back(
          fmt::format("{}: {}; names are read from the engine's files", printable(path), list.error().message));
  }
}

std::vector<Known> Names::of(const std::vector<Container>& containers, Effort effort) {
  std::vector<Container> unknown;
  for (const auto& container : containers)
    if (is_container_id(container.id) && !known_.contains(container.id)) unknown.push_back(container);
  if (!unknown.empty())
    for (const auto& known : read_engine_files(host_, unknown)) learn(known);
  const bool nameless = std::any_of(unknown.begin(), unknown.end(), [&](const Container& container) {
    const auto known = known_.find(container.id);
    return known == known_.end() || known->second.names.empty();
  });
  if (nameless || (effort == Effort::everything && !unknown.empty())) ask_sockets(unknown);
  std::vector<Known> found;
  for (const auto& container : containers)
    if (const auto known = known_.find(container.id); known != known_.end()) found.push_back(known->second);
  return found;
}

/// Containers that run and have no group named after them: which group are their processes in?
void Names::find_shared_groups(const std::vector<Container>& containers) {
  for (auto& [id, known] : known_) {
    if (known.pid == 0 || known.running == false) continue;
    const bool own =
        std::any_of(containers.begin(), containers.end(), [&id = known.id](const auto& c) { return c.id == id; });
    if (!own) known.pid_group = group_of(host_, known.pid);
  }
}

Listing Names::list(const CgroupTree& tree) {
  Listing listing;
  listing.groups = list_groups(tree);
  listing.private_namespace = in_private_namespace(tree);
  const auto containers = find_containers(listing.groups);
  static_cast<void>(of(containers, Effort::files));
  ask_sockets(containers);
  for (const auto& known : read_all_engine_files(host_)) learn(known);
  find_shared_groups(containers);
  for (const auto& [id, known] : known_) listing.known.push_back(known);
  return listing;
}

std::vector<std::string> Names::take_complaints() { return std::exchange(complaints_, {}); }

}  // namespace vpsfit::sampler
