// SPDX-License-Identifier: MIT
#include "sampler/resolve_pods.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "core/text.hpp"

namespace vpsfit::sampler {
namespace {

void add_once(std::vector<std::string>& names, std::string name) {
  if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(std::move(name));
}

/// Names that the known containers give to the pod they are in.
void take_names(Match& match, const Known& known) {
  if (known.pod_name.empty()) return;
  if (!known.pod_namespace.empty()) add_once(match.names, known.pod_namespace + "/" + known.pod_name);
  add_once(match.names, known.pod_name);
  match.subject = match.names.front();
}

}  // namespace

std::vector<Match> all_pods(const Listing& listing) {
  std::vector<Match> pods;
  for (const auto& path : listing.groups) {
    const auto pod = pod_at(path);
    if (!pod) continue;
    Match match{"pod-" + pod->id.substr(0, 12), "pod:" + pod->id, path, Runtime::unknown, {}, {}, {}};
    for (const auto& known : listing.known) {
      const bool by_uid = !known.pod_uid.empty() && known.pod_uid == pod->id;
      // A log file's name tells a container's pod and not the pod's uid: the container's group stands below the pod's.
      const auto inside = [&](const std::string& group) {
        return group.starts_with(path + "/") && group.find(known.id) != std::string::npos;
      };
      if (by_uid || (known.pod_uid.empty() && !known.pod_name.empty() &&
                     std::any_of(listing.groups.begin(), listing.groups.end(), inside)))
        take_names(match, known);
    }
    pods.push_back(std::move(match));
  }
  return pods;
}

bool is_meant_pod(const Match& match, const Target& target) {
  if (!match.target.starts_with("pod:")) return false;
  const std::string_view id = std::string_view(match.target).substr(4);
  return std::find(match.names.begin(), match.names.end(), target.value) != match.names.end() || id == target.value ||
         (target.value.size() >= 12 && id.starts_with(target.value));
}

Result<std::vector<Match>> resolve_pod(const Listing& listing, const Target& target) {
  std::vector<Match> hits;
  for (auto& pod : all_pods(listing))
    if (is_meant_pod(pod, target)) hits.push_back(std::move(pod));
  if (hits.size() == 1) return hits;
  if (hits.empty())
    return fail(ErrorKind::unavailable, fmt::format("no running pod matches '{}'", printable(target.value, 80)), {},
                "give it as pod:NAMESPACE/NAME; its names are read from the engine's files, which needs root");
  std::string list;
  for (const auto& hit : hits)
    list += fmt::format("{}{} ({})", list.empty() ? "" : ", ", printable(hit.target, 100), printable(hit.subject, 100));
  return fail(ErrorKind::input, fmt::format("'{}' matches {} pods", printable(target.value, 80), hits.size()), {},
              "say which: " + list);
}

}  // namespace vpsfit::sampler
