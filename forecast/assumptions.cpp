// SPDX-License-Identifier: MIT
#include "forecast/assumptions.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "core/decimal.hpp"

namespace vpsfit::forecast {

Result<void> check(const Assumptions& assumptions) {
  const auto shown = [](const Rational& value) { return to_decimal(value, Rounding::half_away); };
  if (assumptions.core_performance <= Rational(0))
    return fail(ErrorKind::input,
                fmt::format("the core performance {} is not more than zero", shown(assumptions.core_performance)), {},
                "0.5 says that a core of the server does half of what a core here did");
  if (assumptions.cpu_headroom.complement().is_zero())
    return fail(ErrorKind::input, "a headroom of 1 leaves nothing of the server to use", {},
                "choose a headroom below 1, like 0.2");
  if (assumptions.memory_factor < Rational(1))
    return fail(ErrorKind::input,
                fmt::format("the memory factor {} is below 1: the server would have less than was used",
                            shown(assumptions.memory_factor)),
                {}, "choose a factor of 1 or more, like 1.25");
  if (assumptions.os_reserve < Bytes{0})
    return fail(ErrorKind::input, fmt::format("the reserve of {} bytes is negative", assumptions.os_reserve.count()));
  return {};
}

Range headroom_range(const Assumptions& assumptions) {
  const Rational assumed = assumptions.cpu_headroom.value(), step(1, 10);
  return {std::max(assumed - step, Rational(0)), std::min(assumed + step, (assumed + Rational(1)) / Rational(2))};
}

Range core_performance_range(const Assumptions& assumptions) {
  return {assumptions.core_performance * Rational(4, 5), assumptions.core_performance * Rational(6, 5)};
}

}  // namespace vpsfit::forecast
