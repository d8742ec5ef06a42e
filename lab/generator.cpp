// SPDX-License-Identifier: MIT
#include "lab/generator.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "core/text.hpp"
#include "lab/generators.hpp"

namespace vpsfit::lab {
namespace {

// In the order of preference: those that count from the schedule first.
constexpr auto every_generator = std::to_array<Generator>({
    {"zrk", LatencyOrigin::scheduled, false, true, CountedBytes::unknown, "--version", zrk::invoke, zrk::parse},
    {"oha", LatencyOrigin::scheduled, true, false, CountedBytes::bodies, "--version", oha::invoke, oha::parse},
    {"vegeta", LatencyOrigin::rebuilt, false, true, CountedBytes::bodies, "-version", vegeta::invoke, vegeta::parse},
    {"h2load", LatencyOrigin::rebuilt, true, true, CountedBytes::answers, "--version", h2load::invoke, h2load::parse},
    {"wrk", std::nullopt, false, true, CountedBytes::answers, "-v", wrk::invoke, wrk::parse},
    {"k6", LatencyOrigin::actual_send, true, false, CountedBytes::answers, "version", k6::invoke, k6::parse},
    {"bombardier", LatencyOrigin::actual_send, true, false, CountedBytes::answers, "--version", bombardier::invoke,
     bombardier::parse},
    {"hey", std::nullopt, true, true, CountedBytes::unknown, "-version", hey::invoke, hey::parse},
    {"autocannon", std::nullopt, true, false, CountedBytes::answers, "--version", autocannon::invoke,
     autocannon::parse},
});

// A closed loop wants many requests a second and all of their latencies: wrk before h2load.
constexpr std::array<std::string_view, 9> closed_order{"zrk", "wrk", "h2load",     "oha",   "bombardier",
                                                       "hey", "k6",  "autocannon", "vegeta"};

std::string able(LoadMode mode) {
  std::string names;
  for (const auto& generator : every_generator)
    if (generator.can(mode)) names += (names.empty() ? "" : ", ") + std::string(generator.name);
  return names;
}

}  // namespace

std::string_view to_text(LatencyOrigin origin) {
  switch (origin) {
    case LatencyOrigin::scheduled:
      return "scheduled";
    case LatencyOrigin::rebuilt:
      return "rebuilt";
    case LatencyOrigin::actual_send:
      return "actual_send";
    case LatencyOrigin::backfilled:
      return "backfilled";
    case LatencyOrigin::unknown:
      break;
  }
  return "unknown";
}

std::span<const Generator> generators() { return every_generator; }

std::vector<std::string> generator_names() {
  std::vector<std::string> names;
  for (const auto& generator : every_generator) names.emplace_back(generator.name);
  return names;
}

const Generator* find_generator(std::string_view name) {
  const auto* const at =
      std::find_if(every_generator.begin(), every_generator.end(), [&](const Generator& g) { return g.name == name; });
  return at == every_generator.end() ? nullptr : at;
}

Result<const Generator*> choose_generator(std::string_view wish, LoadMode mode, bool (*installed)(std::string_view)) {
  if (wish != "auto") {
    const Generator* const wanted = find_generator(wish);
    if (wanted == nullptr || !wanted->can(mode))
      return fail(ErrorKind::input,
                  fmt::format("{} cannot make a load of mode \"{}\"", printable(wish, 40), to_text(mode)), {},
                  fmt::format("these can: {}", able(mode)));
    if (!installed(wanted->name))
      return fail(ErrorKind::unavailable, fmt::format("the load generator {} is not installed", wanted->name), {},
                  "install it, or write tool = \"auto\"");
    return wanted;
  }
  if (mode == LoadMode::saturated) {
    for (const auto name : closed_order)
      if (installed(name)) return find_generator(name);
  } else {
    for (const auto& generator : every_generator)
      if (generator.can(mode) && installed(generator.name)) return &generator;
  }
  return fail(ErrorKind::unavailable, fmt::format("no load generator for mode \"{}\" is installed", to_text(mode)), {},
              fmt::format("install one of {}", able(mode)));
}

std::int64_t whole_seconds(std::chrono::nanoseconds duration) {
  return std::max<std::int64_t>(1, std::chrono::ceil<std::chrono::seconds>(duration).count());
}

}  // namespace vpsfit::lab
