// SPDX-License-Identifier: MIT
// What the statistics of a long recording cost, as a ratio to one SQL aggregate over the same rows of the same file,
// and how much memory they take. usage: bench_statistics [HOURS [CONTAINERS [FOLDER]]]   usual: 24 hours of 20
// containers
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <string>
#include <sys/resource.h>
#include <unistd.h>

#include "recording/reader.hpp"
#include "recording/sqlite.hpp"
#include "recording/writer.hpp"

namespace {

using namespace vpsfit;
using namespace vpsfit::recording;
using std::chrono::nanoseconds;

constexpr Instant grid_start{nanoseconds{3'600'000'000'000}};
constexpr nanoseconds interval{1'000'000'000};
constexpr std::int64_t detail_cadence = 5;

template <class T>
T must(Result<T> result) {
  if (!result) {
    fmt::print(stderr, "{}: {}\n", result.error().place, result.error().message);
    std::exit(1);
  }
  if constexpr (!std::is_void_v<T>) return std::move(*result);
}

double cpu_seconds() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) / 1e6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

long peak_kib() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
}

/// Counters of ten digits; a memory that moves within 40 MiB in steps of the kernel's batch.
Reading reading(std::int64_t n, std::int64_t run) {
  Reading result;
  result.usage = CpuTime{2'000'000'000 + n * 125'000 + run};
  result.memory = Bytes{GiB(1).count() + ((n * 7919 + run * 104'729) % 160) * 262'144};
  return result;
}

Detail detail(std::int64_t n) {
  Detail result;
  result.anon = MiB(700);
  result.file = Bytes{MiB(200).count() + n % 64 * 4096};
  result.inactive_file = MiB(100);
  result.memory_peak = GiB(2);
  return result;
}

void make(const std::filesystem::path& file, std::int64_t seconds, std::int64_t containers) {
  const Host host{"6.1.0", "x86_64", "bench", 8, GiB(64), 4096, "unified", "bench"};
  auto writer = must(Writer::open(file, host, interval, grid_start, WallTime{}));
  std::vector<TickRow> rows(static_cast<std::size_t>(containers));
  std::vector<WindowId> windows;
  for (std::int64_t c = 0; c < containers; ++c) {
    RunStart start;
    start.subject = fmt::format("container-{}", c);
    start.started = grid_start;
    rows[static_cast<std::size_t>(c)].run = must(writer.begin_run(start));
    windows.push_back(must(writer.begin_window(rows[static_cast<std::size_t>(c)].run, "all",
                                               {grid_start - interval / 2, reading(0, c), {}, {}})));
  }
  for (std::int64_t n = 0; n < seconds; ++n) {
    for (std::int64_t c = 0; c < containers; ++c) {
      auto& row = rows[static_cast<std::size_t>(c)];
      row.reading = reading(n, c);
      row.detail = (n + c) % detail_cadence == 0 ? std::optional(detail(n)) : std::nullopt;
    }
    const Instant planned = grid_start + n * interval;
    must(writer.tick({n, planned, planned + nanoseconds{60'000}, planned + nanoseconds{300'000}}, 0, rows));
  }
  const Instant end = grid_start + seconds * interval;
  for (std::int64_t c = 0; c < containers; ++c) {
    must(writer.end_window(windows[static_cast<std::size_t>(c)], {end, reading(seconds, c), {}, {}}));
    must(writer.end_run(rows[static_cast<std::size_t>(c)].run, {EndReason::finished, {}, end, WallTime{}}));
  }
  must(writer.finish());
}

/// The floor: SQLite reads every row of both tables once and computes what it can in one statement.
double aggregate(const std::filesystem::path& file) {
  const auto database = must(sqlite::Database::open(file, sqlite::Mode::read));
  const double before = cpu_seconds();
  for (const char* const sql :
       {"SELECT count(*), min(usage_usec), max(usage_usec), max(memory_bytes), sum(memory_bytes) FROM readings",
        "SELECT count(*), max(anon_bytes), max(file_bytes), max(inactive_file_bytes), max(memory_peak_bytes) FROM "
        "details"}) {
    auto statement = must(database.prepare(sql));
    if (statement.step() != SQLITE_ROW) std::exit(1);
  }
  return cpu_seconds() - before;
}

}  // namespace

int main(int count, char** words) {
  const std::int64_t hours = count > 1 ? std::atoll(words[1]) : 24;
  const std::int64_t containers = count > 2 ? std::atoll(words[2]) : 20;
  const std::filesystem::path folder = count > 3 ? words[3] : "/tmp";
  const auto file = folder / fmt::format("vpsfit-statistics-{}.db", ::getpid());
  make(file, hours * 3600, containers);
  const long before_kib = peak_kib();
  const auto rows = hours * 3600 * containers;
  double floor = 1e9, ours = 1e9;
  for (int i = 0; i < 3; ++i) {
    floor = std::min(floor, aggregate(file));
    const auto reader = must(Reader::open(file));
    const double before = cpu_seconds();
    const auto runs = must(reader.runs());
    ours = std::min(ours, cpu_seconds() - before);
    if (static_cast<std::int64_t>(runs.size()) != containers || !runs.front().windows.front().memory_median) return 1;
  }
  std::error_code ignored;
  fmt::print("{} h x {} containers: {} readings, {:.0f} MB, {:.1f} bytes each with everything beside\n", hours,
             containers, rows, static_cast<double>(std::filesystem::file_size(file, ignored)) / 1e6,
             static_cast<double>(std::filesystem::file_size(file, ignored)) / static_cast<double>(rows));
  fmt::print("one SQL aggregate {:.2f} s CPU; window statistics {:.2f} s, {:.2f} times that; {:.0f} ns a reading\n",
             floor, ours, ours / floor, ours * 1e9 / static_cast<double>(rows));
  fmt::print("memory taken for them: {} KiB on top of {} KiB\n", peak_kib() - before_kib, before_kib);
  std::filesystem::remove(file, ignored);
  return 0;
}
