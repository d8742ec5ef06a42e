// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <doctest/doctest.h>

#include "core/decimal.hpp"
#include "json/parse.hpp"
#include "lab/contract.hpp"
#include "lab/cpu_set.hpp"
#include "lab/flags.hpp"
#include "lab/settle.hpp"
#include "lab/warm_up.hpp"

using namespace vpsfit;
using namespace vpsfit::lab;
using namespace std::chrono_literals;

namespace {

recording::LoadResult load_at_rate(std::int64_t rate, std::int64_t good, std::chrono::microseconds elapsed) {
  recording::LoadResult load;
  load.mode = "rate";
  load.origin = "scheduled";
  load.asked_rate = Rational(rate);
  load.min_ratio = Rational(98, 100);
  load.connections = 256;
  load.planned = 15s;
  load.elapsed = elapsed;
  load.good = good;
  return load;
}

recording::LoadResult closed(std::int64_t connections, std::int64_t latency_us, std::int64_t count) {
  recording::LoadResult load;
  load.mode = "saturated";
  load.origin = "actual_send";
  load.connections = connections;
  load.elapsed = load.planned = 5s;
  load.good = count;
  load.buckets = {{latency_us, latency_us, count}};
  return load;
}

bool raised(const recording::LoadResult& load, const std::string& flag) {
  const auto flags = flags_of(load);
  return std::find(flags.begin(), flags.end(), flag) != flags.end();
}

std::vector<WarmUpWindow> windows(const std::vector<std::int64_t>& per_second) {
  std::vector<WarmUpWindow> result;
  for (const auto rate : per_second) result.push_back({rate, 1s});
  return result;
}

HttpResponse answer(int status, std::string body) {
  return {status, {{"content-type", "application/json"}}, std::move(body), ""};
}

}  // namespace

