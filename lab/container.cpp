// SPDX-License-Identifier: MIT
#include "lab/container.hpp"

#include <fmt/format.h>
#include <random>
#include <thread>
#include <unistd.h>

#include "core/text.hpp"
#include "files/files.hpp"
#include "sampler/resolve.hpp"

namespace vpsfit::lab {
namespace {

using namespace std::chrono_literals;

/// As groups of ours are named: whoever comes later sees whether its maker lives.
std::string own_name() { return fmt::format("vpsfit-{}-{:08x}", ::getpid(), std::random_device{}()); }

Result<sampler::Found> find_group(const sampler::HostRoot& host, const sampler::CgroupTree& tree, const std::string& id,
                                  bool podman) {
  sampler::Listing listing;
  listing.groups = sampler::list_groups(tree);
  VPSFIT_TRY(const auto target, sampler::parse_target((podman ? "podman:" : "docker:") + id));
  auto found = sampler::find_target(host, tree, listing, target);
  if (!found) {  // an engine whose groups are named in another's way
    VPSFIT_TRY(const auto any, sampler::parse_target(id));
    found = sampler::find_target(host, tree, listing, any);
  }
  if (!found) return fail(std::move(found).error());
  return found->front();
}

}  // namespace

Result<std::unique_ptr<Container>> Container::create(Engine engine, const Subject& subject,
                                                     const ServerLimits& limits) {
  VPSFIT_CHECK(engine.image_id(subject.image));
  VPSFIT_TRY(std::string id, engine.create(own_name(), create_body(subject, limits)));
  return std::unique_ptr<Container>(new Container(std::move(engine), std::move(id)));  // NOLINT: private constructor
}

Container::~Container() {
  if (there_) static_cast<void>(!engine_.remove(id_));
}

Result<sampler::Found> Container::start(const sampler::HostRoot& host, const sampler::CgroupTree& tree) {
  VPSFIT_CHECK(engine_.start(id_));
  const auto deadline = std::chrono::steady_clock::now() + 10s;
  for (;;) {
    auto found = find_group(host, tree, id_, engine_.podman());
    if (found) return found;
    VPSFIT_TRY(const auto state, engine_.inspect(id_));
    if (!state.running) {
      const std::string code = state.exit_code ? std::to_string(*state.exit_code) : "unknown";
      const std::string said = engine_.logs(id_).value_or("");
      if (state.oom_killed) return fail(ErrorKind::unavailable, "oom: the container was killed as it started");
      return fail(ErrorKind::unavailable, fmt::format("server_died: the container ended at once with status {}: {}",
                                                      code, printable(trim(said), 300)));
    }
    if (std::chrono::steady_clock::now() >= deadline) return found;
    std::this_thread::sleep_for(5ms);
  }
}

Result<ContainerState> Container::finish(const std::filesystem::path& log) {
  VPSFIT_CHECK(engine_.stop(id_));
  VPSFIT_TRY(auto state, engine_.inspect(id_));
  const auto said = engine_.logs(id_);
  VPSFIT_CHECK(files::write_whole(log, said ? *said : "no log: " + said.error().message + "\n"));
  there_ = false;
  VPSFIT_CHECK(engine_.remove(id_));
  return state;
}

}  // namespace vpsfit::lab
