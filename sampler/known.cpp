// SPDX-License-Identifier: MIT
#include "sampler/known.hpp"

#include <algorithm>

#include "core/text.hpp"
#include "json/parse.hpp"
#include "sampler/containers.hpp"
#include "sampler/kernel_text.hpp"

namespace vpsfit::sampler {
namespace {

using json::Value;

/// More names or labels than any engine gives; a hostile list ends here.
constexpr std::size_t most_listed = 1000;

std::string_view known_text(const Value& value, std::string_view key) {
  const Value* const found = value.find(key);
  return found != nullptr && found->kind() == Value::Kind::string ? std::string_view(found->text())
                                                                  : std::string_view{};
}

void add_name(Known& known, std::string_view name) {
  while (name.starts_with('/')) name.remove_prefix(1);
  if (name.empty() || known.names.size() >= most_listed) return;
  if (std::find(known.names.begin(), known.names.end(), name) == known.names.end()) known.names.emplace_back(name);
}

void take_labels(Known& known, const Value* labels) {
  if (labels == nullptr) return;
  for (const auto& [key, value] : labels->members())
    if (value.kind() == Value::Kind::string && known.labels.size() < most_listed)
      known.labels.emplace_back(key, value.text());
}

std::string label(const Known& known, std::string_view key) {
  for (const auto& [name, value] : known.labels)
    if (name == key) return value;
  return {};
}

/// The labels that every kubelet sets, whatever the engine.
void take_pod_labels(Known& known) {
  known.pod_namespace = label(known, "io.kubernetes.pod.namespace");
  known.pod_name = label(known, "io.kubernetes.pod.name");
  known.pod_uid = label(known, "io.kubernetes.pod.uid");
}

pid_t pid_in(const Value* value) {
  if (value == nullptr || value->kind() != Value::Kind::number) return 0;
  const auto number = parse_count(value->text());
  return number && *number > 0 && *number < (std::int64_t{1} << 30) ? static_cast<pid_t>(*number) : 0;
}

std::optional<Known> docker_entry(const Value& entry) {
  Known known;
  known.id = known_text(entry, "Id");
  if (!is_container_id(known.id)) return std::nullopt;
  std::vector<std::string_view> names;
  if (const Value* const list = entry.find("Names"))
    for (const auto& name : list->items())
      if (name.kind() == Value::Kind::string) names.push_back(name.text());
  const auto is_alias = [](std::string_view name) { return std::count(name.begin(), name.end(), '/') > 1; };
  std::stable_partition(names.begin(), names.end(), [&](auto name) { return !is_alias(name); });
  for (const auto name : names) add_name(known, name);
  take_labels(known, entry.find("Labels"));
  if (const auto state = known_text(entry, "State"); !state.empty())
    known.running = state == "running" || state == "paused" || state == "restarting";
  known.pid = pid_in(entry.find("Pid"));
  take_pod_labels(known);
  take_kubelet_name(known);
  return known;
}

}  // namespace

void merge(Known& known, const Known& more) {
  for (const auto& name : more.names) add_name(known, name);
  if (known.labels.empty()) known.labels = more.labels;
  for (const auto part : {&Known::pod_namespace, &Known::pod_name, &Known::pod_uid, &Known::pid_group})
    if ((known.*part).empty()) known.*part = more.*part;
  if (!known.running) known.running = more.running;
  if (known.pid == 0) known.pid = more.pid;
}

Result<std::vector<Known>> parse_docker_list(std::string_view text) {
  VPSFIT_TRY(const Value list, json::parse(text));
  if (list.kind() != Value::Kind::array)
    return fail(ErrorKind::input, "the engine's list of containers is no list", {}, "is this an engine's socket?");
  std::vector<Known> found;
  for (const auto& entry : list.items())
    if (auto known = docker_entry(entry)) found.push_back(*std::move(known));
  return found;
}

std::optional<Known> parse_docker_config(std::string_view text) {
  const auto config = json::parse(text);
  if (!config) return std::nullopt;
  Known known;
  known.id = known_text(*config, "ID");
  if (!is_container_id(known.id)) return std::nullopt;
  add_name(known, known_text(*config, "Name"));
  if (const Value* const inner = config->find("Config")) take_labels(known, inner->find("Labels"));
  if (const Value* const state = config->find("State")) {
    if (const Value* const running = state->find("Running")) known.running = running->truth();
    known.pid = pid_in(state->find("Pid"));
  }
  take_pod_labels(known);
  take_kubelet_name(known);
  return known;
}

std::vector<Known> parse_storage_list(std::string_view text) {
  const auto list = json::parse(text);
  std::vector<Known> found;
  if (!list) return found;
  for (const auto& entry : list->items()) {
    Known known;
    known.id = known_text(entry, "id");
    if (!is_container_id(known.id)) continue;
    if (const Value* const names = entry.find("names"))
      for (const auto& name : names->items())
        if (name.kind() == Value::Kind::string) add_name(known, name.text());
    if (known.names.empty())
      if (const auto metadata = json::parse(known_text(entry, "metadata")))
        add_name(known, known_text(*metadata, "name"));
    take_kubelet_name(known);
    found.push_back(std::move(known));
  }
  return found;
}

std::optional<Known> parse_oci_config(std::string_view text, std::string_view id) {
  const auto config = json::parse(text);
  const Value* const notes = config ? config->find("annotations") : nullptr;
  if (notes == nullptr || !is_container_id(id)) return std::nullopt;
  Known known;
  known.id = id;
  const auto first_of = [&](std::initializer_list<std::string_view> keys) {
    for (const auto key : keys)
      if (const auto value = known_text(*notes, key); !value.empty()) return std::string(value);
    return std::string();
  };
  add_name(known, first_of({"io.kubernetes.cri.container-name", "io.kubernetes.container.name", "nerdctl/name"}));
  known.pod_name = first_of({"io.kubernetes.cri.sandbox-name", "io.kubernetes.pod.name"});
  known.pod_namespace = first_of({"io.kubernetes.cri.sandbox-namespace", "io.kubernetes.pod.namespace"});
  known.pod_uid = first_of({"io.kubernetes.cri.sandbox-uid", "io.kubernetes.pod.uid"});
  take_labels(known, notes);
  if (known.names.empty() &&
      first_of({"io.kubernetes.cri.container-type", "io.kubernetes.cri-o.ContainerType"}) == "sandbox")
    add_name(known, "POD");
  return known;
}

std::optional<Known> parse_kubelet_log(std::string_view file_name) {
  if (!file_name.ends_with(".log")) return std::nullopt;
  file_name.remove_suffix(4);
  const auto dash = file_name.rfind('-');
  const auto first = file_name.find('_');
  const auto second = first == std::string_view::npos ? first : file_name.find('_', first + 1);
  if (second == std::string_view::npos || dash == std::string_view::npos || dash < second) return std::nullopt;
  Known known;
  known.id = file_name.substr(dash + 1);
  if (!is_container_id(known.id)) return std::nullopt;
  known.pod_name = file_name.substr(0, first);
  known.pod_namespace = file_name.substr(first + 1, second - first - 1);
  add_name(known, file_name.substr(second + 1, dash - second - 1));
  return known;
}

void take_kubelet_name(Known& known) {
  if (known.names.empty() || !known.names.front().starts_with("k8s_")) return;
  const std::string whole = known.names.front();
  const auto parts = split(whole, '_');
  if (parts.size() < 6) return;
  known.names.insert(known.names.begin(), std::string(parts[1]));
  if (known.pod_name.empty()) known.pod_name = parts[2];
  if (known.pod_namespace.empty()) known.pod_namespace = parts[3];
  if (known.pod_uid.empty()) known.pod_uid = parts[4];
}

}  // namespace vpsfit::sampler
