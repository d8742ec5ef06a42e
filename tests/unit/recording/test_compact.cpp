// SPDX-License-Identifier: MIT
#include "fixture.hpp"
#include "recording/compact.hpp"
#include "recording/edit.hpp"
#include "recording/redact.hpp"
#include "recording/sqlite.hpp"

using namespace fixture;

namespace {

/// Ten minutes with the window "load" from 60.5 to 420.5 s; memory is 100 MiB but for one sample of 300 MiB; ten ticks
/// of the fourth minute are missing.
void make_ten_minutes(const std::filesystem::path& file) {
  Writer out = writer(file);
  const RunId run = must(out.begin_run(start("spine")));
  WindowId window = 0;
  for (std::int64_t n = 0; n < 600; ++n) {
    if (n == 61) window = must(out.begin_window(run, "load", edge(60'500, 30'250'000, MiB(100).count())));
    if (n == 421) must(out.end_window(window, edge(420'500, 210'250'000, MiB(100).count())));
    if (n >= 200 && n < 210) continue;
    must(out.tick(tick(n, 1), n == 210 ? 10 : 0, {{run, reading(n * 500'000, MiB(n == 150 ? 300 : 100).count()), {}}}));
  }
  must(out.end_run(run, end(600'000)));
  must(out.finish());
}

std::int64_t rows_of(const std::filesystem::path& file) {
  const Reader all = reader(file);
  std::int64_t rows = 0;
  must(all.series(must(all.runs()).front().id, [&](const SeriesRow&) { return ++rows > 0; }));
  return rows;
}

}  // namespace

TEST_CASE("a rolled up recording keeps averages, counts, gaps and largest values of its windows") {
  const Folder folder;
  make_ten_minutes(folder / "a.db");
  const RunSummary before = must(reader(folder / "a.db").runs()).front();
  // Minutes 0 and 9 are the run's ends, 1 and 7 have an edge: six remain; one of them has 50 samples.
  CHECK(must(compact(folder / "a.db", nanoseconds{0})) == CompactResult{6, 5 * 59 + 49});
  CHECK(rows_of(folder / "a.db") == 590 - 5 * 59 - 49);
  const RunSummary run = must(reader(folder / "a.db").runs()).front();
  CHECK(run.ticks == 590);
  CHECK(run.missed_ticks == before.missed_ticks);
  CHECK(run.missed_ticks == 10);
  CHECK(run.memory_max == MiB(300));
  const WindowSummary& window = run.windows.front();
  CHECK(window.rolled_minutes == 5);
  CHECK(window.ticks == 350);
  CHECK(window.missed_ticks == 10);
  CHECK(window.longest_gap == nanoseconds{11'000'000'000});
  CHECK(window.cpu_usage == CpuTime{180'000'000});
  CHECK(window.memory_max == MiB(300));
  CHECK(window.peak == before.windows.front().peak);
  CHECK(window.memory.front().samples == 350);
}

TEST_CASE("what is lost when seconds are rolled up is unknown and said") {
  const Folder folder;
  make_ten_minutes(folder / "a.db");
  must(compact(folder / "a.db", nanoseconds{0}));
  const Reader file = reader(folder / "a.db");
  const WindowSummary window = must(file.runs()).front().windows.front();
  CHECK_FALSE(window.memory_median);
  CHECK_FALSE(window.busiest_minute);
  REQUIRE_FALSE(window.notices.empty());
  CHECK(
      std::any_of(window.notices.begin(), window.notices.end(), [](const Notice& n) { return n.code == "rolled_up"; }));
  CHECK(must(summarize(file, {})).front().runs.size() == 1);
  Excerpt busiest;
  busiest.cpu_statistic = "busiest-minute";
  CHECK(must(summarize(file, busiest)).front().runs.empty());
}

TEST_CASE("the minutes keep the least, the median and the largest memory of their samples") {
  const Folder folder;
  make_ten_minutes(folder / "a.db");
  must(compact(folder / "a.db", nanoseconds{0}));
  const Reader file = reader(folder / "a.db");
  std::vector<Minute> minutes;
  must(file.series(must(file.runs()).front().id, [&](const SeriesRow& row) {
    if (row.minute) minutes.push_back(*row.minute);
    return true;
  }));
  REQUIRE(minutes.size() == 6);
  CHECK(minutes[0].first_number == 120);
  CHECK(minutes[0].samples == 60);
  CHECK(minutes[0].memory[0] == Minute::Memory{60, MiB(100), MiB(100), MiB(300)});
  CHECK(minutes[0].memory[1] == Minute::Memory{});
  CHECK(minutes[1].samples == 50);
}

TEST_CASE("what is retained stays in seconds, and a second time nothing is left to do") {
  const Folder folder;
  make_ten_minutes(folder / "a.db");
  // The last tick is at 599.001 s, so what is before 359.001 s is old: minutes 2, 3 and 4.
  CHECK(must(compact(folder / "a.db", std::chrono::seconds{240})).minutes == 3);
  const auto hash = must(reader(folder / "a.db").content_hash());
  CHECK(must(compact(folder / "a.db", std::chrono::seconds{240})) == CompactResult{});
  CHECK(must(reader(folder / "a.db").content_hash()) == hash);
  CHECK(must(compact(folder / "a.db", nanoseconds{0})).minutes == 3);
}

TEST_CASE("a counter that went backwards inside a minute is still known after it is rolled up") {
  const Folder folder;
  make_ten_minutes(folder / "a.db");
  tamper(folder / "a.db", "UPDATE readings SET usage_usec = 1 WHERE tick = (SELECT id FROM ticks WHERE number = 150)");
  must(compact(folder / "a.db", nanoseconds{0}));
  CHECK_FALSE(must(reader(folder / "a.db").runs()).front().windows.front().cpu_usage);
}

TEST_CASE("excerpts and merged recordings take rolled up minutes along") {
  const Folder folder;
  make_ten_minutes(folder / "a.db");
  must(compact(folder / "a.db", nanoseconds{0}));
  // The excerpt begins inside minute 2: its last sample at 179.001 s is the first that is there.
  must(cut(folder / "a.db", nanoseconds{std::chrono::seconds{130}}, nanoseconds{std::chrono::seconds{400}},
           folder / "cut.db"));
  const RunSummary excerpt = must(reader(folder / "cut.db").runs()).front();
  REQUIRE(excerpt.windows.size() == 1);
  CHECK(excerpt.windows.front().cpu_usage ==
        CpuTime{90'000'000});  // half a core from second 179 to 359, the last sample of a minute
  CHECK(excerpt.memory_max == MiB(100));
  make_ten_minutes(folder / "b.db");
  must(merge({folder / "b.db", folder / "a.db"}, true, folder / "all.db"));
  const auto runs = must(reader(folder / "all.db").runs());
  REQUIRE(runs.size() == 2);
  CHECK(runs[0].windows.front().rolled_minutes == 0);
  CHECK(runs[1].windows.front().rolled_minutes == 5);
  CHECK(runs[1].ticks == 590);
}

TEST_CASE("a redacted copy takes rolled up minutes along, and of those who stay only") {
  const Folder folder;
  make_ten_minutes(folder / "a.db");
  must(compact(folder / "a.db", nanoseconds{0}));
  must(copy_redacted(folder / "a.db", folder / "copy.db", {"spine"}));
  const RunSummary run = must(reader(folder / "a.db").runs()).front();
  const RunSummary copy = must(reader(folder / "copy.db").runs()).front();
  CHECK(copy.ticks == 590);
  CHECK(copy.memory_max == MiB(300));
  CHECK(copy.windows.front().rolled_minutes == 5);
  CHECK(copy.windows.front().memory_max == run.windows.front().memory_max);
  CHECK(copy.windows.front().cpu_usage == run.windows.front().cpu_usage);
  must(copy_redacted(folder / "a.db", folder / "nobody.db", {"another"}));
  const auto minutes_in = [&](const char* file) {
    const auto database = must(sqlite::Database::open(folder / file, sqlite::Mode::read));
    return must(database.number("SELECT count(*) FROM minutes")).value_or(-1);
  };
  CHECK(minutes_in("copy.db") == 6);
  CHECK(minutes_in("nobody.db") == 0);
}

TEST_CASE("a recording that is being written is not rolled up") {
  const Folder folder;
  Writer out = writer(folder / "a.db");
  must(out.begin_run(start("spine")));
  const auto result = compact(folder / "a.db", nanoseconds{0});
  REQUIRE_FALSE(result);
  CHECK(result.error().kind == ErrorKind::unavailable);
}

TEST_CASE("minutes that somebody changed by hand are refused") {
  for (const char* const change : {"samples = 1", "samples = 9223372036854775807", "first_ns = 9000000000000000000",
                                   "memory_max_bytes = -1", "went_back = 2", "longest_gap_ns = 'x'"}) {
    const Folder folder;
    make_ten_minutes(folder / "a.db");
    must(compact(folder / "a.db", nanoseconds{0}));
    tamper(folder / "a.db", std::string("UPDATE minutes SET ") + change);
    CHECK_MESSAGE(!reader(folder / "a.db").runs(), change);
  }
}
