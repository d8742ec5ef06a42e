// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <random>
#include <sys/mount.h>
#include <sys/wait.h>
#include <thread>

#include "fixture.hpp"

using namespace fixture;

namespace {

/// Writes ticks as fast as it can and tells after each commit which one it was.
[[noreturn]] void write_until_killed(const std::filesystem::path& file, int tell) {
  Writer out = writer(file);
  const RunId a = must(out.begin_run(start("a")));
  const RunId b = must(out.begin_run(start("b")));
  (void)must(out.begin_window(a, "load", edge(0, 0, 1)));
  for (std::int64_t n = 0;; ++n) {
    must(out.tick(tick(n), 0, {{a, reading(n, n), {}}, {b, reading(n, 2 * n), {}}}));
    if (::write(tell, &n, sizeof n) != sizeof n) ::_exit(1);
  }
}

/// The last committed tick that the child told of before it was killed.
std::int64_t kill_after(const std::filesystem::path& file, std::chrono::microseconds delay) {
  std::array<int, 2> pipe{};
  REQUIRE(::pipe(pipe.data()) == 0);
  const pid_t child = ::fork();
  if (child == 0) write_until_killed(file, pipe[1]);
  ::close(pipe[1]);
  std::int64_t last = -1;
  const auto deadline = std::chrono::steady_clock::now() + delay;
  while (std::chrono::steady_clock::now() < deadline && ::read(pipe[0], &last, sizeof last) == sizeof last) {
  }
  ::kill(child, SIGKILL);
  int status = 0;
  ::waitpid(child, &status, 0);
  CHECK(WIFSIGNALED(status));
  while (::read(pipe[0], &last, sizeof last) == sizeof last) {
  }
  ::close(pipe[0]);
  return last;
}

}  // namespace

