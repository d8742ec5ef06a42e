// SPDX-License-Identifier: MIT
#include <algorithm>

#include "fixture.hpp"

using namespace fixture;

namespace {

struct One {
  std::string subject;
  std::vector<std::string> windows;
  std::string load = {};
  std::int64_t usage = 1'000'000;  ///< in each window of 1 s
  bool closes = true;
};

/// Runs one after the other, each window a second long.
void record(const std::filesystem::path& file, const std::vector<One>& runs) {
  Writer out = writer(file);
  std::int64_t n = 0;
  for (const One& one : runs) {
    RunStart what = start(one.subject, "", n * 1000);
    what.load.name = one.load;
    const RunId id = must(out.begin_run(what));
    std::int64_t usage = 0;
    for (const std::string& name : one.windows) {
      const WindowId window = must(out.begin_window(id, name, edge(n * 1000 + 100, usage, 500)));
      ++n;
      usage += one.usage;
      must(out.tick(tick(n), 0, {{id, reading(usage, 700 + n), {}}}));
      if (one.closes) must(out.end_window(window, edge(n * 1000 + 100, usage, 500)));
    }
    ++n;
    must(out.tick(tick(n), 0, {{id, reading(usage, 600), {}}}));
    if (one.closes) must(out.end_run(id, end(n * 1000 + 500)));
  }
  must(out.finish());
}

Result<std::vector<Usage>> usage_of(const std::vector<One>& runs, const Excerpt& excerpt = {}) {
  const Folder folder;
  record(folder / "run.db", runs);
  return summarize(reader(folder / "run.db"), excerpt);
}

std::vector<std::string> codes(const std::vector<Notice>& notices) {
  std::vector<std::string> result;
  for (const Notice& notice : notices) result.push_back(notice.code);
  return result;
}

}  // namespace

TEST_CASE("each subject becomes one usage with its runs, in the order of the first runs") {
  const auto usages = must(usage_of({{"spring", {"load"}}, {"spine", {"load"}}, {"spring", {"load"}, "", 2'000'000}}));
  REQUIRE(usages.size() == 2);
  CHECK(usages[0].subject == "spring");
  CHECK(usages[0].window == "load");
  CHECK(usages[0].architecture == "x86_64");
  CHECK(usages[0].origin == UsageOrigin::recording);
  REQUIRE(usages[0].runs.size() == 2);
  CHECK(usages[0].runs[0].run == "1");
  CHECK(usages[0].runs[1].run == "2");
  CHECK(usages[0].runs[1].cpu_usage == CpuTime{2'000'000});
  CHECK(usages[0].runs[1].window == std::chrono::microseconds{1'000'000});
  CHECK(usages[0].runs[0].memory_max == Bytes{701});
  CHECK(usages[0].runs[0].memory_median == Bytes{701});
  CHECK(usages[0].runs[0].ticks == 1);
  CHECK(usages[0].notices.empty());
  CHECK(usages[0].refusals.empty());
  CHECK(usages[1].subject == "spine");
}

TEST_CASE("the window is load, else measure, else the only one") {
  CHECK(must(usage_of({{"a", {"warm", "load", "measure"}}}))[0].window == "load");
  CHECK(must(usage_of({{"a", {"warm", "measure"}}}))[0].window == "measure");
  CHECK(must(usage_of({{"a", {"all"}}}))[0].window == "all");
  CHECK(must(usage_of({{"a", {"warm", "load"}}}, {"warm", ""}))[0].window == "warm");
  const auto several = usage_of({{"a", {"idle", "busy"}}});
  REQUIRE_FALSE(several.has_value());
  CHECK(several.error().kind == ErrorKind::input);
  CHECK(several.error().message == "the recording has several windows: idle, busy");
  CHECK(several.error().remedy == "say which with --window NAME");
  const auto unknown = usage_of({{"a", {"load"}}}, {"laod", ""});
  REQUIRE_FALSE(unknown.has_value());
  CHECK(unknown.error().message == "there is no window 'laod' in the recording");
  CHECK(unknown.error().remedy == "did you mean 'load'?");
  CHECK(usage_of({{"a", {}}}).error().message == "the recording has no windows, so nothing says which time counts");
  CHECK(usage_of({}).error().message == "the recording has no runs");
}

