// SPDX-License-Identifier: MIT
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/currency.hpp"
#include "core/date.hpp"
#include "core/money.hpp"
#include "core/rational.hpp"
#include "core/result.hpp"

namespace vpsfit::fx {

/// One published figure: units of `currency` for 1 EUR, with the digits as they were printed.
struct Leg {
  Currency currency;
  std::string published;  ///< "1335.27", "366.90": untouched
  bool operator==(const Leg&) const = default;
};

/// What the leg figures' own rounding leaves open: the true cross lies between. Half a unit of the last digit that the
/// ECB prints for the currency, either way.
struct QuotingRange {
  Rational low;
  Rational high;
  bool operator==(const QuotingRange&) const = default;
};

enum class RateSource { given, ecb, identity };

/// How many `to` one `from` buys. `printed` is what multiplies, so that a reader can redo the sum.
struct Rate {
  Currency from;
  Currency to;
  Rational value;       ///< exactly the printed value
  std::string printed;  ///< published digits for EUR/X; crosses and inverses 6 significant digits, half away from zero
  std::optional<Rational> exact;  ///< the full quotient, where there is one
  Date date_used;
  Date date_asked;
  RateSource source = RateSource::given;
  std::vector<Leg> legs;                ///< none for a given rate, one where EUR is a side, two for a cross
  std::optional<QuotingRange> quoting;  ///< where there are legs

  [[nodiscard]] int days_back() const { return static_cast<int>((date_asked - date_used).count()); }
  /// amount x printed value, unrounded; the money must be in `from` (std::logic_error otherwise).
  [[nodiscard]] Money convert(const Money& money) const;
};

/// A pair "USD/KRW": how many KRW one USD buys.
struct Pair {
  Currency from;
  Currency to;
  [[nodiscard]] std::string code() const;  ///< "USD/KRW"
  bool operator==(const Pair&) const = default;
};
/// Fails (input) where the text is not two ISO 4217 codes with a slash between them.
[[nodiscard]] Result<Pair> parse_pair(std::string_view text);

/// The rate of a currency to itself: 1, on any day.
[[nodiscard]] Rate identity(const Currency& currency, Date day);

/// "USD/KRW=1335.27@2026-10-30", as --rate takes it. Fails (input) where the value is not positive, the pair is one
/// currency twice, or a part is missing.
[[nodiscard]] Result<Rate> parse_given_rate(std::string_view text);

/// The rates that one forecast may use: given ones and, later, ones looked up in a store.
class RateTable {
 public:
  /// Fails (input) where the pair is there already with another value or day; the same rate again changes nothing.
  [[nodiscard]] Result<void> add(Rate rate);
  /// The rate of exactly this pair: identity (1) where both are the same, nullptr where it is not in the table. An
  /// inverse is never made here: a rounded inverse would not be what anybody published.
  [[nodiscard]] const Rate* find(const Currency& from, const Currency& to) const;
  [[nodiscard]] const std::vector<Rate>& rates() const { return rates_; }

 private:
  std::vector<Rate> rates_;
  mutable std::deque<Rate> identities_;  ///< made when asked for; a deque, so that pointers to them stay good
};

}  // namespace vpsfit::fx
