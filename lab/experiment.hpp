// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/bytes.hpp"
#include "core/fraction.hpp"
#include "core/rational.hpp"
#include "core/result.hpp"
#include "json/value.hpp"
#include "lab/cpu_set.hpp"

/// What one experiment file says. Its keys are described in examples/web-frameworks.toml.
namespace vpsfit::lab {

using std::chrono::nanoseconds;
using Pairs = std::vector<std::pair<std::string, std::string>>;

/// An HTTP request, of the load or of a contract case.
struct Request {
  std::string method = "GET";
  std::string path = "/";
  Pairs headers;
  std::string body;
  bool operator==(const Request&) const = default;
};

/// A request and what a correct server answers to it.
struct ContractCase {
  std::string name;
  Request request;
  int status = 200;
  std::optional<json::Value> json;  ///< the body is JSON equal to this, whatever its order and spaces
  std::string contains;             ///< the body has this text; empty: not asked
  Pairs headers;                    ///< the answer has these, values compared from their beginning
};

/// Limits of every server; what is not said is not limited.
struct ServerLimits {
  std::optional<CpuSet> cpuset;
  std::optional<Rational> cpus;  ///< a quota
  std::optional<Bytes> memory;
  std::optional<Bytes> swap;  ///< beside the memory
};

struct Subject {
  std::string name;
  std::string image;                 ///< of a container; empty: a plain process
  std::string engine;                ///< "docker", "podman"; empty: the one that is there
  std::vector<std::string> command;  ///< of a container: empty where the image knows it
  std::int64_t port = 0;             ///< of this machine; a container uses its network
  Pairs environment;
  std::filesystem::path folder;  ///< where the command runs
  std::optional<nanoseconds> warmup_min;
};

enum class LoadMode {
  saturated,  ///< closed loop: the next request follows the answer
  rate,       ///< a schedule that the answers do not change
  requests,   ///< closed loop until so many requests were answered
};
[[nodiscard]] std::string_view to_text(LoadMode mode);

struct LoadPlan {
  std::string name;
  LoadMode mode = LoadMode::saturated;
  std::int64_t connections = 1;
  Rational rate;                  ///< requests per second, of mode rate
  std::int64_t requests = 0;      ///< of mode requests
  Fraction min_ratio;             ///< below this share of the rate, the rate was not reached
  std::vector<std::string> only;  ///< subjects; empty: all
};

struct GeneratorPlan {
  std::string tool = "auto";
  std::optional<CpuSet> cpuset;
  std::optional<Bytes> memory;
  std::int64_t threads = 1;
  std::chrono::seconds timeout{2};                  ///< of one request
  nanoseconds patience = std::chrono::seconds(30);  ///< beyond the load's time and the timeout; then it is killed
};

struct WarmUpRule {
  std::string load;          ///< empty: no warm-up
  nanoseconds window{};      ///< length of one warm-up window
  std::int64_t windows = 3;  ///< the last so many are looked at
  Fraction cv_max;
  nanoseconds min{}, max{};
};

enum class Order { interleaved, blocked };
enum class StartScope { window, repetition };
enum class CacheState { as_is, dropped };
[[nodiscard]] std::string_view to_text(Order order);
[[nodiscard]] std::string_view to_text(StartScope scope);
[[nodiscard]] std::string_view to_text(CacheState state);

struct Experiment {
  std::string name;
  std::int64_t repetitions = 3;
  nanoseconds window = std::chrono::seconds(15);
  Order order = Order::interleaved;
  StartScope start_scope = StartScope::window;
  CacheState cache_state = CacheState::as_is;
  nanoseconds ready_timeout = std::chrono::seconds(60);
  nanoseconds settle_max = std::chrono::seconds(60);
  ServerLimits limits;
  GeneratorPlan generator;
  Request request;
  std::vector<ContractCase> contract;
  std::vector<LoadPlan> loads;
  std::vector<Subject> subjects;
  WarmUpRule warmup;
  std::string forecast_load;  ///< what a forecast from this experiment reads; empty: it has to be said

  [[nodiscard]] const LoadPlan* load(std::string_view name_of_load) const;
  [[nodiscard]] const Subject* subject(std::string_view name_of_subject) const;
};

/// Reads an experiment; `file` names it in complaints, `home` is where relative folders begin. Fails (input) with
/// file:line:column: unknown key (with the near one), wrong type or unit, a name used twice or not defined, limits that
/// contradict each other.
[[nodiscard]] Result<Experiment> parse_experiment(std::string_view toml, const std::string& file,
                                                  const std::filesystem::path& home);

}  // namespace vpsfit::lab
