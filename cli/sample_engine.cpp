// SPDX-License-Identifier: MIT
#include "cli/sample_engine.hpp"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <map>
#include <unistd.h>

#include "core/text.hpp"
#include "net/http.hpp"
#include "recording/stored_text.hpp"
#include "sampler/engine_stats.hpp"

namespace vpsfit::cli {
namespace {

/// A connection of one's own: a connection serves one thread.
HttpTransport own_transport() {
  return [http = std::make_shared<Http>()](const HttpRequest& request) { return http->ask(request); };
}

struct Engines {
  sampler::Listing listing;  ///< of running containers, with the paths that the engine's own driver would give them
  std::map<std::string, sampler::EngineSocket> socket_of;  ///< by id
  std::vector<std::string> complaints;
};

Result<Engines> ask_engines(const sampler::HostRoot& host) {
  const char* const docker_host = std::getenv("DOCKER_HOST");
  const auto sockets =
      sampler::engine_sockets(host, {static_cast<long>(::getuid())}, docker_host == nullptr ? "" : docker_host);
  if (sockets.empty())
    return fail(ErrorKind::unavailable, "no container engine has a socket here", "/run/docker.sock",
                "start the engine, or name its socket in DOCKER_HOST=unix:///PATH");
  Engines engines;
  const auto transport = own_transport();
  for (const auto& socket : sockets) {
    const auto list = sampler::ask_for_containers(transport, socket, sampler::EngineSource::patience);
    if (!list) {
      engines.complaints.push_back(fmt::format("{}: {}", printable(socket.path.string()), list.error().message));
      continue;
    }
    for (const auto& known : *list) {
      engines.listing.known.push_back(known);
      if (known.running == false || !engines.socket_of.emplace(known.id, socket).second) continue;
      engines.listing.groups.push_back((socket.podman ? "/libpod_parent/libpod-" : "/docker/") + known.id);
    }
  }
  if (engines.complaints.size() < sockets.size()) return engines;
  return fail(ErrorKind::unavailable, fmt::format("no container engine answers: {}", engines.complaints.front()));
}

Result<std::vector<sampler::Match>> matches_of(const SampleOptions& options, const Engines& engines) {
  std::vector<sampler::Match> found;
  for (const auto& target : options.targets) {
    const bool container = target.kind == sampler::TargetKind::all || target.kind == sampler::TargetKind::docker ||
                           target.kind == sampler::TargetKind::podman || target.kind == sampler::TargetKind::container;
    if (!container)
      return fail(ErrorKind::input, fmt::format("an engine knows nothing of '{}'", printable(target.text, 80)), "--via",
                  "name a container, or leave --via out");
    VPSFIT_TRY(auto some, sampler::resolve(engines.listing, target));
    for (auto& match : some) {
      const bool excluded = target.kind == sampler::TargetKind::all &&
                            std::any_of(options.exclude.begin(), options.exclude.end(),
                                        [&](const auto& not_this) { return sampler::is_meant(match, not_this); });
      if (!excluded) found.push_back(std::move(match));
    }
  }
  if (found.size() > 1 && !options.subject.empty())
    return fail(ErrorKind::input,
                fmt::format("{} targets cannot all be the subject '{}'", found.size(), printable(options.subject)),
                "--subject", "sample them without --subject, or one by one");
  sampler::tell_apart(found);
  return found;
}

}  // namespace

Result<Measured> open_engine_targets(const SampleOptions& options, const sampler::HostRoot& host) {
  VPSFIT_TRY(const Engines engines, ask_engines(host));
  VPSFIT_TRY(const auto matches, matches_of(options, engines));
  Measured measured;
  measured.remarks = engines.complaints;
  measured.remarks.emplace_back(
      "the container engine is asked instead of the kernel: its figures are second-rate, and without a peak");
  const auto period = std::max(std::chrono::duration_cast<std::chrono::milliseconds>(options.plan.interval) / 2,
                               std::chrono::milliseconds(50));
  for (const auto& match : matches) {
    auto source =
        std::make_unique<sampler::EngineSource>(own_transport(), engines.socket_of.at(match.id), match.id, period);
    if (auto first = source->wait_for_first(); !first) return fail(std::move(first).error());
    auto start =
        run_start(options, recording::stored_text(match.subject).substr(0, recording::longest_name), match.target);
    start.source = recording::SourceKind::docker_api;
    measured.names += (measured.names.empty() ? "" : ", ") + start.subject;
    measured.subjects.emplace_back(std::move(source), std::move(start), sampler::MissingFigures{});
  }
  if (measured.subjects.empty()) return fail(ErrorKind::unavailable, "all containers are excluded", "--exclude");
  return measured;
}

}  // namespace vpsfit::cli
