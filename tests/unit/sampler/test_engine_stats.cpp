// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <memory>
#include <string>
#include <thread>

#include "sampler/engine_stats.hpp"

using namespace vpsfit;
using namespace vpsfit::sampler;
using namespace std::chrono_literals;

namespace {

EngineStats stats(const std::string& text) { return parse_engine_stats(text).value(); }

}  // namespace

TEST_CASE("an engine's answer is read by the names of its figures, in their units") {
  const auto read = stats(R"({"read":"2026-11-30T10:00:00Z","pids_stats":{"current":3},
    "cpu_stats":{"cpu_usage":{"total_usage":5000000999,"usage_in_usermode":3000000000,"usage_in_kernelmode":2000000000},
      "system_cpu_usage":120400410450000000,"online_cpus":2,
      "throttling_data":{"periods":10,"throttled_periods":4,"throttled_time":7000000}},
    "memory_stats":{"usage":44040192,"limit":4000000000,"stats":{"anon":40000000,"file":4000000,"inactive_file":3000000}}})");
  CHECK(read.running);
  CHECK(read.reading.usage == CpuTime{5'000'000});
  CHECK(read.reading.user == CpuTime{3'000'000});
  CHECK(read.reading.system == CpuTime{2'000'000});
  CHECK(read.reading.throttled_periods == 4);
  CHECK(read.reading.throttled == CpuTime{7000});
  CHECK(read.reading.memory == Bytes{44040192});
  CHECK(read.detail.anon == Bytes{40000000});
  CHECK(read.detail.inactive_file == Bytes{3000000});
  CHECK(read.detail.pids == 3);
}

TEST_CASE("kernel time in microseconds beside nanoseconds is not taken") {
  // The figures of github.com/amir20/dozzle/issues/4017
  const auto read = stats(R"({"cpu_stats":{"cpu_usage":{"total_usage":8096948784000,"usage_in_kernelmode":2808699651,
    "usage_in_usermode":8094140084349}}})");
  CHECK(read.reading.usage == CpuTime{8096948784});
  CHECK(read.reading.user == CpuTime{8094140084});  // together they are the whole: 2.8 s are what the kernel took
  const auto mixed = stats(R"({"cpu_stats":{"cpu_usage":{"total_usage":8096948784000,"usage_in_kernelmode":2808699651,
    "usage_in_usermode":809414008}}})");
  CHECK(mixed.reading.usage == CpuTime{8096948784});
  CHECK_FALSE(mixed.reading.user);
  CHECK_FALSE(mixed.reading.system);
}

TEST_CASE("what is missing, negative, fractional or too large is unknown, never zero") {
  const auto read = stats(R"({"cpu_stats":{"cpu_usage":{"total_usage":-1}},
    "memory_stats":{"usage":12.5,"stats":null},"pids_stats":[]})");
  CHECK_FALSE(read.reading.usage);
  CHECK_FALSE(read.reading.memory);
  CHECK_FALSE(read.detail.pids);
  CHECK_FALSE(read.running);
  CHECK(stats(R"({"cpu_stats":{"cpu_usage":{"total_usage":99999999999999999999}}})").reading.usage == std::nullopt);
  CHECK(stats(R"({"memory_stats":{"usage":5}})").reading.usage == std::nullopt);
}

TEST_CASE("the zeros of a container that has ended are no figures") {
  CHECK_FALSE(stats(R"({"read":"0001-01-01T00:00:00Z","cpu_stats":{"cpu_usage":{"total_usage":0}},"memory_stats":{}})")
                  .running);
  CHECK_FALSE(stats("{}").running);
}

TEST_CASE("torn and foreign answers are refused") {
  for (const std::string& bad : {std::string(), std::string("{\"cpu_stats\":{\"cpu"), std::string("[]"),
                                 std::string("<html>"), std::string("null"), std::string(70'000, '{')})
    CHECK(parse_engine_stats(bad).error().kind == ErrorKind::input);
}

TEST_CASE("an engine that says 404 has no such container, one that is silent is gone, one that has trouble is not") {
  const auto source = [](int status, std::string body, bool fails) {
    return std::make_unique<EngineSource>(
        [=](const HttpRequest&) -> Result<HttpResponse> {
          if (fails) return fail(ErrorKind::unavailable, "nobody listens");
          HttpResponse answer;
          answer.status = status;
          answer.body = body;
          return answer;
        },
        EngineSocket{"/run/docker.sock", false}, "web", 1ms, 50ms);
  };
  const auto wait = [](EngineSource& one) {
    for (int i = 0; i < 2000 && !one.gone(); ++i) std::this_thread::sleep_for(1ms);
    return one.gone();
  };
  auto missing = source(404, R"({"message":"No such container: web"})", false);
  CHECK(missing->wait_for_first().error().message.find("No such container: web") != std::string::npos);
  CHECK(wait(*missing));
  CHECK(missing->farewell() == Farewell::removed);
  auto silent = source(0, "", true);
  CHECK(wait(*silent));
  CHECK(silent->farewell() == Farewell::engine_gone);
  auto stammering = source(500, "", false);
  CHECK(stammering->wait_for_first().error().message.find("with status 500") != std::string::npos);
  std::this_thread::sleep_for(200ms);
  CHECK_FALSE(stammering->gone());
  auto ended = source(200, "{}", false);
  CHECK(ended->wait_for_first().error().message == "the container does not run");
  CHECK(wait(*ended));
  CHECK(ended->farewell() == Farewell::exited);
}

TEST_CASE("an answer is taken by one tick only") {
  EngineSource source(
      [](const HttpRequest&) -> Result<HttpResponse> {
        HttpResponse answer;
        answer.status = 200;
        answer.body = R"({"cpu_stats":{"cpu_usage":{"total_usage":5000000}},"memory_stats":{"usage":7}})";
        return answer;
      },
      EngineSocket{"/run/docker.sock", false}, "web", 1h);
  REQUIRE(source.wait_for_first());
  recording::Reading first, second;
  source.read(first);
  source.read(second);
  CHECK(first.usage == CpuTime{5000});
  CHECK_FALSE(second.usage);
}