TEST_CASE("the study's completion rates: per recorded second Spring is ahead, per scheduled request Spine") {
  const auto spine = load_at_rate(118'000, 1'768'230, 15'142'000us),
             spring = load_at_rate(118'000, 1'759'690, 15'001'000us);
  CHECK(to_fixed(achieved_rate(spine), 0) == "116777");
  CHECK(to_fixed(achieved_rate(spring), 0) == "117305");
  CHECK(to_fixed(*scheduled_share(spine) * Rational(100), 2) == "99.90");
  CHECK(to_fixed(*scheduled_share(spring) * Rational(100), 2) == "99.42");
  CHECK(achieved_rate(spring) > achieved_rate(spine));
  CHECK(*scheduled_share(spine) > *scheduled_share(spring));
  CHECK(flags_of(spine).empty());
  CHECK(flags_of(spring).empty());
}

TEST_CASE("below 98 % of the rate the sample is kept with a flag; at 98 % it is not flagged") {
  CHECK_FALSE(raised(load_at_rate(100'000, 98'000 * 15, 15s), "rate_shortfall"));
  CHECK(raised(load_at_rate(100'000, 98'000 * 15 - 1, 15s), "rate_shortfall"));
  CHECK_FALSE(forbids_figures("rate_shortfall"));
}

TEST_CASE("a generator that sends three times the rate is flagged too") {
  CHECK(raised(load_at_rate(3900, 11'506 * 15, 15s), "rate_overshoot"));
  CHECK_FALSE(raised(load_at_rate(3900, 3900 * 15, 15s), "rate_overshoot"));
}

TEST_CASE("Little's law shows a generator that was busy with itself, and latencies that are not raw") {
  // nginx under wrk: 631,812 answers in 5 s at 64 connections; wrk's mean times rate gives 0.88, the raw ones 0.62.
  CHECK(raised(closed(64, 314, 631'812), "generator_bound"));
  CHECK_FALSE(raised(closed(64, 1700, 187'879), "generator_bound"));
  CHECK_FALSE(raised(closed(64, 1700, 187'879), "not_raw"));
  CHECK(raised(closed(64, 3800, 187'879), "not_raw"));
  CHECK(forbids_figures("not_raw"));
  CHECK(forbids_figures("generator_bound"));
}

TEST_CASE("a generator that used 90 % of its processors measured itself") {
  auto load = load_at_rate(1000, 15'000, 15s);
  load.generator_cpus = 2;
  load.generator_cpu = CpuTime{26'999'999};
  CHECK_FALSE(raised(load, "generator_bound"));
  load.generator_cpu = CpuTime{27'000'000};
  CHECK(raised(load, "generator_bound"));
}

TEST_CASE("errors are shown always, and forbid figures above a thousandth") {
  auto load = load_at_rate(1000, 15'000, 15s);
  load.errors = 15;
  CHECK(raised(load, "errors"));
  CHECK_FALSE(raised(load, "many_errors"));
  load.timeouts = 1;
  CHECK(raised(load, "many_errors"));
  load.good = 0;  // all that came were errors
  CHECK(raised(load, "many_errors"));
  CHECK(raised(load, "rate_shortfall"));
}

TEST_CASE("throttling, late sending and the campaign's own flags are kept beside each other") {
  auto load = load_at_rate(1000, 15'000, 15s);
  load.periods = 100;
  load.throttled_periods = 5;
  CHECK_FALSE(raised(load, "throttled"));
  load.throttled_periods = 6;
  load.schedule_lag_us = 1'000'001;
  load.flags = {"contract_post"};
  CHECK(flags_of(load) == std::vector<std::string>{"contract_post", "client_lag", "throttled"});
}

TEST_CASE("a load without time or answers has no rate and divides by nothing") {
  const recording::LoadResult nothing;
  CHECK(achieved_rate(nothing).is_zero());
  CHECK_FALSE(scheduled_share(nothing));
  CHECK_FALSE(occupancy(nothing));
  CHECK_FALSE(generator_share(nothing));
  CHECK(flags_of(nothing).empty());
}

TEST_CASE("a changed quantile, a lost bucket and too much CPU are found") {
  auto load = closed(64, 1000, 500);
  load.quantiles = {{500'000, 1'000'000}, {1'000'000, 1'000'000}};
  CHECK(contradiction_in(load).empty());
  auto changed = load;
  changed.quantiles[0].ns = 999'000;
  CHECK(contradiction_in(changed).find("500000 ppm") != std::string::npos);
  changed = load;
  changed.good = 400;
  CHECK(contradiction_in(changed).find("500 latencies for 400") != std::string::npos);
  changed.errors = 100;  // answers with another status have latencies too
  CHECK(contradiction_in(changed).empty());
  changed = load;
  changed.buckets.clear();
  changed.quantiles = {{500'000, 5}, {900'000, 4}};
  CHECK(contradiction_in(changed).find("below") != std::string::npos);
  changed = load;
  changed.server_cpus = 3;
  changed.window_time = 1s;
  changed.server_cpu = CpuTime{3'060'000};
  CHECK(contradiction_in(changed).empty());
  changed.server_cpu = CpuTime{3'060'001};
  CHECK_FALSE(contradiction_in(changed).empty());
}

TEST_CASE("warm-up: the sample deviation of the last three windows decides") {
  WarmUpRule rule;
  rule.windows = 3;
  rule.cv_max = *Fraction::parse("5%");
  CHECK_FALSE(steadiness(windows({100, 100}), rule));
  // 95, 100, 105: sample deviation 5, mean 100: exactly 5 %; the population's is 4.08 %.
  const auto edge = steadiness(windows({1, 95, 100, 105}), rule);
  REQUIRE(edge);
  CHECK(edge->cv_squared == Rational(25, 10'000));
  CHECK(edge->cv_population_squared == Rational(50, 3) / Rational(10'000));
  CHECK(edge->steady);
  CHECK(edge->trend == Rational(1, 10));
  CHECK(edge->drifting);  // it rises all the time, by 10 %
  CHECK_FALSE(steadiness(windows({94, 100, 105}), rule)->steady);
  CHECK_FALSE(steadiness(windows({100, 95, 105}), rule)->drifting);
}

TEST_CASE("warm-up of a fresh Tomcat in windows of three seconds was not steady in its first five") {
  WarmUpRule rule;
  rule.windows = 3;
  rule.cv_max = *Fraction::parse("5%");
  std::vector<WarmUpWindow> seen;
  for (const std::int64_t rate : {1691, 7109, 18'384, 28'186, 39'400}) {
    seen.push_back({rate * 3, 3s});
    const auto state = steadiness(seen, rule);
    CHECK((!state || !state->steady));
  }
}

TEST_CASE("a server that answers nothing is never steady") {
  WarmUpRule rule;
  CHECK_FALSE(steadiness(windows({0, 0, 0}), rule));
}

TEST_CASE("a contract looks at the status first: the right body with a wrong status is no right answer") {
  ContractCase wanted;
  wanted.json = *json::parse("{\"a\": 1, \"b\": [true, null]}");
  CHECK(objection(wanted, answer(200, "{\"b\":[true,null],\"a\":1.0}")).empty());
  CHECK(objection(wanted, answer(500, "{\"b\":[true,null],\"a\":1.0}")).find("500") != std::string::npos);
  CHECK_FALSE(objection(wanted, answer(200, "{\"a\":1}")).empty());
  CHECK_FALSE(objection(wanted, answer(200, "{\"a\":1,\"b\":[null,true]}")).empty());
  CHECK_FALSE(objection(wanted, answer(200, "{\"a\":1,\"b\":[true,null],\"c\":0}")).empty());
  CHECK(objection(wanted, answer(200, "<b>no</b>\x1b[31m")).find('\x1b') == std::string::npos);
  wanted.headers = {{"Content-Type", "application/json"}};
  CHECK(objection(wanted, answer(200, "{\"a\":1,\"b\":[true,null]}")).empty());
  wanted.headers = {{"Content-Type", "text/"}};
  CHECK_FALSE(objection(wanted, answer(200, "{\"a\":1,\"b\":[true,null]}")).empty());
}

TEST_CASE("processor lists are read and written as the kernel does") {
  CHECK(CpuSet::parse("0-2,5")->text() == "0-2,5");
  CHECK(CpuSet::parse("3,1,2,1")->text() == "1-3");
  CHECK(CpuSet::parse("0-2")->overlaps(*CpuSet::parse("2-3")));
  CHECK_FALSE(CpuSet::parse("0-2")->overlaps(*CpuSet::parse("3")));
  CHECK(CpuSet::parse("1")->inside(*CpuSet::parse("0-1")));
  for (const char* const bad : {"", "a", "1-", "-1", "3-1", "1,,2", "0-99999999", "1 2"})
    CHECK_FALSE(CpuSet::parse(bad));
}

TEST_CASE("the kernel's words about sockets and pressure") {
  CHECK(parse_time_wait("sockets: used 9\nTCP: inuse 5 orphan 0 tw 6123 alloc 8 mem 1\n") == 6123);
  CHECK_FALSE(parse_time_wait(""));
  CHECK(*parse_pressure("some avg10=12.50 avg60=1.00 avg300=0.00 total=1\n") == doctest::Approx(12.5));
  CHECK_FALSE(parse_pressure("some avg10="));
}