TEST_CASE("the load is the only one, or the one that is asked for") {
  const std::vector<One> two{{"a", {"load"}, "r10k"}, {"a", {"load"}, "r20k"}, {"b", {"load"}, "r10k"}};
  const auto several = usage_of(two);
  REQUIRE_FALSE(several.has_value());
  CHECK(several.error().message == "the recording has several loads: r10k, r20k");
  const auto chosen = must(usage_of(two, {"", "r20k"}));
  REQUIRE(chosen.size() == 2);
  CHECK(chosen[0].runs.size() == 1);
  CHECK(chosen[0].load.name == "r20k");
  CHECK(chosen[1].runs.empty());
  CHECK(codes(chosen[1].refusals) == std::vector<std::string>{"load_missing"});
  CHECK_FALSE(usage_of({{"a", {"load"}, ""}, {"b", {"load"}, "r1"}}).has_value());
  CHECK(usage_of({{"a", {"load"}, ""}, {"b", {"load"}, "r1"}}).error().message ==
        "the recording has several loads: (none), r1");
}

TEST_CASE("runs of one subject under one name but at different rates are not one load") {
  const Folder folder;
  Writer out = writer(folder / "run.db");
  for (const std::int64_t rate : {10'000, 20'000}) {
    RunStart what = start("spine");
    what.load = {"r", Rational(rate)};
    const RunId id = must(out.begin_run(what));
    const WindowId load = must(out.begin_window(id, "load", edge(0, 0, 1)));
    must(out.end_window(load, edge(1000, 1, 1)));
  }
  must(out.finish());
  const auto usages = summarize(reader(folder / "run.db"), {});
  REQUIRE_FALSE(usages.has_value());
  CHECK(usages.error().message == "the runs of spine were loaded differently: 10000 and 20000 requests per second");
}

TEST_CASE("a torn run is left out and said; the others count") {
  const Folder folder;
  const auto file = folder / "run.db";
  Writer out = writer(file);
  record_run(out, start("spine"));
  must(out.finish());
  for (const bool closes : {false, true}) {
    Writer next = writer(file);
    record_run(next, start("spine"), closes);
    must(next.finish());
  }
  const auto usages = must(summarize(reader(file), {}));
  REQUIRE(usages.size() == 1);
  REQUIRE(usages[0].runs.size() == 2);
  CHECK(usages[0].runs[0].run == "1");
  CHECK(usages[0].runs[1].run == "3");
  CHECK(codes(usages[0].notices) == std::vector<std::string>{"run_cut", "window_open"});
  CHECK(usages[0].refusals.empty());
}

