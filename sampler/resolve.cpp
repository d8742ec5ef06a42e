// SPDX-License-Identifier: MIT
#include "sampler/resolve.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fnmatch.h>
#include <map>

#include "core/text.hpp"
#include "sampler/resolve_pods.hpp"

namespace vpsfit::sampler {
namespace {

constexpr std::size_t short_id = 12;

std::optional<Runtime> runtime_of(TargetKind kind) {
  switch (kind) {
    case TargetKind::docker:
      return Runtime::docker;
    case TargetKind::podman:
      return Runtime::podman;
    case TargetKind::containerd:
      return Runtime::containerd;
    case TargetKind::crio:
      return Runtime::crio;
    case TargetKind::lxc:
      return Runtime::lxc;
    case TargetKind::machine:
      return Runtime::machine;
    default:
      return std::nullopt;
  }
}

/// A bare id or a pod's container may belong to any engine.
bool may_be(const Match& match, TargetKind kind) {
  if (kind == TargetKind::container || kind == TargetKind::all) return !match.id.empty();
  const auto wanted = runtime_of(kind);
  const bool engine = wanted && *wanted != Runtime::lxc && *wanted != Runtime::machine;
  return wanted && (match.runtime == *wanted || (match.runtime == Runtime::unknown && engine));
}

bool has_label(const Labels& labels, std::string_view asked) {
  const auto equals = asked.find('=');
  return std::any_of(labels.begin(), labels.end(), [&](const auto& label) {
    return label.first == asked.substr(0, equals) &&
           (equals == std::string_view::npos || label.second == asked.substr(equals + 1));
  });
}

std::optional<std::string_view> label_of(const Target& target) {
  return target.value.starts_with("label=") ? std::optional(std::string_view(target.value).substr(6)) : std::nullopt;
}

bool has_name(const Match& match, std::string_view name) {
  if (name.starts_with('/') && name.size() > 1) name.remove_prefix(1);
  return std::find(match.names.begin(), match.names.end(), name) != match.names.end() || match.id == name;
}

Match match_of(const Container& container, const Known* known) {
  Match match{container.id,
              fmt::format("{}:{}", to_text(container.runtime), container.id),
              container.path,
              container.runtime,
              container.id,
              {},
              {}};
  if (is_container_id(container.id)) match.subject.resize(short_id);
  if (known == nullptr) return match;
  match.names = known->names;
  match.labels = known->labels;
  if (!known->names.empty()) match.subject = known->names.front();
  if (!known->pod_namespace.empty() && !known->names.empty()) {
    match.names.push_back(known->pod_name + "/" + known->names.front());
    match.names.push_back(known->pod_namespace + "/" + match.names.back());
    match.subject = match.names.back();
  }
  return match;
}

std::string list_of(const std::vector<Match>& matches) {
  std::string list;
  for (const auto& match : matches) {
    if (list.size() > 1000) return list + ", ...";
    list += fmt::format("{}{}", list.empty() ? "" : ", ", printable(match.target, 100));
    if (!match.names.empty()) list += fmt::format(" ({})", printable(match.names.front(), 60));
  }
  return list;
}

/// A container that is known and yet has no group here: it does not run, or it shares the group of whoever started it.
std::optional<Error> known_without_group(const Listing& listing, const Target& target) {
  for (const auto& known : listing.known) {
    const Match match = match_of({Runtime::unknown, known.id, {}}, &known);
    if (!has_name(match, target.value)) continue;
    const std::string name = printable(match.subject, 80);
    if (known.pid_group.empty())
      return Error{ErrorKind::unavailable,
                   fmt::format("the container '{}' does not run (its id is {})", name, known.id.substr(0, short_id)),
                   {},
                   fmt::format("start it, or wait for it with --follow {}", name)};
    const auto sharing = std::count_if(listing.known.begin(), listing.known.end(),
                                       [&](const Known& other) { return other.pid_group == known.pid_group; });
    return Error{ErrorKind::unavailable,
                 fmt::format("the container '{}' has no group of its own: its processes are in {}{}", name,
                             printable(known.pid_group),
                             sharing > 1 ? fmt::format(", which is shared by {} containers", sharing) : ""),
                 {},
                 fmt::format("start it without --cgroups=disabled, or sample pid:{}, its process tree", known.pid)};
  }
  return std::nullopt;
}

Error not_there(const Listing& listing, const Target& target) {
  if (auto error = known_without_group(listing, target)) return *std::move(error);
  const auto runtime = runtime_of(target.kind);
  const std::string kind = runtime ? std::string(to_text(*runtime)) + " " : "";
  std::string remedy = "give its name or the start of its id, as docker ps or podman ps print it";
  if (label_of(target)) remedy = "labels come from the engine's socket or files: may this user read them?";
  const std::string unit = "/" + target.value + ".service";
  for (const auto& path : listing.groups)
    if (path.ends_with(unit))
      remedy = fmt::format("there is a unit of this name: unit:{}", printable(target.value, 80));
  if (listing.private_namespace)
    remedy =
        "from inside a container only that container is to be seen: run the sampler on the host, or in a container "
        "with --cgroupns=host and /sys/fs/cgroup mounted";
  return {ErrorKind::unavailable,
          fmt::format("no running {}container matches '{}'", kind, printable(target.value, 80)),
          {},
          remedy};
}

Result<std::vector<Match>> resolve_container(const Listing& listing, const Target& target) {
  std::vector<Match> named, begun;
  for (auto& match : all_containers(listing)) {
    if (!may_be(match, target.kind)) continue;
    const auto label = label_of(target);
    if (label ? has_label(match.labels, *label) : has_name(match, target.value)) {
      named.push_back(std::move(match));
    } else if (!label && is_container_id(match.id) && match.id.starts_with(target.value)) {
      begun.push_back(std::move(match));
    }
  }
  auto& hits = named.empty() ? begun : named;
  if (hits.empty()) return fail(not_there(listing, target));
  if (hits.size() > 1 && !label_of(target))
    return fail(ErrorKind::input,
                fmt::format("'{}' matches {} running containers", printable(target.value, 80), hits.size()), {},
                "say which: " + list_of(hits));
  return std::move(hits);
}

bool is_inside_container(const std::vector<Container>& containers, std::string_view path) {
  return std::any_of(containers.begin(), containers.end(), [&](const auto& container) {
    return path.size() > container.path.size() && path.starts_with(container.path) &&
           path[container.path.size()] == '/';
  });
}

/// A host's own unit comes before one of the same name inside a container.
Result<std::vector<Match>> resolve_unit(const Listing& listing, const Target& target) {
  std::string name = target.value;
  if (name.find('.') == std::string::npos) name += ".service";
  const auto containers = find_containers(listing.groups);
  std::vector<std::string> own, inner;
  for (const auto& path : listing.groups) {
    const std::string_view last = std::string_view(path).substr(path.rfind('/') + 1);
    if (last == name || unescape_unit(last) == name)
      (is_inside_container(containers, path) ? inner : own).push_back(path);
  }
  const auto& hits = own.empty() ? inner : own;
  if (hits.size() == 1)
    return std::vector{Match{unescape_unit(hits[0].substr(hits[0].rfind('/') + 1)),
                             "unit:" + name,
                             hits[0],
                             Runtime::unknown,
                             {},
                             {name},
                             {}}};
  if (hits.empty())
    return fail(ErrorKind::unavailable, fmt::format("no group belongs to the unit '{}'", printable(name, 80)), {},
                "is it running? systemctl status shows its CGroup, which can be given as cgroup:/PATH");
  std::vector<std::string> shown;
  for (const auto& path : hits) shown.push_back(printable(path));
  return fail(ErrorKind::input, fmt::format("{} groups belong to a unit '{}'", hits.size(), printable(name, 80)), {},
              fmt::format("give one as cgroup:PATH: {}", fmt::join(shown, ", ")));
}

Result<std::vector<Match>> resolve_group(const Listing& listing, const Target& target) {
  if (std::find(listing.groups.begin(), listing.groups.end(), target.value) == listing.groups.end())
    return fail(ErrorKind::unavailable, fmt::format("there is no group '{}'", printable(target.value)), {},
                "list the groups with: find /sys/fs/cgroup -type d");
  return std::vector{Match{unescape_unit(target.value.substr(target.value.rfind('/') + 1)),
                           target.text,
                           target.value,
                           Runtime::unknown,
                           {},
                           {},
                           {}}};
}

}  // namespace

std::vector<Match> all_containers(const Listing& listing) {
  std::map<std::string_view, const Known*> by_id;
  for (const auto& known : listing.known) by_id.emplace(known.id, &known);
  std::vector<Match> matches;
  for (const auto& container : find_containers(listing.groups)) {
    const auto known = by_id.find(container.id);
    matches.push_back(match_of(container, known == by_id.end() ? nullptr : known->second));
    if (!is_container_id(container.id)) matches.back().names.insert(matches.back().names.begin(), container.id);
  }
  return matches;
}

bool is_meant(const Match& match, const Target& target) {
  if (target.kind == TargetKind::all) return !match.id.empty();
  if (target.kind == TargetKind::cgroup) return match.path == target.value;
  if (target.kind == TargetKind::unit) {
    const bool whole = target.value.find('.') != std::string::npos;
    return match.target == "unit:" + target.value + (whole ? "" : ".service");
  }
  if (target.kind == TargetKind::pod) return is_meant_pod(match, target);
  if (!may_be(match, target.kind)) return false;
  if (const auto label = label_of(target)) return has_label(match.labels, *label);
  if (has_name(match, target.value)) return true;
  if (is_container_id(match.id) && target.value.size() >= short_id && match.id.starts_with(target.value)) return true;
  return std::any_of(match.names.begin(), match.names.end(),
                     [&](const std::string& name) { return ::fnmatch(target.value.c_str(), name.c_str(), 0) == 0; });
}

void tell_apart(std::vector<Match>& matches) {
  const auto doubles = [&] {
    std::map<std::string, int> count;
    for (const auto& match : matches) ++count[match.subject];
    std::vector<bool> doubled;
    for (const auto& match : matches) doubled.push_back(count[match.subject] > 1);
    return doubled;
  };
  auto doubled = doubles();
  for (std::size_t i = 0; i < matches.size(); ++i)
    if (doubled[i])
      matches[i].subject = matches[i].id.empty()
                               ? matches[i].target
                               : fmt::format("{}:{}", to_text(matches[i].runtime), matches[i].subject);
  doubled = doubles();
  for (std::size_t i = 0; i < matches.size(); ++i)
    if (doubled[i]) matches[i].subject = matches[i].target;
}

Result<std::vector<Match>> resolve(const Listing& listing, const Target& target) {
  switch (target.kind) {
    case TargetKind::cgroup:
      return resolve_group(listing, target);
    case TargetKind::unit:
      return resolve_unit(listing, target);
    case TargetKind::pod:
      return resolve_pod(listing, target);
    case TargetKind::all: {
      auto found = all_containers(listing);
      if (found.empty())
        return fail(ErrorKind::unavailable, "no container runs here", {},
                    listing.private_namespace
                        ? "from inside a container only that container is to be seen: run the sampler on the host"
                        : "docker ps and podman ps list those that do");
      tell_apart(found);
      return found;
    }
    case TargetKind::pid:
    case TargetKind::self:
      return fail(ErrorKind::input, fmt::format("'{}' is a process, not a group", printable(target.text, 80)));
    default: {
      VPSFIT_TRY(auto found, resolve_container(listing, target));
      tell_apart(found);
      return found;
    }
  }
}

}  // namespace vpsfit::sampler
