// SPDX-License-Identifier: MIT
#include <algorithm>

#include "fixture.hpp"
#include "recording/edit.hpp"

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

TEST_CASE("merged recordings keep every run with all its figures") {
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
