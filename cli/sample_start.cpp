// SPDX-License-Identifier: MIT
#include "cli/sample_start.hpp"

#include <filesystem>
#include <fmt/format.h>
#include <unistd.h>

#include "core/text.hpp"
#include "files/files.hpp"
#include "sampler/group.hpp"
#include "sampler/limits.hpp"
#include "sampler/process_tree.hpp"

namespace vpsfit::cli {
namespace {

using recording::SourceKind;

Result<Measured> prepare_in_group(const SampleOptions& options, const sampler::HostRoot& host,
                                  const sampler::CgroupTree& tree, const std::vector<sampler::Membership>& own,
                                  recording::RunStart start) {
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

recording::RunStart run_start(const SampleOptions& options, std::string subject, std::string target) {
  recording::RunStart start;
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

std::vector<sampler::Membership> own_memberships(const sampler::HostRoot& host) {
  const auto text = files::read_whole(host.proc() / "self" / "cgroup");
  return sampler::parse_memberships(text ? *text : std::string());
}

Result<Measured> prepare_command(const SampleOptions& options, const sampler::HostRoot& host,
                                 const sampler::CgroupTree& tree) {
  recording::RunStart start =
      run_start(options, std::filesystem::path(options.command.front()).filename().string(), "command");
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
