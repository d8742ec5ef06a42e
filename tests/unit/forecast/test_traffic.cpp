// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <rapidcheck.h>

#include "core/decimal.hpp"
#include "forecast/traffic.hpp"

using namespace vpsfit;
using namespace vpsfit::forecast;

namespace {

Rational gb(std::int64_t count) { return Rational(count) * Rational(1'000'000'000); }
/// So much included, more billed at a price for a GB.
Allowance billed(std::int64_t included_gb, const char* price_per_gb) {
  Allowance allowance;
  allowance.included = gb(included_gb);
  allowance.policy = plans::OveragePolicy::bill;
  allowance.price = *parse_decimal(price_per_gb) / gb(1);
  return allowance;
}
/// GB with six decimals.
std::string in_gb(const std::optional<Rational>& bytes) { return bytes ? to_fixed(*bytes / gb(1), 6) : "none"; }

}  // namespace

TEST_CASE("20,000 requests of 200 bytes a second use 100 GB in 25,000 seconds") {
  const Allowance allowance = billed(100, "0.01");
  CHECK(*seconds_until_used(allowance, Rational(200), Rational(20000)) == Rational(25000));
  // 200 x 20,000 x 730 x 3600 = 10,512,000,000,000
  CHECK(monthly_volume(Rational(200), Rational(20000)) == gb(10512));
  const Overage more = overage(allowance, gb(10512));
  CHECK(more.beyond == Beyond::billed);
  CHECK(*more.bytes == gb(10412));
  CHECK(*more.cost == *parse_decimal("104.12"));
}

TEST_CASE("the study's savings are gone at these volumes, at 0.01 USD for a GB") {
  const Side spine{Rational(25), billed(100, "0.01")};
  CHECK(in_gb(volume_of_no_saving({Rational(80), billed(2000, "0.01")}, spine)) == "558.333333");
  CHECK(in_gb(volume_of_no_saving({Rational(60), billed(1000, "0.01")}, spine)) == "391.666667");
  CHECK(in_gb(volume_of_no_saving({Rational(120), billed(4000, "0.01")}, spine)) == "891.666667");
  CHECK(*volume_of_no_saving({Rational(60), billed(1000, "0.01")}, spine) == Rational(1'175'000'000'000, 3));
}

TEST_CASE("which side is named first does not matter") {
  const Side dear{Rational(60), billed(1000, "0.01")};
  const Side cheap{Rational(25), billed(100, "0.01")};
  CHECK(volume_of_no_saving(dear, cheap) == volume_of_no_saving(cheap, dear));
}

TEST_CASE("there may be no such volume") {
  const Side dear{Rational(60), billed(100, "0.01")};
  CHECK(in_gb(volume_of_no_saving(dear, {Rational(25), billed(100, "0.01")})) == "none");  // always 35 apart
  CHECK(in_gb(volume_of_no_saving(dear, {Rational(25), billed(1000, "0.01")})) == "none");
  Allowance unmetered;
  unmetered.unmetered = true;
  CHECK(in_gb(volume_of_no_saving(dear, {Rational(25), unmetered})) == "none");
  CHECK(in_gb(volume_of_no_saving({Rational(60), unmetered}, {Rational(25), billed(100, "0.01")})) == "391.666667");
}

TEST_CASE("beyond the point where a price is unknown nothing is claimed") {
  Allowance unknown;
  const Side dear{Rational(60), billed(1000, "0.01")};
  CHECK_FALSE(volume_of_no_saving(dear, {Rational(25), unknown}));
  Allowance no_price = billed(100, "0.01");
  no_price.price.reset();
  CHECK_FALSE(volume_of_no_saving(dear, {Rational(25), no_price}));
  for (const auto policy :
       {plans::OveragePolicy::throttle, plans::OveragePolicy::suspend, plans::OveragePolicy::unknown}) {
    Allowance other = billed(100, "0.01");
    other.policy = policy;
    CHECK_FALSE(volume_of_no_saving(dear, {Rational(25), other}));
  }
}

TEST_CASE("what follows the allowance is told by its kind, and an unknown cost is never zero") {
  const auto kind = [](plans::OveragePolicy policy, bool with_price) {
    Allowance allowance = billed(100, "0.01");
    allowance.policy = policy;
    if (!with_price) allowance.price.reset();
    return overage(allowance, gb(101));
  };
  CHECK(kind(plans::OveragePolicy::bill, true).beyond == Beyond::billed);
  CHECK(kind(plans::OveragePolicy::bill, false).beyond == Beyond::billed_unknown);
  CHECK(kind(plans::OveragePolicy::throttle, true).beyond == Beyond::throttled);
  CHECK(kind(plans::OveragePolicy::suspend, true).beyond == Beyond::suspended);
  CHECK(kind(plans::OveragePolicy::unknown, true).beyond == Beyond::unknown);
  CHECK_FALSE(kind(plans::OveragePolicy::bill, false).cost);
  CHECK_FALSE(kind(plans::OveragePolicy::throttle, true).cost);
  CHECK(*kind(plans::OveragePolicy::bill, true).cost == Rational(1, 100));
  CHECK(overage(Allowance{}, gb(1)).beyond == Beyond::unknown);
  CHECK(overage(billed(100, "0.01"), gb(100)).beyond == Beyond::nothing);
  CHECK(*overage(billed(100, "0.01"), gb(100)).cost == Rational(0));
}

TEST_CASE("nothing sent uses nothing up") {
  CHECK_FALSE(seconds_until_used(billed(100, "0.01"), Rational(0), Rational(20000)));
  CHECK_FALSE(seconds_until_used(Allowance{}, Rational(200), Rational(1)));
  CHECK(*seconds_until_used(billed(0, "1"), Rational(1), Rational(1)) == Rational(0));
}

TEST_CASE("at the volume of no saving both sides cost the same") {
  CHECK(rc::check("volume of no saving", [] {
    const auto number = [](int most) { return *rc::gen::inRange<std::int64_t>(1, most); };
    const Side a{Rational(number(500)), billed(number(5000), "0.013")};
    const Side b{Rational(number(500)), billed(number(5000), "0.007")};
    const auto at = volume_of_no_saving(a, b);
    RC_PRE(at.has_value());
    RC_ASSERT(*at > Rational(0));
    RC_ASSERT(a.annual_fee + *overage(a.allowance, *at).cost * Rational(12) ==
              b.annual_fee + *overage(b.allowance, *at).cost * Rational(12));
  }));
}

TEST_CASE("1 TB that counts both ways is 500 GB of answers where requests are as large") {
  Allowance both = billed(1000, "0.01");
  both.direction = "both";
  const Allowance seen = of_sent_bytes(both, {Rational(200), Rational(200)});
  CHECK(seen.included == gb(500));
  CHECK(*overage(seen, gb(500)).cost == Rational(0));
  CHECK(*overage(seen, gb(600)).cost == Rational(2));  // 100 GB out, 100 GB in, at 0.01
  CHECK(*seconds_until_used(seen, Rational(200), Rational(20000)) == Rational(125000));

  Allowance larger = both;
  larger.direction = "max";
  CHECK(of_sent_bytes(larger, {Rational(200), Rational(200)}).included == gb(1000));
  CHECK(of_sent_bytes(larger, {Rational(200), Rational(500)}).included == gb(400));
  CHECK(of_sent_bytes(larger, {Rational(200), Rational(0)}).included == gb(1000));
  for (const char* const of_sent : {"out", ""}) {
    Allowance out = both;
    out.direction = of_sent;
    CHECK(of_sent_bytes(out, {Rational(200), Rational(999)}).included == gb(1000));
  }
}

TEST_CASE("where received bytes count and nobody said how many, nothing is claimed") {
  for (const char* const direction : {"both", "max"}) {
    Allowance allowance = billed(1000, "0.01");
    allowance.direction = direction;
    const Allowance seen = of_sent_bytes(allowance, {Rational(200), {}});
    CHECK_FALSE(seen.included);
    CHECK(overage(seen, gb(1)).beyond == Beyond::unknown);
    CHECK_FALSE(overage(seen, gb(1)).cost);
    CHECK_FALSE(volume_of_no_saving({Rational(60), seen}, {Rational(25), billed(100, "0.01")}));
    allowance.unmetered = true;
    CHECK(of_sent_bytes(allowance, {Rational(200), {}}).unmetered);
  }
}
