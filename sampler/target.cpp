// SPDX-License-Identifier: MIT
#include "sampler/target.hpp"

#include <fmt/format.h>
#include <system_error>
#include <unistd.h>

#include "core/text.hpp"
#include "files/files.hpp"
#include "sampler/kernel_text.hpp"

namespace vpsfit::sampler {
namespace {

Result<Found> find_process(const HostRoot& host, const CgroupTree& tree, const Target& target) {
  const std::string name = target.kind == TargetKind::self ? "self" : target.value;
  const auto folder = host.proc() / name;
  const auto text = files::read_whole(folder / "cgroup");
  std::error_code ignored;
  if (!text && !std::filesystem::exists(folder, ignored))
    return fail(ErrorKind::unavailable, fmt::format("there is no process {}", printable(name)), {},
                "ps -e lists the processes that run");
  Found found;
  found.subject = target.kind == TargetKind::self ? "self" : "pid-" + name;
  found.target = target.text;
  if (const auto comm = files::read_whole(folder / "comm"); comm && target.kind == TargetKind::pid)
    if (const auto word = first_line(*comm); !word.empty()) found.subject = printable(word);
  if (text) found.place = place_of_process(tree, parse_memberships(*text));
  if (!found.place.has_cpu_and_memory()) {
    found.place = {};
    found.process = target.kind == TargetKind::self ? ::getpid() : static_cast<pid_t>(*parse_count(target.value));
  }
  return found;
}

/// A group that the user names by its path is looked up by itself: the listing may not reach it (another hierarchy).
Result<Found> find_group(const CgroupTree& tree, const Target& target) {
  VPSFIT_TRY(Place place, place_of_group(tree, target.value));
  const std::string last = place.path.substr(place.path.rfind('/') + 1);
  Found found;
  found.subject = last.empty() ? "host" : unescape_unit(last);
  found.target = target.text;
  found.place = std::move(place);
  return found;
}

/// crun makes a group in the scope and sets the limits there: only its counters tell of throttling.
std::optional<Place> inner_group(const CgroupTree& tree, const Match& match) {
  if (match.id.empty()) return std::nullopt;
  auto inner = place_of_group(tree, match.path + "/container");
  return inner && inner->has_cpu_and_memory() ? std::optional(*std::move(inner)) : std::nullopt;
}

}  // namespace

bool may_get_inner_group(const CgroupTree& tree, const Match& match) {
  const bool is_made_by_crun = match.runtime == Runtime::podman || match.runtime == Runtime::crio;
  return is_made_by_crun && tree.mode == CgroupMode::unified && match.path.ends_with(".scope") &&
         !inner_group(tree, match);
}

Result<Found> found_at(const CgroupTree& tree, const Match& match) {
  VPSFIT_TRY(Place place, place_of_group(tree, match.path));
  if (auto inner = inner_group(tree, match)) place = *std::move(inner);
  Found found;
  found.place = std::move(place);
  found.subject = match.subject;
  found.target = match.target;
  found.runtime = match.runtime;
  return found;
}

Result<std::vector<Found>> find_target(const HostRoot& host, const CgroupTree& tree, const Listing& listing,
                                       const Target& target) {
  std::vector<Found> found;
  if (target.kind == TargetKind::pid || target.kind == TargetKind::self) {
    VPSFIT_TRY(Found one, find_process(host, tree, target));
    found.push_back(std::move(one));
    return found;
  }
  if (target.kind == TargetKind::cgroup) {
    VPSFIT_TRY(Found one, find_group(tree, target));
    found.push_back(std::move(one));
    return found;
  }
  VPSFIT_TRY(const auto matches, resolve(listing, target));
  for (const auto& match : matches) {
    auto one = found_at(tree, match);
    if (!one && matches.size() > 1) continue;  // gone since the listing was made; the others are still there
    if (!one) return fail(std::move(one).error());
    found.push_back(*std::move(one));
  }
  if (found.empty())
    return fail(ErrorKind::unavailable, fmt::format("'{}' is gone before it could be opened", printable(target.text)));
  return found;
}

}  // namespace vpsfit::sampler
