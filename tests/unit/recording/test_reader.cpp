// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cstring>
#include <sys/wait.h>

#include "fixture.hpp"
#include "recording/schema.hpp"

using namespace fixture;

namespace {

std::string bytes_of(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

void put_bytes(const std::filesystem::path& file, const std::string& bytes) {
  std::ofstream(file, std::ios::binary) << bytes;
}

/// A finished recording of three sessions with every kind of row that a sampler writes.
void make(const std::filesystem::path& file) {
  Detail detail;
  detail.anon = MiB(1);
  for (int i = 0; i < 3; ++i) {
    Writer out = writer(file);
    record_run(out, start("s" + std::to_string(i)), true, detail);
    must(out.notice(i + 1, make_notice("ended_early", {{"run", "1"}, {"seconds", "4"}, {"reason", "x"}})));
    must(out.finish());
  }
}

/// Reads everything there is; the first complaint.
Result<void> read_all(const std::filesystem::path& file) {
  VPSFIT_TRY(const Reader in, Reader::open(file));
  VPSFIT_TRY(const auto runs, in.runs());
  for (const RunSummary& run : runs) {
    const Result<void> rows = in.series(run.id, [](const SeriesRow&) { return true; });
    if (!rows) return rows;
  }
  VPSFIT_TRY(const auto hash, in.content_hash());
  if (hash.size() != 64) return fail(ErrorKind::input, "no hash");
  if (const auto usage = summarize(in, {}); !usage) return fail(usage.error());
  return {};
}

/// Does the work in a child that is another user; true where it returned true.
template <class Work>
bool as_nobody(Work work) {
  const pid_t child = ::fork();
  if (child == 0) {
    const bool changed = ::setgid(65534) == 0 && ::setuid(65534) == 0;
    ::_exit(changed && work() ? 0 : 1);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

}  // namespace

TEST_CASE("what is no recording is named for what it is, with the file and what to do") {
  const Folder folder;
  const auto refuses = [&](const std::string& name, ErrorKind kind, const std::string& words) {
    const auto opened = Reader::open(folder / name);
    REQUIRE_FALSE(opened.has_value());
    CHECK(opened.error().kind == kind);
    CHECK_MESSAGE(opened.error().message.find(words) != std::string::npos, opened.error().message);
    CHECK(opened.error().place == (folder / name).string());
    CHECK_FALSE(opened.error().remedy.empty());
  };
  refuses("absent.db", ErrorKind::io, "cannot open: No such file or directory");
  put_bytes(folder / "empty.db", "");
  refuses("empty.db", ErrorKind::input, "is empty");
  put_bytes(folder / "text.db", std::string(5000, 'x'));
  refuses("text.db", ErrorKind::input, "is not a SQLite file");
  put_bytes(folder / "short.db", "SQLite format 3");
  refuses("short.db", ErrorKind::input, "is not a SQLite file");
  tamper(folder / "other.db", "CREATE TABLE t(a); PRAGMA application_id=42");
  refuses("other.db", ErrorKind::input, "of another program (application id 42)");
  std::filesystem::create_directory(folder / "folder.db");
  refuses("folder.db", ErrorKind::input, "is a folder");
  make(folder / "newer.db");
  tamper(folder / "newer.db", "PRAGMA user_version=7");
  refuses("newer.db", ErrorKind::input, "format version 7; this program reads up to version 1");
  tamper(folder / "newer.db", "PRAGMA user_version=0");
  refuses("newer.db", ErrorKind::input, "format version 0, which never was");
  make(folder / "lacking.db");
  tamper(folder / "lacking.db", "DROP TABLE gaps");
  refuses("lacking.db", ErrorKind::input, "its table gaps is missing");
  make(folder / "changed.db");
  tamper(folder / "changed.db", "ALTER TABLE ticks ADD COLUMN more");
  refuses("changed.db", ErrorKind::input, "its table ticks is not the one of format version 1");
  make(folder / "viewed.db");
  tamper(folder / "viewed.db",
         "DROP TABLE readings; CREATE VIEW readings AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x FROM n) "
         "SELECT x AS tick FROM n");
  refuses("viewed.db", ErrorKind::input, "its table readings is missing");
}

TEST_CASE("a file with tables and views of other people beside ours is read") {
  const Folder folder;
  make(folder / "run.db");
  tamper(folder / "run.db",
         "CREATE TABLE my_notes(a); CREATE VIEW mine AS SELECT * FROM samples; CREATE INDEX i ON ticks(number)");
  CHECK(read_all(folder / "run.db").has_value());
}

TEST_CASE("a file cut at any page, and at many other places, is refused or read, never a crash") {
  const Folder folder;
  make(folder / "run.db");
  const std::string whole = bytes_of(folder / "run.db");
  REQUIRE(whole.size() > 10 * 4096);
  const auto cut = folder / "cut.db";
  constexpr std::array<std::size_t, 3> steps{100, 3000, 996};  // back at a page's boundary after three
  std::size_t size = 0;
  for (std::size_t step = 0; size < whole.size(); size += steps.at(step++ % steps.size())) {
    put_bytes(cut, whole.substr(0, size));
    const auto read = read_all(cut);
    REQUIRE_FALSE(read.has_value());
    CHECK(read.error().kind == ErrorKind::input);
    CHECK(read.error().place == cut.string());
  }
}

TEST_CASE("bytes changed anywhere give an error or figures, never a crash") {
  const Folder folder;
  make(folder / "run.db");
  const std::string whole = bytes_of(folder / "run.db");
  const auto changed = folder / "changed.db";
  std::uint32_t seed = 12345;
  const auto random = [&] { return seed = seed * 1664525 + 1013904223; };
  int refused = 0;
  for (int round = 0; round < 300; ++round) {
    std::string bytes = whole;
    for (int i = 0; i < 8; ++i) bytes[random() % bytes.size()] = static_cast<char>(random() >> 24U);
    put_bytes(changed, bytes);
    const auto read = read_all(changed);
    if (read) continue;
    ++refused;
    CHECK_FALSE(read.error().message.empty());
  }
  CHECK(refused > 30);
}

TEST_CASE("values that no sampler wrote are refused with their column") {
  const Folder folder;
  const auto refuses = [&](const std::string& sql, const std::string& words) {
    const auto file = folder / "run.db";
    std::filesystem::remove(file);
    make(file);
    tamper(file, "PRAGMA ignore_check_constraints=ON; " + sql);
    const auto read = read_all(file);
    REQUIRE_MESSAGE(!read.has_value(), sql);
    CHECK(read.error().kind == ErrorKind::input);
    CHECK_MESSAGE(read.error().message.find(words) != std::string::npos, sql << ": " << read.error().message);
    CHECK(read.error().place.find("run.db") != std::string::npos);
  };
  refuses("UPDATE readings SET memory_bytes='lots' WHERE tick=3", "memory_bytes of ticks and readings is not a whole");
  refuses("UPDATE readings SET memory_bytes=1.5 WHERE tick=3", "memory_bytes of ticks and readings is not a whole");
  refuses("UPDATE readings SET usage_usec=-1 WHERE tick=3", "usage_usec of ticks and readings is -1");
  refuses("UPDATE readings SET usage_usec=x'00ff' WHERE tick=3", "usage_usec of ticks and readings is not a whole");
  refuses("UPDATE details SET anon_bytes=-9223372036854775808", "anon_bytes of ticks and readings is -92233");
  refuses("UPDATE ticks SET planned_ns=9223372036854775807", "planned_ns of ticks and readings is 92233");
  refuses("UPDATE ticks SET number=7 WHERE number>7", "is out of order");
  refuses("UPDATE sessions SET interval_ns=0", "interval_ns of runs is 0");
  refuses("UPDATE sessions SET grid_start_monotonic_ns=9223372036854775807", "grid_start_monotonic_ns of runs");
  refuses("UPDATE runs SET started_wall_us=9223372036854775807", "started_wall_us of runs");
  refuses("UPDATE runs SET name=x'ff'", "name of runs is not text");
  refuses("UPDATE runs SET name=cast(x'ff' AS TEXT)", "name of runs is not UTF-8");
  refuses("UPDATE subjects SET name=printf('%.*c', 10000000, 'x') WHERE id=1", "name of runs has 10000000 bytes");
  refuses("UPDATE subjects SET name=cast(zeroblob(20000000) AS TEXT) WHERE id=1", "");
  refuses("DELETE FROM subjects", "name of runs has no value");
  refuses("DELETE FROM sessions", "interval_ns of runs has no value");
  refuses("DELETE FROM hosts", "kernel of runs has no value");
  refuses("UPDATE runs SET source='telepathy'", "source of runs is 'telepathy'");
  refuses("UPDATE runs SET end_reason='bored'", "end_reason of runs is 'bored'");
  refuses("UPDATE runs SET ended_ns=NULL", "half an end");
  refuses("UPDATE runs SET command_status=4294967296", "command_status of runs is 4294967296");
  refuses("UPDATE runs SET command='{'", "a command is '{'");
  refuses("UPDATE runs SET command='[1]'", "a command is '[1]'");
  refuses("UPDATE runs SET request_rate_per_s='1/0'", "request_rate_per_s of runs is not a fraction");
  refuses("UPDATE runs SET request_rate_per_s='-5'", "request_rate_per_s of runs is not a fraction");
  refuses("UPDATE runs SET limit_cpu_cores='1e400'", "limit_cpu_cores of runs is not a fraction");
  refuses("UPDATE notices SET args='[]'", "a notice's arguments is '[]'");
  refuses("UPDATE notices SET args='{\"a\":1}'", "a notice's argument is");
  refuses("UPDATE edges SET at_ns=0 WHERE side='end'", "lies before the window's begin");
  refuses("DELETE FROM edges WHERE side='begin'", "other edge");
  refuses("DELETE FROM edges", "has no value");
  refuses("UPDATE edges SET usage_usec='1' || char(0)", "is not a whole number");
  refuses("INSERT INTO gaps VALUES(1, 9223372036854775807, 9223372036854775807, 'missed')", "first_number of gaps");
}

TEST_CASE("a remark of a newer program is named, not lost and no failure") {
  const Folder folder;
  make(folder / "run.db");
  tamper(folder / "run.db", "UPDATE notices SET code='moon_phase'");
  const auto runs = must(reader(folder / "run.db").runs());
  CHECK(notice_text(runs.front().notices.front()) ==
        "The recording carries the remark 'moon_phase', which this version does not know.");
}

TEST_CASE("references into nothing and ticks of other sessions are not followed") {
  const Folder folder;
  make(folder / "run.db");
  tamper(folder / "run.db",
         "UPDATE runs SET first_tick=-9223372036854775808, last_tick=9223372036854775807; "
         "UPDATE readings SET run=99 WHERE run=2; UPDATE ticks SET session=77 WHERE id>50");
  const auto runs = must(reader(folder / "run.db").runs());
  CHECK(runs[0].ticks == 19);
  CHECK(runs[1].ticks == 0);
  CHECK(runs[1].memory_max == MiB(100));  // of its edges only
}

TEST_CASE("the hash is of the content: pages, order and free space do not change it, a figure does") {
  const Folder folder;
  make(folder / "run.db");
  const std::string hash = must(reader(folder / "run.db").content_hash());
  CHECK(hash.size() == 64);
  tamper(folder / "run.db", "PRAGMA journal_mode=WAL; CREATE TABLE t(a); DROP TABLE t; VACUUM");
  CHECK(must(reader(folder / "run.db").content_hash()) == hash);
  make(folder / "again.db");
  CHECK(must(reader(folder / "again.db").content_hash()) == hash);
  tamper(folder / "run.db", "UPDATE readings SET memory_bytes=memory_bytes+1 WHERE tick=5 AND run=1");
  CHECK(must(reader(folder / "run.db").content_hash()) != hash);
}

TEST_CASE("a recording of format version 1 stays readable, and its hash is the one that FORMAT.md tells to compute") {
  const Folder folder;
  tamper(folder / "run.db", bytes_of(std::filesystem::path(VPSFIT_SOURCE_DIR) / "tests/data/recording/version-1.sql"));
  const Reader in = reader(folder / "run.db");
  // Computed by another program from the words of FORMAT.md.
  CHECK(must(in.content_hash()) == "b06252f98cc44df49a0388b34dbe46fe021114bceca5ec66e05dfed2bc9f9c84");
  const auto usages = must(summarize(in, {}));
  REQUIRE(usages.size() == 2);
  CHECK(usages[0].subject == "spine");
  REQUIRE(usages[0].runs.size() == 1);  // the second run was cut in its window
  CHECK(usages[0].runs[0].cpu_usage == CpuTime{10'600'001 - 3'100'002});
  CHECK(usages[0].runs[0].window == std::chrono::microseconds{14'999'998});  // 21.200003187 - 6.200004911 s
  CHECK(usages[0].runs[0].ticks == 15);
  CHECK(usages[0].runs[0].peak_origin == PeakOrigin::run);
  CHECK(usages[1].runs[0].peak_origin == PeakOrigin::older);
  CHECK(usages[1].load == Load{"r20k", Rational(20000)});
}

TEST_CASE("the views answer with names and seconds") {
  const Folder folder;
  make(folder / "run.db");
  sqlite3* handle = nullptr;
  REQUIRE(sqlite3_open_v2((folder / "run.db").c_str(), &handle, SQLITE_OPEN_READONLY, nullptr) == SQLITE_OK);
  std::string answer;
  const auto ask = [&](const char* sql) {
    answer.clear();
    const auto collect = [](void* text, int columns, char** values, char**) {
      for (int i = 0; i < columns; ++i)
        *static_cast<std::string*>(text) += (values[i] == nullptr ? "NULL" : values[i]) + std::string(" ");
      return 0;
    };
    REQUIRE(sqlite3_exec(handle, sql, collect, &answer, nullptr) == SQLITE_OK);
    return answer;
  };
  CHECK(ask("SELECT subject, run, window, start_s, duration_s, cpu_usage_usec, cpu_cores FROM window_cpu LIMIT 1") ==
        "s0 1 load 1.5 15.0 7500000 0.5 ");
  CHECK(ask("SELECT count(*), max(memory_bytes), min(at_s) FROM samples WHERE subject='s1' AND run='1'") ==
        "19 123731968 0.001 ");
  CHECK(ask("SELECT count(*), min(at_s), max(memory_bytes) FROM window_samples WHERE subject='s2' AND window='load'") ==
        "15 0.501 121634816 ");
  CHECK(ask("SELECT count(anon_bytes) FROM sample_details WHERE subject='s0'") == "19 ");
  sqlite3_close(handle);
}

TEST_CASE("a finished recording opens for another user in a folder that cannot be written") {
  if (::getuid() != 0) {
    MESSAGE("skipped: another user can only be played by root");
    return;
  }
  const Folder folder;
  make(folder / "run.db");
  CHECK(as_nobody([&] { return read_all(folder / "run.db").has_value(); }));
  // Left in WAL mode, but with nothing in the log: the file is everything.
  tamper(folder / "run.db", "PRAGMA journal_mode=WAL");
  CHECK_FALSE(std::filesystem::exists(folder / "run.db-wal"));
  CHECK(as_nobody([&] { return read_all(folder / "run.db").has_value(); }));
  // While it is written.
  Writer out = writer(folder / "run.db");
  record_run(out, start("more"));
  CHECK(as_nobody([&] {
    const auto in = Reader::open(folder / "run.db");
    const auto runs = in ? in->runs() : Result<std::vector<RunSummary>>(std::vector<RunSummary>{});
    return runs && runs->size() == 4;
  }));
}

TEST_CASE("a cut recording in a folder that cannot be written is read whole or refused with what to do") {
  if (::getuid() != 0) {
    MESSAGE("skipped: another user can only be played by root");
    return;
  }
  const Folder folder;
  const auto file = folder / "run.db";
  const pid_t child = ::fork();
  if (child == 0) {
    Writer out = writer(file);
    record_run(out, start("spine"));
    ::_exit(0);  // as cut: nothing is closed
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  REQUIRE(std::filesystem::file_size(folder / "run.db-wal") > 0);
  CHECK(as_nobody([&] {
    const auto in = Reader::open(file);
    const auto runs = in ? in->runs() : Result<std::vector<RunSummary>>(std::vector<RunSummary>{});
    return runs && runs->size() == 1 && runs->front().ticks == 19;
  }));
  std::filesystem::remove(folder / "run.db-shm");
  CHECK(as_nobody([&] {
    const auto in = Reader::open(file);
    return !in && in.error().kind == ErrorKind::io && in.error().remedy.find("-wal") != std::string::npos;
  }));
}