TEST_CASE("a run that was cut after its window was closed is used, with a remark") {
  const Folder folder;
  const auto file = folder / "run.db";
  {
    Writer out = writer(file);
    const RunId id = must(out.begin_run(start("spine")));
    const WindowId load = must(out.begin_window(id, "load", edge(500, 0, 1)));
    for (std::int64_t n = 1; n <= 5; ++n) must(out.tick(tick(n), 0, {{id, reading(n * 100'000, 5), {}}}));
    must(out.end_window(load, edge(5500, 500'000, 1)));
  }
  const auto usages = must(summarize(reader(file), {}));
  REQUIRE(usages[0].runs.size() == 1);
  CHECK(usages[0].runs[0].cpu_usage == CpuTime{500'000});
  CHECK(codes(usages[0].notices) == std::vector<std::string>{"run_cut"});
}

TEST_CASE("a subject without a usable run is refused with the reason") {
  const auto torn = must(usage_of({{"a", {"load"}, "", 1, false}, {"b", {"load"}}}));
  CHECK(torn[0].runs.empty());
  CHECK(codes(torn[0].refusals) == std::vector<std::string>{"no_usable_run"});
  CHECK(codes(torn[0].notices) == std::vector<std::string>{"run_cut", "window_open"});
  CHECK(notice_text(torn[0].refusals[0]) == "a has no run with a whole window load: nothing can be computed for it.");
  CHECK(torn[1].runs.size() == 1);
  const auto missing = must(usage_of({{"a", {"warm"}}, {"b", {"load"}}}));
  CHECK(missing[0].runs.empty());
  CHECK(codes(missing[0].notices) == std::vector<std::string>{"window_missing"});
}

TEST_CASE("while the sampler is at it, closed windows count and open ones wait") {
  const Folder folder;
  const auto file = folder / "run.db";
  Writer out = writer(file);
  const RunId id = must(out.begin_run(start("spine")));
  const WindowId load = must(out.begin_window(id, "load", edge(500, 0, 1)));
  must(out.tick(tick(1), 0, {{id, reading(1, 5), {}}}));
  const auto open = must(summarize(reader(file), {}));
  CHECK(codes(open[0].refusals) == std::vector<std::string>{"no_usable_run"});
  CHECK(codes(open[0].notices) == std::vector<std::string>{"run_going_on", "window_open"});
  must(out.end_window(load, edge(1500, 9, 1)));
  const auto closed = must(summarize(reader(file), {}));
  CHECK(closed[0].runs.size() == 1);
  CHECK(codes(closed[0].notices) == std::vector<std::string>{"run_going_on"});
}

TEST_CASE("the peak goes with memory.current only, and remarks about it are left to the forecast") {
  const Folder folder;
  const auto file = folder / "run.db";
  Writer out = writer(file);
  Detail detail;
  detail.memory_peak = GiB(1);
  detail.anon = MiB(10);
  detail.inactive_file = MiB(20);
  record_run(out, start("spine"), true, detail);
  must(out.finish());
  const auto current = must(summarize(reader(file), {}));
  CHECK(current[0].runs[0].memory_peak == GiB(1));
  CHECK(current[0].runs[0].peak_origin == PeakOrigin::older);
  CHECK(current[0].notices.empty());
  const auto anon = must(summarize(reader(file), {"", "", "anon"}));
  CHECK(anon[0].memory_definition == "anon");
  CHECK(anon[0].runs[0].memory_max == MiB(10));
  CHECK_FALSE(anon[0].runs[0].memory_peak.has_value());
  CHECK(anon[0].runs[0].peak_origin == PeakOrigin::unknown);
  const auto working_set = must(summarize(reader(file), {"", "", "working-set"}));
  CHECK(working_set[0].runs[0].memory_max == MiB(98));
  CHECK(working_set[0].runs[0].memory_median == MiB(89));
  const auto wrong = summarize(reader(file), {"", "", "rss"});
  REQUIRE_FALSE(wrong.has_value());
  CHECK(wrong.error().remedy == "use current, working-set or anon");
}

TEST_CASE("a definition whose part was never read leaves the run out") {
  const Folder folder;
  Writer out = writer(folder / "run.db");
  record_run(out, start("spine"));
  must(out.finish());
  const auto usages = must(summarize(reader(folder / "run.db"), {"", "", "anon"}));
  CHECK(usages[0].runs.empty());
  CHECK(codes(usages[0].notices) == std::vector<std::string>{"memory_unknown"});
  CHECK(codes(usages[0].refusals) == std::vector<std::string>{"no_usable_run"});
}

TEST_CASE("figures of a process tree are marked as second-rate") {
  const Folder folder;
  Writer out = writer(folder / "run.db");
  RunStart what = start("spine");
  what.source = SourceKind::process_tree;
  record_run(out, what);
  must(out.finish());
  const auto usages = must(summarize(reader(folder / "run.db"), {}));
  CHECK(usages[0].origin == UsageOrigin::process_tree);
  CHECK(codes(usages[0].notices) == std::vector<std::string>{"second_rate_source"});
}

TEST_CASE("figures that an engine told are marked as second-rate, and the worst of several sources counts") {
  const auto origin_of = [](const std::vector<SourceKind>& sources) {
    const Folder folder;
    for (std::size_t i = 0; i < sources.size(); ++i) {
      Writer out = writer(folder / "run.db");  // a session each
      RunStart what = start("spine", std::to_string(i + 1));
      what.source = sources[i];
      record_run(out, what);
      must(out.finish());
    }
    return must(summarize(reader(folder / "run.db"), {})).at(0);
  };
  const Usage engine = origin_of({SourceKind::docker_api});
  CHECK(engine.origin == UsageOrigin::docker_api);
  CHECK(codes(engine.notices) == std::vector<std::string>{"engine_source"});
  CHECK(origin_of({SourceKind::cgroup2, SourceKind::hybrid, SourceKind::cgroup1}).origin == UsageOrigin::recording);
  CHECK(origin_of({SourceKind::cgroup2, SourceKind::docker_api}).origin == UsageOrigin::docker_api);
  CHECK(origin_of({SourceKind::docker_api, SourceKind::cgroup2}).origin == UsageOrigin::docker_api);
  CHECK(origin_of({SourceKind::process_tree, SourceKind::docker_api}).origin == UsageOrigin::process_tree);
  CHECK(origin_of({SourceKind::docker_api, SourceKind::process_tree}).origin == UsageOrigin::process_tree);
}
