// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <numeric>

#include "fake_session.hpp"

using namespace fake;
using recording::EndReason;
using vpsfit::ErrorKind;

namespace {

std::vector<std::int64_t> up_to(std::int64_t last) {
  std::vector<std::int64_t> numbers(static_cast<std::size_t>(last + 1));
  std::iota(numbers.begin(), numbers.end(), 0);
  return numbers;
}
std::vector<std::string> codes(const Sink::Run& run) {
  std::vector<std::string> result;
  for (const auto& notice : run.notices) result.push_back(notice.code);
  return result;
}

}  // namespace

TEST_CASE("windows run one after the other from the first reading, with one edge between them") {
  Bench bench({{"warmup", 5s}, {"load", 15s}});
  const auto outcome = bench.run();
  CHECK(outcome.reason == EndReason::finished);
  CHECK_FALSE(outcome.incomplete);
  REQUIRE(bench.sink.windows.size() == 2);
  const auto& [warmup, load] = std::pair(bench.sink.windows[0], bench.sink.windows[1]);
  CHECK(warmup.name == "warmup");
  CHECK(warmup.begin.at >= at(1100ms));
  CHECK(warmup.length() >= 5s);
  CHECK(warmup.length() < 5s + 1ms);
  CHECK(load.begin.at == warmup.end->at);
  CHECK(load.length() > 15s - 1ms);
  CHECK(load.cores() == doctest::Approx(1.0).epsilon(1e-6));
  CHECK(bench.sink.numbers() == up_to(20));
}

TEST_CASE("every tick says when it was due, begun and done") {
  Bench bench({{"all", 3s}});
  bench.sources[0]->reading_takes = 2ms;
  static_cast<void>(bench.run());
  for (const auto& one : bench.sink.ticks) {
    CHECK(one.tick.planned == at(1100ms + one.tick.number * 1s));
    CHECK(one.tick.begin >= one.tick.planned);
    CHECK(one.tick.end - one.tick.begin == 2ms);
  }
}

TEST_CASE("the slow set is read on the first tick, every fifth tick and at the edges") {
  Bench bench({{"all", 10s}});
  static_cast<void>(bench.run());
  std::vector<std::int64_t> with_detail;
  for (const auto& one : bench.sink.ticks)
    if (one.rows.at(0).detail) with_detail.push_back(one.tick.number);
  CHECK(with_detail == std::vector<std::int64_t>{0, 5, 10});
  CHECK(bench.sink.windows.at(0).begin.detail.memory_peak == vpsfit::Bytes{4096});
  CHECK(bench.sink.windows.at(0).end->detail.memory_peak == vpsfit::Bytes{4096});
}

TEST_CASE("missed ticks are counted, never filled in, and the grid stays where it is") {
  Bench bench({{"load", 20s}});
  bench.clock.stall(5500ms, 3s);  // ticks 5, 6 and 7 are due while nothing runs; 7 is taken late
  const auto outcome = bench.run();
  CHECK(bench.sink.numbers() ==
        std::vector<std::int64_t>{0, 1, 2, 3, 4, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20});
  CHECK(bench.sink.ticks.at(5).missed == 2);
  CHECK(bench.sink.ticks.at(5).tick.begin == at(8500ms));
  CHECK(bench.sink.ticks.at(6).tick.begin == at(9100ms));
  CHECK(outcome.missed == 2);
  CHECK(outcome.incomplete);  // a gap of 3 s
}

TEST_CASE("one missed tick of twenty is no gap, one of ten is too many") {
  Bench twenty({{"load", 20s}});
  twenty.clock.stall(5050ms, 1100ms);
  CHECK_FALSE(twenty.run().incomplete);
  CHECK(twenty.sink.ticks.at(4).missed == 1);
  Bench ten({{"load", 10s}});
  ten.clock.stall(5050ms, 1100ms);
  CHECK(ten.run().incomplete);
}

