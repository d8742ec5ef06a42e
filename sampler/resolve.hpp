// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.hpp"
#include "sampler/containers.hpp"
#include "sampler/known.hpp"

/// Words of the user -> groups, as a pure function of a listing of the host.
namespace vpsfit::sampler {

/// `container`: a bare name or id, whatever runs it.
enum class TargetKind { cgroup, pid, self, docker, podman, containerd, crio, lxc, machine, pod, unit, container, all };

/// What the user wants measured: "cgroup:/system.slice/nginx.service", "pid:4711", "self", "docker:web",
/// "podman:label=tier=db", "pod:default/web", "web".
struct Target {
  TargetKind kind = TargetKind::cgroup;
  std::string value;  ///< what stands after the colon; the word itself for a bare name
  std::string text;   ///< as given
  bool operator==(const Target&) const = default;
};

/// Fails (input): empty, an unknown kind before the colon, a path or number that is none.
[[nodiscard]] Result<Target> parse_target(std::string_view text);

/// What stands on the host at one moment.
struct Listing {
  std::vector<std::string> groups;  ///< paths of the tree, parents before children
  std::vector<Known> known;         ///< what engines say; containers that do not run among them
  bool private_namespace = false;   ///< only the sampler's own container is to be seen
};

/// A group that answers to a target.
struct Match {
  std::string subject;  ///< its short name
  std::string target;   ///< "docker:ID" with the full id, "pod:ID", "unit:NAME", "cgroup:/PATH"
  std::string path;     ///< of its group
  Runtime runtime = Runtime::unknown;
  std::string id;                  ///< empty for units, pods and plain groups
  std::vector<std::string> names;  ///< all that it answers to besides its id: own, aliases, POD/CONTAINER
  Labels labels;
};

/// Finds what is meant; several only for `all`, a label, and a pod. Not for pid and self, which /proc answers.
/// Fails: unavailable (none runs, it is stopped, or it has no group of its own: says which), input (several could be
/// meant: lists them).
[[nodiscard]] Result<std::vector<Match>> resolve(const Listing& listing, const Target& target);

/// All containers that have a group, with their names; same names told apart by what runs them.
[[nodiscard]] std::vector<Match> all_containers(const Listing& listing);

/// Does the target's word mean this one? For `--exclude` and `--follow`; "*" and "?" stand for any text and any
/// character of a name. An id needs twelve digits here, so that a short name excludes nothing by accident.
[[nodiscard]] bool is_meant(const Match& match, const Target& target);

/// Different things with the same subject get "docker:web", "podman:web" and, if need be, their whole target.
void tell_apart(std::vector<Match>& matches);

}  // namespace vpsfit::sampler
