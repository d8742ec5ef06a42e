// SPDX-License-Identifier: MIT
#include <algorithm>
#include <doctest/doctest.h>
#include <rapidcheck.h>

#include "files/files.hpp"
#include "json/node.hpp"
#include "json/parse.hpp"
#include "lab/histogram_file.hpp"

using namespace vpsfit;
using namespace vpsfit::lab;

namespace {

const std::string histogram_data = std::string(VPSFIT_SOURCE_DIR) + "/tests/data/lab/";

Histogram of(const std::vector<std::int64_t>& values) {
  Histogram histogram;
  for (const auto value : values) REQUIRE(histogram.record(value));
  return histogram;
}

}  // namespace

TEST_CASE(
    "blobs of HdrHistogram for Java and for JavaScript give the counts and percentiles that these libraries tell") {
  for (const char* const file : {"hdr-java.json", "hdr-js.json"}) {
    CAPTURE(file);
    const auto text = files::read_whole(histogram_data + file);
    REQUIRE(text);
    const auto value = json::parse(*text);
    REQUIRE(value);
    for (const auto& one : value->items()) {
      CAPTURE(one.find("name")->text());
      const auto histogram = decode_v2(one.find("blob")->text());
      REQUIRE(histogram);
      CHECK(histogram->total() == std::stoll(one.find("total")->text()));
      for (const auto& [name, expected] : one.find("percentiles")->members()) {
        const std::string& ppm = name;
        CAPTURE(ppm);
        CHECK(histogram->percentile(std::stoll(ppm)).value_or(0) == std::stoll(expected.text()));
      }
      // Both libraries name the mean with the middles of the buckets; a double holds 15 digits of it.
      const double mean = std::stod(one.find("mean")->text());
      CHECK(histogram->mean()->approximate() == doctest::Approx(mean).epsilon(1e-9));
    }
  }
}

TEST_CASE("what is written is read again, whatever was counted") {
  CHECK(rc::check([](const std::vector<std::pair<std::uint32_t, std::uint8_t>>& values) {
    Histogram histogram;
    for (const auto& [value, count] : values)
      RC_ASSERT(histogram.record(std::int64_t{value} * 1000, count).has_value());
    const auto again = decode_v2(encode_v2(histogram));
    RC_ASSERT(again.has_value());
    RC_ASSERT(again->buckets() == histogram.buckets());
    RC_ASSERT(again->total() == histogram.total());
  }));
}

