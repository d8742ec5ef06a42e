// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <limits>
#include <stdexcept>

#include "plans/plan.hpp"

using namespace vpsfit;
using namespace vpsfit::plans;

namespace {

Memory memory(Rational value, const char* unit, UnitConfidence confidence = UnitConfidence::assumed) {
  Memory result;
  result.size = {std::move(value), unit};
  result.confidence = confidence;
  return result;
}

}  // namespace

TEST_CASE("a plan of 256 MB is read as 256,000,000 bytes, and could be 268,435,456") {
  const Memory spine = memory(256, "MB");
  CHECK(spine.lower_bytes() == Bytes{256'000'000});
  CHECK(spine.upper_bytes() == Bytes{268'435'456});
}

TEST_CASE("a unit that the vendor's interface is known to mean leaves no second reading") {
  CHECK(memory(4, "GB", UnitConfidence::vendor_api).upper_bytes() == Bytes{4'000'000'000});
  CHECK(memory(1024, "MiB", UnitConfidence::vendor_api).lower_bytes() == Bytes{1'073'741'824});
  CHECK(memory(1024, "MiB", UnitConfidence::vendor_api).upper_bytes() == Bytes{1'073'741'824});
  CHECK(memory(1'073'741'824, "B").upper_bytes() == Bytes{1'073'741'824});
}

TEST_CASE("a GiB that somebody only assumes may be a GB") {
  CHECK(memory(1, "GiB").lower_bytes() == Bytes{1'000'000'000});
  CHECK(memory(1, "GiB").upper_bytes() == Bytes{1'073'741'824});
  CHECK(memory(512, "KiB").lower_bytes() == Bytes{512'000});
  CHECK(memory(512, "B").lower_bytes() == Bytes{512});
}

TEST_CASE("a fraction of a unit counts, a fraction of a byte does not") {
  CHECK(memory(Rational(5, 2), "GB").lower_bytes() == Bytes{2'500'000'000});
  CHECK(memory(Rational(5, 2), "GB").upper_bytes() == Bytes{2'684'354'560});
  CHECK(memory(Rational(1, 3), "kB").lower_bytes() == Bytes{333});
}

TEST_CASE("what the guest was measured to see is the truth") {
  Memory measured = memory(1, "GB");
  measured.usable = Bytes{982'000'000};
  CHECK(measured.lower_bytes() == Bytes{982'000'000});
  CHECK(measured.upper_bytes() == Bytes{982'000'000});
}

TEST_CASE("included traffic is known, unmetered or unknown") {
  Traffic traffic;
  CHECK_FALSE(traffic.included_bytes().has_value());
  traffic.included = IncludedTraffic{};
  CHECK_FALSE(traffic.included_bytes().has_value());
  traffic.included->size = Size{Rational(100), "GB"};
  CHECK(traffic.included_bytes() == Bytes{100'000'000'000});
  traffic.included->unmetered = true;
  CHECK(traffic.included_bytes() == Bytes{std::numeric_limits<std::int64_t>::max()});
}

TEST_CASE("no listed disk is unknown; listed and billed apart is none") {
  Plan plan;
  CHECK_FALSE(plan.included_disk().has_value());
  plan.disks = {{Size{Rational(10), "GB"}, "ssd", false}, {std::nullopt, "network", false}};
  CHECK(plan.included_disk() == Bytes{0});
  plan.disks.push_back({Size{Rational(20), "GB"}, "nvme", true});
  plan.disks.push_back({Size{Rational(5), "GiB"}, "hdd", true});
  CHECK(plan.included_disk() == Bytes{20'000'000'000 + 5 * 1'073'741'824LL});
}

TEST_CASE("a size that no reader would let through is a broken promise") {
  CHECK_THROWS_AS(static_cast<void>(memory(1, "parsec").lower_bytes()), std::logic_error);
  CHECK_THROWS_AS(static_cast<void>(memory(std::numeric_limits<std::int64_t>::max(), "TB").lower_bytes()),
                  std::logic_error);
}
