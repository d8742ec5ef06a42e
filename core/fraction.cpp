// SPDX-License-Identifier: MIT
#include "core/fraction.hpp"

#include <fmt/format.h>

#include "core/decimal.hpp"
#include "core/text.hpp"

namespace vpsfit {

Result<Fraction> Fraction::from(Rational value) {
  if (value.is_negative() || value > Rational(1))
    return fail(ErrorKind::input, fmt::format("{} is not between 0 and 1", to_decimal(value, Rounding::half_away)), {},
                "write a share like 0.2 or 20%");
  Fraction result;
  result.value_ = std::move(value);
  return result;
}

Result<Fraction> Fraction::parse(std::string_view text) {
  const bool percent = text.ends_with('%');
  auto number = parse_decimal(percent ? trim(text.substr(0, text.size() - 1)) : text);
  if (!number)
    return fail(ErrorKind::input, fmt::format("'{}' is not a share", printable(text, 40)), {},
                "write a share like 0.2 or 20%");
  return from(percent ? *number / Rational(100) : *number);
}

}  // namespace vpsfit
