// SPDX-License-Identifier: MIT
#include "forecast/outcome.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "core/decimal.hpp"
#include "core/text.hpp"
#include "forecast/choose.hpp"
#include "forecast/require.hpp"

namespace vpsfit::forecast {
namespace {

/// The fee that all are compared with: a baseline subject's plan may be another one now.
std::optional<Money> compared_fee(const Scene& scene, const std::vector<Outcome>& found) {
  const auto* const baseline = std::get_if<AgainstSubject>(&scene.comparison);
  if (baseline == nullptr || !scene.compared_fee) return scene.compared_fee;
  for (std::size_t i = 0; i < found.size(); ++i)
    if (scene.usages[i].subject == baseline->subject)
      return found[i].offer == nullptr ? std::nullopt : std::optional(found[i].offer->annual_fee);
  return std::nullopt;
}

const std::vector<std::string>& names() {
  static const std::vector<std::string> all{"headroom", "core-performance", "memory-factor", "os-reserve"};
  return all;
}

Result<void> change(Assumptions& assumptions, std::string_view name, std::string_view value) {
  if (name == "headroom") {
    VPSFIT_TRY(assumptions.cpu_headroom, Fraction::parse(value));
  } else if (name == "core-performance") {
    VPSFIT_TRY(assumptions.core_performance, parse_decimal(value));
  } else if (name == "memory-factor") {
    VPSFIT_TRY(assumptions.memory_factor, parse_decimal(value));
  } else if (name == "os-reserve") {
    VPSFIT_TRY(assumptions.os_reserve, parse_bytes(value));
  } else {
    const auto near = near_name(name, names());
    return fail(
        ErrorKind::input, fmt::format("'{}' is no assumption", printable(name, 60)), {},
        near ? fmt::format("did you mean '{}'?", *near) : fmt::format("there are: {}", fmt::join(names(), ", ")));
  }
  return {};
}

}  // namespace

Result<std::vector<Outcome>> outcomes(const Scene& scene, const Assumptions& assumptions) {
  std::vector<Outcome> found;
  for (const auto& usage : scene.usages) {
    Outcome& outcome = found.emplace_back();
    if (usage.runs.empty()) continue;
    VPSFIT_TRY(const Need need, require(usage, assumptions));
    outcome.vcpus = need.vcpus;
    outcome.offer = first_fit(need, scene.market, scene.selection);
  }
  const auto fee = compared_fee(scene, found);
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (!fee || found[i].offer == nullptr || !scene.compared[i]) continue;
    VPSFIT_TRY(found[i].saving, saving(found[i].offer->annual_fee, *fee, scene.selection.currency, scene.rates));
  }
  return found;
}

Result<Assumptions> changed_assumptions(const Assumptions& assumptions, std::string_view text) {
  Assumptions result = assumptions;
  std::vector<std::string_view> seen;
  for (const auto part : split(text, ',')) {
    const auto equals = part.find('=');
    if (equals == std::string_view::npos)
      return fail(ErrorKind::input, fmt::format("'{}' has no '=' in it", printable(part, 60)), {},
                  "write it like headroom=0.3 or core-performance=0.4,headroom=0.3");
    const std::string_view name = trim(part.substr(0, equals));
    if (std::find(seen.begin(), seen.end(), name) != seen.end())
      return fail(ErrorKind::input, fmt::format("'{}' stands twice in '{}'", printable(name, 60), printable(text, 80)));
    seen.push_back(name);
    VPSFIT_CHECK(change(result, name, trim(part.substr(equals + 1))));
  }
  VPSFIT_CHECK(check(result));
  return result;
}

}  // namespace vpsfit::forecast
