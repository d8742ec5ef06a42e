// SPDX-License-Identifier: MIT
#include "core/decimal.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "core/text.hpp"

namespace vpsfit {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

mpz_class power_of_ten(int exponent) {
  mpz_class result;
  mpz_ui_pow_ui(result.get_mpz_t(), 10, static_cast<unsigned long>(exponent));
  return result;
}

tl::unexpected<Error> not_decimal(std::string_view text) {
  if (text.size() > max_decimal_length)
    return fail(ErrorKind::input, fmt::format("the number '{}...' has {} characters, at most {} are read",
                                              printable(text.substr(0, 20)), text.size(), max_decimal_length));
  return fail(ErrorKind::input, fmt::format("'{}' is not a decimal number", printable(text)), {},
              "write digits with an optional point, like 0.25");
}

/// Digits and at most one point; fills the number without its point and how many digits followed the point.
bool split(std::string_view text, std::string& digits, int& after_point) {
  bool point = false;
  after_point = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (is_digit(text[i])) {
      digits += text[i];
      after_point += point ? 1 : 0;
    } else if (text[i] == '.' && !point && i > 0 && i + 1 < text.size()) {
      point = true;
    } else {
      return false;
    }
  }
  return !digits.empty();
}

mpz_class scaled(const Rational& value, int digits, Rounding rounding) {
  const mpz_class scale = power_of_ten(digits);
  const mpq_class exact = value.mpq() * mpq_class(scale);
  mpz_class result;
  if (rounding == Rounding::down) {
    mpz_fdiv_q(result.get_mpz_t(), exact.get_num_mpz_t(), exact.get_den_mpz_t());
  } else if (rounding == Rounding::up) {
    mpz_cdiv_q(result.get_mpz_t(), exact.get_num_mpz_t(), exact.get_den_mpz_t());
  } else {
    const mpq_class half(1, 2);
    const mpq_class moved = ::abs(exact) + half;
    mpz_fdiv_q(result.get_mpz_t(), moved.get_num_mpz_t(), moved.get_den_mpz_t());
    if (exact < 0) result = -result;
  }
  return result;
}

/// Position of the first significant digit: 3 for 123.4, 0 for 0.12, -1 for 0.012.
int magnitude(const Rational& value) {
  const Rational size = abs(value);
  int exponent = 0;
  Rational bound = 1;
  while (bound <= size) bound *= 10, ++exponent;
  while (exponent <= 0 && size * 10 < bound) bound /= 10, --exponent;
  return exponent;
}

}  // namespace

Result<Rational> parse_decimal(std::string_view text) {
  const bool negative = text.starts_with('-');
  std::string digits;
  int after_point = 0;
  if (text.size() > max_decimal_length || !split(text.substr(negative ? 1 : 0), digits, after_point))
    return not_decimal(text);
  mpq_class value(mpz_class(digits, 10), power_of_ten(after_point));
  value.canonicalize();
  if (negative) value = -value;
  return Rational::from(value);
}

Result<Rational> parse_json_number(std::string_view text) {
  const auto e = text.find_first_of("eE");
  if (e == std::string_view::npos) return parse_decimal(text);
  std::string_view exponent = text.substr(e + 1);
  const bool negative = exponent.starts_with('-');
  if (negative || exponent.starts_with('+')) exponent.remove_prefix(1);
  if (exponent.empty() || exponent.size() > 2 || !std::all_of(exponent.begin(), exponent.end(), is_digit))
    return not_decimal(text);
  VPSFIT_TRY(Rational value, parse_decimal(text.substr(0, e)));
  int power = 0;
  for (const char c : exponent) power = power * 10 + (c - '0');
  const Rational scale = Rational::from(mpq_class(power_of_ten(power)));
  return negative ? value / scale : value * scale;
}

Rational round_to(const Rational& value, int digits, Rounding rounding) {
  mpq_class result(scaled(value, digits, rounding), power_of_ten(digits));
  result.canonicalize();
  return Rational::from(result);
}

Rational round_significant(const Rational& value, int significant, Rounding rounding) {
  if (value.is_zero()) return value;
  const int digits = significant - magnitude(value);
  if (digits >= 0) return round_to(value, digits, rounding);
  const Rational scale = Rational::from(mpq_class(power_of_ten(-digits)));
  return round_to(value / scale, 0, rounding) * scale;
}

std::string to_fixed(const Rational& value, int digits, Rounding rounding) {
  const mpz_class whole = scaled(value, digits, rounding);
  std::string text = mpz_class(::abs(whole)).get_str();
  const auto places = static_cast<std::size_t>(digits);
  if (text.size() <= places) text.insert(0, places + 1 - text.size(), '0');
  if (places > 0) text.insert(text.size() - places, 1, '.');
  return (whole < 0 ? "-" : "") + text;
}

std::string to_decimal(const Rational& value, Rounding rounding) {
  int digits = 9;
  if (ends_as_decimal(value)) {
    mpz_class rest = value.mpq().get_den();
    int twos = 0;
    int fives = 0;
    while (mpz_divisible_ui_p(rest.get_mpz_t(), 2) != 0) rest /= 2, ++twos;
    while (mpz_divisible_ui_p(rest.get_mpz_t(), 5) != 0) rest /= 5, ++fives;
    digits = std::max(twos, fives);
  }
  std::string text = to_fixed(value, digits, rounding);
  if (text.find('.') == std::string::npos) return text;
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text == "-0" ? "0" : text;
}

std::string to_significant(const Rational& value, int significant) {
  const Rational rounded = round_significant(value, significant, Rounding::half_away);
  const int digits = value.is_zero() ? 0 : significant - magnitude(rounded);
  return to_fixed(rounded, std::max(digits, 0));
}

std::string to_significant(double value, int significant) {
  return to_significant(Rational::from(mpq_class(value)), significant);
}

bool ends_as_decimal(const Rational& value) {
  mpz_class rest = value.mpq().get_den();
  while (mpz_divisible_ui_p(rest.get_mpz_t(), 2) != 0) rest /= 2;
  while (mpz_divisible_ui_p(rest.get_mpz_t(), 5) != 0) rest /= 5;
  return rest == 1;
}

}  // namespace vpsfit
