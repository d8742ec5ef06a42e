// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include "cli/live_table.hpp"
#include "core/text.hpp"

using namespace vpsfit;
using namespace vpsfit::cli;
using std::chrono::milliseconds;

namespace {

recording::Tick tick(std::int64_t ms) {
  const recording::Instant at{milliseconds{ms}};
  return {ms / 1000, at, at, at};
}

recording::TickRow row(recording::RunId run, std::int64_t used, std::int64_t bytes) {
  recording::TickRow one;
  one.run = run;
  one.reading.usage = CpuTime{used};
  one.reading.memory = Bytes{bytes};
  return one;
}

}  // namespace

TEST_CASE("each target has its cores since the tick before, its memory and its gaps") {
  LiveTable table;
  table.add(1, "spine");
  table.add(2, "spring");
  table.tick("load", {row(1, 0, MiB(41).count()), row(2, 0, 4096)}, tick(1000), 0);
  table.tick("load", {row(1, 1'620'000, MiB(42).count())}, tick(2000), 3);
  const auto lines = table.lines({true, 80, 24});
  REQUIRE(lines.size() == 4);
  CHECK(lines[0] == "window load  00:01  missed 3");
  CHECK(lines[2] == "spine          1.62      42.0 MiB         0");
  CHECK(lines[3] == "spring            -             -         1");
}

TEST_CASE("a counter that fell, and no time between two ticks, give no rate") {
  CHECK(cores_between(CpuTime{0}, CpuTime{500'000}, std::chrono::seconds{1}, 2) == "0.50");
  CHECK_FALSE(cores_between(CpuTime{9}, CpuTime{5}, std::chrono::seconds{1}, 2).has_value());
  CHECK_FALSE(cores_between(CpuTime{0}, CpuTime{5}, std::chrono::seconds{0}, 2).has_value());
  CHECK_FALSE(cores_between(std::nullopt, CpuTime{5}, std::chrono::seconds{1}, 2).has_value());
}

TEST_CASE("no line is longer than the terminal and not more lines than it has, whatever its size") {
  LiveTable table;
  std::vector<recording::TickRow> rows;
  for (std::int64_t run = 1; run <= 50; ++run) {
    table.add(run, std::string(static_cast<std::size_t>(run) * 4, 'n') + "\xED\x95\x9C\x1b[2J");
    rows.push_back(row(run, 0, run));
  }
  table.tick("w", rows, tick(1000), 0);
  for (const std::size_t columns : {0U, 1U, 2U, 10U, 40U, 80U, 300U})
    for (const std::size_t height : {0U, 1U, 2U, 3U, 10U, 100U}) {
      const auto lines = table.lines({true, columns, height});
      CHECK(lines.size() <= std::max<std::size_t>(height, 2) - 1);
      for (const auto& line : lines) {
        CHECK(display_width(line) <= std::max<std::size_t>(columns, 2) - 1);
        CHECK(line.find('\x1b') == std::string::npos);
      }
    }
  CHECK(table.lines({true, 80, 10}).back() == "and 44 more");
}