TEST_CASE("a sampler that is killed at any moment loses no tick that was committed") {
  std::mt19937 random(20261101);
  std::uniform_int_distribution<int> moment(0, 60'000);
  for (int round = 0; round < 30; ++round) {
    const Folder folder;
    const auto file = folder / "run.db";
    const std::int64_t told = kill_after(file, std::chrono::microseconds{moment(random)});
    if (!std::filesystem::exists(file)) {
      CHECK(told == -1);  // killed before the file had its name
      continue;
    }
    const auto in = Reader::open(file);
    REQUIRE_MESSAGE(in.has_value(), (in ? "" : in.error().message));
    const auto runs = must(in->runs());
    if (told < 0) continue;
    REQUIRE(runs.size() == 2);
    for (const RunSummary& run : runs) {
      CHECK(run.ticks >= told + 1);
      CHECK(run.ticks <= told + 2);  // the one that was committed but not told of
      CHECK_FALSE(run.running);
      CHECK_FALSE(run.end.has_value());
    }
    Writer next = writer(file);  // and one can go on with it
    record_run(next, start("a"));
    must(next.finish());
    const auto usages = must(summarize(reader(file), {}));
    CHECK(usages[0].runs.size() == 1);
    CHECK(usages[0].runs[0].run == "2");
  }
}

namespace {

/// A small file system in memory; nothing where the system does not let us.
class SmallDisk {
 public:
  SmallDisk() : mounted_(::mount("tmpfs", folder_.path().c_str(), "tmpfs", 0, "size=4m") == 0) {}
  ~SmallDisk() {
    if (mounted_) ::umount2(folder_.path().c_str(), MNT_DETACH);
  }
  [[nodiscard]] explicit operator bool() const { return mounted_; }
  [[nodiscard]] std::filesystem::path operator/(const std::string& name) const { return folder_ / name; }
  /// Takes all the space there is.
  void fill() const {
    std::ofstream out(*this / "ballast", std::ios::binary);
    const std::string block(4096, 'x');
    while (out.write(block.data(), static_cast<std::streamsize>(block.size())).flush()) {
    }
  }
  void free() const { std::filesystem::remove(*this / "ballast"); }

 private:
  Folder folder_;
  bool mounted_;
};

}  // namespace

TEST_CASE("on a full disk the ticks wait in memory and are written when there is space again") {
  const SmallDisk disk;
  if (!disk) {
    MESSAGE("skipped: no file system can be mounted here");
    return;
  }
  const auto file = disk / "run.db";
  Writer out = writer(file);
  const RunId id = must(out.begin_run(start("spine")));
  const WindowId warm = must(out.begin_window(id, "warm", edge(0, 0, 1)));
  std::int64_t n = 0;
  const auto some = [&](int count) {
    for (int i = 0; i < count; ++i, ++n) must(out.tick(tick(n), 0, {{id, reading(n, n), {}}}));
  };
  some(10);
  CHECK(out.unsaved_ticks() == 0);
  CHECK(out.trouble().empty());
  disk.fill();
  some(100);
  CHECK(out.unsaved_ticks() > 50);
  CHECK_MESSAGE(out.trouble().find("full") != std::string::npos, out.trouble());
  must(out.end_window(warm, edge(n * 1000, n, 1)));  // nothing of this fails: it waits its turn
  (void)must(out.begin_window(id, "load", edge(n * 1000, n, 1)));
  must(out.notice(id, make_notice("run_cut", {{"run", "1"}})));
  CHECK_FALSE(out.begin_run(start("other")).has_value());
  CHECK(must(reader(file).runs()).front().ticks >= 10);  // what was committed is whole
  disk.free();
  some(1);
  CHECK(out.unsaved_ticks() == 0);
  CHECK(out.dropped_ticks() == 0);
  must(out.end_run(id, end(n * 1000)));
  must(out.finish());
  const auto run = must(reader(file).runs()).front();
  CHECK(run.ticks == 111);
  CHECK(run.missed_ticks == 0);
  CHECK(run.windows[0].cpu_usage == CpuTime{110});
}

TEST_CASE("a disk that stays full to the end is reported, and what was written before is whole") {
  const SmallDisk disk;
  if (!disk) {
    MESSAGE("skipped: no file system can be mounted here");
    return;
  }
  const auto file = disk / "run.db";
  std::int64_t saved = 0;
  {
    Writer out = writer(file);
    const RunId id = must(out.begin_run(start("spine")));
    for (std::int64_t n = 0; n < 200; ++n) {
      if (n == 20) disk.fill();
      must(out.tick(tick(n), 0, {{id, reading(n, n), {}}}));
    }
    saved = 200 - static_cast<std::int64_t>(out.unsaved_ticks());
    const auto finished = out.finish();
    REQUIRE_FALSE(finished.has_value());
    CHECK(finished.error().kind == ErrorKind::io);
    CHECK(finished.error().message.find("could not be written") != std::string::npos);
  }
  CHECK(must(reader(file).runs()).front().ticks == saved);
  disk.fill();  // the log that was worked in has given back its space
  CHECK_FALSE(Writer::open(disk / "other.db", host(), second, grid_start, grid_start_wall).has_value());
  CHECK_FALSE(std::filesystem::exists(disk / "other.db"));
}

TEST_CASE("another program that holds the file makes ticks wait, not fail") {
  const Folder folder;
  const auto file = folder / "run.db";
  Writer out = writer(file);
  const RunId id = must(out.begin_run(start("spine")));
  sqlite3* other = nullptr;
  REQUIRE(sqlite3_open(file.c_str(), &other) == SQLITE_OK);
  REQUIRE(sqlite3_exec(other, "BEGIN IMMEDIATE", nullptr, nullptr, nullptr) == SQLITE_OK);
  for (std::int64_t n = 0; n < 5; ++n) must(out.tick(tick(n), 0, {{id, reading(n, n), {}}}));
  CHECK(out.unsaved_ticks() == 5);
  sqlite3_exec(other, "ROLLBACK", nullptr, nullptr, nullptr);
  sqlite3_close(other);
  must(out.tick(tick(5), 0, {{id, reading(5, 5), {}}}));
  CHECK(out.unsaved_ticks() == 0);
  must(out.finish());
  CHECK(must(reader(file).runs()).front().ticks == 6);
}

TEST_CASE("ticks that wait too long are dropped from the oldest on, counted as missed and said") {
  const Folder folder;
  const auto file = folder / "run.db";
  Writer out = writer(file);
  std::vector<TickRow> rows;  // a thousand targets: 65 ticks of them are kept
  for (int i = 0; i < 1000; ++i)
    rows.push_back({must(out.begin_run(start("s" + std::to_string(i)))), reading(1, 1), {}});
  must(out.tick(tick(0), 0, rows));
  const WindowId load = must(out.begin_window(rows[0].run, "load", edge(100, 1, 1)));
  sqlite3* other = nullptr;
  REQUIRE(sqlite3_open(file.c_str(), &other) == SQLITE_OK);
  REQUIRE(sqlite3_exec(other, "BEGIN IMMEDIATE", nullptr, nullptr, nullptr) == SQLITE_OK);
  constexpr std::int64_t last = 74;
  must(out.tick(tick(1), 0, rows));
  must(out.tick(tick(3), 1, rows));  // the 2nd was missed, not dropped, and lies in the stretch all the same
  for (std::int64_t n = 4; n <= last; ++n) must(out.tick(tick(n), 0, rows));
  CHECK(out.unsaved_ticks() == 65);
  CHECK(out.dropped_ticks() == 8);  // 1 3 4 5 6 7 8 9
  sqlite3_exec(other, "ROLLBACK", nullptr, nullptr, nullptr);
  sqlite3_close(other);
  must(out.end_window(load, edge(last * 1000 + 100, 5, 1)));
  must(out.end_run(rows[0].run, end(last * 1000 + 500)));
  must(out.finish());
  const auto run = must(reader(file).runs()).front();
  CHECK(run.ticks == 66);
  CHECK(run.missed_ticks == 9);
  CHECK(notice_text(run.notices.front()) ==
        "The disk refused samples of run 1 for so long that 9 were dropped; nothing was filled in.");
  CHECK(run.windows.front().longest_gap == milliseconds{9900});
  CHECK(is_incomplete(run));
}

TEST_CASE("a reader that holds on to the file at the end costs nothing") {
  const Folder folder;
  const auto file = folder / "run.db";
  Writer out = writer(file);
  record_run(out, start("spine"));
  const Reader idle = reader(file);  // open, but in the middle of nothing
  CHECK(must(idle.runs()).size() == 1);
  must(out.finish());
  CHECK(must(reader(file).runs()).size() == 1);
}
