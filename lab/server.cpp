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
  server->log_ = order.log;
  VPSFIT_CHECK(order.subject.image.empty() ? server->start_process(host, order) : server->start_container(host, order));
  return server;
}

Result<void> Server::start_process(const HostView& host, const ServerOrder& order) {
  VPSFIT_TRY(auto group, fresh_group(host));
  group_ = std::make_unique<sampler::FreshGroup>(std::move(group));
  const auto& place = group_->place();
  VPSFIT_CHECK(set_limits(host.tree, place, order.limits));
  VPSFIT_TRY(limits_, check_limits(host.tree, place, order.limits));
  VPSFIT_TRY(auto source, sampler::Group::open(place, std::make_shared<sampler::ReadBuffer>()));
  VPSFIT_TRY(const auto log, open_log(order.log));
  const auto around = surroundings_of(order, log.get());
  VPSFIT_TRY(command_, sampler::Command::prepare(order.subject.command, group_.get(), around));
  VPSFIT_CHECK(check_affinity(order.limits, command_->pid()));
  recording::RunStart start;
  start.target = "command";
  start.group_path = place.path;
  VPSFIT_CHECK(sample(host, order, std::move(source), std::move(start)));
  started_ = recording::Instant(std::chrono::steady_clock::now());
  return {};
}

Result<void> Server::start_container(const HostView& host, const ServerOrder& order) {
  VPSFIT_TRY(Engine engine, Engine::find(host.root, order.subject.engine));
  VPSFIT_TRY(container_, Container::create(std::move(engine), order.subject, order.limits));
  started_ = recording::Instant(std::chrono::steady_clock::now());
  VPSFIT_TRY(const auto found, container_->start(host.root, host.tree));
  VPSFIT_TRY(auto source, sampler::Group::open(found.place, std::make_shared<sampler::ReadBuffer>(), found.runtime));
  VPSFIT_TRY(limits_, check_limits(host.tree, found.place, order.limits));
  VPSFIT_TRY(const auto state, container_->state());
  if (state.pid > 0) VPSFIT_CHECK(check_affinity(order.limits, state.pid));
  recording::RunStart start;
  start.target = found.target;
  start.group_path = found.place.path;
  return sample(host, order, std::move(source), std::move(start));
}

Result<void> Server::sample(const HostView& host, const ServerOrder& order, std::unique_ptr<sampler::Group> source,
                            recording::RunStart start) {
  start.subject = order.subject.name;
  start.run = order.run;
  start.command = order.subject.command;
  start.load = order.load;
  start.group_inode = source->inode();
  start.group_is_fresh = true;
  start.source = source->kind();
  start.limits = limits_;
  auto missing = source->missing();
  std::vector<sampler::Subject> subjects;
  subjects.emplace_back(std::move(source), std::move(start), std::move(missing));
  VPSFIT_TRY(sampling_, Sampling::begin(order.recording, host.facts, std::move(subjects), command_.get()));
  return {};
}

Result<sampler::Outcome> Server::stop() {
  VPSFIT_TRY(auto outcome, sampling_->finish());
  if (container_) {
    VPSFIT_TRY(const auto state, container_->finish(log_));
    oom_killed_ = state.oom_killed;
    return outcome;
  }
  command_.reset();
  VPSFIT_CHECK(group_->remove());
  return outcome;
}

Server::~Server() {
  sampling_.reset();
  command_.reset();
  container_.reset();
}

}  // namespace vpsfit::lab
