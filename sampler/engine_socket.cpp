// SPDX-License-Identifier: MIT
#include "sampler/engine_socket.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include "core/text.hpp"
#include "json/parse.hpp"
#include "sampler/containers.hpp"
#include "sampler/kernel_text.hpp"

namespace vpsfit::sampler {
namespace {

using json::Value;

bool has_socket(const std::filesystem::path& path) {
  struct stat info {};
  return ::stat(path.c_str(), &info) == 0 && S_ISSOCK(info.st_mode);
}

/// {"message": "..."}, as both engines complain.
std::string complaint(const std::string& body) {
  const auto answer = json::parse(body);
  const Value* const message = answer ? answer->find("message") : nullptr;
  return message != nullptr && !message->text().empty() ? ": " + printable(message->text(), 200) : "";
}

std::string member_text(const Value& entry, std::string_view key) {
  const Value* const value = entry.find(key);
  return value != nullptr && value->kind() == Value::Kind::string ? value->text() : std::string();
}

}  // namespace

std::vector<EngineSocket> engine_sockets(const HostRoot& host, const std::vector<long>& users,
                                         std::string_view docker_host) {
  std::vector<EngineSocket> found;
  const auto look = [&](const std::filesystem::path& path, bool podman) {
    if (has_socket(path)) found.push_back({path, podman});
  };
  constexpr std::string_view unix_scheme = "unix://";
  if (docker_host.starts_with(unix_scheme)) look(host.reach(docker_host.substr(unix_scheme.size())), false);
  look(host.reach("/run/docker.sock"), false);
  look(host.reach("/run/podman/podman.sock"), true);
  for (const long user : users) {
    look(host.reach(fmt::format("/run/user/{}/docker.sock", user)), false);
    look(host.reach(fmt::format("/run/user/{}/podman/podman.sock", user)), true);
  }
  return found;
}

Result<HttpResponse> call_engine(const HttpTransport& transport, const EngineSocket& socket, const std::string& path,
                                 std::chrono::milliseconds patience) {
  HttpRequest request;
  request.url = "http://engine" + path;
  request.unix_socket = socket.path.string();
  request.redirects = 0;
  request.connect_timeout = patience;
  request.total_timeout = patience;
  auto answer = transport(request);
  if (!answer) return fail(std::move(answer).error().in(printable(socket.path.string())));
  return answer;
}

Result<std::string> body_of(HttpResponse answer, const EngineSocket& socket, const std::string& path) {
  if (answer.status == 200) return std::move(answer.body);
  return fail(
      ErrorKind::unavailable,
      fmt::format("the engine answers {} with status {}{}", printable(path, 80), answer.status, complaint(answer.body)),
      printable(socket.path.string()));
}

Result<std::string> ask_engine(const HttpTransport& transport, const EngineSocket& socket, const std::string& path,
                               std::chrono::milliseconds patience) {
  VPSFIT_TRY(auto answer, call_engine(transport, socket, path, patience));
  return body_of(std::move(answer), socket, path);
}

Result<std::vector<Known>> ask_for_containers(const HttpTransport& transport, const EngineSocket& socket,
                                              std::chrono::milliseconds patience) {
  // Without a version in its path a question is answered by the newest that the engine speaks. Podman's own list knows
  // pods, which its Docker form leaves out.
  if (socket.podman)
    if (const auto own = ask_engine(transport, socket, "/v4.0.0/libpod/containers/json?all=true", patience))
      if (auto list = parse_podman_list(*own)) return list;
  VPSFIT_TRY(const auto body, ask_engine(transport, socket, "/containers/json?all=1", patience));
  auto list = parse_docker_list(body);
  if (!list) return fail(std::move(list).error().in(printable(socket.path.string())));
  return list;
}

Result<std::vector<Known>> parse_podman_list(std::string_view text) {
  VPSFIT_TRY(const Value list, json::parse(text));
  if (list.kind() != Value::Kind::array)
    return fail(ErrorKind::input, "the engine's list of containers is no list", {}, "is this an engine's socket?");
  std::vector<Known> found;
  for (const auto& entry : list.items()) {
    Known known;
    known.id = member_text(entry, "Id");
    if (!is_container_id(known.id)) continue;
    if (const Value* const names = entry.find("Names"))
      for (const auto& name : names->items())
        if (name.kind() == Value::Kind::string && !name.text().empty()) known.names.push_back(name.text());
    if (const Value* const labels = entry.find("Labels"))
      for (const auto& [key, value] : labels->members())
        if (value.kind() == Value::Kind::string) known.labels.emplace_back(key, value.text());
    if (const Value* const pid = entry.find("Pid"); pid != nullptr && pid->kind() == Value::Kind::number)
      known.pid = static_cast<pid_t>(std::min<std::int64_t>(parse_count(pid->text()).value_or(0), 1 << 30));
    if (const auto state = member_text(entry, "State"); !state.empty())
      known.running = state == "running" || state == "paused" || state == "stopping";
    known.pod_uid = member_text(entry, "Pod");
    known.pod_name = member_text(entry, "PodName");
    found.push_back(std::move(known));
  }
  return found;
}

}  // namespace vpsfit::sampler
