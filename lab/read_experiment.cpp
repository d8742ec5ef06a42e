// SPDX-License-Identifier: MIT
#include <algorithm>
#include <fmt/format.h>

#include "core/text.hpp"
#include "json/parse.hpp"
#include "lab/check_experiment.hpp"
#include "lab/experiment.hpp"
#include "lab/generator.hpp"
#include "lab/read_values.hpp"
#include "lab/toml.hpp"

namespace vpsfit::lab {
namespace {

using json::Node;
using std::chrono::seconds;

template <class Enum>
Result<void> take_word(const Node& table, std::string_view key, Enum& into, const std::vector<std::string>& words) {
  const auto node = table.maybe(key);
  if (!node) return {};
  VPSFIT_TRY(const std::size_t index, node->one_of(words));
  into = static_cast<Enum>(index);
  return {};
}

auto whole(std::int64_t least, std::int64_t most) {
  return [least, most](const Node& node) { return node.whole(least, most); };
}

Result<ServerLimits> read_limits(const Node& node) {
  VPSFIT_CHECK(node.only({"cpuset", "cpus", "memory", "swap"}));
  ServerLimits limits;
  VPSFIT_CHECK(take(node, "cpuset", limits.cpuset, read_cpus));
  VPSFIT_CHECK(take(node, "cpus", limits.cpus, read_positive));
  VPSFIT_CHECK(take(node, "memory", limits.memory, read_size));
  VPSFIT_CHECK(take(node, "swap", limits.swap, read_size));
  if (limits.memory && limits.memory->count() < MiB(1).count())
    return node.wrong(fmt::format("no server lives in {} bytes", limits.memory->count()));
  if (limits.swap && !limits.memory) return node.wrong("swap is limited only together with memory", "add memory");
  return limits;
}

Result<GeneratorPlan> read_generator(const Node& node) {
  VPSFIT_CHECK(node.only({"tool", "cpuset", "memory", "threads", "timeout", "patience"}));
  GeneratorPlan plan;
  if (const auto tool = node.maybe("tool")) {
    auto words = generator_names();
    words.insert(words.begin(), "auto");
    VPSFIT_TRY(const std::size_t index, tool->one_of(words));
    plan.tool = words[index];
  }
  VPSFIT_CHECK(take(node, "cpuset", plan.cpuset, read_cpus));
  VPSFIT_CHECK(take(node, "memory", plan.memory, read_size));
  VPSFIT_CHECK(take(node, "threads", plan.threads, whole(1, 1024)));
  VPSFIT_CHECK(take(node, "patience", plan.patience, read_duration));
  if (const auto timeout = node.maybe("timeout")) {
    VPSFIT_TRY(const auto time, read_duration(*timeout));
    plan.timeout = std::chrono::duration_cast<seconds>(time);
    if (plan.timeout != time || plan.timeout < seconds(1))
      return timeout->wrong("the timeout of a request is whole seconds", "some generators know nothing finer");
  }
  return plan;
}

Result<ContractCase> read_case(const Node& node, const Request& request) {
  VPSFIT_CHECK(
      node.only({"name", "method", "path", "headers", "body", "status", "json", "contains", "answer_headers"}));
  ContractCase one;
  VPSFIT_TRY(const Node name, node.at("name"));
  VPSFIT_TRY(one.name, read_name(name));
  Request otherwise = request;
  // Another method or path is another question: it inherits neither the body nor what describes it.
  if (node.maybe("method") || node.maybe("path")) otherwise.body.clear(), otherwise.headers.clear();
  VPSFIT_TRY(one.request, read_request(node, otherwise));
  int status = 200;
  VPSFIT_CHECK(take(node, "status", status, [](const Node& n) -> Result<int> {
    VPSFIT_TRY(const std::int64_t code, n.whole(100, 599));
    return static_cast<int>(code);
  }));
  one.status = status;
  VPSFIT_CHECK(take(node, "contains", one.contains, [](const Node& n) { return n.text(65'536); }));
  VPSFIT_CHECK(take(node, "answer_headers", one.headers, read_pairs));
  if (const auto body = node.maybe("json")) {
    VPSFIT_TRY(const std::string text, body->text(65'536));
    auto value = json::parse(text);
    if (!value) return body->wrong("this is no JSON: " + value.error().message);
    one.json = std::move(*value);
  }
  return one;
}

Result<LoadPlan> read_load(const Node& node) {
  VPSFIT_CHECK(node.only({"name", "mode", "connections", "rate", "requests", "min_ratio", "only"}));
  LoadPlan load;
  load.min_ratio = *Fraction::parse("98%");
  VPSFIT_TRY(const Node name, node.at("name"));
  VPSFIT_TRY(load.name, read_name(name));
  VPSFIT_TRY(const Node mode, node.at("mode"));
  VPSFIT_CHECK(take_word(node, "mode", load.mode, {"saturated", "rate", "requests"}));
  VPSFIT_TRY(const Node connections, node.at("connections"));
  VPSFIT_TRY(load.connections, connections.whole(1, 1'000'000));
  VPSFIT_CHECK(take(node, "min_ratio", load.min_ratio, read_share));
  VPSFIT_CHECK(take(node, "only", load.only, read_texts));
  const auto belongs = [&](std::string_view key, LoadMode wanted) -> Result<void> {
    const auto given = node.maybe(key);
    if (given && load.mode != wanted)
      return given->wrong(fmt::format("a load of mode \"{}\" has no {}", to_text(load.mode), key));
    if (!given && load.mode == wanted)
      return mode.wrong(fmt::format("a load of mode \"{}\" needs {}", to_text(load.mode), key),
                        fmt::format("add {}", key));
    return {};
  };
  VPSFIT_CHECK(belongs("rate", LoadMode::rate));
  VPSFIT_CHECK(belongs("requests", LoadMode::requests));
  VPSFIT_CHECK(take(node, "rate", load.rate, read_positive));
  VPSFIT_CHECK(take(node, "requests", load.requests, whole(1, 1'000'000'000'000)));
  return load;
}

Result<void> read_image(const Node& node, Subject& subject) {
  if (const auto image = node.maybe("image")) {
    VPSFIT_TRY(subject.image, image->text(300));
    if (printable(subject.image) != subject.image || subject.image.find_first_of(" ?#") != std::string::npos)
      return image->wrong("this names no image");
  }
  for (const auto* const key : {"engine", "folder"}) {
    const auto given = node.maybe(key);
    if (!given) continue;
    if (subject.image.empty() == (std::string_view(key) == "engine"))
      return given->wrong(subject.image.empty() ? "a plain process needs no engine"
                                                : "a container runs in the folder that its image names");
  }
  if (const auto engine = node.maybe("engine")) {
    VPSFIT_TRY(const std::size_t index, engine->one_of({"docker", "podman"}));
    subject.engine = index == 0 ? "docker" : "podman";
  }
  return {};
}

Result<Subject> read_subject(const Node& node, const std::filesystem::path& home) {
  VPSFIT_CHECK(node.only({"name", "command", "port", "environment", "folder", "warmup_min", "image", "engine"}));
  Subject subject;
  VPSFIT_TRY(const Node name, node.at("name"));
  VPSFIT_TRY(subject.name, read_name(name));
  VPSFIT_TRY(const Node port, node.at("port"));
  VPSFIT_TRY(subject.port, port.whole(1, 65'535));
  VPSFIT_CHECK(take(node, "command", subject.command, read_texts));
  VPSFIT_CHECK(take(node, "environment", subject.environment, read_pairs));
  for (const auto& [key, unused] : subject.environment)
    if (key.find('=') != std::string::npos)
      return node.wrong(fmt::format("\"{}\" names no variable", printable(key, 60)));
  VPSFIT_CHECK(take(node, "warmup_min", subject.warmup_min, read_duration));
  VPSFIT_CHECK(read_image(node, subject));
  if (subject.command.empty() && subject.image.empty())
    return node.wrong("there is nothing to start", "add command, or image for a container");
  subject.folder = home;
  if (const auto folder = node.maybe("folder")) {
    VPSFIT_TRY(const std::string text, folder->text(4000));
    subject.folder = (home / text).lexically_normal();
  }
  return subject;
}

Result<WarmUpRule> read_warm_up(const Node& node, nanoseconds window) {
  VPSFIT_CHECK(node.only({"load", "window", "windows", "cv_max", "min", "max"}));
  WarmUpRule rule;
  VPSFIT_TRY(const Node load, node.at("load"));
  VPSFIT_TRY(rule.load, load.text(80));
  rule.window = window;
  rule.cv_max = *Fraction::parse("5%");
  VPSFIT_CHECK(take(node, "window", rule.window, read_duration));
  VPSFIT_CHECK(take(node, "windows", rule.windows, whole(3, 100)));
  VPSFIT_CHECK(take(node, "cv_max", rule.cv_max, read_share));
  rule.min = rule.window * rule.windows;
  VPSFIT_CHECK(take(node, "min", rule.min, read_duration));
  rule.max = std::max<nanoseconds>(10 * rule.min, rule.window * rule.windows);
  VPSFIT_CHECK(take(node, "max", rule.max, read_duration));
  return rule;
}

Result<void> read_head(const Node& root, Experiment& experiment) {
  VPSFIT_TRY(const Node name, root.at("experiment"));
  VPSFIT_TRY(experiment.name, read_name(name));
  VPSFIT_CHECK(take(root, "repetitions", experiment.repetitions, whole(1, 1000)));
  VPSFIT_CHECK(take(root, "window", experiment.window, read_duration));
  VPSFIT_CHECK(take(root, "ready_timeout", experiment.ready_timeout, read_duration));
  VPSFIT_CHECK(take(root, "settle_max", experiment.settle_max, read_duration));
  VPSFIT_CHECK(take_word(root, "order", experiment.order, {"interleaved", "blocked"}));
  VPSFIT_CHECK(take_word(root, "start_scope", experiment.start_scope, {"window", "repetition"}));
  VPSFIT_CHECK(take_word(root, "cache_state", experiment.cache_state, {"as-is", "dropped"}));
  VPSFIT_CHECK(take(root, "limits", experiment.limits, read_limits));
  VPSFIT_CHECK(take(root, "generator", experiment.generator, read_generator));
  if (const auto request = root.maybe("request")) {
    VPSFIT_CHECK(request->only({"method", "path", "headers", "body"}));
    VPSFIT_TRY(experiment.request, read_request(*request, {}));
  }
  if (const auto forecast = root.maybe("forecast")) {
    VPSFIT_CHECK(forecast->only({"load"}));
    VPSFIT_TRY(const Node load, forecast->at("load"));
    VPSFIT_TRY(experiment.forecast_load, load.text(80));
  }
  return take(root, "warmup", experiment.warmup, [&](const Node& n) { return read_warm_up(n, experiment.window); });
}

template <class T, class Read>
Result<void> read_list(const Node& root, std::string_view key, std::vector<T>& into, Read read) {
  const auto list = root.maybe(key);
  if (!list) return {};
  VPSFIT_TRY(const auto items, list->items());
  for (const auto& item : items) {
    auto one = read(item);
    if (!one) return fail(std::move(one).error());
    into.push_back(std::move(*one));
  }
  return {};
}

}  // namespace

Result<Experiment> parse_experiment(std::string_view toml, const std::string& file, const std::filesystem::path& home) {
  auto value = parse_toml(toml);
  if (!value) return fail(std::move(value).error().in(file));
  const Node root(*value, file);
  VPSFIT_CHECK(root.only({"experiment", "repetitions", "window", "ready_timeout", "settle_max", "order", "start_scope",
                          "cache_state", "limits", "generator", "request", "contract", "load", "subject", "warmup",
                          "forecast"}));
  Experiment experiment;
  VPSFIT_CHECK(read_head(root, experiment));
  const auto& request = experiment.request;
  VPSFIT_CHECK(read_list(root, "contract", experiment.contract, [&](const Node& n) { return read_case(n, request); }));
  VPSFIT_CHECK(read_list(root, "load", experiment.loads, read_load));
  VPSFIT_CHECK(read_list(root, "subject", experiment.subjects, [&](const Node& n) { return read_subject(n, home); }));
  VPSFIT_CHECK(check_experiment(experiment, root));
  return experiment;
}

}  // namespace vpsfit::lab
