// SPDX-License-Identifier: MIT
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fmt/format.h>
#include <map>
#include <set>
#include <sys/resource.h>
#include <sys/stat.h>
#include <thread>

#include "cli/sample_engine.hpp"
#include "cli/sample_start.hpp"
#include "core/text.hpp"
#include "net/http.hpp"
#include "recording/stored_text.hpp"
#include "sampler/group.hpp"
#include "sampler/limits.hpp"
#include "sampler/names.hpp"
#include "sampler/process_tree.hpp"

namespace vpsfit::cli {
namespace {

using recording::RunStart;
using recording::SourceKind;
using sampler::Found;
using sampler::TargetKind;

/// Descriptors that one group holds at most, with room to spare.
constexpr rlim_t descriptors_per_group = 24;

void allow_descriptors(std::size_t groups) {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= groups * descriptors_per_group + 64) return;
  limit.rlim_cur = limit.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &limit);
}

/// One connection that is kept between questions.
HttpTransport http_transport() {
  return [http = std::make_shared<Http>()](const HttpRequest& request) { return http->ask(request); };
}

bool is_all(const sampler::Target& target) { return target.kind == TargetKind::all; }

/// What all groups of a session share, also those that are opened later by the finder.
struct Opening {
  SampleOptions options;
  sampler::HostRoot host;
  sampler::CgroupTree tree;
  std::shared_ptr<sampler::ReadBuffer> buffer = std::make_shared<sampler::ReadBuffer>();
  std::shared_ptr<sampler::HostWatch> watch;
};

std::string name_of(const Found& found) {
  return recording::stored_text(found.subject).substr(0, recording::longest_name);
}

sampler::Subject subject_of(const Opening& opening, const Found& found, std::unique_ptr<sampler::Group> group,
                            bool is_fresh) {
  RunStart start = run_start(opening.options, name_of(found), found.target);
  start.group_path = found.place.path;
  start.group_inode = group->inode();
  start.group_is_fresh = is_fresh;
  start.source = group->kind();
  start.limits = sampler::effective_limits(opening.tree, found.place);
  auto missing = group->missing();
  return {std::move(group), std::move(start), std::move(missing), opening.watch};
}

/// A group that was made this moment may lack hierarchies, or controllers, that its maker is about to add.
Result<sampler::Subject> open_newcomer(const Opening& opening, const sampler::Match& match) {
  constexpr int attempts = 5;
  constexpr std::chrono::milliseconds between{20};
  for (int attempt = 1;; ++attempt) {
    VPSFIT_TRY(const Found found, sampler::found_at(opening.tree, match));
    auto group = sampler::Group::open(found.place, opening.buffer, found.runtime);
    if (group && ((*group)->missing().empty() || attempt == attempts))
      return subject_of(opening, found, *std::move(group), true);
    if (attempt == attempts) return fail(std::move(group).error());
    std::this_thread::sleep_for(between);
  }
}

sampler::Subject process_tree_of(const Opening& opening, const Found& found, Measured& measured) {
  measured.remarks.push_back(
      fmt::format("{} is in no group of its own: the process tree is sampled, and its memory is an estimate",
                  printable(found.target, 80)));
  RunStart start = run_start(opening.options, name_of(found), found.target);
  start.source = SourceKind::process_tree;
  auto source = std::make_unique<sampler::ProcessTree>(opening.host, found.process, true, [] { return CpuTime{0}; });
  return {std::move(source), std::move(start), sampler::MissingFigures{}, opening.watch};
}

/// Two targets with the same name are told apart by the whole target.
void make_subjects_differ(std::vector<Found>& found) {
  std::map<std::string, int> count;
  for (const auto& one : found) ++count[one.subject];
  for (auto& one : found)
    if (count[one.subject] > 1) one.subject = one.target;
}

/// The inode of a group's folder in the hierarchy that knows the containers.
sampler::Newcomers::Inode inode_in(const sampler::CgroupTree& tree) {
  return [tree](const std::string& path) -> std::optional<std::uint64_t> {
    const auto* const v1 = tree.v1_of("memory");
    const auto* const hierarchy = v1 != nullptr ? v1 : tree.v2 ? &*tree.v2 : nullptr;
    if (hierarchy == nullptr) return std::nullopt;
    const auto folder = sampler::folder_of(*hierarchy, path);
    struct stat info {};
    if (!folder || ::stat(folder->c_str(), &info) != 0) return std::nullopt;
    return info.st_ino;
  };
}

