// SPDX-License-Identifier: MIT
#include "fx-rates/rate.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <stdexcept>

#include "core/decimal.hpp"
#include "core/text.hpp"

namespace vpsfit::fx {
namespace {

tl::unexpected<Error> not_a_given_rate(std::string_view text, std::string_view why) {
  return fail(ErrorKind::input, fmt::format("'{}' is not a dated rate: {}", printable(text, 80), why), {},
              "write it like USD/KRW=1335.27@2026-10-30: one USD buys 1335.27 KRW on that day");
}

}  // namespace

Money Rate::convert(const Money& money) const {
  if (money.currency() != from)
    throw std::logic_error("a rate from " + from.code() + " cannot convert " + money.currency().code());
  return {money.amount() * value, to};
}

std::string Pair::code() const { return from.code() + "/" + to.code(); }

Result<Pair> parse_pair(std::string_view text) {
  const auto slash = text.find('/');
  if (slash == std::string_view::npos)
    return fail(ErrorKind::input, fmt::format("'{}' is not a pair of currencies", printable(text, 40)), {},
                "write it like USD/KRW: how many KRW one USD buys");
  VPSFIT_TRY(const Currency from, Currency::parse(text.substr(0, slash)));
  VPSFIT_TRY(const Currency to, Currency::parse(text.substr(slash + 1)));
  return Pair{from, to};
}

Rate identity(const Currency& currency, Date day) {
  return {currency, currency, Rational(1), "1", std::nullopt, day, day, RateSource::identity, {}, std::nullopt};
}

Result<Rate> parse_given_rate(std::string_view text) {
  const auto equals = text.find('=');
  const auto at = text.find('@');
  if (equals == std::string_view::npos) return not_a_given_rate(text, "there is no '=' before its value");
  if (at == std::string_view::npos || at < equals) return not_a_given_rate(text, "there is no '@' before its day");
  VPSFIT_TRY(const Pair pair, parse_pair(text.substr(0, equals)));
  if (pair.from == pair.to) return not_a_given_rate(text, "both currencies are the same");
  const std::string_view digits = text.substr(equals + 1, at - equals - 1);
  const auto value = parse_decimal(digits);
  if (!value) return not_a_given_rate(text, value.error().message);
  if (*value <= Rational(0)) return not_a_given_rate(text, "a rate is more than zero");
  VPSFIT_TRY(const Date day, parse_date(text.substr(at + 1)));
  return Rate{pair.from,         pair.to, *value,      to_decimal(*value, Rounding::half_away), std::nullopt, day, day,
              RateSource::given, {},      std::nullopt};
}

Result<void> RateTable::add(Rate rate) {
  const auto same_pair = [&](const Rate& other) { return other.from == rate.from && other.to == rate.to; };
  const auto found = std::find_if(rates_.begin(), rates_.end(), same_pair);
  if (found == rates_.end()) {
    rates_.push_back(std::move(rate));
    return {};
  }
  if (found->value == rate.value && found->date_used == rate.date_used) return {};
  return fail(ErrorKind::input,
              fmt::format("two rates are given for {}: {} of {} and {} of {}", Pair{rate.from, rate.to}.code(),
                          found->printed, to_text(found->date_used), rate.printed, to_text(rate.date_used)),
              {}, "give one rate a pair");
}

const Rate* RateTable::find(const Currency& from, const Currency& to) const {
  if (from == to) {
    for (const Rate& known : identities_)
      if (known.from == from) return &known;
    return &identities_.emplace_back(identity(from, Date{}));
  }
  const auto found =
      std::find_if(rates_.begin(), rates_.end(), [&](const Rate& rate) { return rate.from == from && rate.to == to; });
  return found == rates_.end() ? nullptr : &*found;
}

}  // namespace vpsfit::fx
