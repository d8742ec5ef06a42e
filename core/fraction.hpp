// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "core/rational.hpp"
#include "core/result.hpp"

namespace vpsfit {

/// A share between 0 and 1, exact: headroom, per-core performance, a baseline share.
class Fraction {
 public:
  Fraction() = default;
  /// Fails (input) outside 0..1.
  [[nodiscard]] static Result<Fraction> from(Rational value);
  /// "0.2" or "20%".
  [[nodiscard]] static Result<Fraction> parse(std::string_view text);

  [[nodiscard]] const Rational& value() const { return value_; }
  /// 1 - value.
  [[nodiscard]] Rational complement() const { return Rational(1) - value_; }
  bool operator==(const Fraction&) const = default;

 private:
  Rational value_;
};

}  // namespace vpsfit
