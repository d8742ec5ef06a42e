// SPDX-License-Identifier: MIT
#pragma once

#include <compare>
#include <cstdint>
#include <gmpxx.h>
#include <string>
#include <string_view>

#include "core/result.hpp"

namespace vpsfit {

/// An exact fraction. The sizing and money path computes with nothing else, because 1.050 / 0.5 / (1 - 0.3) is 3 and
/// not 3.0000000000000004.
class Rational {
 public:
  Rational() = default;
  Rational(std::int64_t whole) : value_(mpz_class(static_cast<long>(whole))) {}  // NOLINT: whole numbers are fractions
  /// numerator / denominator; a zero denominator is a broken promise of the caller (std::domain_error).
  Rational(std::int64_t numerator, std::int64_t denominator);

  Rational& operator+=(const Rational& o) { return value_ += o.value_, *this; }
  Rational& operator-=(const Rational& o) { return value_ -= o.value_, *this; }
  Rational& operator*=(const Rational& o) { return value_ *= o.value_, *this; }
  /// Division by zero is a broken promise of the caller (std::domain_error).
  Rational& operator/=(const Rational& o);
  friend Rational operator+(Rational a, const Rational& b) { return a += b; }
  friend Rational operator-(Rational a, const Rational& b) { return a -= b; }
  friend Rational operator*(Rational a, const Rational& b) { return a *= b; }
  friend Rational operator/(Rational a, const Rational& b) { return a /= b; }
  friend Rational operator-(Rational a) { return a.value_ = -a.value_, a; }
  friend bool operator==(const Rational& a, const Rational& b) { return a.value_ == b.value_; }
  friend std::strong_ordering operator<=>(const Rational& a, const Rational& b) {
    return cmp(a.value_, b.value_) <=> 0;
  }

  [[nodiscard]] bool is_zero() const { return value_ == 0; }
  [[nodiscard]] bool is_negative() const { return value_ < 0; }
  /// Smallest whole number not below; fails (input) where it does not fit 64 bits.
  [[nodiscard]] Result<std::int64_t> ceil() const;
  /// Largest whole number not above; fails (input) where it does not fit 64 bits.
  [[nodiscard]] Result<std::int64_t> floor() const;
  /// "a/b" in lowest terms, "a" where whole.
  [[nodiscard]] std::string fraction() const { return value_.get_str(); }
  /// The nearest double; for fits and plots only.
  [[nodiscard]] double approximate() const { return value_.get_d(); }
  [[nodiscard]] const mpq_class& mpq() const { return value_; }
  [[nodiscard]] static Rational from(mpq_class value);

 private:
  mpq_class value_{0};
};

[[nodiscard]] Rational abs(Rational value);

}  // namespace vpsfit
