// SPDX-License-Identifier: MIT
#include "sampler/engine_files.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <set>
#include <system_error>
#include <unistd.h>

#include "core/text.hpp"
#include "files/files.hpp"
#include "json/parse.hpp"
#include "sampler/kernel_text.hpp"

namespace vpsfit::sampler {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t largest_file = std::size_t{8} << 20;
constexpr std::size_t most_entries = 20'000;  ///< of one folder

std::string file_text(const fs::path& file) {
  std::error_code error;
  if (!fs::is_regular_file(file, error)) return {};  // a pipe there would be waited for
  const auto text = files::read_whole(file, largest_file);
  return text ? *text : std::string();
}

std::vector<fs::path> entries_of(const fs::path& folder) {
  std::vector<fs::path> found;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error))
    if (found.size() < most_entries) found.push_back(at->path());
  return found;
}

/// Field 6 of /etc/passwd for a uid.
std::string home_of(const HostRoot& host, long user) {
  std::string_view text;
  const std::string passwd = file_text(host.reach("/etc/passwd"));
  text = passwd;
  while (const auto line = take_line(text)) {
    const auto fields = split(*line, ':');
    if (fields.size() >= 6 && fields[2] == std::to_string(user) && fields[5].starts_with('/'))
      return std::string(fields[5]);
  }
  return {};
}

/// The value of `key = "VALUE"` in a TOML file of one-line settings; empty where there is none.
std::string setting(std::string_view toml, std::string_view key) {
  std::string value;
  for (const auto line : split(toml, '\n')) {
    const auto equals = line.find('=');
    if (equals == std::string_view::npos || trim(line.substr(0, equals)) != key) continue;
    const auto text = trim(line.substr(equals + 1));
    if (text.size() > 2 && text.front() == '"' && text.find('"', 1) != std::string_view::npos)
      value = text.substr(1, text.find('"', 1) - 1);
  }
  return value;
}

void add_docker_root(EngineFolders& folders, const HostRoot& host, const fs::path& configuration) {
  if (const auto config = json::parse(file_text(configuration)))
    if (const auto* const root = config->find("data-root"); root != nullptr && root->text().starts_with('/'))
      folders.docker.push_back(host.reach(root->text()) / "containers");
}

void add_storage_root(EngineFolders& folders, const HostRoot& host, const fs::path& configuration,
                      std::string_view key) {
  if (const auto root = setting(file_text(configuration), key); root.starts_with('/'))
    folders.storage.push_back(host.reach(root));
}

void read_storage(const fs::path& root, std::vector<Known>& into) {
  for (const auto& driver : entries_of(root)) {
    if (!driver.filename().native().ends_with("-containers")) continue;
    for (const char* const list : {"containers.json", "volatile-containers.json"})
      for (auto& known : parse_storage_list(file_text(driver / list))) into.push_back(std::move(known));
  }
}

/// Bundles of running containers: containerd keeps one folder a namespace; CRI-O and Podman one a container.
std::vector<fs::path> bundles_of(const HostRoot& host, const std::string& id) {
  std::vector<fs::path> found;
  for (const auto& name_space : entries_of(host.reach("/run/containerd/io.containerd.runtime.v2.task")))
    found.push_back(name_space / id);
  for (const char* const driver : {"overlay-containers", "vfs-containers", "btrfs-containers"})
    for (const char* const top : {"/run/containers/storage", "/var/lib/containers/storage"})
      found.push_back(host.reach(top) / driver / id / "userdata");
  return found;
}

/// Podman writes the first process of each running container beside its bundle.
void read_pid_files(const HostRoot& host, std::vector<Known>& known) {
  std::vector<fs::path> drivers;
  for (const auto& run : {std::string("/run/containers/storage"), fmt::format("/run/user/{}/containers", ::getuid())})
    for (auto& driver : entries_of(host.reach(run)))
      if (driver.filename().native().ends_with("-containers")) drivers.push_back(std::move(driver));
  for (auto& one : known)
    for (const auto& driver : drivers)
      if (const auto pid = parse_single(file_text(driver / one.id / "userdata" / "pidfile")); pid && *pid < (1 << 30))
        if (one.pid == 0) one.pid = static_cast<pid_t>(*pid);
}

void add_known(std::vector<Known>& known, const Known& more) {
  const auto same = std::find_if(known.begin(), known.end(), [&](const Known& one) { return one.id == more.id; });
  if (same == known.end()) {
    known.push_back(more);
  } else {
    merge(*same, more);
  }
}

}  // namespace

EngineFolders engine_folders(const HostRoot& host, std::optional<long> user) {
  EngineFolders folders;
  if (!user) {
    add_docker_root(folders, host, host.reach("/etc/docker/daemon.json"));
    for (const char* const usual : {"/var/lib/docker", "/var/snap/docker/common/var-lib-docker"})
      folders.docker.push_back(host.reach(usual) / "containers");
    add_storage_root(folders, host, host.reach("/etc/containers/storage.conf"), "graphroot");
    folders.storage.push_back(host.reach("/var/lib/containers/storage"));
    return folders;
  }
  const std::string home = home_of(host, *user);
  if (home.empty()) return folders;
  add_docker_root(folders, host, host.reach(home) / ".config/docker/daemon.json");
  folders.docker.push_back(host.reach(home) / ".local/share/docker/containers");
  add_storage_root(folders, host, host.reach(home) / ".config/containers/storage.conf", "graphroot");
  folders.storage.push_back(host.reach(home) / ".local/share/containers/storage");
  return folders;
}

std::vector<Known> read_engine_files(const HostRoot& host, const std::vector<Container>& containers) {
  std::set<std::string> wanted;
  std::set<std::optional<long>> users{std::nullopt, static_cast<long>(::getuid())};
  for (const auto& container : containers) {
    if (!is_container_id(container.id)) continue;
    wanted.insert(container.id);
    users.insert(user_of(container.path));
  }
  std::vector<Known> found;
  if (wanted.empty()) return found;
  std::vector<Known> stored;
  for (const auto& user : users) {
    const auto folders = engine_folders(host, user);
    for (const auto& root : folders.docker)
      for (const auto& id : wanted)
        if (const auto known = parse_docker_config(file_text(root / id / "config.v2.json"))) add_known(found, *known);
    for (const auto& root : folders.storage) read_storage(root, stored);
  }
  for (const auto& known : stored)
    if (wanted.contains(known.id)) add_known(found, known);
  for (const auto& id : wanted)
    for (const auto& bundle : bundles_of(host, id))
      if (const auto known = parse_oci_config(file_text(bundle / "config.json"), id)) add_known(found, *known);
  for (const auto& log : entries_of(host.reach("/var/log/containers")))
    if (const auto known = parse_kubelet_log(log.filename().native()); known && wanted.contains(known->id))
      add_known(found, *known);
  return found;
}

std::vector<Known> read_all_engine_files(const HostRoot& host) {
  std::vector<Known> found;
  for (const std::optional<long> user : {std::optional<long>{}, std::optional<long>{::getuid()}}) {
    const auto folders = engine_folders(host, user);
    for (const auto& root : folders.docker)
      for (const auto& container : entries_of(root))
        if (const auto known = parse_docker_config(file_text(container / "config.v2.json"))) found.push_back(*known);
    for (const auto& root : folders.storage) read_storage(root, found);
  }
  read_pid_files(host, found);
  return found;
}

}  // namespace vpsfit::sampler
