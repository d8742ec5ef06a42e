// SPDX-License-Identifier: MIT
#include "lab/server.hpp"

#include <cerrno>
#include <fcntl.h>
#include <fmt/format.h>

#include "core/text.hpp"
#include "files/files.hpp"
#include "files/reason.hpp"
#include "lab/limits.hpp"
#include "sampler/group.hpp"
#include "sampler/host_facts.hpp"
#include "sampler/membership.hpp"

namespace vpsfit::lab {
namespace {

std::vector<sampler::Membership> own_groups(const HostView& host) {
  const auto text = files::read_whole(host.root.proc() / "self" / "cgroup");
  return sampler::parse_memberships(text ? *text : std::string());
}

Result<files::Descriptor> open_log(const std::filesystem::path& file) {
  files::Descriptor log(::open(file.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644));
  if (log) return log;
  return fail(ErrorKind::io, fmt::format("cannot be written: {}", files::reason(errno)), printable(file.string()));
}

sampler::Surroundings surroundings_of(const ServerOrder& order, int log) {
  sampler::Surroundings around;
  around.output = around.errors = log;
  around.folder = order.subject.folder.string();
  for (const auto& [name, value] : order.subject.environment) around.environment.push_back(name + "=" + value);
  if (order.limits.cpuset) around.cpus.assign(order.limits.cpuset->cpus().begin(), order.limits.cpuset->cpus().end());
  return around;
}

Result<void> check_affinity(const ServerLimits& limits, pid_t process) {
  if (!limits.cpuset) return {};
  VPSFIT_TRY(const CpuSet real, affinity_of(process));
  if (real == *limits.cpuset) return {};
  return fail(ErrorKind::refused,
              fmt::format("the processors {} were asked for, and {} hold", limits.cpuset->text(), real.text()),
              "limits.cpuset", "name processors that are online and allowed here");
}

}  // namespace

HostView look_at_host(std::string_view version) {
  HostView host;
  host.tree = sampler::detect_cgroup_tree(host.root);
  host.facts = sampler::host_facts(host.root, host.tree, std::string(version));
  return host;
}

Result<sampler::FreshGroup> fresh_group(const HostView& host) {
  return sampler::FreshGroup::make(host.tree, own_groups(host));
}

Result<std::unique_ptr<Server>> Server::start(const HostView& host, const ServerOrder& order) {
  std::unique_ptr<Server> server(new Server);  // NOLINT: the constructor is private
  VPSFIT_TRY(auto group, fresh_group(host));
  server->group_ = std::make_unique<sampler::FreshGroup>(std::move(group));
  const auto& place = server->group_->place();
  VPSFIT_CHECK(set_limits(host.tree, place, order.limits));
  VPSFIT_TRY(server->limits_, check_limits(host.tree, place, order.limits));
  VPSFIT_TRY(auto source, sampler::Group::open(place, std::make_shared<sampler::ReadBuffer>()));
  VPSFIT_TRY(const auto log, open_log(order.log));
  const auto around = surroundings_of(order, log.get());
  VPSFIT_TRY(server->command_, sampler::Command::prepare(order.subject.command, server->group_.get(), around));
  VPSFIT_CHECK(check_affinity(order.limits, server->command_->pid()));
  recording::RunStart start;
  start.subject = order.subject.name;
  start.run = order.run;
  start.target = "command";
  start.command = order.subject.command;
  start.load = order.load;
  start.group_path = place.path;
  start.group_inode = source->inode();
  start.group_is_fresh = true;
  start.source = source->kind();
  start.limits = server->limits_;
  auto missing = source->missing();
  std::vector<sampler::Subject> subjects;
  subjects.emplace_back(std::move(source), std::move(start), std::move(missing));
  VPSFIT_TRY(server->sampling_,
             Sampling::begin(order.recording, host.facts, std::move(subjects), server->command_.get()));
  server->started_ = recording::Instant(std::chrono::steady_clock::now());
  return server;
}

Result<sampler::Outcome> Server::stop() {
  VPSFIT_TRY(auto outcome, sampling_->finish());
  command_.reset();
  VPSFIT_CHECK(group_->remove());
  return outcome;
}

Server::~Server() {
  sampling_.reset();
  command_.reset();
}

}  // namespace vpsfit::lab
