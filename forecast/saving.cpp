// SPDX-License-Identifier: MIT
#include "forecast/saving.hpp"

#include <fmt/format.h>

#include "forecast/fee.hpp"

namespace vpsfit::forecast {
namespace {

Result<Money> convert(const Money& money, const Currency& currency, const fx::RateTable& rates) {
  const fx::Rate* const rate = rates.find(money.currency(), currency);
  if (rate != nullptr) return rate->convert(money);
  const std::string pair = money.currency().code() + "/" + currency.code();
  return fail(ErrorKind::input, fmt::format("there is no rate for {}", pair), {},
              fmt::format("give one: --rate {}=VALUE@DATE", pair));
}

}  // namespace

Result<Saving> saving(const Money& subject_fee, const Money& baseline_fee, const Currency& currency,
                      const fx::RateTable& rates) {
  const auto finish = [](Money annual, std::optional<Money> in_plan_currency) {
    Money monthly = annual.times(Rational(1, months_a_year));
    return Saving{std::move(annual), std::move(monthly), std::move(in_plan_currency)};
  };
  if (const auto difference = subject_fee.minus(baseline_fee)) {
    VPSFIT_TRY(Money annual, convert(*difference, currency, rates));
    return finish(std::move(annual), *difference);
  }
  VPSFIT_TRY(const Money subject, convert(subject_fee, currency, rates));
  VPSFIT_TRY(const Money baseline, convert(baseline_fee, currency, rates));
  VPSFIT_TRY(Money annual, subject.minus(baseline));
  return finish(std::move(annual), std::nullopt);
}

}  // namespace vpsfit::forecast
