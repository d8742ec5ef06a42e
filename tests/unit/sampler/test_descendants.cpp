// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <rapidcheck.h>
#include <set>
#include <string>

#include "fake_host.hpp"
#include "sampler/descendants.hpp"
#include "sampler/process_tree.hpp"

using namespace vpsfit;
using namespace vpsfit::sampler;

namespace {

std::string stat(int pid, const std::string& name, int parent, int utime, int stime, int cutime, int cstime, int rss) {
  const auto number = [](int n) { return std::to_string(n); };
  return number(pid) + " (" + name + ") S " + number(parent) + " 1 1 0 -1 4194304 100 0 0 0 " + number(utime) + " " +
         number(stime) + " " + number(cutime) + " " + number(cstime) + " 20 0 1 0 5000 2686976 " + number(rss) +
         " 18446744073709551615 0 0 0 0 0 0 0 0 0 0 0 0 17 0 0 0 0 0 0 0 0 0 0 0 0 0 0\n";
}

std::set<pid_t> pids(const std::vector<Process>& processes) {
  std::set<pid_t> result;
  for (const auto& process : processes) result.insert(process.pid);
  return result;
}

}  // namespace

TEST_CASE("/proc/PID/stat is read whatever the process is called") {
  for (const char* name : {"nginx", "tmux: server", "a) S 1 (b", ")", "", "new\nline"}) {
    const auto seen = parse_process_stat(stat(77, name, 42, 10, 5, 3, 2, 8), 100);
    REQUIRE_MESSAGE(seen, name);
    CHECK(seen->parent == 42);
    CHECK(seen->state == 'S');
    CHECK(seen->own == CpuTime{150'000});
    CHECK(seen->of_ended_children == CpuTime{50'000});
    CHECK(seen->resident_pages == 8);
  }
}

TEST_CASE("a torn or foreign stat is no process") {
  const std::string whole = stat(77, "a", 1, 1, 1, 1, 1, 1);
  for (std::size_t cut = 0; cut < whole.size(); ++cut) CHECK_FALSE(parse_process_stat(whole.substr(0, cut), 100));
  CHECK_FALSE(parse_process_stat("77 (a) S x y z\n", 100));
  CHECK(rc::check([](const std::string& text) { RC_ASSERT(!parse_process_stat(text, 100) || text.size() > 40); }));
}

TEST_CASE("smaps_rollup is read by its keys") {
  const auto size = parse_smaps_rollup(
      "55a0-7ffe ---p 00000000 00:00 0 [rollup]\nRss:  9052 kB\nPss:   1234 kB\nPss_Dirty: 500 kB\nPss_Anon:  1000 kB\n"
      "Pss_File:   200 kB\nPss_Shmem:  34 kB\nSwap:   8 kB\nSwapPss:  4 kB\n");
  CHECK(size.whole == KiB(1234));
  CHECK(size.anon == KiB(1000));
  CHECK(size.file == KiB(200));
  CHECK(size.shmem == KiB(34));
  CHECK(size.swap == KiB(4));
  CHECK(parse_smaps_rollup("Pss: 12 MB\nPss_Anon: -4 kB\nSwapPss: 99999999999999999 kB\n") == ProportionalSize{});
  CHECK(parse_smaps_rollup("") == ProportionalSize{});
}

TEST_CASE("descendants are found through all generations, in any order") {
  std::vector<Process> all;
  for (const auto& [pid, parent] :
       std::map<pid_t, pid_t, std::greater<>>{{9, 7}, {7, 5}, {5, 1}, {1, 0}, {8, 1}, {10, 9}})
    all.push_back({pid, {parent, 'S', {}, {}, 0}});
  CHECK(pids(descendants(all, 5, false)) == std::set<pid_t>{7, 9, 10});
  CHECK(pids(descendants(all, 5, true)) == std::set<pid_t>{5, 7, 9, 10});
  CHECK(descendants(all, 77, true).empty());
}

TEST_CASE("a process tree is the sum of its processes and of those that ended") {
  FakeHost host;
  const int far = 1 << 25;  // no process of this machine has such a number
  host.write("proc/" + std::to_string(far) + "/stat", stat(far, "top", 1, 100, 0, 50, 0, 10));
  host.write("proc/" + std::to_string(far) + "/smaps_rollup", "Pss: 100 kB\nPss_Anon: 60 kB\n");
  host.write("proc/" + std::to_string(far + 1) + "/stat", stat(far + 1, "child", far, 10, 10, 0, 0, 3));
  host.write("proc/" + std::to_string(far + 2) + "/stat", stat(far + 2, "other", 1, 999, 0, 0, 0, 999));
  host.write("proc/meminfo", "");
  CpuTime reaped{5};
  ProcessTree tree(host.root(), far, true, [&] { return reaped; });
  recording::Reading reading;
  tree.read(reading);
  CHECK(reading.usage == CpuTime{1'000'000 + 500'000 + 200'000 + 5});
  CHECK(reading.memory == KiB(100) + Bytes{3 * ::sysconf(_SC_PAGESIZE)});
  recording::Detail detail;
  tree.read(detail);
  CHECK(detail.anon == KiB(60));
  CHECK(detail.pids == 2);
  CHECK(detail.memory_peak == std::nullopt);
  CHECK_FALSE(tree.gone());

  // A child that is seen neither alive nor in its parent's sum yet does not turn the counter back.
  std::filesystem::remove_all(host.at("proc/" + std::to_string(far + 1)));
  tree.read(reading);
  CHECK(reading.usage == CpuTime{1'700'005});
  std::filesystem::remove_all(host.at("proc/" + std::to_string(far)));
  tree.read(reading);
  CHECK(tree.gone());
  CHECK(reading == recording::Reading{});
}
