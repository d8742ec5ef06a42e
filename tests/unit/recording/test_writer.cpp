// SPDX-License-Identifier: MIT
#include "fixture.hpp"

using namespace fixture;

TEST_CASE("what was written is read back exactly") {
  const Folder folder;
  const auto file = folder / "run.db";
  RunStart what = start("spine", "first");
  what.command = {"./server", "--name", "two words", "\xED\x95\x9C"};
  what.load = {"r20k", Rational(1, 3)};
  what.limits = {MiB(512), "/machine", Rational(1, 5), "/machine/spine", 2};
  what.source = SourceKind::hybrid;
  what.group_inode = 0xFFFF'FFFF'FFFF'FFF0;
  what.group_is_fresh = true;
  what.peak_at_start = Bytes{0};
  Reading full{CpuTime{1}, CpuTime{2}, CpuTime{3}, 4, 5, CpuTime{6}, Bytes{INT64_MAX}};
  Detail detail;
  detail.anon = Bytes{7};
  detail.memory_peak = Bytes{8};
  detail.oom_kill = 0;
  detail.pids = 9;
  {
    Writer out = writer(file);
    const RunId run = must(out.begin_run(what));
    must(out.tick(tick(0, 3), 0, {{run, full, detail}}));
    must(out.tick(tick(4), 3, {{run, Reading{}, std::nullopt}}));
    must(out.end_run(run, {EndReason::command_exited, 137, at(4500), wall(4500)}));
    must(out.finish());
  }
  const Reader in = reader(file);
  const auto runs = must(in.runs());
  REQUIRE(runs.size() == 1);
  const RunSummary& run = runs.front();
  CHECK(run.start.subject == "spine");
  CHECK(run.start.run == "first");
  CHECK(run.start.target == "cgroup:/spine");
  CHECK(run.start.group_path == "/spine");
  CHECK(run.start.command == what.command);
  CHECK(run.start.load == what.load);
  CHECK(run.start.limits == what.limits);
  CHECK(run.start.source == SourceKind::hybrid);
  CHECK(run.start.group_inode == what.group_inode);
  CHECK(run.start.group_is_fresh);
  CHECK(run.start.peak_at_start == Bytes{0});
  CHECK(run.start.started == at(0));
  CHECK(run.start.started_wall == wall(0));
  CHECK(run.host.cpu_model == "Some CPU 2.0");
  CHECK(run.host.memory == GiB(4));
  CHECK(run.host.tool_version == "0.1.0");
  CHECK(run.interval == second);
  REQUIRE(run.end.has_value());
  CHECK(run.end->reason == EndReason::command_exited);
  CHECK(run.end->command_status == 137);
  CHECK(run.end->ended == at(4500));
  CHECK(run.end->ended_wall == wall(4500));
  CHECK_FALSE(run.running);

  std::vector<SeriesRow> rows;
  must(in.series(run.id, [&](const SeriesRow& row) { return rows.push_back(row), true; }));
  REQUIRE(rows.size() == 2);
  CHECK(rows[0].reading == full);
  CHECK(rows[0].detail == detail);
  CHECK(rows[0].tick.begin == at(3));
  CHECK(rows[0].tick.end == at(3) + std::chrono::microseconds{40});
  CHECK(rows[1].reading == Reading{});
  CHECK_FALSE(rows[1].detail.has_value());
  CHECK(rows[1].tick.planned == at(4000));
}

TEST_CASE("a finished recording is one file") {
  const Folder folder;
  const auto file = folder / "run.db";
  Writer out = writer(file);
  record_run(out, start("spine"));
  CHECK(std::filesystem::exists(folder / "run.db-wal"));
  CHECK(std::filesystem::exists(folder / "run.db-lock"));
  must(out.finish());
  std::size_t files = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder.path())) ++files;
  CHECK(files == 1);
}

