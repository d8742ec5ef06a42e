// SPDX-License-Identifier: MIT
#include "sampler/newcomers.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace vpsfit::sampler {
namespace {

bool is_of_container(const Target& target) {
  switch (target.kind) {
    case TargetKind::cgroup:
    case TargetKind::unit:
    case TargetKind::pod:
    case TargetKind::pid:
    case TargetKind::self:
      return false;
    default:
      return true;
  }
}

bool is_meant_by_any(const Match& match, const std::vector<Target>& targets) {
  return std::any_of(targets.begin(), targets.end(), [&](const Target& target) { return is_meant(match, target); });
}

/// Containers of one name in one engine follow one another; those of two engines stand side by side.
std::string owner_of(const Match& match) {
  const auto user = user_of(match.path);
  return fmt::format("{} {}", match.id.empty() ? match.target : std::string(to_text(match.runtime)), user.value_or(-1));
}

}  // namespace

bool Newcomers::may_be_wanted(const std::string& path) const {
  if (container_at(path))
    return wanted_.all || std::any_of(wanted_.follow.begin(), wanted_.follow.end(), is_of_container);
  return std::any_of(wanted_.follow.begin(), wanted_.follow.end(), [&](const Target& target) {
    if (target.kind == TargetKind::cgroup) return path == target.value;
    if (target.kind == TargetKind::pod) return pod_at(path).has_value();
    return target.kind == TargetKind::unit && (path.ends_with(".service") || path.ends_with(".scope") ||
                                               path.ends_with(".slice") || path.find('.') == std::string::npos);
  });
}

std::vector<Match> Newcomers::wanted_of(const Listing& listing) const {
  std::vector<Match> wanted;
  for (auto& match : all_containers(listing))
    if ((wanted_.all || is_meant_by_any(match, wanted_.follow)) && !is_meant_by_any(match, wanted_.exclude))
      wanted.push_back(std::move(match));
  for (const auto& target : wanted_.follow) {
    if (is_of_container(target)) continue;
    auto found = resolve(listing, target);
    if (!found) continue;
    for (auto& match : *found)
      if (!is_meant_by_any(match, wanted_.exclude)) wanted.push_back(std::move(match));
  }
  return wanted;
}

void Newcomers::name_apart(Match& match) {
  const std::string owner = owner_of(match);
  for (const auto& name : {match.subject, fmt::format("{}:{}", to_text(match.runtime), match.subject), match.target}) {
    match.subject = name;
    if (subjects_.emplace(name, owner).first->second == owner) return;
  }
}

std::vector<Match> Newcomers::of(const Listing& listing) {
  std::vector<Match> found;
  for (auto& match : wanted_of(listing)) {
    const auto inode = inode_(match.path);
    if (!inode) continue;
    const auto [known, is_new] = seen_.emplace(match.path, *inode);
    if (!is_new && known->second == *inode) continue;
    known->second = *inode;
    name_apart(match);
    found.push_back(std::move(match));
  }
  return found;
}

bool Newcomers::needs_labels() const {
  const auto has_label = [](const Target& target) { return target.value.starts_with("label="); };
  return std::any_of(wanted_.follow.begin(), wanted_.follow.end(), has_label) ||
         std::any_of(wanted_.exclude.begin(), wanted_.exclude.end(), has_label);
}

void Newcomers::forget_gone() {
  std::erase_if(seen_, [&](const auto& one) { return inode_(one.first) != one.second; });
}

}  // namespace vpsfit::sampler
