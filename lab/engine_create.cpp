// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "lab/engine.hpp"
#include "lab/limits.hpp"

namespace vpsfit::lab {
namespace {

using json::Value;

/// The limits in the engine's words; the quota in the kernel's, so that it is exact.
void put_limits(Value& host, const ServerLimits& limits) {
  if (limits.cpuset) host.set("CpusetCpus", limits.cpuset->text());
  if (limits.cpus) {
    host.set("CpuPeriod", Value::number(std::to_string(quota_period_us)));
    host.set("CpuQuota", Value::number(std::to_string((*limits.cpus * Rational(quota_period_us)).floor().value_or(0))));
  }
  if (!limits.memory) return;
  host.set("Memory", Value::number(std::to_string(limits.memory->count())));
  // Memory and swap together; -1: swap is not limited. Left out, engines would allow as much swap as memory.
  const std::int64_t both = limits.swap ? limits.memory->count() + limits.swap->count() : -1;
  host.set("MemorySwap", Value::number(std::to_string(both)));
}

}  // namespace

std::string create_body(const Subject& subject, const ServerLimits& limits) {
  auto body = Value::object();
  body.set("Image", subject.image);
  if (!subject.command.empty()) {
    auto words = Value::array();
    for (const auto& word : subject.command) words.push(word);
    body.set("Cmd", std::move(words));
  }
  auto environment = Value::array();
  for (const auto& [name, value] : subject.environment) environment.push(name + "=" + value);
  body.set("Env", std::move(environment));
  auto labels = Value::object();
  labels.set(Engine::label, subject.name);
  body.set("Labels", std::move(labels));
  auto host = Value::object();
  // A forwarded port would cost processor time outside the container's group, and answer before the server does.
  host.set("NetworkMode", "host");
  auto restart = Value::object();
  restart.set("Name", "no");
  host.set("RestartPolicy", std::move(restart));
  put_limits(host, limits);
  body.set("HostConfig", std::move(host));
  return json::dump(body);
}

}  // namespace vpsfit::lab
