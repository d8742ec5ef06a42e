// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "core/currency.hpp"
#include "core/rational.hpp"
#include "core/result.hpp"

namespace vpsfit {

/// An exact amount of one currency. It is rounded only when it is shown.
class Money {
 public:
  Money(Rational amount, Currency currency) : amount_(std::move(amount)), currency_(currency) {}

  [[nodiscard]] const Rational& amount() const { return amount_; }
  [[nodiscard]] const Currency& currency() const { return currency_; }
  /// Fails (input) where the currencies differ: only a dated rate turns one into another.
  [[nodiscard]] Result<Money> plus(const Money& other) const;
  [[nodiscard]] Result<Money> minus(const Money& other) const;
  [[nodiscard]] Money times(const Rational& factor) const { return {amount_ * factor, currency_}; }
  /// The amount with the currency's own digits, half away from zero: "60.00", "46734".
  [[nodiscard]] std::string rounded() const;
  bool operator==(const Money&) const = default;

 private:
  Rational amount_;
  Currency currency_;
};

/// "12 USD": an amount and a currency, as people type it.
[[nodiscard]] Result<Money> parse_money(std::string_view text);

}  // namespace vpsfit