TEST_CASE("a run without a name is the subject's next integer; a name that exists is an error") {
  const Folder folder;
  const auto file = folder / "run.db";
  {
    Writer out = writer(file);
    (void)must(out.begin_run(start("spine")));
    (void)must(out.begin_run(start("spring")));
    (void)must(out.begin_run(start("spine", "7")));
    (void)must(out.begin_run(start("spine", "warm")));
    (void)must(out.begin_run(start("spine", "99999999999")));
    const auto again = out.begin_run(start("spine", "7"));
    REQUIRE_FALSE(again.has_value());
    CHECK(again.error().kind == ErrorKind::input);
    CHECK(again.error().message == "spine has a run '7' already");
    CHECK(again.error().remedy.find("8") != std::string::npos);
    must(out.finish());
  }
  Writer out = writer(file);  // goes on where the last one stopped
  (void)must(out.begin_run(start("spine")));
  (void)must(out.begin_run(start("spring")));
  must(out.finish());
  std::vector<std::string> names;
  for (const RunSummary& run : must(reader(file).runs())) names.push_back(run.start.subject + " " + run.start.run);
  CHECK(names == std::vector<std::string>{"spine 1", "spring 1", "spine 7", "spine warm", "spine 99999999999",
                                          "spine 8", "spring 2"});
}

TEST_CASE("names that nobody could type or print are refused") {
  const Folder folder;
  Writer out = writer(folder / "run.db");
  for (const std::string& name : {std::string(), std::string("a\nb"), std::string("\x1b[2J"), std::string("\xFF"),
                                  std::string(201, 'x'), std::string(10'000'000, 'x'), std::string("a\0b", 3)}) {
    const auto begun = out.begin_run(start(name));
    REQUIRE_FALSE(begun.has_value());
    CHECK(begun.error().kind == ErrorKind::input);
    CHECK(begun.error().message.size() < 300);
  }
  const RunId run = must(out.begin_run(start("spine")));
  CHECK_FALSE(out.begin_window(run, "", edge(0, 0, 0)).has_value());
  (void)must(out.begin_window(run, "load", edge(0, 0, 0)));
  const auto twice = out.begin_window(run, "load", edge(1, 0, 0));
  REQUIRE_FALSE(twice.has_value());
  CHECK(twice.error().message == "this run has a window 'load' already");
}

TEST_CASE("text of the host that is not UTF-8 is kept readable") {
  const Folder folder;
  const auto file = folder / "run.db";
  Writer out = writer(file);
  RunStart what = start("spine");
  what.group_path = "/machine/\xFF\xFE";
  what.command = {"x", "\x80"};
  const RunId run = must(out.begin_run(what));
  must(out.notice(run, make_notice("ended_early", {{"run", "1"}, {"seconds", "3"}, {"reason", "\xFFquit\"}"}})));
  must(out.finish());
  const auto runs = must(reader(file).runs());
  CHECK(runs.front().start.group_path == "/machine/\\xff\\xfe");
  CHECK(runs.front().start.command[1] == "\\x80");
  CHECK(notice_text(runs.front().notices.front()) == "Run 1 ended 3 s before its windows did (\\xffquit\"}).");
}

TEST_CASE("a second writer is refused while the first lives, also in the same process, and readers never") {
  const Folder folder;
  const auto file = folder / "run.db";
  std::optional<Writer> first(writer(file));
  const auto second_writer = Writer::open(file, host(), second, grid_start, grid_start_wall);
  REQUIRE_FALSE(second_writer.has_value());
  CHECK(second_writer.error().kind == ErrorKind::unavailable);
  CHECK(second_writer.error().message == "another vpsfit is writing this recording");
  std::filesystem::create_symlink(file, folder / "alias.db");
  CHECK_FALSE(Writer::open(folder / "alias.db", host(), second, grid_start, grid_start_wall).has_value());
  CHECK(must(reader(file).runs()).empty());
  record_run(*first, start("spine"));
  first.reset();  // without finish(), as after an error
  CHECK(must(reader(file).runs()).size() == 1);
  Writer next = writer(file);
  record_run(next, start("spine"));
  must(next.finish());
  CHECK(must(reader(file).runs()).size() == 2);
}

