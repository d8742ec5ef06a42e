// SPDX-License-Identifier: MIT
#include "cli/sample_start.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include "core/text.hpp"
#include "files/files.hpp"
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

/// Descriptors that one group holds at most, with room to spare.
constexpr rlim_t descriptors_per_group = 20;

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

RunStart run_start(const SampleOptions& options, std::string subject, std::string target) {
  RunStart start;
  start.subject = options.subject.empty() ? std::move(subject) : options.subject;
  start.run = options.run;
  start.target = std::move(target);
  start.load = options.load;
  return start;
}

void say_missing(Measured& measured, const std::string& subject, const sampler::Group& group) {
  for (const auto& [figure, reason] : group.missing())
    measured.remarks.push_back(
        fmt::format("the {} of {} cannot be read ({}): it stays unknown", figure, printable(subject, 60), reason));
}

/// Two targets with the same name are told apart by the whole target.
void make_subjects_differ(std::vector<sampler::Found>& found) {
  std::vector<bool> doubled(found.size());
  for (std::size_t i = 0; i < found.size(); ++i)
    for (std::size_t j = 0; j < found.size(); ++j)
      if (i != j && found[i].subject == found[j].subject) doubled[i] = true;
  for (std::size_t i = 0; i < found.size(); ++i)
    if (doubled[i]) found[i].subject = found[i].target;
}

Result<std::vector<sampler::Found>> find_all(const SampleOptions& options, const sampler::HostRoot& host,
                                             const sampler::CgroupTree& tree, sampler::Names& names) {
  std::vector<sampler::Found> found;
  const auto needs_listing = [](const sampler::Target& target) {
    return target.kind != sampler::TargetKind::pid && target.kind != sampler::TargetKind::self &&
           target.kind != sampler::TargetKind::cgroup;
  };
  sampler::Listing listing;
  if (std::any_of(options.targets.begin(), options.targets.end(), needs_listing)) listing = names.list(tree);
  for (const auto& target : options.targets) {
    VPSFIT_TRY(auto some, sampler::find_target(host, tree, listing, target));
    std::move(some.begin(), some.end(), std::back_inserter(found));
  }
  if (found.size() > 1 && !options.subject.empty())
    return fail(ErrorKind::input,
                fmt::format("{} targets cannot all be the subject '{}'", found.size(), printable(options.subject)),
                "--subject", "sample them without --subject, or one by one");
  make_subjects_differ(found);
  for (auto& one : found) one.subject = recording::stored_text(one.subject).substr(0, recording::longest_name);
  return found;
}

Result<Measured> prepare_in_group(const SampleOptions& options, const sampler::HostRoot& host,
                                  const sampler::CgroupTree& tree, const std::vector<sampler::Membership>& own,
                                  RunStart start) {
  Measured measured;
  VPSFIT_TRY(auto group, sampler::FreshGroup::make(tree, own));
  measured.group = std::make_unique<sampler::FreshGroup>(std::move(group));
  const auto& place = measured.group->place();
  VPSFIT_TRY(auto source, sampler::Group::open(place, std::make_shared<sampler::ReadBuffer>()));
  VPSFIT_TRY(measured.command, sampler::Command::prepare(options.command, measured.group.get()));
  measured.names = start.subject;
  start.group_path = place.path;
  start.group_inode = source->inode();
  start.group_is_fresh = true;
  start.source = source->kind();
  start.limits = sampler::effective_limits(tree, place);
  auto missing = source->missing();
  say_missing(measured, start.subject, *source);
  measured.subjects.emplace_back(std::move(source), std::move(start), std::move(missing),
                                 std::make_shared<sampler::HostWatch>(host));
  return measured;
}

}  // namespace

std::vector<sampler::Membership> own_memberships(const sampler::HostRoot& host) {
  const auto text = files::read_whole(host.proc() / "self" / "cgroup");
  return sampler::parse_memberships(text ? *text : std::string());
}

Result<Measured> open_targets(const SampleOptions& options, const sampler::HostRoot& host,
                              const sampler::CgroupTree& tree) {
  const char* const docker_host = std::getenv("DOCKER_HOST");
  sampler::Names names(host, http_transport(), docker_host == nullptr ? "" : docker_host);
  VPSFIT_TRY(auto found, find_all(options, host, tree, names));
  allow_descriptors(found.size());
  Measured measured;
  const auto buffer = std::make_shared<sampler::ReadBuffer>();
  const auto watch = std::make_shared<sampler::HostWatch>(host);
  for (auto& one : found) {
    RunStart start = run_start(options, one.subject, one.target);
    measured.names += (measured.names.empty() ? "" : ", ") + start.subject;
    if (one.process != 0) {
      measured.remarks.push_back(
          fmt::format("{} is in no group of its own: the process tree is sampled, and its memory is an estimate",
                      printable(one.target, 80)));
      start.source = SourceKind::process_tree;
      auto tree_source = std::make_unique<sampler::ProcessTree>(host, one.process, true, [] { return CpuTime{0}; });
      measured.subjects.emplace_back(std::move(tree_source), std::move(start), sampler::MissingFigures{}, watch);
      continue;
    }
    VPSFIT_TRY(auto group, sampler::Group::open(one.place, buffer));
    start.group_path = one.place.path;
    start.group_inode = group->inode();
    start.source = group->kind();
    start.limits = sampler::effective_limits(tree, one.place);
    auto missing = group->missing();
    say_missing(measured, start.subject, *group);
    measured.subjects.emplace_back(std::move(group), std::move(start), std::move(missing), watch);
  }
  return measured;
}

Result<Measured> prepare_command(const SampleOptions& options, const sampler::HostRoot& host,
                                 const sampler::CgroupTree& tree) {
  RunStart start = run_start(options, std::filesystem::path(options.command.front()).filename().string(), "command");
  if (start.subject.empty()) start.subject = "command";
  start.command = options.command;
  const auto own = own_memberships(host);
  auto in_group = prepare_in_group(options, host, tree, own, start);
  if (in_group || in_group.error().kind != ErrorKind::unavailable) return in_group;

  Measured measured;
  measured.names = start.subject;
  measured.remarks.push_back(
      fmt::format("{}; the process tree is sampled instead, and its memory is an estimate", in_group.error().message));
  VPSFIT_TRY(measured.command, sampler::Command::prepare(options.command, nullptr));
  start.source = SourceKind::process_tree;
  start.limits = sampler::effective_limits(tree, sampler::place_of_process(tree, own));
  auto source = std::make_unique<sampler::ProcessTree>(
      host, ::getpid(), false, [command = measured.command.get()] { return command->reaped(); });
  measured.subjects.emplace_back(std::move(source), std::move(start), sampler::MissingFigures{},
                                 std::make_shared<sampler::HostWatch>(host));
  return measured;
}

}  // namespace vpsfit::cli
