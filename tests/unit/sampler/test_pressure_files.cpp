// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include "fake_host.hpp"
#include "sampler/host_watch.hpp"
#include "sampler/pressure_files.hpp"

using namespace vpsfit;
using namespace vpsfit::sampler;

TEST_CASE("the totals of a pressure file are taken by name") {
  CHECK(parse_pressure("some avg10=0.12 avg60=0.05 avg300=0.01 total=123456\n"
                       "full avg10=0.00 avg60=0.00 avg300=0.00 total=789\n") ==
        Pressure{CpuTime{123'456}, CpuTime{789}});
  CHECK(parse_pressure("some avg10=0.00 avg60=0.00 avg300=0.00 total=5\n") == Pressure{CpuTime{5}, {}});  // cpu, 5.4
  CHECK(parse_pressure("full total=2 avg10=0.00\nsome total=1 new=7\nextra total=9\n") ==
        Pressure{CpuTime{1}, CpuTime{2}});
}

TEST_CASE("a pressure file that is torn, empty or absurd tells nothing") {
  CHECK(parse_pressure("") == Pressure{});
  CHECK(parse_pressure("some avg10=0.00 total=12") == Pressure{});  // no end of line: torn
  CHECK(parse_pressure("some avg10=0.00 total=-1\n") == Pressure{});
  CHECK(parse_pressure("some avg10=0.00 total=99999999999999999999\n") == Pressure{});
  CHECK(parse_pressure("some avg10=0.00 total=\nfull total=1e3\n") == Pressure{});
}

TEST_CASE("the host's work, idleness and stolen time come from the first line of /proc/stat") {
  recording::Context context;
  parse_proc_stat("cpu  100 20 30 4000 50 6 7 80 9 10\ncpu0 1 2 3 4\n", 100, context);
  CHECK(context.host_busy == CpuTime{1'630'000});  // (100 + 20 + 30 + 6 + 7) / 100 s; guests are in user and nice
  CHECK(context.host_idle == CpuTime{40'500'000});
  CHECK(context.host_steal == CpuTime{800'000});
}

TEST_CASE("an old, torn or strange /proc/stat leaves unknown what it does not tell") {
  recording::Context old;
  parse_proc_stat("cpu 1 2 3 4 5 6 7\n", 100, old);
  CHECK(old.host_busy.has_value());
  CHECK_FALSE(old.host_steal.has_value());
  for (const char* const text :
       {"", "cpu  1 2 3 4 5 6 7 8", "intr 1\n", "cpu  1 2 x 4 5 6 7 8\n", "cpu0 1 2 3 4 5 6 7 8\n",
        "cpu  9223372036854775807 2 3 4 5 6 7 8\n", "cpu  -1 2 3 4 5 6 7 8\n"}) {
    recording::Context none;
    parse_proc_stat(text, 100, none);
    CHECK_MESSAGE(none == recording::Context{}, text);
  }
}

TEST_CASE("subjects whose edges are read together share one look at the host") {
  FakeHost host;
  host.write("proc/stat", "cpu  100 0 0 0 0 0 0 0 0 0\n");
  HostWatch watch(host.root());
  recording::Context first, soon, later;
  watch.read(recording::Instant(std::chrono::seconds(1)), first);
  host.write("proc/stat", "cpu  900 0 0 0 0 0 0 0 0 0\n");
  watch.read(recording::Instant(std::chrono::milliseconds(1010)), soon);
  watch.read(recording::Instant(std::chrono::milliseconds(1100)), later);
  CHECK(soon.host_busy == first.host_busy);
  CHECK(later.host_busy->count() == 9 * first.host_busy->count());
}
