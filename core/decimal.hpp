// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "core/rational.hpp"
#include "core/result.hpp"

namespace vpsfit {

/// Longest decimal that is read; more digits than this is an attack or a mistake, not a price.
inline constexpr std::size_t max_decimal_length = 64;

/// How a value that has more digits than are shown is rounded.
enum class Rounding {
  half_away,  ///< to the nearest, halves away from zero: money, rates
  down,       ///< towards minus infinity: maxima
  up,         ///< towards plus infinity: minima and needs
};

/// "12", "-0.5", "007.10": optional sign, digits, optional point with digits. No exponent, no spaces, no "+", not
/// empty. Fails (input) with the text seen.
[[nodiscard]] Result<Rational> parse_decimal(std::string_view text);
/// The same, and also with an exponent of at most two digits ("1.5e3"), as JSON numbers may have it.
[[nodiscard]] Result<Rational> parse_json_number(std::string_view text);

/// Rounded to a whole number of 10^-digits. digits: 0..30.
[[nodiscard]] Rational round_to(const Rational& value, int digits, Rounding rounding);
/// Rounded to so many significant digits (1..40); zero stays zero.
[[nodiscard]] Rational round_significant(const Rational& value, int significant, Rounding rounding);

/// With exactly so many digits after the point: money ("60.00"), always one rounding.
[[nodiscard]] std::string to_fixed(const Rational& value, int digits, Rounding rounding = Rounding::half_away);
/// Without trailing zeros. A value that ends is printed whole; one that does not end carries 9 decimals, rounded as
/// told.
[[nodiscard]] std::string to_decimal(const Rational& value, Rounding rounding);
/// So many significant digits, trailing zeros kept, never an exponent: "1335.27", "1318.00", "0.000748912".
[[nodiscard]] std::string to_significant(const Rational& value, int significant);
/// The same of an estimate, which is finite.
[[nodiscard]] std::string to_significant(double value, int significant);
/// Does the value end as a decimal (2 and 5 are the only prime factors of its denominator)?
[[nodiscard]] bool ends_as_decimal(const Rational& value);

}  // namespace vpsfit
