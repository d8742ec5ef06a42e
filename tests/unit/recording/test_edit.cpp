// SPDX-License-Identifier: MIT
#include <algorithm>

#include "fixture.hpp"
#include "recording/compact.hpp"
#include "recording/edit.hpp"
#include "recording/load_results.hpp"

using namespace fixture;
using std::chrono::seconds;

namespace {

void make_recording(const std::filesystem::path& file, const std::vector<std::pair<std::string, std::string>>& runs) {
  Writer out = writer(file);
  for (const auto& [subject, run] : runs) {
    Writer& same = out;
    const RunId id = must(same.begin_run(start(subject, run)));
    must(same.notice(id, make_notice("throttled", {{"run", run}, {"periods", "3"}})));
    must(same.end_run(id, end(1000)));
  }
  must(out.finish());
}

/// One run of 18 s with the window "load" from 1.5 to 16.5 s.
void make_long(const std::filesystem::path& file, const std::string& subject = "spine") {
  Writer out = writer(file);
  Detail detail;
  detail.memory_peak = MiB(900);
  RunStart what = start(subject);
  what.group_is_fresh = true;
  record_run(out, what, true, detail);
  must(out.finish());
}

std::vector<std::string> names(const std::filesystem::path& folder) {
  std::vector<std::string> all;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) all.push_back(entry.path().filename());
  std::sort(all.begin(), all.end());
  return all;
}

}  // namespace