/// Before the first tick there is time to let crun finish the containers that it is making.
void await_inner_groups(const sampler::CgroupTree& tree, const std::vector<sampler::Match>& matches) {
  const auto until = std::chrono::steady_clock::now() + sampler::Finder::inner_group_patience;
  const auto unfinished = [&](const sampler::Match& match) { return sampler::may_get_inner_group(tree, match); };
  while (std::any_of(matches.begin(), matches.end(), unfinished) && std::chrono::steady_clock::now() < until)
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
}

/// The targets that are there; what is named one by one is not found by `all` and `--follow` again.
Result<std::vector<Found>> find_all(const Opening& opening, sampler::Names& names, sampler::Newcomers& newcomers) {
  const auto& options = opening.options;
  const auto needs_listing = [](const sampler::Target& target) {
    return target.kind != TargetKind::pid && target.kind != TargetKind::self && target.kind != TargetKind::cgroup;
  };
  sampler::Listing listing;
  if (!options.follow.empty() || std::any_of(options.targets.begin(), options.targets.end(), needs_listing))
    listing = names.list(opening.tree);
  std::vector<Found> found;
  for (const auto& target : options.targets) {
    if (is_all(target)) continue;
    VPSFIT_TRY(auto some, sampler::find_target(opening.host, opening.tree, listing, target));
    std::move(some.begin(), some.end(), std::back_inserter(found));
  }
  std::set<std::string> named;
  for (const auto& one : found) named.insert(one.place.path);
  const auto followed = newcomers.of(listing);
  await_inner_groups(opening.tree, followed);
  for (const auto& match : followed)
    if (auto one = sampler::found_at(opening.tree, match); one && named.insert(one->place.path).second)
      found.push_back(*std::move(one));
  if (found.empty() && options.follow.empty()) {
    VPSFIT_CHECK(sampler::resolve(listing, options.targets.front()));  // says that none is there
    return fail(ErrorKind::unavailable, "all containers are excluded or gone", "--exclude");
  }
  if (found.size() > 1 && !options.subject.empty())
    return fail(ErrorKind::input,
                fmt::format("{} targets cannot all be the subject '{}'", found.size(), printable(options.subject)),
                "--subject", "sample them without --subject, or one by one");
  make_subjects_differ(found);
  return found;
}

}  // namespace

Result<Measured> open_targets(const SampleOptions& options, const sampler::HostRoot& host,
                              const sampler::CgroupTree& tree) {
  if (options.ask_engine) return open_engine_targets(options, host);
  const char* const docker_host = std::getenv("DOCKER_HOST");
  sampler::Names names(host, http_transport(), docker_host == nullptr ? "" : docker_host);
  const auto opening = std::make_shared<Opening>();
  opening->options = options;
  opening->host = host;
  opening->tree = tree;
  opening->watch = std::make_shared<sampler::HostWatch>(host);
  const bool all = std::any_of(options.targets.begin(), options.targets.end(), is_all);
  const bool goes_on = all || !options.follow.empty();
  sampler::Newcomers newcomers({all, options.follow, options.exclude}, inode_in(tree));
  VPSFIT_TRY(auto found, find_all(*opening, names, newcomers));
  allow_descriptors(goes_on ? std::size_t{1} << 20 : found.size());
  Measured measured;
  measured.remarks = names.take_complaints();
  for (auto& one : found) {
    if (one.process != 0) {
      measured.subjects.push_back(process_tree_of(*opening, one, measured));
    } else {
      auto group = sampler::Group::open(one.place, opening->buffer, one.runtime);
      if (!group && goes_on && found.size() > 1 && group.error().kind == ErrorKind::unavailable) {
        measured.remarks.push_back(group.error().message);
        continue;
      }
      if (!group) return fail(std::move(group).error());
      say_missing(measured, name_of(one), **group);
      measured.subjects.push_back(subject_of(*opening, one, *std::move(group), false));
    }
    measured.names += (measured.names.empty() ? "" : ", ") + measured.subjects.back().name();
  }
  if (!goes_on) return measured;
  for (const auto& target : options.follow) {
    if (found.empty()) measured.remarks.push_back(fmt::format("waiting for {}", printable(target.text, 80)));
    measured.names += (measured.names.empty() ? "" : ", ") + target.text;
  }
  measured.finder = std::make_unique<sampler::Finder>(
      tree, std::move(names), std::move(newcomers),
      [opening](const sampler::Match& match) { return open_newcomer(*opening, match); });
  return measured;
}

}  // namespace vpsfit::cli
