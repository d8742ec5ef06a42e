// SPDX-License-Identifier: MIT
#include "fx-rates/cross.hpp"

#include <stdexcept>

#include "core/decimal.hpp"

namespace vpsfit::fx {
namespace {

/// A figure with the bounds that its last printed digit leaves.
struct Interval {
  Rational value = 1;
  Rational low = 1;
  Rational high = 1;
};

Interval interval_of(const std::optional<PublishedLeg>& leg) {
  if (!leg) return {};
  const auto value = parse_decimal(leg->published);
  if (!value || *value <= Rational(0)) throw std::logic_error("a leg is not a published figure: " + leg->published);
  Rational half_unit(1, 2);
  for (int i = 0; i < leg->decimals; ++i) half_unit /= 10;
  // A figure of one unit or less of its last digit would have no lower bound: then the bound is the figure itself.
  return {*value, *value > half_unit ? *value - half_unit : *value, *value + half_unit};
}

}  // namespace

Rate rate_from_legs(const Pair& pair, const std::optional<PublishedLeg>& from, const std::optional<PublishedLeg>& to,
                    Date used, Date asked) {
  const Interval below = interval_of(from);
  const Interval above = interval_of(to);
  const Rational exact = above.value / below.value;
  const bool published = !from && to;
  const std::string printed = published ? to->published : to_significant(exact, cross_digits);
  std::vector<Leg> legs;
  if (from) legs.push_back({from->currency, from->published});
  if (to) legs.push_back({to->currency, to->published});
  return {pair.from,
          pair.to,
          published ? exact : round_significant(exact, cross_digits, Rounding::half_away),
          printed,
          exact,
          used,
          asked,
          RateSource::ecb,
          std::move(legs),
          QuotingRange{above.low / below.high, above.high / below.low}};
}

std::optional<std::string> exact_text(const Rate& rate) {
  if (!rate.exact) return std::nullopt;
  const Rational rounded = round_significant(*rate.exact, exact_digits, Rounding::half_away);
  if (rounded == *rate.exact) return to_decimal(rounded, Rounding::half_away);
  return to_significant(*rate.exact, exact_digits);
}

int decimals_of(std::string_view figure) {
  const auto point = figure.find('.');
  return point == std::string_view::npos ? 0 : static_cast<int>(figure.size() - point - 1);
}

}  // namespace vpsfit::fx