namespace {

/// What a load generator reported of the window "load" of a subject's first run.
LoadResult load_of(const std::string& subject, std::int64_t good) {
  LoadResult load;
  load.subject = subject;
  load.run = "1";
  load.window = "load";
  load.load = "r20k";
  load.generator = "wrk2 4";
  load.mode = "rate";
  load.origin = "scheduled";
  load.asked_rate = Rational(20'000);
  load.elapsed = seconds{15};
  load.good = good;
  load.quantiles = {{990'000, 5'000'000}};
  load.buckets = {{100, 199, good}};
  load.flags = {"server_died"};
  return load;
}

/// The recording of `make_long` with a load, a warm-up and the experiment of the plan `sha256`.
void make_lab(const std::filesystem::path& file, const std::string& subject, std::int64_t good,
              const std::string& sha256 = "aa") {
  make_long(file, subject);
  must(add_lab_experiment(file, {"study", "[experiment]", sha256, "{}", "r20k"}));
  must(add_load_results(file, {load_of(subject, good)}, {{subject, "1", "load", "warm", good, 1, seconds{2}}}));
}

void check_lab(const std::filesystem::path& file, const std::vector<std::pair<std::string, std::int64_t>>& expected) {
  const auto loads = must(read_load_results(file));
  const auto warm_ups = must(read_warm_ups(file));
  REQUIRE(loads.size() == expected.size());
  REQUIRE(warm_ups.size() == expected.size());
  for (std::size_t i = 0; i < loads.size(); ++i) {
    CHECK(loads[i].subject == expected[i].first);
    CHECK(loads[i].good == expected[i].second);
    CHECK(loads[i].asked_rate == Rational(20'000));
    CHECK(loads[i].flags == std::vector<std::string>{"server_died"});
    CHECK(loads[i].quantiles == std::vector<LatencyQuantile>{{990'000, 5'000'000}});
    CHECK(loads[i].buckets == std::vector<LatencyBucket>{{100, 199, expected[i].second}});
    CHECK(loads[i].server_cpu == CpuTime{7'500'000});
    CHECK(warm_ups[i].subject == expected[i].first);
    CHECK(warm_ups[i].good == expected[i].second);
  }
}

}  // namespace

TEST_CASE("merged recordings keep what load generators reported of each run, and each experiment once") {
  const Folder folder;
  make_lab(folder / "a.db", "spine", 300);
  make_lab(folder / "b.db", "spring", 200);
  make_lab(folder / "c.db", "tide", 100, "cc");
  make_long(folder / "d.db", "without");
  must(merge({folder / "a.db", folder / "b.db", folder / "d.db", folder / "c.db"}, false, folder / "all.db"));
  check_lab(folder / "all.db", {{"spine", 300}, {"spring", 200}, {"tide", 100}});
  const auto experiments = must(read_lab_experiments(folder / "all.db"));
  REQUIRE(experiments.size() == 2);
  CHECK(experiments[0].plan_sha256 == "aa");
  CHECK(experiments[1].plan_sha256 == "cc");
  CHECK(must(tables_left_behind(folder / "a.db")).empty());
  CHECK(must(reader(folder / "all.db").runs()).size() == 4);
}

TEST_CASE("what load generators reported follows a run that gets another name") {
  const Folder folder;
  make_lab(folder / "a.db", "spine", 300);
  make_lab(folder / "b.db", "spine", 200);
  CHECK(must(merge({folder / "a.db", folder / "b.db"}, true, folder / "all.db")) == 1);
  check_lab(folder / "all.db", {{"spine", 300}, {"spine", 200}});
  CHECK(must(read_load_results(folder / "all.db"))[1].run == "2");
}

TEST_CASE("an excerpt keeps what load generators reported of the windows that it keeps, and nothing else") {
  const Folder folder;
  make_lab(folder / "a.db", "spine", 300);
  must(cut(folder / "a.db", Moment{seconds{1}}, Moment{seconds{17}}, folder / "with.db"));
  check_lab(folder / "with.db", {{"spine", 300}});
  CHECK(must(read_lab_experiments(folder / "with.db")).size() == 1);
  must(cut(folder / "a.db", Moment{seconds{4}}, Moment{seconds{17}}, folder / "without.db"));
  check_lab(folder / "without.db", {});
  CHECK(must(read_lab_experiments(folder / "without.db")).empty());
}

TEST_CASE("tables that only bear the names of the lab's stay behind and are named") {
  const Folder folder;
  make_long(folder / "a.db");
  tamper(folder / "a.db", "CREATE TABLE lab_loads(a); CREATE TABLE lab_experiments(a); CREATE TABLE lab_warm_ups(a)");
  must(cut(folder / "a.db", std::nullopt, std::nullopt, folder / "b.db"));
  CHECK(must(tables_left_behind(folder / "a.db")).size() == 3);
  CHECK(must(tables_left_behind(folder / "b.db")).empty());
}

TEST_CASE("a figure that no statistic needs is looked at before it is copied") {
  const Folder folder;
  for (const char* const change :
       {"readings SET user_usec = 'x'", "readings SET periods = -1", "details SET pids = 0.5"}) {
    make_long(folder / "a.db");
    tamper(folder / "a.db", std::string("UPDATE ") + change);
    CHECK_MESSAGE(cut(folder / "a.db", std::nullopt, std::nullopt, folder / "b.db").error().kind == ErrorKind::input,
                  change);
    CHECK_MESSAGE(!merge({folder / "a.db"}, false, folder / "b.db").has_value(), change);
    CHECK_MESSAGE(!compact(folder / "a.db", nanoseconds{0}).has_value(), change);
    CHECK(names(folder.path()) == std::vector<std::string>{"a.db"});
    std::filesystem::remove(folder / "a.db");
  }
}

TEST_CASE("merged recordings keep every run every run with all its figures") {
  const Folder folder;
  make_long(folder / "a.db", "spine");
  make_long(folder / "b.db", "spring");
  CHECK(must(merge({folder / "a.db", folder / "b.db"}, false, folder / "all.db")) == 0);
  const auto runs = must(reader(folder / "all.db").runs());
  REQUIRE(runs.size() == 2);
  CHECK(runs[0].start.subject == "spine");
  CHECK(runs[1].start.subject == "spring");
  for (const auto& run : runs) {
    CHECK(run.ticks == 19);
    CHECK(run.windows.front().cpu_usage == CpuTime{7'500'000});
    CHECK(run.memory_max == MiB(118));
    CHECK(run.memory_peak == MiB(900));
  }
  CHECK(names(folder.path()) == std::vector<std::string>{"a.db", "all.db", "b.db"});
}

TEST_CASE("runs of the same name are refused with their names, or get the next free numbers") {
  const Folder folder;
  make_recording(folder / "a.db", {{"spine", "1"}, {"spine", "2"}, {"other", "x"}});
  make_recording(folder / "b.db", {{"spine", "2"}, {"spine", "7"}, {"spring", "1"}});
  const auto refused = merge({folder / "a.db", folder / "b.db"}, false, folder / "all.db");
  REQUIRE_FALSE(refused.has_value());
  CHECK(refused.error().kind == ErrorKind::input);
  CHECK(refused.error().message.find("2 of spine") != std::string::npos);
  CHECK(names(folder.path()) == std::vector<std::string>{"a.db", "b.db"});  // nothing half-made stays

  CHECK(must(merge({folder / "a.db", folder / "b.db"}, true, folder / "all.db")) == 1);
  const auto runs = must(reader(folder / "all.db").runs());
  REQUIRE(runs.size() == 6);
  CHECK(runs[3].start.run == "8");  // after the 7 that comes with it
  CHECK(runs[4].start.run == "7");
  const auto told = std::find_if(runs[3].notices.begin(), runs[3].notices.end(),
                                 [](const Notice& notice) { return notice.code == "throttled"; });
  REQUIRE(told != runs[3].notices.end());
  CHECK(notice_text(*told).find("Run 8") != std::string::npos);
}

TEST_CASE("a recording is not merged with itself, over a file that is there, or with what is none") {
  const Folder folder;
  make_long(folder / "a.db");
  std::filesystem::copy_file(folder / "a.db", folder / "same.db");
  CHECK(merge({folder / "a.db", folder / "same.db"}, true, folder / "all.db").error().message.find("the same as") !=
        std::string::npos);
  CHECK(merge({folder / "a.db"}, false, folder / "same.db").error().kind == ErrorKind::input);
  CHECK_FALSE(merge({folder / "a.db", folder / "none.db"}, false, folder / "all.db").has_value());
  CHECK(names(folder.path()) == std::vector<std::string>{"a.db", "same.db"});
}

TEST_CASE("an excerpt that holds everything is the recording") {
  const Folder folder;
  make_long(folder / "a.db");
  const auto result = must(cut(folder / "a.db", std::nullopt, std::nullopt, folder / "b.db"));
  CHECK(result == CutResult{1, 1, 0});
  CHECK(must(reader(folder / "a.db").content_hash()) == must(reader(folder / "b.db").content_hash()));
}

TEST_CASE("an excerpt has exact edges, no window that is not whole, no older peak, and says what it is") {
  const Folder folder;
  make_long(folder / "a.db");
  const auto result = must(cut(folder / "a.db", Moment{seconds{4}}, Moment{milliseconds{9500}}, folder / "b.db"));
  CHECK(result.windows_dropped == 1);
  const auto runs = must(reader(folder / "b.db").runs());
  REQUIRE(runs.size() == 1);
  const RunSummary& run = runs.front();
  CHECK(run.ticks == 6);  // 4, 5, ... 9 s
  CHECK(run.missed_ticks == 0);
  REQUIRE(run.windows.size() == 1);
  CHECK(run.windows[0].name == "cut");
  CHECK(run.windows[0].cpu_usage == CpuTime{2'500'000});
  CHECK(run.windows[0].cpu_elapsed == seconds{5});
  CHECK(run.memory_max == MiB(109));
  CHECK(run.peak_origin == PeakOrigin::older);
  CHECK(run.end->reason == EndReason::cut);
  const auto said = std::find_if(run.notices.begin(), run.notices.end(),
                                 [](const Notice& notice) { return notice.code == "excerpt"; });
  REQUIRE(said != run.notices.end());
  CHECK(notice_text(*said) ==
        "Run 1 is an excerpt from 4.000 to 9.500 s after its start: what came before and after is in no figure.");
  CHECK(is_incomplete(run));
}

TEST_CASE("times of an excerpt may be moments of the clock") {
  const Folder folder;
  make_long(folder / "a.db");
  must(cut(folder / "a.db", Moment{wall(4000)}, Moment{wall(9500)}, folder / "b.db"));
  CHECK(must(reader(folder / "b.db").runs()).front().ticks == 6);
}

TEST_CASE("an excerpt of nothing, or from later to earlier, is refused and leaves no file") {
  const Folder folder;
  make_long(folder / "a.db");
  const WallTime far_off = wall(0) + std::chrono::hours{24 * 365 * 200};
  for (const auto& [from, to] : std::vector<std::pair<Moment, Moment>>{
           {seconds{100}, seconds{200}}, {seconds{9}, seconds{4}}, {far_off, far_off}}) {
    const auto refused = cut(folder / "a.db", from, to, folder / "b.db");
    REQUIRE_FALSE(refused.has_value());
    CHECK(refused.error().kind == ErrorKind::input);
  }
  CHECK(names(folder.path()) == std::vector<std::string>{"a.db"});
}

TEST_CASE("what else a hostile recording holds does not come along") {
  const Folder folder;
  make_long(folder / "a.db");
  tamper(folder / "a.db",
         "CREATE TABLE secret(a); INSERT INTO secret VALUES(1); CREATE TRIGGER t AFTER DELETE ON ticks "
         "BEGIN INSERT INTO secret VALUES(2); END");
  CHECK(must(tables_left_behind(folder / "a.db")) == std::vector<std::string>{"secret"});
  must(cut(folder / "a.db", Moment{seconds{4}}, Moment{seconds{9}}, folder / "b.db"));
  CHECK(must(tables_left_behind(folder / "b.db")).empty());
  sqlite3* handle = nullptr;
  REQUIRE(sqlite3_open((folder / "b.db").c_str(), &handle) == SQLITE_OK);
  CHECK(sqlite3_exec(handle, "SELECT * FROM secret", nullptr, nullptr, nullptr) == SQLITE_ERROR);
  sqlite3_close(handle);
}
