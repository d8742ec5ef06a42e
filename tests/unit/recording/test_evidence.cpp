// SPDX-License-Identifier: MIT
#include <algorithm>

#include "fixture.hpp"
#include "recording/busiest.hpp"
#include "recording/tally.hpp"

using namespace fixture;

namespace {

Detail peak(std::int64_t bytes) {
  Detail detail;
  detail.memory_peak = Bytes{bytes};
  return detail;
}

/// A run with a window of 15 s over which `fill` may change the two edges; its memory falls from 4998 bytes on.
template <class Fill>
RunSummary run_of(Fill fill, RunStart what = start("spine")) {
  const Folder folder;
  Writer out = writer(folder / "run.db");
  const RunId run = must(out.begin_run(what));
  Edge begin = edge(1500, 1'000'000, 1000), last = edge(16'500, 2'000'000, 1200);
  fill(begin, last);
  const WindowId window = must(out.begin_window(run, "load", begin));
  for (std::int64_t n = 2; n <= 16; ++n)
    must(out.tick(tick(n), 0, {{run, reading(1'000'000 + n * 50'000, 5000 - n), {}}}));
  must(out.end_window(window, last));
  must(out.end_run(run, end(17'000)));
  must(out.finish());
  return must(reader(folder / "run.db").runs()).front();
}

template <class Fill>
WindowSummary window_of(Fill fill) {
  return run_of(fill).windows.front();
}

std::optional<std::string> percent_of_limit(std::optional<Bytes> limit) {
  RunStart what = start("spine");
  what.limits.memory = limit;
  for (const Notice& notice : run_of([](Edge&, Edge&) {}, what).notices)
    if (notice.code == "memory_at_limit") return notice.args[1].second;
  return std::nullopt;
}

bool says(const std::vector<Notice>& notices, const std::string& code) {
  return std::any_of(notices.begin(), notices.end(), [&](const Notice& notice) { return notice.code == code; });
}

}  // namespace

TEST_CASE("a kernel's peak that rose in a window is the window's own") {
  const auto window = window_of([](Edge& begin, Edge& last) {
    begin.detail = peak(4000);
    last.detail = peak(105'119'744);
  });
  CHECK(window.memory_max == Bytes{4998});  // what one sample a second saw of a spike of 150 ms
  CHECK(window.peak == PeakRange{PeakBasis::rose, Bytes{105'119'744}, Bytes{105'119'744}});
}

TEST_CASE("an older peak bounds the window's from above, the largest sample from below") {
  const auto window = window_of([](Edge& begin, Edge& last) { begin.detail = last.detail = peak(9000); });
  CHECK(window.peak == PeakRange{PeakBasis::bounded, Bytes{4998}, Bytes{9000}});
}

TEST_CASE("without the kernel's peak, or with one that somebody reset, nothing bounds it from above") {
  const auto none = window_of([](Edge&, Edge&) {});
  CHECK(none.peak == PeakRange{PeakBasis::samples, Bytes{4998}, std::nullopt});
  const auto reset = window_of([](Edge& begin, Edge& last) {
    begin.detail = peak(9000);
    last.detail = peak(6000);
  });
  CHECK(reset.peak == PeakRange{PeakBasis::samples, Bytes{6000}, std::nullopt});
}

TEST_CASE("a peak of the window's own decides, whatever stood there before") {
  const auto window = window_of([](Edge& begin, Edge& last) {
    begin.detail = last.detail = peak(1 << 30);
    last.context.peak_inside = Bytes{7777};
  });
  CHECK(window.peak == PeakRange{PeakBasis::reset, Bytes{7777}, Bytes{7777}});
}

TEST_CASE("the differences beside a window: throttling, waiting, host, clocks") {
  const auto window = window_of([](Edge& begin, Edge& last) {
    begin.reading.periods = 10, last.reading.periods = 160;
    begin.reading.throttled_periods = 3, last.reading.throttled_periods = 33;
    begin.reading.throttled = CpuTime{100}, last.reading.throttled = CpuTime{2'100};
    begin.context.cpu_some = CpuTime{500}, last.context.cpu_some = CpuTime{1'500'500};
    begin.context.io_full = CpuTime{7}, last.context.io_full = CpuTime{5};  // went backwards: unknown
    begin.context.memory_some = CpuTime{1};                                 // read once: unknown
    begin.context.host_busy = CpuTime{0}, last.context.host_busy = CpuTime{20'000'000};
    begin.context.host_idle = CpuTime{0}, last.context.host_idle = CpuTime{7'000'000};
    begin.context.host_steal = CpuTime{0}, last.context.host_steal = CpuTime{3'000'000};
    begin.context.wall_us = 1'000'000'000, last.context.wall_us = 1'000'000'000 + 15'000'000 + 30'000'000 + 400'000'000;
    begin.context.asleep_us = 5, last.context.asleep_us = 30'000'005;
  });
  CHECK(window.why.periods == 150);
  CHECK(window.why.throttled_periods == 30);
  CHECK(window.why.throttled == CpuTime{2000});
  CHECK(window.why.cpu_some == CpuTime{1'500'000});
  CHECK_FALSE(window.why.io_full.has_value());
  CHECK_FALSE(window.why.memory_some.has_value());
  CHECK(window.why.host_steal == CpuTime{3'000'000});
  CHECK(window.why.asleep == std::chrono::seconds{30});
  CHECK(window.why.clock_step == std::chrono::seconds{400});
  CHECK(says(window.notices, "clock_stepped"));
  CHECK(says(window.notices, "host_suspended"));
  CHECK(says(window.notices, "host_stolen"));  // a tenth of the host
}

TEST_CASE("a clock that is disciplined, and no steal, are not worth a word") {
  const auto window = window_of([](Edge& begin, Edge& last) {
    begin.context.wall_us = 0, last.context.wall_us = 15'000'000 + 7'500;  // 500 ppm, the most that is slewed
    begin.context.asleep_us = 0, last.context.asleep_us = 0;
    begin.context.host_busy = begin.context.host_idle = begin.context.host_steal = CpuTime{0};
    last.context.host_busy = CpuTime{30'000'000}, last.context.host_idle = last.context.host_steal = CpuTime{0};
  });
  CHECK(window.notices.empty());
}

TEST_CASE("more CPU than the host has is not believed") {
  const auto window = window_of([](Edge& begin, Edge& last) {
    last.reading.usage = *begin.reading.usage + CpuTime{150'000'000'000};  // 10,000 cores on 2 CPUs
  });
  CHECK_FALSE(window.cpu_usage.has_value());
  REQUIRE(window.impossible_cpu.has_value());
  CHECK(says(window.notices, "impossible_cpu"));
  CHECK_FALSE(says(window.notices, "cpu_unknown"));
}

TEST_CASE("two CPUs that are busy all the time, with a late tick at each edge, are believed") {
  const auto window = window_of([](Edge& begin, Edge& last) {
    begin.reading.usage = CpuTime{0};
    last.reading.usage = CpuTime{30'039'000};
  });
  CHECK(window.cpu_usage == CpuTime{30'039'000});
}

TEST_CASE("memory that follows its limit is told from nine tenths of it on") {
  CHECK(percent_of_limit(Bytes{4998}) == "100");
  CHECK(percent_of_limit(Bytes{5553}) == "90");  // 4997.7 are nine tenths
  CHECK_FALSE(percent_of_limit(Bytes{5554}).has_value());
  CHECK_FALSE(percent_of_limit(std::nullopt).has_value());
}

TEST_CASE("memory is charged in batches of 64 pages a CPU, and a tick of each CPU bounds the error of cores") {
  Host fourteen = host();
  fourteen.cpus = 14;
  CHECK(memory_batch(fourteen) == KiB(3584));
  fourteen.page_size = 65'536;
  CHECK(memory_batch(fourteen) == MiB(56));
  fourteen.cpus = 0;
  CHECK_FALSE(memory_batch(fourteen).has_value());
  Limits one_cpu;
  one_cpu.cpuset_cpus = 1;
  CHECK(cpu_uncertainty(host(), {}, std::chrono::seconds{15})->count() == Rational(2 * 10'000, 15'000'000));
  CHECK(cpu_uncertainty(host(), one_cpu, std::chrono::seconds{1})->count() == Rational(1, 100));
}

TEST_CASE("the definitions of memory stand side by side, and what falls below zero is zero") {
  const auto window = window_of([](Edge& begin, Edge& last) {
    begin.reading.memory = Bytes{10'000};
    begin.detail.anon = Bytes{3'000};
    begin.detail.file = Bytes{6'000};
    begin.detail.shmem = Bytes{1'500};  // tmpfs: counted in file, cannot be dropped
    begin.detail.inactive_file = Bytes{2'500};
    last.detail.inactive_file = Bytes{99'999};  // read later than memory.current, and more than it
  });
  CHECK(window.memory[0].max == Bytes{10'000});
  CHECK(window.memory[1].max == Bytes{7'500});
  CHECK(window.memory[2].max == Bytes{3'000});
  CHECK(window.memory[3].max == Bytes{5'500});
  CHECK(window.memory[0].samples == 15);
  CHECK(window.memory[1].samples == 0);
}

TEST_CASE("the busiest minute is the highest average over a minute or a little more") {
  BusiestMinute minute;
  // One core for the first 100 s, two from 100 to 160 s, then idle.
  std::int64_t used = 0;
  for (std::int64_t s = 0; s <= 300; ++s) {
    minute.see(at(s * 1000), CpuTime{used});
    used += s < 100 ? 1'000'000 : s < 160 ? 2'000'000 : 0;
  }
  CHECK(minute.result() == CpuStretch{CpuTime{120'000'000}, std::chrono::seconds{60}});
}

TEST_CASE("a gap makes the minute longer, and no rate reaches across a counter that fell") {
  BusiestMinute gap;
  gap.see(at(0), CpuTime{0});
  gap.see(at(90'000), CpuTime{45'000'000});
  CHECK(gap.result() == CpuStretch{CpuTime{45'000'000}, std::chrono::seconds{90}});
  BusiestMinute fell;
  fell.see(at(0), CpuTime{8'373'583'175});
  fell.see(at(59'000), CpuTime{8'373'583'175});
  fell.see(at(61'000), CpuTime{36'716});
  CHECK_FALSE(fell.result().has_value());
  fell.see(at(121'000), CpuTime{636'716});
  CHECK(fell.result() == CpuStretch{CpuTime{600'000}, std::chrono::seconds{60}});
}

TEST_CASE("the median of counted values is the one of the sorted list") {
  Tally odd, even, none;
  for (const std::int64_t value : {9, 1, 5, 1, 1}) odd.add(value);
  for (const std::int64_t value : {4, 1, 8, 2}) even.add(value);
  CHECK(odd.median() == 1);
  CHECK(even.median() == 3);
  CHECK_FALSE(none.median().has_value());
  Tally many;
  for (std::int64_t i = 0; i <= static_cast<std::int64_t>(Tally::most); ++i) many.add(i);
  CHECK_FALSE(many.is_whole());
  CHECK(many.total() == static_cast<std::int64_t>(Tally::most) + 1);
}

TEST_CASE("a window with more different values than are counted has its exact median all the same") {
  const Folder folder;
  Writer out = writer(folder / "run.db", milliseconds{1});
  const RunId run = must(out.begin_run(start("spine")));
  const WindowId window = must(out.begin_window(run, "load", edge(0, 0, 1)));
  constexpr std::int64_t count = 17'001;
  for (std::int64_t n = 1; n <= count; ++n)
    must(out.tick(tick(n, 0, milliseconds{1}), 0, {{run, reading(n, (n * 7919) % count * 4096), {}}}));
  must(out.end_window(window, edge(count + 1, count, 1)));
  must(out.end_run(run, end(count + 2)));
  must(out.finish());
  const auto runs = must(reader(folder / "run.db").runs());
  CHECK(runs.front().windows.front().memory_median == Bytes{count / 2 * 4096});  // a permutation of 0..17000 pages
}

TEST_CASE("a file of a program that knew no contexts is read, hashed and gone on with") {
  const Folder folder;
  const auto file = folder / "run.db";
  {
    Writer out = writer(file);
    record_run(out, start("spine"));
    must(out.finish());
  }
  const std::string before = must(reader(file).content_hash());
  tamper(file, "DROP TABLE edge_contexts");
  CHECK(must(reader(file).content_hash()) == before);
  CHECK(must(reader(file).runs()).size() == 1);
  Writer out = writer(file);
  record_run(out, start("spine"));
  must(out.finish());
  CHECK(must(reader(file).runs()).size() == 2);
  tamper(file, "DROP TABLE edge_contexts; CREATE TABLE edge_contexts(a)");
  const auto refused = Reader::open(file);
  REQUIRE_FALSE(refused.has_value());
  CHECK(refused.error().message.find("edge_contexts") != std::string::npos);
}
