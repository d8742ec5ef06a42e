// SPDX-License-Identifier: MIT
#include <algorithm>
#include <doctest/doctest.h>

#include "cli/forecast_inputs.hpp"
#include "tests/unit/forecast/made.hpp"
#include "tests/unit/recording/fixture.hpp"

// What other programs got wrong, as people reported it, from a recording on.

using namespace fixture;

namespace {

/// One run: a second of start-up, a window of five seconds, a second at the end; memory of each.
struct Start {
  std::int64_t at_start = 100'000'000, in_window = 50'000'000;
  Limits limits = {};
};

std::vector<Usage> usages_of(const std::vector<Start>& starts) {
  const Folder folder;
  {
    Writer out = writer(folder / "r.db");
    std::int64_t n = 0, cpu = 0;
    for (const auto& one : starts) {
      RunStart what = start("a", "", n * 1000);
      what.limits = one.limits;
      const RunId run = must(out.begin_run(what));
      must(out.tick(fixture::tick(++n), 0, {{run, reading(cpu, one.at_start), {}}}));
      const auto window = must(out.begin_window(run, "load", edge(n * 1000 + 100, cpu, one.in_window)));
      for (int i = 0; i < 5; ++i)
        must(out.tick(fixture::tick(++n), 0, {{run, reading(cpu += 500'000, one.in_window), {}}}));
      must(out.end_window(window, edge(n * 1000 + 100, cpu, one.in_window)));
      must(out.end_run(run, end(n * 1000 + 500)));
      must(out.tick(fixture::tick(++n), 0, {}));
    }
    must(out.finish());
  }
  cli::Inputs inputs;
  return must(cli::read_usages({(folder / "r.db").string()}, {}, inputs));
}

}  // namespace

TEST_CASE("a peak at the start alone decides the memory, whatever the window saw") {
  const auto usages = usages_of({{}});
  CHECK(usages[0].runs[0].memory_max == Bytes{100'000'000});
  CHECK(usages[0].runs[0].memory_median == Bytes{50'000'000});
}

TEST_CASE("a restart is another run, never a sum") {
  const auto usages = usages_of({{}, {70'000'000, 60'000'000}});
  REQUIRE(usages[0].runs.size() == 2);
  CHECK(usages[0].runs[1].memory_max == Bytes{70'000'000});
  CHECK(usages[0].refusals.empty());
}

TEST_CASE("figures from before and after a change of the limits are refused together") {
  Limits two;
  two.memory = GiB(2);
  Limits three = two;
  three.memory = GiB(3);
  Start before, after;
  before.limits = two;
  after.limits = three;
  CHECK(made::codes(usages_of({before, before})[0].refusals).empty());
  CHECK(made::codes(usages_of({before, after})[0].refusals) == std::vector<std::string>{"limits_differ"});
  Start elsewhere = before;
  elsewhere.limits.memory_from = "/another.slice";
  CHECK(usages_of({before, elsewhere})[0].refusals.empty());
  Start cores = before;
  cores.limits.cpu_cores = Rational(3, 2);
  CHECK(made::codes(usages_of({before, cores})[0].refusals) == std::vector<std::string>{"limits_differ"});
}
