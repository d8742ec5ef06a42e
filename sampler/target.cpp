// SPDX-License-Identifier: MIT
#include "sampler/target.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <limits>
#include <system_error>
#include <unistd.h>

#include "core/text.hpp"
#include "files/files.hpp"
#include "sampler/containers.hpp"
#include "sampler/kernel_text.hpp"

namespace vpsfit::sampler {
namespace {

struct KindName {
  std::string_view name;
  TargetKind kind;
};
constexpr std::array<KindName, 7> kinds{{{"cgroup", TargetKind::cgroup},
                                         {"pid", TargetKind::pid},
                                         {"docker", TargetKind::docker},
                                         {"podman", TargetKind::podman},
                                         {"containerd", TargetKind::containerd},
                                         {"crio", TargetKind::crio},
                                         {"unit", TargetKind::unit}}};

Runtime runtime_of(TargetKind kind) {
  switch (kind) {
    case TargetKind::docker:
      return Runtime::docker;
    case TargetKind::podman:
      return Runtime::podman;
    case TargetKind::containerd:
      return Runtime::containerd;
    case TargetKind::crio:
      return Runtime::crio;
    default:
      return Runtime::unknown;
  }
}

/// Podman's scope may hold no memory files of its own where the container stands one level lower.
Result<Place> place_of_container(const CgroupTree& tree, const Container& container) {
  VPSFIT_TRY(Place place, place_of_group(tree, container.path));
  if (place.has_cpu_and_memory()) return place;
  const auto inner = place_of_group(tree, container.path + "/container");
  return inner && inner->has_cpu_and_memory() ? *inner : place;
}

Result<Found> found_container(const CgroupTree& tree, const Container& container) {
  VPSFIT_TRY(Place place, place_of_container(tree, container));
  return Found{std::move(place), container.id.substr(0, 12),
               fmt::format("{}:{}", to_text(container.runtime), container.id), 0};
}

std::string last_part(std::string_view path) {
  const auto slash = path.rfind('/');
  return std::string(slash == std::string_view::npos ? path : path.substr(slash + 1));
}

Result<Found> find_process(const HostRoot& host, const CgroupTree& tree, const Target& target) {
  const std::string name = target.kind == TargetKind::self ? "self" : target.value;
  const auto folder = host.proc() / name;
  const auto text = files::read_whole(folder / "cgroup");
  std::error_code ignored;
  if (!text && !std::filesystem::exists(folder, ignored))
    return fail(ErrorKind::unavailable, fmt::format("there is no process {}", printable(name)), {},
                "ps -e lists the processes that run");
  Found found{{}, target.kind == TargetKind::self ? "self" : "pid-" + name, target.text, 0};
  if (const auto comm = files::read_whole(folder / "comm"); comm && target.kind == TargetKind::pid)
    if (const auto word = first_line(*comm); !word.empty()) found.subject = printable(word);
  if (text) found.place = place_of_process(tree, parse_memberships(*text));
  if (!found.place.has_cpu_and_memory()) {
    found.place = {};
    found.process = target.kind == TargetKind::self ? ::getpid() : static_cast<pid_t>(*parse_count(target.value));
  }
  return found;
}

}  // namespace

Result<Target> parse_target(std::string_view text) {
  if (text.empty()) return fail(ErrorKind::input, "the target is empty");
  if (text == "self") return Target{TargetKind::self, "self", "self"};
  if (text == "all") return Target{TargetKind::all, "all", "all"};
  const auto colon = text.find(':');
  if (colon == std::string_view::npos) return Target{TargetKind::container, std::string(text), std::string(text)};
  const std::string_view name = text.substr(0, colon);
  Target target{TargetKind::cgroup, std::string(text.substr(colon + 1)), std::string(text)};
  const auto kind = std::find_if(kinds.begin(), kinds.end(), [&](const auto& k) { return k.name == name; });
  if (kind == kinds.end())
    return fail(
        ErrorKind::input,
        fmt::format("'{}' is not a kind of target, seen in '{}'", printable(name, 40), printable(text, 80)), {},
        "targets are cgroup:/PATH, pid:N, self, docker:ID, podman:ID, containerd:ID, crio:ID, unit:NAME.service, all");
  target.kind = kind->kind;
  if (target.value.empty())
    return fail(ErrorKind::input, fmt::format("nothing stands after the colon of the target '{}'", printable(text)));
  if (target.kind == TargetKind::cgroup) {
    VPSFIT_TRY(target.value, normal_group_path(target.value));
  }
  if (target.kind == TargetKind::pid) {
    const auto number = parse_count(target.value);
    if (!number || *number < 1 || *number > std::numeric_limits<pid_t>::max())
      return fail(ErrorKind::input, fmt::format("'{}' is not the number of a process", printable(target.value, 40)));
    target.value = std::to_string(*number);
  }
  return target;
}

Result<std::vector<Found>> find_target(const HostRoot& host, const CgroupTree& tree, const Target& target) {
  switch (target.kind) {
    case TargetKind::cgroup: {
      VPSFIT_TRY(Place place, place_of_group(tree, target.value));
      const std::string subject = place.path == "/" ? "host" : last_part(place.path);
      return std::vector{Found{std::move(place), subject, target.text, 0}};
    }
    case TargetKind::pid:
    case TargetKind::self: {
      VPSFIT_TRY(Found found, find_process(host, tree, target));
      return std::vector{std::move(found)};
    }
    case TargetKind::unit: {
      VPSFIT_TRY(const std::string path, find_unit(list_groups(tree), target.value));
      VPSFIT_TRY(Place place, place_of_group(tree, path));
      return std::vector{Found{std::move(place), last_part(path), target.text, 0}};
    }
    case TargetKind::all: {
      std::vector<Found> found;
      for (const auto& container : find_containers(list_groups(tree))) {
        VPSFIT_TRY(Found one, found_container(tree, container));
        found.push_back(std::move(one));
      }
      if (found.empty())
        return fail(ErrorKind::unavailable, "no container runs here", {}, "docker ps and podman ps list those that do");
      return found;
    }
    default: {
      VPSFIT_TRY(const Container container, find_container(list_groups(tree), runtime_of(target.kind), target.value));
      VPSFIT_TRY(Found one, found_container(tree, container));
      return std::vector{std::move(one)};
    }
  }
}

}  // namespace vpsfit::sampler
