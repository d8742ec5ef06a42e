// SPDX-License-Identifier: MIT
#include <array>
#include <csignal>
#include <random>
#include <sys/wait.h>

#include "fixture.hpp"
#include "recording/compact.hpp"
#include "recording/sqlite.hpp"

using namespace fixture;
using std::chrono::minutes;
using std::chrono::seconds;

namespace {

/// Two runs, one tick a second; memory wanders, the windows are open from 90.5 s to the end of the seventh minute.
class TwoRuns {
 public:
  explicit TwoRuns(Writer& out) : out_(out) {
    for (std::size_t i = 0; i < runs_.size(); ++i) runs_.at(i) = must(out.begin_run(start("s" + std::to_string(i))));
  }
  void tick_to(std::int64_t until) {
    for (; next_ < until; ++next_) {
      for (std::size_t i = 0; i < runs_.size(); ++i) {
        if (next_ == 91)
          windows_.at(i) = must(out_.begin_window(runs_.at(i), "load", edge(90'500, 90'500 * 100, MiB(100).count())));
        if (next_ == 420) must(out_.end_window(windows_.at(i), edge(419'500, 419'500 * 100, MiB(100).count())));
      }
      Detail detail;
      detail.anon = MiB(next_ % 7);
      const auto usage = next_ * 100'000, memory = MiB(100 + next_ * 31 % 17).count();
      must(out_.tick(tick(next_, 1), 0,
                     {{runs_[0], reading(usage, memory), detail}, {runs_[1], reading(usage, memory + 4096), {}}}));
    }
  }
  void end_all() {
    for (const RunId run : runs_) must(out_.end_run(run, end(next_ * 1000)));
  }

 private:
  Writer& out_;
  std::array<RunId, 2> runs_{};
  std::array<WindowId, 2> windows_{};
  std::int64_t next_ = 0;
};

void make_recording_of(std::int64_t length, const std::filesystem::path& file, std::optional<nanoseconds> retain) {
  Writer out = writer(file);
  if (retain) must(out.retain(*retain));
  TwoRuns runs(out);
  runs.tick_to(length);
  runs.end_all();
  CHECK(out.retain_trouble().empty());
  must(out.finish());
}

std::int64_t count_of(const std::filesystem::path& file, const std::string& what) {
  const auto database = must(sqlite::Database::open(file, sqlite::Mode::read));
  return must(database.number("SELECT count(*) FROM " + what)).value_or(-1);
}

}  // namespace

TEST_CASE("seconds become minutes while the recording is written, the same as compact makes of them afterwards") {
  const Folder folder;
  make_recording_of(1200, folder / "with.db", minutes{5});
  make_recording_of(1200, folder / "without.db", std::nullopt);
  // What is before 899.001 s is old: 14 whole minutes. The run's first one stays, and the one in which the window
  // begins; its end lies between two.
  CHECK(count_of(folder / "with.db", "minutes") == 2 * 12);
  CHECK(count_of(folder / "with.db", "readings") == 2 * (1200 - 12 * 59));
  CHECK(count_of(folder / "with.db", "ticks") == 1200 - 12 * 59);
  CHECK(count_of(folder / "without.db", "minutes") == 0);
  must(compact(folder / "without.db", minutes{5}));
  CHECK(must(compact(folder / "with.db", minutes{5})).minutes <= 2 * 1);
  CHECK(must(reader(folder / "with.db").content_hash()) == must(reader(folder / "without.db").content_hash()));
  const WindowSummary window = must(reader(folder / "with.db").runs()).front().windows.front();
  CHECK(window.ticks == 329);
  CHECK(window.cpu_usage == CpuTime{32'900'000});
}

TEST_CASE("each tick rolls up little: never more than a minute of a run for few runs") {
  const Folder folder;
  Writer out = writer(folder / "a.db");
  must(out.retain(minutes{1}));
  TwoRuns runs(out);
  std::int64_t before = 0;
  for (std::int64_t n = 1; n < 600; ++n) {
    runs.tick_to(n);
    const std::int64_t now = count_of(folder / "a.db", "minutes");
    CHECK(now - before <= 1);
    before = now;
  }
  CHECK(before >= 2 * 4);
  runs.end_all();
  must(out.finish());
}

TEST_CASE("a file that is rolled up while it is written uses its free pages again") {
  const Folder folder;
  make_recording_of(1800, folder / "a.db", minutes{2});
  make_recording_of(3600, folder / "b.db", minutes{2});
  CHECK(std::filesystem::file_size(folder / "b.db") < std::filesystem::file_size(folder / "a.db") * 3 / 2);
}

TEST_CASE("a sampler that is killed while it rolls up loses no sample that was committed") {
  std::mt19937 random(20261102);
  for (int round = 0; round < 12; ++round) {
    const Folder folder;
    const auto file = folder / "a.db";
    std::array<int, 2> pipe{};
    REQUIRE(::pipe(pipe.data()) == 0);
    const pid_t child = ::fork();
    if (child == 0) {
      Writer out = writer(file);
      must(out.retain(seconds{5}));
      TwoRuns runs(out);
      for (std::int64_t n = 1;; ++n) {
        runs.tick_to(n);
        if (::write(pipe[1], &n, sizeof n) != sizeof n) ::_exit(1);
      }
    }
    ::close(pipe[1]);
    const auto ticks = std::uniform_int_distribution<std::int64_t>(100, 900)(random);
    std::int64_t told = 0;
    while (told < ticks && ::read(pipe[0], &told, sizeof told) == sizeof told) {
    }
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    while (::read(pipe[0], &told, sizeof told) == sizeof told) {
    }
    ::close(pipe[0]);
    const auto runs = must(reader(file).runs());
    REQUIRE(runs.size() == 2);
    for (const RunSummary& run : runs) {
      CHECK(run.ticks >= told);
      CHECK(run.ticks <= told + 1);
      CHECK(run.missed_ticks == 0);
    }
    CHECK((told < 300 || count_of(file, "minutes") > 0));
  }
}