TEST_CASE("a percentile is the value of rank ceil(p x n), within a thousandth, of the sorted values") {
  CHECK(rc::check([](std::vector<std::uint32_t> values) {
    RC_PRE(!values.empty());
    Histogram histogram;
    for (const auto value : values) RC_ASSERT(histogram.record(value).has_value());
    std::sort(values.begin(), values.end());
    for (const std::int64_t ppm : {0, 250'000, 500'000, 900'000, 950'000, 990'000, 1'000'000}) {
      const auto rank = std::max<std::size_t>(1, (values.size() * static_cast<std::size_t>(ppm) + 999'999) / 1'000'000);
      const std::int64_t exact = values[rank - 1];
      const std::int64_t told = *histogram.percentile(ppm);
      RC_ASSERT(told >= exact);
      RC_ASSERT((told - exact) * 1000 <= exact);
    }
  }));
}

TEST_CASE("merged percentiles come from the counts and are no average") {
  const Histogram fast = of({10, 10, 10, 10, 10, 10, 10, 10, 10, 10}), slow = of({1000});
  Histogram both = fast;
  REQUIRE(both.merge(slow));
  CHECK(both.total() == 11);
  CHECK(both.percentile(900'000) == 10);
  CHECK(both.percentile(1'000'000) == 1000);
  CHECK(both.count_above(10) == 1);
}

TEST_CASE("histograms of another geometry are merged at the middle of their buckets") {
  Histogram coarse(Geometry{1, 1});
  REQUIRE(coarse.record(1000, 4));  // one digit: 960..1023 are one bucket
  const Bucket bucket = coarse.buckets().front();
  Histogram fine;
  REQUIRE(fine.merge(coarse));
  CHECK(fine.total() == 4);
  CHECK(*fine.percentile(500'000) >= bucket.lowest);
  CHECK(*fine.percentile(500'000) <= bucket.highest);
}

TEST_CASE("nothing has no percentile and no mean, and is written all the same") {
  const Histogram nothing;
  CHECK_FALSE(nothing.percentile(500'000));
  CHECK_FALSE(nothing.mean());
  const auto again = decode_v2(encode_v2(nothing));
  REQUIRE(again);
  CHECK(again->total() == 0);
}

TEST_CASE("values and counts at the limits are counted or refused, never wrapped") {
  Histogram histogram;
  CHECK(histogram.record(0));
  CHECK(histogram.record(Histogram::largest_value));
  CHECK_FALSE(histogram.record(Histogram::largest_value + 1));
  CHECK_FALSE(histogram.record(-1));
  CHECK_FALSE(histogram.record(1, -1));
  CHECK(histogram.record(1, INT64_MAX - 2));
  CHECK_FALSE(histogram.record(2));
  CHECK(histogram.total() == INT64_MAX);
  CHECK(*histogram.percentile(500'000) == 1);
  const auto again = decode_v2(encode_v2(histogram));
  REQUIRE(again);
  CHECK(again->buckets() == histogram.buckets());
}

TEST_CASE("torn, foreign and hostile blobs are refused with a reason") {
  Histogram histogram = of({5, 5000, 5'000'000});
  const std::string good = encode_v2(histogram);
  for (std::size_t length = 0; length < good.size(); ++length) CHECK_FALSE(decode_v2(good.substr(0, length)));
  for (const char* const bad : {"", "====", "no base64 at all", "HISTFAAAAA==", "AAAAAAAAAAA="})
    CHECK_FALSE(decode_v2(bad));
  CHECK(decode_v2("HISTCAAAAAB4nAMAAAAAAQ==").error().message.find("V0") != std::string::npos);
  CHECK(rc::check([&good](std::uint16_t at, char byte) {
    std::string changed = good;
    changed[at % changed.size()] = byte;
    (void)decode_v2(changed);  // whatever it says, it ends
  }));
}

TEST_CASE("a log that HdrHistogram for Java wrote is read, and ours has the same rows") {
  const auto text = files::read_whole(histogram_data + "hdr-java.hlog");
  REQUIRE(text);
  const auto log = read_log(*text);
  REQUIRE(log);
  REQUIRE(log->rows.size() == 2);
  CHECK(log->start_ms == 1'700'000'000'123);
  CHECK(log->rows[0].start_ms == 0);
  CHECK(log->rows[0].length_ms == 1000);
  CHECK(log->rows[0].histogram.total() == 1000);
  CHECK(log->rows[1].tag == "sat");
  CHECK(log->rows[1].start_ms == 1500);
  const auto again = read_log(write_log(*log, 1000));
  REQUIRE(again);
  REQUIRE(again->rows.size() == 2);
  CHECK(again->rows[1].histogram.buckets() == log->rows[1].histogram.buckets());
  CHECK(again->start_ms == log->start_ms);
  CHECK(again->rows[1].tag == "sat");
}

TEST_CASE("a log of another version or with a torn row is refused with its line") {
  CHECK(read_log("#[Histogram log format version 9.9]\n").error().place == ":1");
  CHECK(read_log("#[Histogram log format version 1.3]\n0.0,1.0,2.0\n").error().place == ":2");
  CHECK(read_log("#[Histogram log format version 1.3]\nTag=x\n").error().place == ":2");
  CHECK(read_log("0,1e400,2,x\n").error().place == ":1");
  CHECK(read_log("")->rows.empty());
}
