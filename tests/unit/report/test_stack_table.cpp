// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include "core/text.hpp"
#include "report/stack.hpp"
#include "tests/unit/forecast/made.hpp"

namespace {

/// So many small services on the study's plans, as a terminal of 80 columns shows them.
std::string placed(std::size_t count, const std::string& name) {
  using namespace vpsfit;
  std::vector<Usage> usages;
  for (std::size_t i = 0; i < count; ++i) usages.push_back(made::usage(name + std::to_string(i), {"0.1"}, 40'000'000));
  const auto catalog = made::study_catalog();
  const auto selection = made::selection();
  auto market = forecast::open_market(catalog, made::study_rates(), selection);
  auto together = *forecast::sum_of_peaks(usages);
  auto stack = *forecast::stack(together, {}, market, selection);
  const report::StackReport shown{
      std::move(together), std::move(stack), {}, std::nullopt, selection, {}, std::vector<std::vector<Notice>>(count),
      market.excluded};
  return report::stack_text(shown, 80);
}

}  // namespace

TEST_CASE("the table of a stack fits 80 columns, with one subject and with fifty, whatever they are called") {
  for (const std::string name : {"s", "\xED\x95\x9C\xEA\xB5\xAD\xEC\x96\xB4", "a-rather-long-name-of-a-service-"})
    for (const std::size_t count : {1U, 50U}) {
      const std::string text = placed(count, name);
      CHECK(text.find("KRW") != std::string::npos);
      for (const auto line : vpsfit::split(text, '\n')) CHECK_MESSAGE(vpsfit::display_width(line) <= 80, line);
    }
}
