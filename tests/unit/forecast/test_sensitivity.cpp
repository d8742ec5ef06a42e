// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include "forecast/sensitivity.hpp"
#include "made.hpp"

using namespace vpsfit;
using namespace vpsfit::forecast;

namespace {

/// "3 3c-6g" a cell, a row a core performance.
std::vector<std::vector<std::string>> grid(const Usage& usage, const Assumptions& assumptions = {}) {
  const auto catalog = made::study_catalog();
  const auto selection = made::selection();
  const auto market = open_market(catalog, made::study_rates(), selection);
  const auto found = sensitivity(usage, assumptions, market, selection);
  REQUIRE(found.has_value());
  std::vector<std::vector<std::string>> rows;
  for (const auto& cells : found->cells) {
    auto& row = rows.emplace_back();
    for (const auto& cell : cells)
      row.push_back(std::to_string(cell.vcpus) + " " + (cell.plan == nullptr ? "none" : cell.plan->id));
  }
  return rows;
}

using Rows = std::vector<std::vector<std::string>>;

}  // namespace

// Expected: computed apart, with fractions, from the study's figures and catalog.
TEST_CASE("Spring's plan over headroom 10 to 40 % and core performance 0.4 to 1") {
  CHECK(grid(made::study_usages()[2]) == Rows{{"3 3c-6g", "3 3c-6g", "3 3c-6g", "4 4c-8g"},
                                              {"2 2c-4g", "2 2c-4g", "3 3c-6g", "3 3c-6g"},
                                              {"2 2c-4g", "2 2c-4g", "2 2c-4g", "3 3c-6g"},
                                              {"2 2c-4g", "2 2c-4g", "2 2c-4g", "2 2c-4g"},
                                              {"1 2c-4g", "1 2c-4g", "2 2c-4g", "2 2c-4g"}});
}

TEST_CASE("where FastAPI has no plan the need is still said") {
  CHECK(grid(made::study_usages()[3]) == Rows{{"5 none", "5 none", "6 none", "7 none"},
                                              {"4 4c-8g", "4 4c-8g", "5 none", "6 none"},
                                              {"3 3c-6g", "4 4c-8g", "4 4c-8g", "5 none"},
                                              {"3 3c-6g", "3 3c-6g", "3 3c-6g", "4 4c-8g"},
                                              {"2 2c-4g", "2 2c-4g", "3 3c-6g", "3 3c-6g"}});
}

TEST_CASE("the assumed values have their place in the grid") {
  Assumptions assumptions;
  assumptions.cpu_headroom = *Fraction::parse("25%");
  assumptions.core_performance = made::number("0.9");
  const auto rows = grid(made::study_usages()[0], assumptions);
  CHECK(rows.size() == 6);
  CHECK(rows[0].size() == 5);
}
