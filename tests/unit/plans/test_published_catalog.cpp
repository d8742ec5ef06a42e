// SPDX-License-Identifier: MIT
#include <cstdlib>
#include <doctest/doctest.h>
#include <filesystem>

#include "files/files.hpp"
#include "plans/read.hpp"

using namespace vpsfit;
using namespace vpsfit::plans;

namespace {

/// The shared research data, where this machine has it.
std::filesystem::path shared_data() {
  const char* const named = std::getenv("VPSFIT_SHARED");
  return named != nullptr ? std::filesystem::path(named) : std::filesystem::path(VPSFIT_SOURCE_DIR) / "../shared";
}

}  // namespace

TEST_CASE("the study's catalog is read as it stands" * doctest::skip(!std::filesystem::exists(shared_data()))) {
  const auto text = files::read_whole(shared_data() / "acceptance/catalog.json");
  REQUIRE(text.has_value());
  const auto check = check_catalog(*text, "catalog.json", parse_date("2026-11-30").value());
  for (const auto& error : check.errors) FAIL_CHECK(error.place << ": " << error.message);
  REQUIRE(check.catalog.plans.size() == 11);
  const Plan& spine = check.catalog.plans[0];
  CHECK(spine.full_name() == "vpsgod/2c-256m");
  CHECK(spine.memory.lower_bytes() == Bytes{256'000'000});
  CHECK(spine.prices[0].amount == Rational(25));
  CHECK(spine.prices[0].commitment_months == 12);
  CHECK(spine.traffic->included_bytes() == Bytes{100'000'000'000});
  CHECK(check.catalog.plans[2].prices[0].coupons[0].code == "FIRST20");
  CHECK_FALSE(check.catalog.plans[10].verified_on.has_value());
}
