// SPDX-License-Identifier: MIT
#pragma once

#include <cstdlib>
#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>
#include <sqlite3.h>
#include <string>
#include <unistd.h>

#include "recording/reader.hpp"
#include "recording/writer.hpp"

/// Small recordings from few words. Times are milliseconds since the grid's start.
namespace fixture {

using namespace vpsfit;
using namespace vpsfit::recording;
using std::chrono::milliseconds;
using std::chrono::nanoseconds;

/// A folder that goes away with the test.
class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "vpsfit-recording-XXXXXX").string();
    REQUIRE(::mkdtemp(name.data()) != nullptr);
    path_ = name;
    std::filesystem::permissions(path_, std::filesystem::perms{0755});
  }
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  [[nodiscard]] std::filesystem::path operator/(const std::string& name) const { return path_ / name; }
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

inline Host host() { return {"6.1.0-28-amd64", "x86_64", "Some CPU 2.0", 2, GiB(4), 4096, "unified", "0.1.0"}; }

constexpr Instant grid_start{nanoseconds{5'000'000'000'000}};
constexpr WallTime grid_start_wall{std::chrono::microseconds{1'793'534'400'000'000}};  // 2026-11-01T12:00:00Z
constexpr nanoseconds second{1'000'000'000};

inline Instant at(std::int64_t ms) { return grid_start + milliseconds{ms}; }
inline WallTime wall(std::int64_t ms) { return grid_start_wall + milliseconds{ms}; }

inline Writer writer(const std::filesystem::path& file, nanoseconds interval = second) {
  auto opened = Writer::open(file, host(), interval, grid_start, grid_start_wall);
  REQUIRE_MESSAGE(opened.has_value(), (opened ? "" : opened.error().message));
  return std::move(*opened);
}

inline RunStart start(const std::string& subject, const std::string& run = "", std::int64_t ms = 0) {
  RunStart result;
  result.subject = subject;
  result.run = run;
  result.target = "cgroup:/" + subject;
  result.group_path = "/" + subject;
  result.started = at(ms);
  result.started_wall = wall(ms);
  return result;
}

inline RunEnd end(std::int64_t ms, EndReason reason = EndReason::finished) {
  return {reason, std::nullopt, at(ms), wall(ms)};
}

inline Reading reading(std::int64_t usage_usec, std::int64_t memory_bytes) {
  Reading result;
  result.usage = CpuTime{usage_usec};
  result.memory = Bytes{memory_bytes};
  return result;
}

inline Edge edge(std::int64_t ms, std::int64_t usage_usec, std::int64_t memory_bytes, Detail detail = {}) {
  return {at(ms), reading(usage_usec, memory_bytes), detail, {}};
}

/// The tick of the grid that is taken `late` milliseconds late.
inline Tick tick(std::int64_t number, std::int64_t late = 0, nanoseconds interval = second) {
  const Instant planned = grid_start + number * interval;
  return {number, planned, planned + milliseconds{late}, planned + milliseconds{late} + std::chrono::microseconds{40}};
}

template <class T>
T must(Result<T> result) {
  REQUIRE_MESSAGE(result.has_value(), (result ? "" : result.error().message + " " + result.error().place));
  if constexpr (!std::is_void_v<T>) return std::move(*result);
}

inline Reader reader(const std::filesystem::path& file) { return must(Reader::open(file)); }

/// Runs SQL on a file behind the program's back, as somebody with another tool would.
inline void tamper(const std::filesystem::path& file, const std::string& sql) {
  sqlite3* handle = nullptr;
  REQUIRE(sqlite3_open(file.c_str(), &handle) == SQLITE_OK);
  char* message = nullptr;
  const int code = sqlite3_exec(handle, sql.c_str(), nullptr, nullptr, &message);
  const std::string text = message == nullptr ? "" : message;
  sqlite3_free(message);
  sqlite3_close(handle);
  REQUIRE_MESSAGE(code == SQLITE_OK, text);
}

/// One run of 18 s with the window "load" from 1.5 to 16.5 s: half a core, memory 100 MiB plus one each second.
inline void record_run(Writer& out, const RunStart& what, bool closes = true, const Detail& detail = {}) {
  const RunId run = must(out.begin_run(what));
  WindowId window = 0;
  for (std::int64_t n = 0; n <= 18; ++n) {
    if (n == 2) window = must(out.begin_window(run, "load", edge(1500, 750'000, MiB(100).count(), detail)));
    if (n == 17 && closes) must(out.end_window(window, edge(16500, 8'250'000, MiB(100).count(), detail)));
    must(out.tick(tick(n, 1), 0, {{run, reading(n * 500'000, MiB(100 + n).count()), detail}}));
  }
  if (closes) must(out.end_run(run, end(18'500)));
}

}  // namespace fixture
