// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <limits>
#include <sys/types.h>

#include "core/text.hpp"
#include "sampler/cgroup_tree.hpp"
#include "sampler/kernel_text.hpp"
#include "sampler/resolve.hpp"

namespace vpsfit::sampler {
namespace {

struct KindName {
  std::string_view name;
  TargetKind kind;
};
constexpr auto kinds = std::to_array<KindName>({{"cgroup", TargetKind::cgroup},
                                                {"pid", TargetKind::pid},
                                                {"docker", TargetKind::docker},
                                                {"podman", TargetKind::podman},
                                                {"containerd", TargetKind::containerd},
                                                {"crio", TargetKind::crio},
                                                {"pod", TargetKind::pod},
                                                {"unit", TargetKind::unit},
                                                {"lxc", TargetKind::lxc},
                                                {"machine", TargetKind::machine}});

constexpr std::string_view allowed =
    "targets are docker:NAME, podman:NAME, containerd:NAME, crio:NAME, pod:NAMESPACE/NAME, unit:NAME.service, "
    "lxc:NAME, "
    "machine:NAME, cgroup:/PATH, pid:N, self, all, or a container's name or the start of its id";

Result<void> check_value(Target& target) {
  if (target.kind == TargetKind::cgroup) {
    VPSFIT_TRY(target.value, normal_group_path(target.value));
  }
  if (target.kind == TargetKind::pid) {
    const auto number = parse_count(target.value);
    if (!number || *number < 1 || *number > std::numeric_limits<pid_t>::max())
      return fail(ErrorKind::input, fmt::format("'{}' is not the number of a process", printable(target.value, 40)));
    target.value = std::to_string(*number);
  }
  if (target.value.starts_with("label=") && (target.value.size() == 6 || target.value[6] == '='))
    return fail(ErrorKind::input, fmt::format("the target '{}' names no label", printable(target.text, 80)), {},
                "write it as docker:label=KEY=VALUE or docker:label=KEY");
  return {};
}

}  // namespace

Result<Target> parse_target(std::string_view text) {
  if (text.empty()) return fail(ErrorKind::input, "the target is empty", {}, std::string(allowed));
  if (text.size() > 4096)
    return fail(ErrorKind::input, fmt::format("the target '{}' has {} bytes", printable(text, 40), text.size()), {},
                "the longest path of a group has 4096");
  if (text == "self") return Target{TargetKind::self, "self", "self"};
  if (text == "all") return Target{TargetKind::all, "all", "all"};
  Target target{TargetKind::container, std::string(text), std::string(text)};
  const auto colon = text.find(':');
  if (colon != std::string_view::npos && !text.starts_with("label=")) {
    const std::string_view name = text.substr(0, colon);
    const auto kind = std::find_if(kinds.begin(), kinds.end(), [&](const auto& k) { return k.name == name; });
    if (kind == kinds.end())
      return fail(ErrorKind::input,
                  fmt::format("'{}' is not a kind of target, seen in '{}'", printable(name, 40), printable(text, 80)),
                  {}, std::string(allowed));
    target.kind = kind->kind;
    target.value = text.substr(colon + 1);
  }
  if (target.value.empty())
    return fail(ErrorKind::input, fmt::format("nothing stands after the colon of the target '{}'", printable(text)));
  VPSFIT_CHECK(check_value(target));
  return target;
}

}  // namespace vpsfit::sampler
