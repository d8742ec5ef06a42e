// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include "core/text.hpp"
#include "json/parse.hpp"
#include "report/show_csv.hpp"
#include "report/show_json.hpp"
#include "report/show_table.hpp"

using namespace vpsfit;
using namespace vpsfit::recording;
using std::chrono::milliseconds;

namespace {

Instant moment(std::int64_t ms) { return Instant{milliseconds{1'000'000 + ms}}; }
WallTime wall(std::int64_t ms) { return WallTime{std::chrono::microseconds{1'793'534'400'000'000}} + milliseconds{ms}; }

/// 11.73 s of CPU in 15.000001 s, a command that was killed, a window that nobody closed.
RunSummary a_run() {
  RunSummary run;
  run.start.subject = "spring";
  run.start.run = "2";
  run.start.target = "command";
  run.start.load = {"r20k", Rational(20000)};
  run.start.started = moment(0);
  run.start.started_wall = wall(0);
  run.start.limits.cpu_cores = Rational(1, 5);
  run.end = RunEnd{EndReason::command_exited, 137, moment(18'500), wall(18'500)};
  run.host = {"6.1.0-28-amd64", "x86_64", "Some CPU 2.0", 2, GiB(4), 4096, "unified", "0.1.0"};
  run.interval = milliseconds{1000};
  run.ticks = 17;
  run.missed_ticks = 2;
  run.memory_max = Bytes{687'236'710};
  run.memory_peak = Bytes{700'000'000};
  run.peak_origin = PeakOrigin::older;
  run.oom_kills = 1;
  run.notices.push_back(make_notice("oom_kill", {{"count", "1"}, {"run", "2"}}));
  WindowSummary load;
  load.name = "load";
  load.begin = moment(1500);
  load.end = moment(16'500) + std::chrono::nanoseconds{1001};
  load.ticks = 13;
  load.missed_ticks = 2;
  load.longest_gap = milliseconds{3001};
  load.cpu_usage = CpuTime{11'730'000};
  load.cpu_elapsed = std::chrono::microseconds{15'000'001};
  load.memory_median = Bytes{479 * 1024 * 1024};
  load.memory_max = Bytes{600 * 1024 * 1024};
  load.throttled_periods = 0;
  run.windows.push_back(load);
  WindowSummary open;
  open.name = "cool-down";
  open.begin = moment(16'600);
  open.notices.push_back(make_notice("window_open", {{"window", "cool-down"}, {"run", "2"}}));
  run.windows.push_back(open);
  return run;
}

std::vector<std::string> shown_lines(const std::string& text) {
  std::vector<std::string> lines;
  for (const auto line : split(text, '\n')) lines.emplace_back(line);
  return lines;
}

/// The records of a CSV text without the CR before each line's end.
std::vector<std::string> records_of(const std::string& csv) {
  auto records = shown_lines(csv);
  for (auto& record : records)
    if (record.ends_with('\r')) record.pop_back();
  return records;
}

}  // namespace

TEST_CASE("the document of a recording has every promised member, and unknown is null") {
  const auto document = json::parse(report::show_json({a_run()}, "9.9"));
  REQUIRE(document.has_value());
  CHECK(document->find("schema")->text() == "urn:vpsfit:schema:show:1");
  const json::Value& run = document->find("runs")->items().at(0);
  const auto text = [&](const json::Value& object, const char* name) {
    const json::Value* const value = object.find(name);
    REQUIRE_MESSAGE(value != nullptr, name);
    return value->is_null() ? std::string("null") : value->text();
  };
  CHECK(text(run, "subject") == "spring");
  CHECK(text(run, "run") == "2");
  CHECK(text(run, "source") == "cgroup2");
  CHECK(text(run, "started_at") == "2026-11-01T12:00:00.000Z");
  CHECK(text(run, "ended_at") == "2026-11-01T12:00:18.500Z");
  CHECK(text(run, "end_reason") == "command_exited");
  CHECK(text(run, "command_status") == "137");
  CHECK(text(run, "ticks") == "17");
  CHECK(text(run, "missed_ticks") == "2");
  CHECK(text(run, "memory_max_bytes") == "687236710");
  CHECK(text(run, "memory_peak_bytes") == "700000000");
  CHECK(text(run, "memory_peak_origin") == "older");
  CHECK(text(run, "oom_kills") == "1");
  CHECK(text(*run.find("limits"), "cpu_cores") == "0.2");
  CHECK(text(*run.find("limits"), "memory_bytes") == "null");
  CHECK(text(*run.find("load"), "request_rate_per_s") == "20000");
  const json::Value& load = run.find("windows")->items().at(0);
  CHECK(text(load, "name") == "load");
  CHECK(text(load, "start_s") == "1.5");
  CHECK(text(load, "duration_s") == "15.000001001");
  CHECK(text(load, "ticks") == "13");
  CHECK(text(load, "cpu_cores") == "0.781999948");  // 11730000/15000001 = 0.78199994786..., rounded up
  CHECK(text(load, "cpu_usage_usec") == "11730000");
  CHECK(text(load, "window_usec") == "15000001");
  CHECK(text(load, "memory_median_bytes") == "502267904");
  CHECK(text(load, "memory_max_bytes") == "629145600");
  CHECK(text(load, "throttled_periods") == "0");
  const json::Value& open = run.find("windows")->items().at(1);
  for (const char* name : {"duration_s", "cpu_cores", "cpu_usage_usec", "memory_median_bytes", "throttled_periods"})
    CHECK(text(open, name) == "null");
  CHECK(text(open.find("notices")->items().at(0), "code") == "window_open");
}

TEST_CASE("a cut run has no end and says so; one that goes on has no reason") {
  RunSummary run = a_run();
  run.end.reset();
  CHECK(report::show_json({run}, "1").find("\"end_reason\": \"cut\"") != std::string::npos);
  CHECK(report::show_json({run}, "1").find("\"ended_at\": null") != std::string::npos);
  CHECK(report::show_table({run}).find("cut") != std::string::npos);
  run.running = true;
  CHECK(report::show_json({run}, "1").find("\"end_reason\": null") != std::string::npos);
  CHECK(report::show_table({run}).find("still going") != std::string::npos);
}

TEST_CASE("CSV has one row a window, and one for a run without any") {
  RunSummary bare = a_run();
  bare.windows.clear();
  bare.start.subject = "=cmd()";
  bare.start.load = {};
  bare.end.reset();
  const auto lines = records_of(report::show_csv({a_run(), bare}));
  REQUIRE(lines.size() == 5);
  CHECK(
      lines[0] ==
      "subject,run,load,request_rate_per_s,source,started_at,ended_at,end_reason,command_status,run_ticks,"
      "run_missed_ticks,oom_kills,run_memory_max_bytes,memory_peak_bytes,memory_peak_origin,window,start_s,duration_s,"
      "ticks,missed_ticks,longest_gap_s,cpu_cores,cpu_usage_usec,window_usec,memory_median_bytes,memory_max_bytes,"
      "throttled_periods");
  CHECK(
      lines[1] ==
      "spring,2,r20k,20000,cgroup2,2026-11-01T12:00:00.000Z,2026-11-01T12:00:18.500Z,command_exited,137,17,2,1,"
      "687236710,700000000,older,load,1.5,15.000001001,13,2,3.001,0.781999948,11730000,15000001,502267904,629145600,0");
  CHECK(lines[2].ends_with(",older,cool-down,16.6,,0,0,,,,,,,"));
  CHECK(lines[3] == "'=cmd(),2,,,cgroup2,2026-11-01T12:00:00.000Z,,cut,,17,2,1,687236710,700000000,older,,,,,,,,,,,,");
}

TEST_CASE("the table says what was measured, on what, and what is wrong with it, in 80 columns") {
  RunSummary wide = a_run();
  wide.start.subject = "a-very-long-subject-name-that-nobody-needs";
  wide.windows[0].name = "\xED\x95\x9C\xEA\xB8\x80 \xED\x95\x9C\xEA\xB8\x80 \xED\x95\x9C\xEA\xB8\x80";
  for (const auto& runs : {std::vector{a_run()}, std::vector{a_run(), wide}}) {
    const std::string table = report::show_table(runs);
    for (const std::string& line : shown_lines(table)) CHECK_MESSAGE(display_width(line) <= 80, line);
    for (const char* words :
         {"2 x Some CPU 2.0, 4.0 GiB, x86_64, Linux 6.1.0-28-amd64, every 1s", "2026-11-01 12:00", "17/19", "655.4 MiB",
          "667.6 MiB *", "exit 137", "0.782", "13/15", "3.0s", "479.0 MiB", "600.0 MiB", "open",
          "! spring: The kernel killed 1 process(es) of run 2 for lack of memory.",
          "* the kernel's peak is from before the run"})
      CHECK_MESSAGE(table.find(words) != std::string::npos, std::string(words) << "\n" << table);
  }
  CHECK(report::show_table({}) == "The recording has no runs.\n");
}
