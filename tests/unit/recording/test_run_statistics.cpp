// SPDX-License-Identifier: MIT
#include <algorithm>

#include "fixture.hpp"

using namespace fixture;

namespace {

/// The only run of a recording that `fill` writes.
template <class Fill>
RunSummary recorded(Fill fill, RunStart what = start("spine"), const std::string& definition = "current") {
  const Folder folder;
  Writer out = writer(folder / "run.db");
  const RunId run = must(out.begin_run(what));
  fill(out, run);
  must(out.finish());
  auto runs = must(reader(folder / "run.db").runs(definition));
  REQUIRE(runs.size() == 1);
  return runs.front();
}

/// Ticks first..last, half a core, memory 100 MiB plus the number; those in `missed` are not taken.
void ticks(Writer& out, RunId run, std::int64_t first, std::int64_t last,
           const std::vector<std::int64_t>& missed = {}) {
  std::int64_t not_taken = 0;
  for (std::int64_t n = first; n <= last; ++n) {
    if (std::find(missed.begin(), missed.end(), n) != missed.end()) {
      ++not_taken;
      continue;
    }
    must(out.tick(tick(n, 1), std::exchange(not_taken, 0), {{run, reading(n * 500'000, MiB(100 + n).count()), {}}}));
  }
}

bool tells(const std::vector<Notice>& notices, const std::string& code) {
  return std::any_of(notices.begin(), notices.end(), [&](const Notice& notice) { return notice.code == code; });
}

Detail with_peak(std::int64_t bytes) {
  Detail detail;
  detail.memory_peak = Bytes{bytes};
  return detail;
}

}  // namespace

TEST_CASE("CPU of a window is the difference of its edges over the time between their two reads") {
  const auto run = recorded([](Writer& out, RunId id) {
    const WindowId load = must(out.begin_window(id, "load", edge(1500, 1'000'000, 1)));
    ticks(out, id, 2, 16);
    Edge last = edge(16500, 12'730'000, 1);
    last.at += nanoseconds{1'499};  // the read was a little later: 15.000001 s
    must(out.end_window(load, last));
    must(out.end_run(id, end(17'000)));
  });
  const WindowSummary& load = run.windows.front();
  CHECK(load.cpu_usage == CpuTime{11'730'000});
  CHECK(load.cpu_elapsed == std::chrono::microseconds{15'000'001});
  CHECK(load.ticks == 15);
  CHECK(load.missed_ticks == 0);
  CHECK(load.memory_median == MiB(109));
  CHECK(load.memory_max == MiB(116));
  CHECK(run.memory_max == MiB(116));
  CHECK(run.missed_ticks == 0);
  CHECK_FALSE(is_incomplete(run));
  CHECK(run.notices.empty());
  CHECK(load.notices.empty());
}

TEST_CASE("the largest memory is of all samples and edges, from before the start to after the stop") {
  const auto run = recorded([](Writer& out, RunId id) {
    must(out.tick(tick(0), 0, {{id, reading(0, 900), {}}}));
    const WindowId load = must(out.begin_window(id, "load", edge(500, 1, 200)));
    must(out.tick(tick(1), 0, {{id, reading(1, 300), {}}}));
    must(out.end_window(load, edge(1500, 2, 1000)));
    must(out.tick(tick(2), 0, {{id, reading(2, 800), {}}}));
    must(out.end_run(id, end(2500)));
  });
  CHECK(run.memory_max == Bytes{1000});
  CHECK(run.windows.front().memory_max == Bytes{1000});
  CHECK(run.windows.front().memory_median == Bytes{300});
}

TEST_CASE("the median of an even number of samples is the mean of the middle two, rounded down") {
  const auto run = recorded([](Writer& out, RunId id) {
    const WindowId load = must(out.begin_window(id, "load", edge(500, 1, 0)));
    std::int64_t n = 0;
    for (const std::int64_t memory : {50, 10, 41, 20}) {
      ++n;
      must(out.tick(tick(n), 0, {{id, reading(n, memory), {}}}));
    }
    must(out.end_window(load, edge(4500, 9, 0)));
    must(out.end_run(id, end(5000)));
  });
  CHECK(run.windows.front().memory_median == Bytes{30});  // (20 + 41) / 2
}

TEST_CASE("a gap is counted and never filled in") {
  const auto run = recorded([](Writer& out, RunId id) {
    const WindowId load = must(out.begin_window(id, "load", edge(1500, 1'000'000, 1)));
    ticks(out, id, 2, 16, {5, 6});
    must(out.end_window(load, edge(16500, 8'500'000, 1)));
    must(out.end_run(id, end(17'000)));
  });
  const WindowSummary& load = run.windows.front();
  CHECK(load.ticks == 13);
  CHECK(load.missed_ticks == 2);
  CHECK(load.longest_gap == milliseconds{3000});
  CHECK(load.memory_median == MiB(110));  // of 102 103 104 107..116
  REQUIRE(tells(load.notices, "ticks_missed"));
  CHECK(notice_text(load.notices[0]) == "2 of 15 samples in window load of run 1 were missed; nothing was filled in.");
  CHECK(notice_text(load.notices[1]) == "No sample was taken for 3.0 s in window load of run 1.");
  CHECK(run.missed_ticks == 2);
  CHECK(is_incomplete(run));
}

TEST_CASE("one late and one missed tick in a long window are no gap") {
  const auto run = recorded([](Writer& out, RunId id) {
    const WindowId load = must(out.begin_window(id, "load", edge(500, 1, 1)));
    ticks(out, id, 1, 60, {30});
    must(out.end_window(load, edge(60500, 30'250'000, 1)));
    must(out.end_run(id, end(61'000)));
  });
  CHECK(run.windows.front().missed_ticks == 1);
  CHECK(run.windows.front().ticks == 59);
  CHECK(run.windows.front().notices.empty());
  CHECK_FALSE(is_incomplete(run));
}

TEST_CASE("ticks that nobody took at the end of a window are missed, though no later tick says so") {
  const auto run = recorded([](Writer& out, RunId id) {
    const WindowId load = must(out.begin_window(id, "load", edge(500, 1, 1)));
    ticks(out, id, 1, 10);
    must(out.end_window(load, edge(16500, 9'000'000'000, 1)));
    must(out.end_run(id, end(16'600)));
  });
  const WindowSummary& load = run.windows.front();
  CHECK(load.ticks == 10);
  CHECK(load.missed_ticks == 5);  // 11 to 15; the one of 16.0 had less than an interval left
  CHECK(load.longest_gap == milliseconds{6499});
  CHECK(tells(load.notices, "sample_gap"));
}

TEST_CASE("a tick whose target could not be read is a missing sample") {
  const auto run = recorded([](Writer& out, RunId id) {
    const WindowId load = must(out.begin_window(id, "load", edge(500, 1, 1)));
    for (std::int64_t n = 1; n <= 10; ++n)
      must(out.tick(tick(n), 0, {{id, n % 2 == 0 ? Reading{} : reading(n, n), {}}}));
    must(out.end_window(load, edge(10'500, 99, 1)));
    must(out.end_run(id, end(10'600)));
  });
  CHECK(run.ticks == 5);
  CHECK(run.windows.front().ticks == 5);
  CHECK(run.windows.front().missed_ticks == 4);  // 2 4 6 8; 10 had no whole interval left
  CHECK(run.windows.front().memory_median == Bytes{5});
}

TEST_CASE("the kernel's peak belongs to the run where the group is fresh or the peak rose") {
  const auto peaks = [](RunStart what, std::optional<std::int64_t> first, std::optional<std::int64_t> last) {
    return recorded(
        [&](Writer& out, RunId id) {
          must(out.tick(tick(0), 0, {{id, reading(0, 100), first ? std::optional(with_peak(*first)) : std::nullopt}}));
          must(out.tick(tick(1), 0, {{id, reading(1, 100), last ? std::optional(with_peak(*last)) : std::nullopt}}));
          must(out.end_run(id, end(1500)));
        },
        what);
  };
  RunStart fresh = start("spine");
  fresh.group_is_fresh = true;
  CHECK(peaks(fresh, 500, 500).peak_origin == PeakOrigin::run);
  CHECK(peaks(fresh, std::nullopt, std::nullopt).peak_origin == PeakOrigin::unknown);
  const auto older = peaks(start("spine"), 500, 500);
  CHECK(older.peak_origin == PeakOrigin::older);
  CHECK(older.memory_peak == Bytes{500});
  CHECK(tells(older.notices, "older_peak"));
  CHECK(peaks(start("spine"), 500, 501).peak_origin == PeakOrigin::run);
  RunStart known = start("spine");
  known.peak_at_start = Bytes{400};
  CHECK(peaks(known, 500, 500).peak_origin == PeakOrigin::run);
  known.peak_at_start = Bytes{500};
  CHECK(peaks(known, 500, 500).peak_origin == PeakOrigin::older);
}

TEST_CASE("memory is what the definition says, and only where the slow set was read") {
  const auto fill = [](Writer& out, RunId id) {
    Detail detail;
    detail.anon = Bytes{40};
    detail.inactive_file = Bytes{30};
    const WindowId load = must(out.begin_window(id, "load", edge(500, 1, 100, detail)));
    must(out.tick(tick(1), 0, {{id, reading(1, 200), {}}}));
    must(out.tick(tick(2), 0, {{id, reading(2, 90), detail}}));
    detail.anon = Bytes{60};
    detail.inactive_file = Bytes{500};
    must(out.tick(tick(3), 0, {{id, reading(3, 120), detail}}));
    must(out.end_window(load, edge(3500, 4, 110, Detail{})));
    must(out.end_run(id, end(4000)));
  };
  const auto current = recorded(fill);
  CHECK(current.memory_max == Bytes{200});
  CHECK(current.windows.front().memory_median == Bytes{120});
  const auto working_set = recorded(fill, start("spine"), "working-set");
  CHECK(working_set.memory_max == Bytes{70});                     // of the edge: 100 - 30
  CHECK(working_set.windows.front().memory_median == Bytes{30});  // of 60 and 0: never below zero
  const auto anon = recorded(fill, start("spine"), "anon");
  CHECK(anon.memory_max == Bytes{60});
  CHECK(anon.windows.front().memory_median == Bytes{50});
}

TEST_CASE("throttling and OOM kills are differences over the window and the run") {
  const auto run = recorded([](Writer& out, RunId id) {
    const auto one = [](std::int64_t usage, std::int64_t throttled, std::int64_t kills) {
      Reading fast = reading(usage, 1);
      fast.throttled_periods = throttled;
      Detail slow;
      slow.oom_kill = kills;
      return std::pair{fast, slow};
    };
    const auto [before, before_slow] = one(0, 10, 3);
    must(out.tick(tick(0), 0, {{id, before, before_slow}}));
    const auto [begin, begin_slow] = one(1, 12, 3);
    const WindowId load = must(out.begin_window(id, "load", {at(500), begin, begin_slow, {}}));
    const auto [last, last_slow] = one(2, 17, 4);
    must(out.end_window(load, {at(1500), last, last_slow, {}}));
    const auto [after, after_slow] = one(3, 20, 5);
    must(out.tick(tick(2), 1, {{id, after, after_slow}}));
    must(out.end_run(id, end(2500)));
  });
  CHECK(run.windows.front().throttled_periods == 5);
  CHECK(run.oom_kills == 2);
  CHECK(notice_text(run.notices[0]) == "The kernel killed 2 process(es) of run 1 for lack of memory.");
  CHECK(notice_text(run.notices[1]) ==
        "Run 1 was throttled in 10 CPU periods: it wanted more CPU than its limit gave.");
  CHECK(is_incomplete(run));
}

TEST_CASE("a counter that went backwards gives no average") {
  const auto at_the_edge = recorded([](Writer& out, RunId id) {
    const WindowId load = must(out.begin_window(id, "load", edge(500, 1000, 1)));
    must(out.end_window(load, edge(1500, 999, 1)));
    must(out.end_run(id, end(2000)));
  });
  CHECK_FALSE(at_the_edge.windows.front().cpu_usage.has_value());
  CHECK(tells(at_the_edge.windows.front().notices, "counter_backwards"));
  const auto replaced = [](SourceKind source) {
    RunStart what = start("spine");
    what.source = source;
    return recorded(
        [](Writer& out, RunId id) {  // the group was made anew between ticks 2 and 3, and caught up
          const WindowId load = must(out.begin_window(id, "load", edge(500, 1000, 1)));
          must(out.tick(tick(1), 0, {{id, reading(2000, 1), {}}}));
          must(out.tick(tick(2), 0, {{id, reading(3000, 1), {}}}));
          must(out.tick(tick(3), 0, {{id, reading(500, 1), {}}}));
          must(out.end_window(load, edge(3500, 9000, 1)));
          must(out.end_run(id, end(4000)));
        },
        what);
  };
  CHECK_FALSE(replaced(SourceKind::cgroup2).windows.front().cpu_usage.has_value());
  CHECK(replaced(SourceKind::process_tree).windows.front().cpu_usage == CpuTime{8000});
}

TEST_CASE("an edge without a CPU counter gives no average") {
  const auto run = recorded([](Writer& out, RunId id) {
    const WindowId load = must(out.begin_window(id, "load", {at(500), Reading{}, Detail{}, {}}));
    must(out.end_window(load, edge(1500, 999, 1)));
    must(out.end_run(id, end(2000)));
  });
  CHECK_FALSE(run.windows.front().cpu_usage.has_value());
  CHECK(tells(run.windows.front().notices, "cpu_unknown"));
}

TEST_CASE("a cut run says so and keeps what it has") {
  const auto run = recorded([](Writer& out, RunId id) {
    const WindowId warm = must(out.begin_window(id, "warm", edge(500, 0, 1)));
    ticks(out, id, 1, 3);
    must(out.end_window(warm, edge(3500, 1'500'000, 1)));
    (void)must(out.begin_window(id, "load", edge(3500, 1'500'000, 1)));
    ticks(out, id, 4, 6);
  });
  CHECK_FALSE(run.end.has_value());
  CHECK_FALSE(run.running);
  CHECK(tells(run.notices, "run_cut"));
  CHECK(run.windows[0].cpu_usage == CpuTime{1'500'000});
  CHECK(run.windows[0].notices.empty());
  CHECK_FALSE(run.windows[1].end.has_value());
  CHECK(run.windows[1].ticks == 3);
  CHECK(run.windows[1].memory_median == MiB(105));
  CHECK(tells(run.windows[1].notices, "window_open"));
  CHECK(is_incomplete(run));
}

TEST_CASE("what the sampler says stands before what the figures say, and nothing is said twice") {
  const auto run = recorded(
      [](Writer& out, RunId id) {
        must(out.notice(id,
                        make_notice("ended_early", {{"run", "1"}, {"seconds", "4"}, {"reason", "target_vanished"}})));
        must(out.notice(id, make_notice("run_cut", {{"run", "1"}})));
        must(out.notice(id, make_notice("second_rate_source", {{"run", "1"}})));
      },
      [] {
        RunStart what = start("spine");
        what.source = SourceKind::process_tree;
        return what;
      }());
  std::vector<std::string> codes;
  for (const Notice& notice : run.notices) codes.push_back(notice.code);
  CHECK(codes == std::vector<std::string>{"ended_early", "run_cut", "second_rate_source"});
}

TEST_CASE("ticks further apart than two seconds are no gaps") {
  const Folder folder;
  const nanoseconds interval = milliseconds{5000};
  Writer out = writer(folder / "run.db", interval);
  const RunId id = must(out.begin_run(start("spine")));
  const WindowId load = must(out.begin_window(id, "load", edge(100, 0, 1)));
  for (std::int64_t n = 1; n <= 20; ++n) must(out.tick(tick(n, 2, interval), 0, {{id, reading(n, n), {}}}));
  must(out.end_window(load, edge(100'100, 99, 1)));
  must(out.end_run(id, end(101'000)));
  must(out.finish());
  const auto run = must(reader(folder / "run.db").runs()).front();
  CHECK(run.windows.front().ticks == 20);
  CHECK(run.windows.front().longest_gap == milliseconds{5000});
  CHECK_FALSE(is_incomplete(run));
}