TEST_CASE("a window whose edge was missed keeps its true length, and the next one its own") {
  Bench bench({{"a", 5s}, {"b", 5s}});
  bench.clock.stall(5500ms, 4s);
  const auto outcome = bench.run();
  REQUIRE(bench.sink.windows.size() == 2);
  CHECK(bench.sink.windows[0].length() > 8s);
  CHECK(bench.sink.windows[1].length() > 5s - 1ms);
  CHECK(bench.sink.windows[0].cores() == doctest::Approx(1.0).epsilon(1e-6));
  CHECK(outcome.incomplete);
}

TEST_CASE("sampling goes on after the last window until the length is over") {
  Bench bench({{"load", 2s}}, 5s);
  CHECK(bench.run().reason == EndReason::finished);
  CHECK(bench.sink.windows.size() == 1);
  CHECK(bench.sink.numbers() == up_to(5));
  CHECK(bench.sink.runs[0].end->ended >= at(6100ms));
}

TEST_CASE("a target that vanishes ends its windows with its last reading") {
  Bench bench({{"load", 10s}});
  bench.sources[0]->gone_at = 5500ms;
  const auto outcome = bench.run();
  CHECK(outcome.reason == EndReason::target_vanished);
  CHECK(outcome.incomplete);
  CHECK_FALSE(outcome.failure);
  REQUIRE(bench.sink.windows.at(0).end);
  CHECK(bench.sink.windows[0].end->at == bench.sink.ticks.back().tick.begin + 5us);
  CHECK(bench.sink.windows[0].cores() == doctest::Approx(1.0).epsilon(1e-4));
  CHECK(bench.sink.numbers() == up_to(4));
  CHECK(bench.sink.runs[0].end->reason == EndReason::target_vanished);
  CHECK(codes(bench.sink.runs[0]) == std::vector<std::string>{"ended_early"});
}

TEST_CASE("one target that vanishes does not disturb the others") {
  Bench bench({{"load", 6s}}, {}, 3);
  bench.sources[1]->gone_at = 3500ms;
  const auto outcome = bench.run();
  CHECK(outcome.reason == EndReason::finished);
  CHECK(outcome.incomplete);
  CHECK(bench.sink.runs[0].end->reason == EndReason::finished);
  CHECK(bench.sink.runs[1].end->reason == EndReason::target_vanished);
  CHECK(bench.sink.ticks.back().rows.size() == 2);
  CHECK(bench.sink.ticks.back().rows[1].run == 3);
  CHECK(bench.sink.windows[2].length() > 6s - 1ms);
}

TEST_CASE("a target that is gone before the first reading is a failure and leaves no run") {
  Bench bench({{"load", 10s}});
  bench.sources[0]->gone_at = 0s;
  recording::Reading reading;
  bench.sources[0]->read(reading);
  const auto outcome = bench.run();
  REQUIRE(outcome.failure);
  CHECK(outcome.failure->kind == ErrorKind::unavailable);
  CHECK(bench.sink.runs.empty());
}

TEST_CASE("a target that goes before the first tick is a failure") {
  Bench bench({{"load", 10s}});
  bench.sources[0]->gone_at = 1050ms;
  const auto outcome = bench.run();
  REQUIRE(outcome.failure);
  CHECK(outcome.failure->kind == ErrorKind::unavailable);
}

TEST_CASE("an interrupted session is whole") {
  Bench bench({{"all", std::nullopt}});
  bench.clock.signal(4500ms, SIGINT);
  const auto outcome = bench.run();
  CHECK(outcome.signal == SIGINT);
  CHECK(outcome.reason == EndReason::interrupted);
  CHECK_FALSE(outcome.incomplete);
  CHECK(bench.sink.windows.at(0).end->at >= at(4500ms));
  CHECK(bench.sink.runs[0].end->reason == EndReason::interrupted);
  CHECK(codes(bench.sink.runs[0]).empty());
}