TEST_CASE("a reader sees every tick that was committed, while the writer goes on") {
  const Folder folder;
  const auto file = folder / "run.db";
  Writer out = writer(file);
  const RunId run = must(out.begin_run(start("spine")));
  const Reader in = reader(file);
  for (std::int64_t n = 0; n < 50; ++n) {
    must(out.tick(tick(n), 0, {{run, reading(n, n), std::nullopt}}));
    const auto runs = must(in.runs());
    REQUIRE(runs.front().ticks == n + 1);
    CHECK(runs.front().running);
    CHECK_FALSE(runs.front().end.has_value());
  }
  must(out.end_run(run, end(50'000)));
  CHECK_FALSE(must(in.runs()).front().running);
}

TEST_CASE("a file that is no recording is left as it is") {
  const Folder folder;
  const auto refuses = [&](const std::filesystem::path& file, ErrorKind kind, const std::string& words) {
    const auto opened = Writer::open(file, host(), second, grid_start, grid_start_wall);
    REQUIRE_FALSE(opened.has_value());
    CHECK(opened.error().kind == kind);
    CHECK_MESSAGE(opened.error().message.find(words) != std::string::npos, opened.error().message);
    CHECK_FALSE(std::filesystem::exists(file.string() + "-lock"));
  };
  {
    std::ofstream(folder / "notes.txt") << "my notes, longer than a SQLite header would be, and then some more of it\n";
  }
  refuses(folder / "notes.txt", ErrorKind::input, "is not a SQLite file");
  CHECK(std::filesystem::file_size(folder / "notes.txt") == 73);
  tamper(folder / "other.db", "CREATE TABLE t(a); INSERT INTO t VALUES(1)");
  refuses(folder / "other.db", ErrorKind::input, "of another program");
  std::filesystem::create_directory(folder / "folder");
  refuses(folder / "folder", ErrorKind::input, "is not an ordinary file");
  refuses(folder / "none" / "run.db", ErrorKind::io, "cannot write here");
  { writer(folder / "new.db"); }
  tamper(folder / "new.db", "PRAGMA user_version=2");
  refuses(folder / "new.db", ErrorKind::input, "format version 2; this program reads up to version 1");
}

TEST_CASE("an empty file, as mktemp makes it, becomes a recording") {
  const Folder folder;
  { std::ofstream(folder / "run.db"); }
  Writer out = writer(folder / "run.db");
  must(out.finish());
  CHECK(must(reader(folder / "run.db").runs()).empty());
}

TEST_CASE("names of files that SQLite would take for something else are ordinary names") {
  const Folder folder;
  for (const char* name : {":memory:", "a?mode=memory", "file:x#y", "100%25.db", "with space.db"}) {
    Writer out = writer(folder / name);
    must(out.finish());
    CHECK(std::filesystem::is_regular_file(folder / name));
    CHECK(must(reader(folder / name).runs()).empty());
  }
}

TEST_CASE("ticks that do not follow each other, and runs that are not open, are refused") {
  const Folder folder;
  Writer out = writer(folder / "run.db");
  const RunId run = must(out.begin_run(start("spine")));
  must(out.tick(tick(5), 0, {{run, reading(1, 1), std::nullopt}}));
  CHECK_FALSE(out.tick(tick(5), 0, {}).has_value());
  CHECK_FALSE(out.tick(tick(7), 2, {}).has_value());
  CHECK_FALSE(out.tick(tick(8), -1, {}).has_value());
  CHECK_FALSE(out.tick(tick(8), 0, {{run + 1, reading(1, 1), std::nullopt}}).has_value());
  CHECK_FALSE(out.tick(tick(8), 0, {{run, reading(1, 1), {}}, {run, reading(1, 1), {}}}).has_value());
  CHECK_FALSE(out.end_run(run + 1, end(0)).has_value());
  CHECK_FALSE(out.end_window(1, edge(0, 0, 0)).has_value());
  must(out.end_run(run, end(8000)));
  CHECK_FALSE(out.end_run(run, end(8000)).has_value());
  must(out.tick(tick(9), 3, {}));
  must(out.finish());
}

TEST_CASE("many targets share a tick") {
  const Folder folder;
  const auto file = folder / "run.db";
  Writer out = writer(file);
  std::vector<TickRow> rows;
  for (int i = 0; i < 133; ++i) {  // 50 + 50 + 8 x 4 + 1: every size of statement
    const RunId run = must(out.begin_run(start("s" + std::to_string(i))));
    rows.push_back({run, reading(i, 1000 + i), i % 3 == 0 ? std::optional(Detail{}) : std::nullopt});
  }
  must(out.tick(tick(0), 0, rows));
  must(out.finish());
  const Reader in = reader(file);
  const auto runs = must(in.runs());
  REQUIRE(runs.size() == 133);
  for (std::size_t i = 0; i < runs.size(); ++i) CHECK(runs[i].memory_max == Bytes{1000 + static_cast<std::int64_t>(i)});
}
