// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "files/files.hpp"
#include "files/temporary_folder.hpp"
#include "lab/journal.hpp"
#include "lab/stale_groups.hpp"
#include "recording/load_results.hpp"
#include "recording/writer.hpp"

using namespace vpsfit;
using namespace vpsfit::lab;
using namespace std::chrono_literals;

namespace {

Step step(const std::string& run, const std::string& to) {
  return {recording::Instant(5ns), WallTime(7us), run, "a", to, "why \"x\"\n"};
}

/// A recording with one run of one window, 2 s of which 1.5 s CPU.
void make_recording(const std::filesystem::path& file) {
  const recording::Instant start(100s);
  auto writer = recording::Writer::open(file, {}, 1s, start, WallTime(0us));
  REQUIRE(writer);
  recording::RunStart run;
  run.subject = "spine";
  run.run = "sat-1";
  run.load.name = "sat";
  run.started = start;
  run.limits.cpuset_cpus = 3;
  const auto id = writer->begin_run(run);
  REQUIRE(id);
  recording::Edge begin, end;
  begin.at = start + 1s;
  begin.reading.usage = CpuTime{1'000'000};
  end.at = start + 3s;
  end.reading.usage = CpuTime{2'500'000};
  const auto window = writer->begin_window(*id, "load", begin);
  REQUIRE(window);
  REQUIRE(writer->end_window(*window, end));
  REQUIRE(writer->end_run(*id, {}));
  REQUIRE(writer->finish());
}

recording::LoadResult load() {
  recording::LoadResult result;
  result.subject = "spine";
  result.run = "sat-1";
  result.window = "load";
  result.load = "sat";
  result.generator = "wrk 4.1.0";
  result.mode = "saturated";
  result.origin = "actual_send";
  result.connections = 256;
  result.planned = 2s;
  result.elapsed = 2'000'001us;
  result.good = 42;
  result.min_ratio = Rational(49, 50);
  result.generator_cpu = CpuTime{123};
  result.quantiles = {{500'000, 1000}, {1'000'000, 9'000'000}};
  result.buckets = {{1, 1, 40}, {9000, 9007, 2}};
  result.flags = {"host_noise", "warmup_unsteady"};
  result.contract_checks = 14;
  return result;
}

}  // namespace

TEST_CASE("a journal tells which runs ended and how often each was begun; a torn last line is ignored") {
  const auto folder = files::TemporaryFolder::make();
  REQUIRE(folder);
  const auto file = folder->path() / "journal.ndjson";
  CHECK(read_journal(file)->done.empty());
  {
    auto journal = Journal::open(file);
    REQUIRE(journal);
    REQUIRE(journal->write(step("a-1", "settle")));
    REQUIRE(journal->write(step("a-1", "done")));
    REQUIRE(journal->write(step("b-1", "settle")));
    REQUIRE(journal->write(step("b-1", "stopped")));
    REQUIRE(journal->write(step("b-1", "settle")));
    REQUIRE(journal->write(step("c-1", "settle")));
    REQUIRE(journal->write(step("c-1", "failed")));
  }
  auto text = *files::read_whole(file);
  REQUIRE(files::write_whole(file, text + "{\"mono_ns\": 5, \"run\": \"b-1\", \"to\": \"do"));
  const auto past = read_journal(file);
  REQUIRE_MESSAGE(past, past.error().message << past.error().place);
  CHECK(past->done == std::set<std::string>{"a-1", "c-1"});
  CHECK(past->attempts.at("b-1") == 2);
  REQUIRE(files::write_whole(file, text + "rubbish\n"));
  CHECK(read_journal(file).error().place.find("journal.ndjson:8") != std::string::npos);
}

TEST_CASE("what a generator reported stands in the recording, with the CPU of its window") {
  const auto folder = files::TemporaryFolder::make();
  const auto file = folder->path() / "r.db";
  make_recording(file);
  CHECK(recording::read_load_results(file)->empty());
  REQUIRE(recording::add_load_results(file, {load()}, {{"spine", "sat-1", "load", "sat", 7, 1, 3s}}));
  const auto read = recording::read_load_results(file);
  REQUIRE(read);
  REQUIRE(read->size() == 1);
  const auto& one = read->front();
  CHECK(one.good == 42);
  CHECK(one.elapsed == 2'000'001us);
  CHECK(*one.min_ratio == Rational(98, 100));
  CHECK_FALSE(one.asked_rate);
  CHECK_FALSE(one.sent);
  CHECK(one.quantiles == load().quantiles);
  CHECK(one.buckets == load().buckets);
  CHECK(one.flags == load().flags);
  CHECK(one.server_cpu->count() == 1'500'000);
  CHECK(*one.window_time == 2s);
  CHECK(*one.server_cpus == 3);
  CHECK(one.contract_checks == 14);
  CHECK(recording::latency_us_at(one.buckets, 950'000) == 1);
  CHECK(recording::latency_us_at(one.buckets, 960'000) == 9007);
  CHECK_FALSE(recording::latency_us_at({}, 500'000));
  // Middles 1 + 0.5 rounded up and 9000 + 4: (40 x 1 + 2 x 9004) / 42.
  CHECK(*recording::mean_latency_us(one.buckets) == Rational(40 + 2 * 9004, 42));
  CHECK(recording::read_warm_ups(file)->front().good == 7);
}

TEST_CASE("a report about a window that is not there is refused, and nothing of it is kept") {
  const auto folder = files::TemporaryFolder::make();
  const auto file = folder->path() / "r.db";
  make_recording(file);
  auto wrong = load();
  wrong.window = "other";
  CHECK_FALSE(recording::add_load_results(file, {load(), wrong}, {}));
  CHECK(recording::read_load_results(file)->empty());
}

TEST_CASE("the windows of a run that was broken off are no measurements any more") {
  const auto folder = files::TemporaryFolder::make();
  const auto file = folder->path() / "r.db";
  make_recording(file);
  REQUIRE(recording::break_off(file, "spine", "sat-1"));
  CHECK_FALSE(recording::add_load_results(file, {load()}, {}));
}

TEST_CASE("only groups that bear our name and a process's number are ours") {
  CHECK(maker_of("vpsfit-4711-0123abcd") == 4711);
  for (const char* const other :
       {"", "vpsfit", "vpsfit-4711-0123abc", "vpsfit-4711-0123abcg", "vpsfit-0-0123abcd", "vpsfit--1-0123abcd",
        "vpsfit-test-0123abcd", "vpsfit-99999999999-0123abcd", "x-1-0123abcd"})
    CHECK(maker_of(other) == 0);
}

TEST_CASE("an experiment is noted once") {
  const auto folder = files::TemporaryFolder::make();
  const auto file = folder->path() / "r.db";
  make_recording(file);
  REQUIRE(recording::add_lab_experiment(file, {"x", "text", "hash", "{}", "r20k"}));
  REQUIRE(recording::add_lab_experiment(file, {"x", "text", "hash", "{}", "r20k"}));
  const auto read = recording::read_lab_experiments(file);
  REQUIRE(read);
  REQUIRE(read->size() == 1);
  CHECK(read->front().forecast_load == "r20k");
}