TEST_CASE("an interrupted plan ends early, by so many seconds") {
  Bench bench({{"load", 10s}, {"after", 10s}});
  bench.clock.signal(6100ms, SIGTERM);
  CHECK(bench.run().incomplete);
  REQUIRE(codes(bench.sink.runs[0]) == std::vector<std::string>{"ended_early"});
  CHECK(bench.sink.runs[0].notices[0].args ==
        std::vector<std::pair<std::string, std::string>>{{"run", "7"}, {"seconds", "15.0"}, {"reason", "interrupted"}});
}

TEST_CASE("a signal before the first tick ends it with nothing measured") {
  Bench bench({{"load", 10s}});
  bench.clock.signal(1050ms, SIGINT);
  const auto outcome = bench.run();
  CHECK(outcome.signal == SIGINT);
  CHECK(bench.sink.ticks.empty());
  CHECK(bench.sink.windows.empty());
  CHECK(bench.sink.runs[0].end->reason == EndReason::interrupted);
}

TEST_CASE("a command starts inside its first window and is sampled once more after its exit") {
  Bench bench({{"all", std::nullopt}});
  Job job(bench.clock);
  job.ends_at = 4500ms;
  bench.clock.child(4500ms);
  const auto outcome = bench.run(&job);
  CHECK(outcome.reason == EndReason::command_exited);
  CHECK(outcome.command_status == 7);
  CHECK_FALSE(outcome.incomplete);
  CHECK(bench.sink.windows.at(0).begin.at <= *job.started_at);
  CHECK(bench.sink.windows[0].end->at >= at(4500ms));
  CHECK(bench.sink.ticks.front().tick.end < *job.started_at);
  CHECK(bench.sink.ticks.back().tick.begin >= at(4500ms));
  CHECK(bench.sink.ticks.back().tick.number == 4);  // takes the next place on the grid, early
  CHECK(bench.sink.ticks.back().rows[0].detail.has_value());
  CHECK(bench.sink.runs[0].end->command_status == 7);
  CHECK(job.kills == 1);  // for what it left running
}

TEST_CASE("when the windows are over the command is asked to end, and sampled until it has") {
  Bench bench({{"load", 3s}});
  Job job(bench.clock);
  job.obeys_after = 1500ms;
  const auto outcome = bench.run(&job);
  CHECK(outcome.reason == EndReason::finished);
  CHECK_FALSE(outcome.incomplete);
  REQUIRE(job.terminated_at);
  CHECK(*job.terminated_at - *job.started_at > 3s - 1ms);
  CHECK(bench.sink.numbers() == up_to(5));
  CHECK(bench.sink.runs[0].end->ended > *job.terminated_at + 1s);
}

TEST_CASE("a command that ignores the request is killed after the grace") {
  Bench bench({{"load", 3s}});
  Job job(bench.clock);
  job.obeys_after.reset();
  const auto outcome = bench.run(&job);
  CHECK(outcome.command_status == 137);
  CHECK(job.kills == 1);
  CHECK(bench.sink.runs[0].end->ended >= *job.terminated_at + sampler::grace);
}

TEST_CASE("a second signal does not wait for the command") {
  Bench bench({{"all", std::nullopt}});
  Job job(bench.clock);
  job.obeys_after.reset();
  bench.clock.signal(3500ms, SIGINT);
  bench.clock.signal(3700ms, SIGINT);
  const auto outcome = bench.run(&job);
  CHECK(outcome.signal == SIGINT);
  CHECK(job.kills == 1);
  CHECK(bench.sink.runs[0].end->ended < at(3800ms));
}

TEST_CASE("a command that exits before its windows are over ended early") {
  Bench bench({{"load", 10s}});
  Job job(bench.clock);
  job.ends_at = 4100ms;
  bench.clock.child(4100ms);
  CHECK(bench.run(&job).incomplete);
  CHECK(codes(bench.sink.runs[0]) == std::vector<std::string>{"ended_early"});
}

TEST_CASE("a command that cannot start fails the run") {
  Bench bench({{"load", 10s}});
  Job job(bench.clock);
  job.start_fails = true;
  const auto outcome = bench.run(&job);
  REQUIRE(outcome.failure);
  CHECK(outcome.failure->message == "exec format error");
  CHECK(bench.sink.windows.empty());
  CHECK(bench.sink.runs[0].end->reason == EndReason::failed);
}

