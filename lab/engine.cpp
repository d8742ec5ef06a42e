// SPDX-License-Identifier: MIT
#include "lab/engine.hpp"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fmt/format.h>
#include <unistd.h>

#include "core/text.hpp"
#include "json/parse.hpp"
#include "lab/stale_groups.hpp"
#include "sampler/containers.hpp"

namespace vpsfit::lab {
namespace {

using namespace std::chrono_literals;
using json::Value;

/// A stop takes its grace of ten seconds, a removal on a busy disk may take longer.
constexpr auto patience = 60s;
constexpr std::int64_t stop_grace_s = 10;

std::string complaint(const std::string& body) {
  const auto answer = json::parse(body);
  const Value* const message = answer ? answer->find("message") : nullptr;
  return message != nullptr && !message->text().empty() ? ": " + printable(message->text(), 300) : "";
}

bool is_true(const Value& object, std::string_view key) {
  const Value* const value = object.find(key);
  return value != nullptr && value->kind() == Value::Kind::boolean && value->truth();
}

std::optional<std::int64_t> whole_of(const Value& object, std::string_view key) {
  const Value* const value = object.find(key);
  if (value == nullptr || value->kind() != Value::Kind::number) return std::nullopt;
  const auto number = parse_int(value->text());
  return number ? std::optional(*number) : std::nullopt;
}

}  // namespace

Result<ContainerState> parse_container_state(std::string_view text) {
  VPSFIT_TRY(const Value answer, json::parse(text));
  const Value* const state = answer.find("State");
  if (state == nullptr || state->kind() != Value::Kind::object)
    return fail(ErrorKind::input, "the engine's answer has no state of the container", {},
                "is this an engine's socket?");
  ContainerState real;
  real.running = is_true(*state, "Running");
  real.oom_killed = is_true(*state, "OOMKilled");
  real.pid = static_cast<pid_t>(std::clamp<std::int64_t>(whole_of(*state, "Pid").value_or(0), 0, INT32_MAX));
  // A container that runs has exit code 0 by the engine's account, which says nothing.
  if (const auto code = whole_of(*state, "ExitCode"); code && !real.running && *code >= 0 && *code <= 255)
    real.exit_code = static_cast<int>(*code);
  return real;
}

std::string join_log_frames(std::string_view frames) {
  std::string text;
  while (!frames.empty()) {
    if (frames.size() < 8 || static_cast<unsigned char>(frames[0]) > 2 || frames.substr(1, 3) != std::string(3, '\0'))
      return text += frames;
    std::size_t length = 0;
    for (std::size_t i = 4; i < 8; ++i) length = length << 8 | static_cast<unsigned char>(frames[i]);
    text += frames.substr(8, length);
    frames.remove_prefix(std::min(frames.size(), 8 + length));
  }
  return text;
}

Result<Engine> Engine::find(const sampler::HostRoot& host, std::string_view name) {
  const char* const given = std::getenv("DOCKER_HOST");
  const auto sockets = sampler::engine_sockets(host, {static_cast<long>(::getuid())}, given == nullptr ? "" : given);
  for (const auto& socket : sockets)
    if (name.empty() || (name == "podman") == socket.podman)
      return Engine([http = std::make_shared<Http>()](const HttpRequest& request) { return http->ask(request); },
                    socket);
  return fail(ErrorKind::unavailable, fmt::format("{} has no socket here", name.empty() ? "no container engine" : name),
              name == "podman" ? "/run/podman/podman.sock" : "/run/docker.sock",
              name == "podman" ? "systemctl start podman.socket"
                               : "start the engine, or name its socket in DOCKER_HOST=unix:///PATH");
}

Result<std::string> Engine::ask(const std::string& method, const std::string& path, const std::string& body,
                                const std::vector<int>& expected) const {
  HttpRequest request;
  request.method = method;
  request.url = "http://engine" + path;
  request.unix_socket = socket_.path.string();
  request.redirects = 0;
  request.body = body;
  if (!body.empty()) request.headers = {{"Content-Type", "application/json"}};
  request.total_timeout = patience;
  auto answer = transport_(request);
  if (!answer) return fail(std::move(answer).error().in(printable(socket_.path.string())));
  if (std::find(expected.begin(), expected.end(), answer->status) != expected.end()) return std::move(answer->body);
  return fail(ErrorKind::unavailable,
              fmt::format("the engine answers {} {} with status {}{}", method, printable(path, 80), answer->status,
                          complaint(answer->body)),
              printable(socket_.path.string()));
}

Result<std::string> Engine::image_id(const std::string& image) const {
  const std::string path = "/images/" + url_escape(image) + "/json";
  auto body = ask("GET", path, "", {200, 404});
  if (!body) return body;
  const auto answer = json::parse(*body);
  const Value* const id = answer ? answer->find("Id") : nullptr;
  if (id != nullptr && !id->text().empty()) return id->text();
  return fail(ErrorKind::unavailable, fmt::format("the image \"{}\" is not here", printable(image, 120)),
              printable(socket_.path.string()),
              fmt::format("the lab pulls nothing: {} pull {}", podman() ? "podman" : "docker", printable(image, 120)));
}

Result<std::string> Engine::create(const std::string& name, const std::string& body) const {
  VPSFIT_TRY(const std::string text, ask("POST", "/containers/create?name=" + url_escape(name), body, {201}));
  const auto answer = json::parse(text);
  const Value* const id = answer ? answer->find("Id") : nullptr;
  if (id != nullptr && sampler::is_container_id(id->text())) return id->text();
  return fail(ErrorKind::input, "the engine names no container that it made", printable(socket_.path.string()),
              "is this an engine's socket?");
}

Result<void> Engine::start(const std::string& id) const {
  VPSFIT_CHECK(ask("POST", "/containers/" + id + "/start", "", {204, 304}));
  return {};
}

Result<ContainerState> Engine::inspect(const std::string& id) const {
  VPSFIT_TRY(const std::string text, ask("GET", "/containers/" + id + "/json", "", {200}));
  auto state = parse_container_state(text);
  if (!state) return fail(std::move(state).error().in(printable(socket_.path.string())));
  return state;
}

Result<void> Engine::stop(const std::string& id) const {
  VPSFIT_CHECK(ask("POST", fmt::format("/containers/{}/stop?t={}", id, stop_grace_s), "", {204, 304}));
  return {};
}

Result<std::string> Engine::logs(const std::string& id) const {
  VPSFIT_TRY(const std::string frames,
             ask("GET", "/containers/" + id + "/logs?stdout=true&stderr=true&tail=10000", "", {200}));
  return join_log_frames(frames);
}

Result<void> Engine::remove(const std::string& id) const {
  VPSFIT_CHECK(ask("DELETE", "/containers/" + id + "?force=true&v=true", "", {200, 204, 404}));
  return {};
}

void Engine::remove_stale() const {
  const auto all = sampler::ask_for_containers(transport_, socket_, patience);
  if (!all) return;
  for (const auto& one : *all) {
    const bool ours = std::any_of(one.labels.begin(), one.labels.end(), [](const auto& l) { return l.first == label; });
    const pid_t maker = one.names.empty() ? 0 : maker_of(one.names.front());
    if (ours && maker > 0 && ::kill(maker, 0) != 0 && errno == ESRCH) static_cast<void>(!remove(one.id));
  }
}

}  // namespace vpsfit::lab
