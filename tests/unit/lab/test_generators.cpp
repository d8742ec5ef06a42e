// SPDX-License-Identifier: MIT
#include <algorithm>
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <rapidcheck.h>

#include "files/files.hpp"
#include "json/parse.hpp"
#include "lab/generators.hpp"
#include "lab/rebuild.hpp"
#include "lab/wrk_correction.hpp"

using namespace vpsfit;
using namespace vpsfit::lab;
using namespace std::chrono_literals;

namespace {

std::string data(const std::string& name) {
  const auto text = files::read_whole(std::string(VPSFIT_SOURCE_DIR) + "/tests/data/lab/" + name);
  REQUIRE(text);
  return *text;
}

LoadOrder at_rate(std::int64_t rate, std::int64_t connections) {
  LoadOrder order;
  order.url = "http://127.0.0.1:1/";
  order.mode = LoadMode::rate;
  order.rate = Rational(rate);
  order.connections = connections;
  order.duration = 15s;
  order.folder = "/tmp/f";
  return order;
}
LoadOrder saturated(std::int64_t connections) {
  LoadOrder order = at_rate(1, connections);
  order.mode = LoadMode::saturated;
  return order;
}

bool has(const std::vector<std::string>& argv, const std::vector<std::string>& words) {
  return std::search(argv.begin(), argv.end(), words.begin(), words.end()) != argv.end();
}

/// wrk's own stats_correct, as its source has it, on an array.
void correct_as_wrk_does(std::vector<std::int64_t>& counts, std::int64_t expected) {
  for (std::int64_t n = expected * 2; n < static_cast<std::int64_t>(counts.size()); ++n) {
    const std::int64_t count = counts[static_cast<std::size_t>(n)];
    std::int64_t m = n - expected;
    while (count != 0 && m > expected) {
      counts[static_cast<std::size_t>(m)] += count;
      m -= expected;
    }
  }
}

std::string wrk_text(std::int64_t duration, std::int64_t requests, std::int64_t status, std::int64_t timeouts,
                     const std::string& rows, bool end = true) {
  return fmt::format(
      "Running 5s test\nvpsfit-wrk 1\nduration {}\nrequests {}\nbytes 10\nconnect 0\nread 0\nwrite 0\nstatus {}\n"
      "timeout {}\n{}{}",
      duration, requests, status, timeouts, rows, end ? "end\n" : "");
}

}  // namespace

TEST_CASE("what wrk made up is taken out exactly, whatever was measured") {
  CHECK(rc::check([](const std::vector<std::uint8_t>& few, std::uint8_t by) {
    const std::int64_t expected = 1 + by % 40;
    std::vector<std::int64_t> counts(few.size() * 3);
    for (std::size_t i = 0; i < few.size(); ++i) counts[i * 3] = few[i] % 5;
    std::vector<std::int64_t> corrected = counts;
    correct_as_wrk_does(corrected, expected);
    LatencyCounts told;
    for (std::size_t i = 0; i < corrected.size(); ++i)
      if (corrected[i] != 0) told[static_cast<std::int64_t>(i)] = corrected[i];
    // runtime / (requests / connections) = expected
    RC_ASSERT(take_out_wrk_correction(told, expected * 100, 100, 1).has_value());
    for (std::size_t i = 0; i < counts.size(); ++i) {
      const auto at = told.find(static_cast<std::int64_t>(i));
      RC_ASSERT((at == told.end() ? 0 : at->second) == counts[i]);
    }
  }));
}

TEST_CASE("a recorded wrk run, whose p99 wrk had doubled, gives back exactly its answers") {
  const std::string text = data("wrk.txt");
  const auto report = wrk::parse(saturated(32), {text, "", ""});
  REQUIRE(report);
  REQUIRE(report->origin == LatencyOrigin::actual_send);
  CHECK(report->latency->total() + report->timeouts == report->answered);
  // wrk's own table stands above the figures: it counted more than it had.
  std::int64_t samples = 0;
  for (std::size_t at = text.find("\nat "); at != std::string::npos; at = text.find("\nat ", at + 1))
    samples += std::stoll(text.substr(text.find(' ', at + 4) + 1));
  CHECK(samples > report->answered);
}

