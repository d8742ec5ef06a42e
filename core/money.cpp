// SPDX-License-Identifier: MIT
#include "core/money.hpp"

#include <fmt/format.h>

#include "core/decimal.hpp"
#include "core/text.hpp"

namespace vpsfit {
namespace {

tl::unexpected<Error> two_currencies(const Money& a, const Money& b) {
  return fail(ErrorKind::input, fmt::format("{} and {} do not add up", a.currency().code(), b.currency().code()), {},
              "convert one of them with a dated rate first");
}

}  // namespace

Result<Money> Money::plus(const Money& other) const {
  if (currency_ != other.currency_) return two_currencies(*this, other);
  return Money{amount_ + other.amount_, currency_};
}

Result<Money> Money::minus(const Money& other) const {
  if (currency_ != other.currency_) return two_currencies(*this, other);
  return Money{amount_ - other.amount_, currency_};
}

std::string Money::rounded() const { return to_fixed(amount_, currency_.minor_digits()); }

Result<Money> parse_money(std::string_view text) {
  const auto parts = split(trim(text), ' ');
  if (parts.size() != 2)
    return fail(ErrorKind::input, fmt::format("'{}' is not an amount of money", printable(text, 60)), {},
                "write it like \"12 USD\"");
  VPSFIT_TRY(Rational amount, parse_decimal(parts[0]));
  VPSFIT_TRY(const Currency currency, Currency::parse(parts[1]));
  return Money{std::move(amount), currency};
}

}  // namespace vpsfit