TEST_CASE("a recording that cannot be written ends the session and the command") {
  Bench bench({{"load", 10s}});
  Job job(bench.clock);
  bench.sink.fails_after = 3;
  const auto outcome = bench.run(&job);
  REQUIRE(outcome.failure);
  CHECK(outcome.failure->kind == ErrorKind::io);
  CHECK(job.kills == 1);
}

TEST_CASE("a full disk is said once, and its end once") {
  Bench bench({{"load", 5s}});
  bench.sink.unsaved = 3;
  CHECK_FALSE(bench.run().failure);
  CHECK(bench.observer.remarks.size() == 1);
  CHECK(bench.observer.remarks.front().find("disk full") != std::string::npos);
}

TEST_CASE("an OOM kill during the run makes it incomplete, one before it does not") {
  Bench during({{"load", 10s}});
  during.sources[0]->oom_at = 8s;
  CHECK(during.run().incomplete);
  Bench before({{"load", 10s}});
  before.sources[0]->oom_at = 0s;
  CHECK_FALSE(before.run().incomplete);
}

TEST_CASE("ticks in which a known figure is missing are gaps") {
  Bench bench({{"load", 10s}});
  bench.sources[0]->blind_from = 4s;
  bench.sources[0]->blind_to = 7s;
  CHECK(bench.run().incomplete);
  CHECK(bench.sink.ticks.at(4).rows[0].reading.usage == std::nullopt);
  CHECK(bench.sink.ticks.at(4).rows[0].reading.memory == vpsfit::Bytes{4096});
}

TEST_CASE("a figure that cannot be read at all is noticed") {
  Bench bench({{"load", 2s}});
  auto source = std::make_unique<Source>(bench.clock);
  bench.subjects.clear();
  bench.subjects.emplace_back(std::move(source), recording::RunStart{},
                              sampler::MissingFigures{{"memory", "the controller is off"}});
  CHECK(bench.run().incomplete);
  CHECK(codes(bench.sink.runs[0]) == std::vector<std::string>{"figure_missing"});
}

TEST_CASE("marks open and close windows beside the planned ones") {
  Bench bench({{"all", 10s}});
  Marks marks;
  marks.requests = {{"burst", true},  {"burst", true}, {"burst", false},
                    {"burst", false}, {"all", false},  {"late", true}};
  for (const auto when : {3200ms, 3300ms, 5700ms, 5800ms, 5900ms, 6000ms}) bench.clock.request(when);
  const auto outcome = bench.run(nullptr, &marks);
  CHECK(marks.answers == std::vector<std::string>{"ok", "the window 'burst' is open already", "ok",
                                                  "the window 'burst' is not open",
                                                  "the window 'all' is opened and closed by plan", "ok"});
  CHECK_FALSE(outcome.incomplete);
  REQUIRE(bench.sink.windows.size() == 3);
  CHECK(bench.sink.windows[1].name == "burst");
  CHECK(bench.sink.windows[1].begin.at == at(3200ms));
  CHECK(bench.sink.windows[1].end->at == at(5700ms));
  CHECK(bench.sink.windows[1].cores() == doctest::Approx(1.0).epsilon(1e-6));
  CHECK(bench.sink.windows[2].end.has_value());  // closed by the end
}

TEST_CASE("a session that was slow to begin starts on the next point of the grid, with nothing missed") {
  Bench bench({{"all", 3s}});
  bench.clock.pass(5200ms);
  CHECK(bench.run().missed == 0);
  CHECK(bench.sink.ticks.front().tick.planned == at(7100ms));
  CHECK(bench.sink.ticks.front().missed == 0);
  Bench stalled({{"all", 3s}});
  stalled.clock.stall(1050ms, 3s);
  CHECK(stalled.run().missed == 0);
  CHECK(stalled.sink.ticks.front().tick.planned == at(3100ms));
  CHECK(stalled.sink.ticks.front().missed == 0);
}