TEST_CASE("a histogram of wrk that cannot be restored is labelled and has no percentiles") {
  // 100 answers and 150 latencies, none of which wrk can have added: expected interval 1000 us, all below 2000.
  const auto report = wrk::parse(saturated(1), {wrk_text(100'000, 100, 3, 0, "at 500 150\n"), "", ""});
  REQUIRE(report);
  CHECK(report->origin == LatencyOrigin::backfilled);
  CHECK_FALSE(report->latency);
  CHECK(report->good == 97);
  CHECK(report->remarks.front().find("150 latencies for 100 answers") != std::string::npos);
}

TEST_CASE("torn and impossible outputs of wrk are refused: cut, hung before its end, a clock that was set") {
  const auto fails = [](const std::string& text) { return !wrk::parse(saturated(1), {text, "", ""}).has_value(); };
  CHECK(fails(""));
  CHECK(fails("Running 5s test\n"));
  CHECK(fails(wrk_text(1, 1, 0, 0, "at 5 1\n", false)));
  CHECK(fails(wrk_text(9'000'000'000'000'000, 1, 0, 0, "at 5 1\n")));
  CHECK(fails(wrk_text(0, 1, 0, 0, "")));
  CHECK(fails(wrk_text(5, 1, 2, 0, "")));
  CHECK(fails(wrk_text(5, 1, 0, 0, "at 5 99999999999999999999\n")));
  CHECK(fails(wrk_text(5, 2, 0, 0, "at 5 1\nat 5 1\n")));
  const std::string good = data("wrk.txt");
  for (std::size_t length = 0; length + 2 < good.size(); length += good.size() / 97)
    CHECK(fails(good.substr(0, length)));
}

TEST_CASE("wrk opens all connections: the threads divide them") {
  LoadOrder order = saturated(256);
  order.threads = 9;
  const auto call = wrk::invoke(order);
  REQUIRE(call);
  CHECK(has(call->argv, {"-t", "8", "-c", "256"}));
}

TEST_CASE("no body can break out of the script that wrk runs") {
  LoadOrder order = saturated(1);
  order.request.body = "]=] os.execute('x') --[=[ ]==]";
  const auto call = wrk::invoke(order);
  REQUIRE(call);
  CHECK(call->files.front().second.find("[===[\n]=] os.execute('x') --[=[ ]==]]===]") != std::string::npos);
}

TEST_CASE("a recorded h2load run at 200 requests per second: the schedule is rebuilt") {
  const auto report = h2load::parse(at_rate(200, 8), {data("h2load-rate.txt"), "", data("h2load.tsv")});
  REQUIRE(report);
  CHECK(report->origin == LatencyOrigin::rebuilt);
  CHECK(report->answered == 400);
  CHECK(report->good == 400);
  CHECK(*report->sent == 400);
  CHECK(*report->bytes_in == 71'200);
  CHECK(report->elapsed >= 2s);
  CHECK(report->latency->total() == 400);
  // Counted from the schedule nothing is faster than counted from the send.
  const auto sent = h2load::parse(saturated(8), {data("h2load-rate.txt"), "", data("h2load.tsv")});
  REQUIRE(sent);
  CHECK(*sent->latency_max_us >= 102'525);  // it prints "max" 102.53ms
  CHECK(*sent->latency_max_us < 102'535);
  CHECK(*report->latency_max_us >= *sent->latency_max_us);
}

TEST_CASE("answers with 404 are answers and not good ones, though h2load calls them failed") {
  const auto report = h2load::parse(saturated(8), {data("h2load-404.txt"), "", data("h2load-404.tsv")});
  REQUIRE(report);
  CHECK(report->answered == 100);
  CHECK(report->good == 0);
  CHECK(report->other_status == 100);
  CHECK(report->socket_errors == 0);
}

TEST_CASE("a server that stops for a second is late from the schedule and hardly from the send") {
  // 10 requests per second; the server sleeps from 0.3 s to 1.3 s, and a generator with one connection waits with it.
  std::vector<Sent> sent{{0, 1000}, {100'000, 1000}, {200'000, 1000}, {300'000, 1'000'000}};
  for (std::int64_t i = 4; i < 13; ++i) sent.push_back({1'300'000 + (i - 4) * 1000, 1000});
  const auto rebuilt = rebuild_schedule(sent, Rational(10));
  REQUIRE(rebuilt);
  // Due at 0.4 s, sent at 1.3 s, took 1 ms: 901 ms; by hand.
  CHECK(rebuilt->lag_us == 900'000);
  CHECK(rebuilt->max_us == 1'000'000);
  // In order: 1, 1, 1, 109, 208, 307, 406, 505, 604, 703, 802, 901, 1000 ms; the 7th of 13 is the median.
  CHECK(*rebuilt->latency.percentile(500'000) >= 406'000);
  CHECK(*rebuilt->latency.percentile(500'000) <= 406'406);
  const auto naive = as_sent(sent);
  REQUIRE(naive);
  CHECK(*naive->latency.percentile(900'000) <= 1'000);
  CHECK_FALSE(rebuild_schedule(sent, Rational(0)));
}

TEST_CASE("a count below zero, which h2load prints as a number near 2^64, is unknown and not a number") {
  std::string text = data("h2load-rate.txt");
  const std::string count = "0 errored";
  text.replace(text.find(count), count.size(), "18446744073709551564 errored");
  const auto report = h2load::parse(at_rate(200, 8), {text, "", data("h2load.tsv")});
  REQUIRE(report);
  CHECK(report->socket_errors == 0);
  CHECK(report->answered == 400);
  CHECK(report->remarks.front().find("below zero") != std::string::npos);
}

TEST_CASE("torn h2load logs are refused with their row") {
  const std::string text = data("h2load-rate.txt");
  CHECK_FALSE(h2load::parse(at_rate(200, 8), {text, "", "1796081527506167\t200\n"}));
  CHECK_FALSE(h2load::parse(at_rate(200, 8), {text, "", "1796081527506167\t200\t-5\n"}));
  CHECK_FALSE(h2load::parse(at_rate(200, 8), {"", "", data("h2load.tsv")}));
  CHECK_FALSE(h2load::parse(at_rate(200, 8), {text.substr(0, text.find("requests:")), "", data("h2load.tsv")}));
}

TEST_CASE("a rate that connections cannot share exactly is refused before anything is sent") {
  CHECK(h2load::invoke(at_rate(1000, 20)).has_value());
  const auto bad = h2load::invoke(at_rate(1000, 48));
  REQUIRE_FALSE(bad);
  CHECK(bad.error().message.find("48 connections") != std::string::npos);
}

TEST_CASE("p95 of a zrk file, which zrk does not print, comes from its histogram") {
  const auto report = zrk::parse(at_rate(1333, 256), {"", "", data("zrk.json")});
  REQUIRE(report);
  const auto java = json::parse(data("hdr-java.json"));
  const auto& expected = *java->items().front().find("percentiles");
  CHECK(*report->latency->percentile(950'000) == std::stoll(expected.find("950000")->text()));
  CHECK(report->origin == LatencyOrigin::scheduled);
  CHECK(report->answered == 20'000);
  CHECK(report->good == 19'996);
  CHECK(report->timeouts == 2);
  CHECK(report->socket_errors == 1);
  CHECK(report->elapsed == 15'142'000us);
  CHECK(*report->schedule_lag_us == 1'500'000);
  for (const auto& printed : report->printed)
    if (printed.ppm >= 500'000) CHECK(*report->latency->percentile(printed.ppm) == printed.us);
}

TEST_CASE("a closed run of zrk is never taken for a scheduled one") {
  std::string text = data("zrk.json");
  const auto at = text.find("\"closed\": false");
  REQUIRE(at != std::string::npos);
  text.replace(at, 15, "\"closed\": true");
  const auto report = zrk::parse(at_rate(1333, 256), {"", "", text});
  REQUIRE(report);
  CHECK(report->origin == LatencyOrigin::actual_send);
}

TEST_CASE("every torn zrk file is refused") {
  const std::string text = data("zrk.json");
  for (std::size_t length = 0; length + 2 < text.size(); length += 61)
    CHECK_FALSE(zrk::parse(at_rate(1333, 256), {"", "", text.substr(0, length)}));
}

TEST_CASE("oha is corrected only together with a rate") {
  const auto with_rate = oha::invoke(at_rate(2000, 10));
  REQUIRE(with_rate);
  CHECK(has(with_rate->argv, {"-q", "2000", "--latency-correction"}));
  const auto closed = oha::invoke(saturated(10));
  REQUIRE(closed);
  CHECK(std::find(closed->argv.begin(), closed->argv.end(), "--latency-correction") == closed->argv.end());
  const auto report = oha::parse(saturated(10), {data("oha.json"), "", ""});
  REQUIRE(report);
  CHECK(report->origin == LatencyOrigin::actual_send);
  CHECK(oha::parse(at_rate(2000, 10), {data("oha.json"), "", ""})->origin == LatencyOrigin::scheduled);
  CHECK(report->answered == 300'027);
  CHECK(report->good == 300'020);
  CHECK(report->timeouts == 2);
  CHECK(report->socket_errors == 1);  // its own deadline is no failure
  CHECK(report->printed[4] == Quantile{950'000, 1203});
  CHECK(*report->latency_max_us == 12'346);
}

TEST_CASE("k6: what was due and never sent is told, not hidden") {
  const auto report = k6::parse(at_rate(2000, 10), {"", "", data("k6.json")});
  REQUIRE(report);
  CHECK(*report->skipped == 1000);
  CHECK(report->good == 28'971);
  CHECK(report->elapsed == 15s);
  CHECK(report->origin == LatencyOrigin::actual_send);
  CHECK(std::count(report->printed.begin(), report->printed.end(), Quantile{950'000, 3250}) == 1);
}

TEST_CASE("bombardier: the article's five million requests at 50 connections") {
  LoadOrder order = saturated(50);
  order.mode = LoadMode::requests;
  order.requests = 5'000'000;
  const auto call = bombardier::invoke(order);
  REQUIRE(call);
  CHECK(has(call->argv, {"-n", "5000000"}));
  const auto report = bombardier::parse(order, {data("bombardier.json"), "", ""});
  REQUIRE(report);
  CHECK(report->answered == 5'000'000);
  CHECK(report->good == 4'999'990);
  CHECK(report->socket_errors == 3);
  CHECK(report->printed.back() == Quantile{1'000'000, 123'456});
}

TEST_CASE("vegeta: each row knows its place in the schedule, and a failed one keeps its own") {
  const auto report = vegeta::parse(at_rate(10, 2), {data("vegeta.ndjson"), "", ""});
  REQUIRE(report);
  CHECK(report->origin == LatencyOrigin::rebuilt);
  CHECK(report->answered == 3);
  CHECK(report->good == 2);
  CHECK(report->timeouts == 1);
  // seq 2 was due at 200 ms, sent at 250, took 2: 52 ms. seq 3: due 300, sent 300.0005 -> 300.001 us rounded, took 4.
  CHECK(*report->schedule_lag_us == 50'000);
  CHECK(*report->latency_max_us == 52'000);
  CHECK_FALSE(vegeta::parse(at_rate(10, 2), {data("vegeta.ndjson").substr(0, 100), "", ""}));
}

TEST_CASE("recorded outputs of hey and autocannon give the counts that they print") {
  const auto hey = hey::parse(saturated(8), {data("hey.csv"), "", ""});
  REQUIRE(hey);
  CHECK(hey->answered == 200);
  CHECK(hey->good == 200);
  CHECK(hey->resolution_us == 100);
  CHECK_FALSE(hey::parse(saturated(8), {data("hey.csv").substr(0, 130), "", ""}));
  const auto autocannon = autocannon::parse(saturated(8), {data("autocannon.json"), "", ""});
  REQUIRE(autocannon);
  CHECK(autocannon->answered == 50'525);
  CHECK(autocannon->good == 50'525);
  CHECK(autocannon->elapsed == 2010ms);
  CHECK(autocannon->resolution_us == 1000);
  CHECK(autocannon->printed.back() == Quantile{1'000'000, 19'000});
}

TEST_CASE("outputs that are all errors have no latency to average from") {
  std::string text = data("oha.json");
  text.replace(text.find("\"200\""), 5, "\"500\"");
  const auto report = oha::parse(saturated(10), {text, "", ""});
  REQUIRE(report);
  CHECK(report->good == 0);
  CHECK(report->other_status == report->answered);
}

TEST_CASE("counts whose sum no number holds are refused") {
  const std::string large = "9223372036854775807", at_most = "9007199254740992";
  CHECK_FALSE(wrk::parse(saturated(1), {wrk_text(100, 1, 0, 0, "connect " + large + "\nat 5 1\n"), "", ""}));
  std::string text = wrk_text(100, 1, 0, 0, "at 5 1\n");
  for (const char* const key : {"connect", "read"})
    text.replace(text.find(std::string(key) + " 0"), std::string(key).size() + 2, std::string(key) + " " + at_most);
  CHECK_FALSE(wrk::parse(saturated(1), {text, "", ""}));
  std::string codes = "\"200\":1";
  for (int code = 1000; code < 3000; ++code) codes += fmt::format(",\"{}\":{}", code, at_most);
  CHECK_FALSE(
      oha::parse(saturated(1), {"{\"summary\":{\"total\":1},\"statusCodeDistribution\":{" + codes + "}}", "", ""}));
  std::string rows;
  for (int seq = 0; seq < 2000; ++seq)
    rows += fmt::format(
        "{{\"seq\":{},\"timestamp\":\"2026-11-30T23:32:10Z\",\"latency\":1000,\"code\":200,\"bytes_in\":{}}}\n", seq,
        at_most);
  CHECK_FALSE(vegeta::parse(saturated(1), {rows, "", ""}));
}

TEST_CASE("every parser ends on any text") {
  CHECK(rc::check([](const std::string& text) {
    for (const auto& generator : generators()) {
      (void)generator.parse(at_rate(10, 2), {text, "", text});
      (void)generator.parse(saturated(2), {"vpsfit-wrk 1\n" + text, "", "{\"metrics\":" + text});
    }
  }));
  for (const auto& generator : generators()) {
    CHECK_FALSE(generator.parse(at_rate(10, 2), {"{\"requests\": 1e400}", "", "{\"requests\": NaN}"}));
    CHECK_FALSE(generator.parse(at_rate(10, 2), {std::string(100'000, '['), "", std::string(100'000, '[')}));
  }
}

TEST_CASE("auto takes the generator that counts from the schedule, and says what is missing") {
  const auto only_debian = [](std::string_view name) { return name == "wrk" || name == "h2load" || name == "hey"; };
  CHECK((*choose_generator("auto", LoadMode::rate, only_debian))->name == "h2load");
  CHECK((*choose_generator("auto", LoadMode::saturated, only_debian))->name == "wrk");
  CHECK((*choose_generator("auto", LoadMode::requests, only_debian))->name == "h2load");
  CHECK((*choose_generator("auto", LoadMode::rate, [](std::string_view) { return true; }))->name == "zrk");
  const auto none = choose_generator("auto", LoadMode::rate, [](std::string_view) { return false; });
  CHECK(none.error().remedy.find("h2load") != std::string::npos);
  CHECK(choose_generator("wrk", LoadMode::rate, only_debian).error().kind == ErrorKind::input);
  CHECK(choose_generator("autocannon", LoadMode::rate, only_debian).error().kind == ErrorKind::input);
  CHECK(choose_generator("zrk", LoadMode::rate, only_debian).error().kind == ErrorKind::unavailable);
}
