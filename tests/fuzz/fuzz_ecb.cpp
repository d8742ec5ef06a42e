// SPDX-License-Identifier: MIT
// libraries: fx_rates
// A file of the European Central Bank in any of its forms. What is read is sorted, never double, never at a weekend.
#include "fx-rates/ecb_file.hpp"
#include "fx-rates/target_calendar.hpp"
#include "tests/fuzz/fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace vpsfit;
  const auto quotes = fx::parse_ecb(fuzz::text_of(data, size), *parse_date("2026-11-30"));
  if (!quotes) return 0;
  fuzz::promise(!quotes->rows.empty());
  const fx::Quote* before = nullptr;
  for (const auto& quote : quotes->rows) {
    fuzz::promise(fx::is_published_figure(quote.published));
    fuzz::promise(quote.day >= fx::first_publication && quote.day <= *parse_date("2026-11-30"));
    fuzz::promise(date::weekday(quote.day) != date::Saturday && date::weekday(quote.day) != date::Sunday);
    fuzz::promise(before == nullptr || before->day < quote.day ||
                  (before->day == quote.day && before->currency < quote.currency));
    before = &quote;
  }
  return 0;
}
