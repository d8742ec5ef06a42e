// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <filesystem>
#include <fmt/format.h>
#include <sqlite3.h>

#include "files/files.hpp"
#include "files/temporary_folder.hpp"
#include "lab/compare_results.hpp"
#include "lab/generators.hpp"
#include "lab/load_figures.hpp"
#include "lab/plan.hpp"
#include "lab/raw_files.hpp"
#include "lab/verify_campaign.hpp"
#include "recording/load_results.hpp"
#include "recording/reader.hpp"
#include "recording/writer.hpp"

using namespace vpsfit;
using namespace vpsfit::lab;
using namespace std::chrono_literals;

namespace {

constexpr const char* campaign_toml = R"(experiment = "x"
repetitions = 1
window = "2s"
[generator]
tool = "h2load"
cpuset = "1"
[warmup]
load = "r200"
window = "2s"
[[contract]]
name = "page"
[[load]]
name = "r200"
mode = "rate"
rate = 200
connections = 8
[[subject]]
name = "spine"
command = ["true"]
port = 8080
)";

std::string recorded_output(const std::string& name) {
  return *files::read_whole(std::string(VPSFIT_SOURCE_DIR) + "/tests/data/lab/" + name);
}

void query(const std::filesystem::path& file, const std::string& sql) {
  sqlite3* database = nullptr;
  REQUIRE(sqlite3_open(file.c_str(), &database) == SQLITE_OK);
  CHECK_MESSAGE(sqlite3_exec(database, sql.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK, sqlite3_errmsg(database));
  sqlite3_close(database);
}

/// A campaign of one run, as the lab leaves it, of recorded outputs of h2load.
struct Kept {
  files::TemporaryFolder home = *files::TemporaryFolder::make();
  std::filesystem::path folder = home.path(), file = folder / "recording.db", run = folder / "raw/spine-r200-1";

  Kept() {
    const Experiment experiment = *parse_experiment(campaign_toml, "x.toml", folder);
    const auto runs = plan_runs(experiment);
    for (const char* const window : {"load", "warmup-1"}) {
      std::filesystem::create_directories(run / window);
      put(run / window / "stdout.txt", recorded_output("h2load-rate.txt"));
      put(run / window / "h2load.tsv", recorded_output("h2load.tsv"));
      put(run / window / "argv.json", "[\"h2load\",\"-c\",\"8\"]\n");
    }
    put(run / "h2load.version", "h2load nghttp2/1.52.0\n");
    put(folder / "plan.json", fmt::format("{{\"plan_sha256\":\"{}\"}}", plan_hash(campaign_toml, runs)));
    put(folder / "journal.ndjson", step_line("settle") + step_line("done"));
    record();
    const auto report =
        h2load::parse(load_order(experiment, experiment.subjects[0], experiment.loads[0], 2s, run / "load"),
                      {recorded_output("h2load-rate.txt"), "", recorded_output("h2load.tsv")});
    REQUIRE(report);
    auto load = load_result(experiment, experiment.loads[0], *report);
    auto warm_up = warm_up_result(experiment.loads[0], *report);
    load.subject = warm_up.subject = "spine";
    load.run = warm_up.run = "r200-1";
    load.window = "load";
    warm_up.window = "warmup-1";
    load.generator = "h2load nghttp2/1.52.0, latency: rebuilt";
    load.contract_checks = 2;
    REQUIRE(recording::add_load_results(file, {load}, {warm_up}));
    REQUIRE(recording::add_lab_experiment(file, {"x", campaign_toml, plan_hash(campaign_toml, runs), "{}", ""}));
    REQUIRE(recording::add_raw_files(file, *list_raw_files(folder, run, "spine", "r200-1")));
  }

  static void put(const std::filesystem::path& path, const std::string& text) {
    REQUIRE(files::write_whole(path, text));
  }
  static std::string step_line(const std::string& to) {
    return fmt::format("{{\"run\":\"spine-r200-1\",\"to\":\"{}\"}}\n", to);
  }

  void record() const {
    const recording::Instant start(100s);
    auto writer = recording::Writer::open(file, {}, 1s, start, WallTime(0us));
    REQUIRE(writer);
    recording::RunStart begun;
    begun.subject = "spine";
    begun.run = "r200-1";
    begun.load.name = "r200";
    begun.started = start;
    const auto id = writer->begin_run(begun);
    REQUIRE(id);
    for (const char* const name : {"warmup-1", "load"}) {
      recording::Edge begin, end;
      begin.at = start + 1s;
      end.at = start + 4s;
      const auto window = writer->begin_window(*id, name, begin);
      REQUIRE(window);
      REQUIRE(writer->end_window(*window, end));
    }
    REQUIRE(writer->end_run(*id, {}));
    REQUIRE(writer->finish());
  }

  [[nodiscard]] Error error() const {
    const auto checked = verify_campaign(folder);
    return checked ? Error{} : checked.error();
  }
  /// What verify says of a recording that somebody changed so.
  [[nodiscard]] std::string place_after(const std::string& sql) const {
    query(file, sql);
    const Error found = error();
    CHECK(found.kind == ErrorKind::refused);
    return found.place;
  }
  [[nodiscard]] std::string hash() const { return *recording::Reader::open(file)->content_hash(); }
};

bool within(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("a campaign as it was left is right, and says what was read again") {
  const Kept kept;
  REQUIRE(is_campaign(kept.folder));
  const auto checked = verify_campaign(kept.folder);
  REQUIRE_MESSAGE(checked, checked.error().message << " " << checked.error().place);
  CHECK(checked->runs == 1);
  CHECK(checked->loads == 1);
  CHECK(checked->warm_ups == 1);
  CHECK(checked->files == 7);
  // The figures that h2load itself printed.
  const auto load = recording::read_load_results(kept.file)->front();
  CHECK(load.good == 400);
  CHECK(load.bytes_in == 71'200);
}

TEST_CASE("every figure that was changed in the recording is named") {
  CHECK(within(Kept().place_after("UPDATE load_results SET completed = completed + 1"), "load good answers"));
  CHECK(within(Kept().place_after("UPDATE load_results SET errors = 3"), "load errors"));
  CHECK(within(Kept().place_after("UPDATE load_results SET timeouts = 1"), "load timeouts"));
  CHECK(within(Kept().place_after("UPDATE load_results SET end_ns = end_ns + 1000"), "load elapsed time"));
  CHECK(within(Kept().place_after("UPDATE load_results SET asked_rate_per_s = '201'"), "load asked rate"));
  CHECK(within(Kept().place_after("UPDATE load_results SET generator = 'wrk 4'"), "load generator"));
  CHECK(within(Kept().place_after("UPDATE lab_loads SET latency_origin = 'scheduled'"), "load latency origin"));
  CHECK(within(Kept().place_after("UPDATE lab_loads SET contract_checks = 3"), "load contract checks"));
  CHECK(within(Kept().place_after("UPDATE latencies SET latency_ns = latency_ns + 1000 WHERE quantile_ppm = 990000"),
               "load quantile 6"));
  CHECK(within(Kept().place_after("UPDATE histogram_buckets SET count = count + 1 WHERE lowest = (SELECT min(lowest) "
                                  "FROM histogram_buckets)"),
               "load histogram bucket 1"));
  CHECK(within(Kept().place_after("UPDATE lab_warm_ups SET completed = 399"), "warmup-1 good answers"));
  CHECK(within(Kept().place_after("UPDATE lab_warm_ups SET elapsed_us = 1"), "warmup-1 elapsed time"));
  CHECK(within(Kept().place_after("DELETE FROM lab_loads"), "spine-r200-1 loads"));
  CHECK(within(Kept().place_after("UPDATE lab_experiments SET text = replace(text, 'rate = 200', 'rate = 300')"),
               "plan_sha256"));
}

TEST_CASE("a raw file that is missing or was changed is told by its name") {
  const Kept changed;
  Kept::put(changed.run / "load/h2load.tsv", recorded_output("h2load.tsv") + "1796081527506167\t200\t5\n");
  CHECK(changed.error().kind == ErrorKind::refused);
  CHECK(within(changed.error().place, "raw/spine-r200-1/load/h2load.tsv"));
  const Kept missing;
  std::filesystem::remove(missing.run / "warmup-1/stdout.txt");
  CHECK(missing.error().kind == ErrorKind::unavailable);
  CHECK(within(missing.error().place, "raw/spine-r200-1/warmup-1/stdout.txt"));
  // Together with its hash: then the figures differ.
  const Kept both;
  const auto without_last = recorded_output("h2load.tsv");
  Kept::put(both.run / "load/h2load.tsv",
            without_last.substr(0, without_last.rfind('\n', without_last.size() - 2) + 1));
  query(both.file, "DELETE FROM lab_files");
  REQUIRE(recording::add_raw_files(both.file, *list_raw_files(both.folder, both.run, "spine", "r200-1")));
  CHECK(both.error().kind == ErrorKind::refused);
  CHECK(within(both.error().place, "raw/spine-r200-1/load good answers"));
}

TEST_CASE("what a campaign's files may not say: other plans, runs that are not there, files elsewhere") {
  const Kept plan;
  Kept::put(plan.folder / "plan.json", "{\"plan_sha256\":\"0\"}");
  CHECK(plan.error().kind == ErrorKind::refused);
  CHECK(within(plan.error().place, "plan.json /plan_sha256"));
  const Kept begun;  // a run of which the journal does not know that it ended
  Kept::put(begun.folder / "journal.ndjson", Kept::step_line("settle"));
  CHECK(begun.error().kind == ErrorKind::refused);
  const Kept nothing;
  query(nothing.file, "DELETE FROM lab_experiments");
  CHECK(nothing.error().kind == ErrorKind::unavailable);
  const Kept older;  // no hashes
  query(older.file, "DROP TABLE lab_files");
  CHECK(older.error().kind == ErrorKind::unavailable);
  for (const char* const path : {"../../etc/hostname", "/etc/hostname", "raw/../../x", ""}) {
    const Kept outside;
    query(outside.file, fmt::format("UPDATE lab_files SET path = '{}' WHERE path LIKE '%.version'", path));
    CHECK(outside.error().kind == ErrorKind::input);
  }
}

TEST_CASE("each table of the lab belongs to the recording's hash, and an empty one is as good as none") {
  const Kept kept;
  std::string before = kept.hash();
  for (const char* const sql :
       {"UPDATE lab_loads SET flags = 'oom'", "UPDATE lab_loads SET generator_cpu_usec = 1",
        "UPDATE lab_warm_ups SET errors = errors + 1",
        "UPDATE lab_experiments SET environment = '{\"governor\":\"x\"}'", "UPDATE lab_files SET sha256 = '0'",
        "DELETE FROM lab_files", "DELETE FROM lab_warm_ups"}) {
    query(kept.file, sql);
    const std::string after = kept.hash();
    CHECK_MESSAGE(after != before, sql);
    before = after;
  }
  query(kept.file, "DROP TABLE lab_files; DROP TABLE lab_warm_ups");
  CHECK(kept.hash() == before);
}

TEST_CASE("a figure that a generator prints must follow from its histogram, give or take one rank") {
  LoadReport report;
  report.latency.emplace();
  for (const std::int64_t us : {100, 200, 300, 400}) REQUIRE(report.latency->record(us));
  for (const std::int64_t right : {100, 200, 300}) {  // the median of four is the second or the third, or between
    report.printed = {{500'000, right}};
    CHECK(printed_against_histogram(report).empty());
  }
  report.printed = {{500'000, 400}};
  CHECK(within(printed_against_histogram(report), "printed 400 us at 500000 ppm, its histogram gives 200 us"));
  report.printed = {{1'000'000, 401}};
  CHECK_FALSE(printed_against_histogram(report).empty());
  report.printed = {{0, 99}};
  CHECK_FALSE(printed_against_histogram(report).empty());
  report.latency.reset();
  CHECK(printed_against_histogram(report).empty());
  auto file = zrk::parse({}, {"", "", recorded_output("zrk.json")});
  REQUIRE(file);
  CHECK(within(printed_against_histogram(*file), "printed 1 us at 0 ppm"));  // the file's smallest value is made up
  std::erase_if(file->printed, [](const Quantile& one) { return one.ppm == 0; });
  CHECK(printed_against_histogram(*file).empty());
}
