// SPDX-License-Identifier: MIT
// libraries: core fx_rates forecast sampler
// What a person types: sizes, times, amounts, rates. What is taken is printed, and taken again as the same.
#include "core/bytes.hpp"
#include "core/date.hpp"
#include "core/decimal.hpp"
#include "core/fraction.hpp"
#include "core/money.hpp"
#include "core/text.hpp"
#include "forecast/comparison.hpp"
#include "fx-rates/rate.hpp"
#include "sampler/resolve.hpp"
#include "tests/fuzz/fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace vpsfit;
  const std::string_view text = fuzz::text_of(data, size);
  if (const auto value = parse_decimal(text))
    fuzz::promise(*parse_decimal(to_decimal(*value, Rounding::half_away)) == *value);
  static_cast<void>(parse_json_number(text));
  static_cast<void>(parse_int(text));
  if (const auto bytes = parse_bytes(text)) fuzz::promise(bytes->count() >= 0);
  if (const auto day = parse_date(text)) fuzz::promise(to_text(*day) == text);
  if (const auto time = parse_duration(text)) fuzz::promise(time->count() > 0);
  if (const auto share = Fraction::parse(text))
    fuzz::promise(!share->value().is_negative() && share->value() <= Rational(1));
  if (const auto money = parse_money(text)) static_cast<void>(money->rounded());
  if (const auto rate = fx::parse_given_rate(text))
    fuzz::promise(rate->value > Rational(0) && *parse_decimal(rate->printed) == rate->value);
  static_cast<void>(fx::parse_pair(text));
  static_cast<void>(forecast::parse_against(text));
  static_cast<void>(sampler::parse_target(text));
  fuzz::promise(is_utf8(printable(text)));
  static_cast<void>(display_width(text));
  static_cast<void>(near_name(text.substr(0, 100), {"linode", "hetzner", "scaleway"}));
  return 0;
}
