// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "core/decimal.hpp"
#include "core/text.hpp"
#include "recording/load_results.hpp"
#include "recording/schema.hpp"
#include "recording/sqlite.hpp"

namespace vpsfit::recording {
namespace {

/// "20000" or "1/5".
Result<Rational> parse_fraction(const std::string& text) {
  const auto slash = text.find('/');
  VPSFIT_TRY(const auto above, parse_int(std::string_view(text).substr(0, slash)));
  if (slash == std::string::npos) return Rational(above);
  VPSFIT_TRY(const auto below, parse_int(std::string_view(text).substr(slash + 1)));
  if (below <= 0) return fail(ErrorKind::input, fmt::format("{} is no fraction", printable(text, 40)));
  return Rational(above, below);
}

Result<std::optional<Rational>> maybe_fraction(const std::optional<std::string>& text) {
  if (!text) return std::optional<Rational>();
  VPSFIT_TRY(const Rational value, parse_fraction(*text));
  return std::optional(value);
}

constexpr const char* load_query = R"(
SELECT l.id, s.name, r.name, w.name, a.load, l.generator, a.mode, a.latency_origin, a.contract_checks, l.asked_rate_per_s,
  a.min_ratio, a.connections, a.planned_us, l.end_ns - l.begin_ns, l.requests, l.completed, l.errors, l.timeouts, l.bytes_in,
  a.schedule_lag_us, a.skipped, a.generator_cpu_usec, a.generator_cpus, a.sampler_cpu_usec, a.flags,
  e.usage_usec - b.usage_usec, e.at_ns - b.at_ns, r.limit_cpuset_cpus, e.throttled_periods - b.throttled_periods,
  e.periods - b.periods, a.startup_us
FROM load_results l JOIN lab_loads a ON a.load_result = l.id JOIN runs r ON r.id = l.run JOIN subjects s ON s.id = r.subject
  JOIN windows w ON w.id = l.window LEFT JOIN edges b ON b.window = w.id AND b.side = 'begin'
  LEFT JOIN edges e ON e.window = w.id AND e.side = 'end' ORDER BY l.id)";

std::optional<CpuTime> cpu(const std::optional<std::int64_t>& usec) {
  return usec ? std::optional(CpuTime{*usec}) : std::nullopt;
}

Result<LoadResult> read_row(sqlite::Fields& fields) {
  LoadResult load;
  load.subject = fields.text(1);
  load.run = fields.text(2);
  load.window = fields.text(3);
  load.load = fields.text(4);
  load.generator = fields.text(5);
  load.mode = fields.text(6);
  load.origin = fields.text(7);
  load.contract_checks = fields.whole(8);
  const auto rate = fields.maybe_text(9), ratio = fields.maybe_text(10);
  load.connections = fields.whole(11);
  load.planned = std::chrono::microseconds(fields.whole(12));
  load.elapsed = std::chrono::microseconds(fields.whole(13) / 1000);
  load.sent = fields.maybe_whole(14);
  load.good = fields.whole(15);
  load.errors = fields.whole(16);
  load.timeouts = fields.whole(17);
  load.bytes_in = fields.maybe_whole(18);
  load.schedule_lag_us = fields.maybe_whole(19);
  load.skipped = fields.maybe_whole(20);
  load.generator_cpu = cpu(fields.maybe_whole(21));
  load.generator_cpus = fields.maybe_whole(22);
  load.sampler_cpu = cpu(fields.maybe_whole(23));
  const std::string flags = fields.text(24);
  load.server_cpu = cpu(fields.maybe_whole(25));
  if (const auto time = fields.maybe_whole(26)) load.window_time = std::chrono::nanoseconds(*time);
  load.server_cpus = fields.maybe_whole(27);
  load.throttled_periods = fields.maybe_whole(28);
  load.periods = fields.maybe_whole(29);
  load.startup = std::chrono::microseconds(fields.whole(30));
  VPSFIT_CHECK(fields.result());
  VPSFIT_TRY(load.asked_rate, maybe_fraction(rate));
  VPSFIT_TRY(load.min_ratio, maybe_fraction(ratio));
  for (const auto flag : split(flags, ','))
    if (!flag.empty()) load.flags.emplace_back(flag);
  return load;
}

Result<void> read_latencies(const sqlite::Database& database, std::int64_t id, LoadResult& load) {
  VPSFIT_TRY(
      auto quantiles,
      database.prepare("SELECT quantile_ppm, latency_ns FROM latencies WHERE load_result = ?1 ORDER BY quantile_ppm"));
  quantiles.bind(1, id);
  int code = 0;
  while ((code = quantiles.step()) == SQLITE_ROW) {
    sqlite::Fields fields(quantiles, database, "latencies");
    load.quantiles.push_back({fields.whole(0, 0, 1'000'000), fields.whole(1)});
    VPSFIT_CHECK(fields.result());
  }
  if (code != SQLITE_DONE) return fail(database.error(code));
  VPSFIT_TRY(auto buckets,
             database.prepare(
                 "SELECT b.lowest, b.highest, b.count FROM histogram_buckets b JOIN histograms h ON h.id = b.histogram "
                 "WHERE h.load_result = ?1 ORDER BY b.lowest"));
  buckets.bind(1, id);
  while ((code = buckets.step()) == SQLITE_ROW) {
    sqlite::Fields fields(buckets, database, "histogram_buckets");
    load.buckets.push_back({fields.whole(0), fields.whole(1), fields.whole(2, 0, std::int64_t{1} << 53)});
    VPSFIT_CHECK(fields.result());
  }
  return code == SQLITE_DONE ? Result<void>{} : fail(database.error(code));
}

Result<bool> has_lab(const sqlite::Database& database) {
  VPSFIT_TRY(
      const auto tables,
      database.number(
          "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name IN ('lab_loads', 'lab_experiments')"));
  return tables.value_or(0) == 2;
}

}  // namespace

Result<std::vector<LoadResult>> read_load_results(const std::filesystem::path& recording) {
  VPSFIT_TRY(const auto database, sqlite::Database::open(recording, sqlite::Mode::read));
  std::vector<LoadResult> loads;
  VPSFIT_TRY(const bool any, has_lab(database));
  if (!any) return loads;
  VPSFIT_TRY(auto rows, database.prepare(load_query));
  int code = 0;
  while ((code = rows.step()) == SQLITE_ROW) {
    sqlite::Fields fields(rows, database, "load_results");
    const std::int64_t id = fields.whole(0);
    VPSFIT_TRY(auto load, read_row(fields));
    VPSFIT_CHECK(read_latencies(database, id, load));
    loads.push_back(std::move(load));
  }
  if (code != SQLITE_DONE) return fail(database.error(code));
  return loads;
}

Result<std::vector<WarmUpResult>> read_warm_ups(const std::filesystem::path& recording) {
  VPSFIT_TRY(const auto database, sqlite::Database::open(recording, sqlite::Mode::read));
  std::vector<WarmUpResult> results;
  VPSFIT_TRY(const bool any, has_lab(database));
  if (!any) return results;
  VPSFIT_TRY(auto rows,
             database.prepare(
                 "SELECT s.name, r.name, w.name, a.load, a.completed, a.errors, a.elapsed_us FROM lab_warm_ups a JOIN "
                 "windows w ON "
                 "w.id = a.window JOIN runs r ON r.id = w.run JOIN subjects s ON s.id = r.subject ORDER BY w.id"));
  int code = 0;
  while ((code = rows.step()) == SQLITE_ROW) {
    sqlite::Fields fields(rows, database, "lab_warm_ups");
    results.push_back({fields.text(0), fields.text(1), fields.text(2), fields.text(3), fields.whole(4), fields.whole(5),
                       std::chrono::microseconds(fields.whole(6))});
    VPSFIT_CHECK(fields.result());
  }
  if (code != SQLITE_DONE) return fail(database.error(code));
  return results;
}

Result<std::vector<LabExperiment>> read_lab_experiments(const std::filesystem::path& recording) {
  VPSFIT_TRY(const auto database, sqlite::Database::open(recording, sqlite::Mode::read));
  std::vector<LabExperiment> experiments;
  VPSFIT_TRY(const bool any, has_lab(database));
  if (!any) return experiments;
  VPSFIT_TRY(
      auto rows,
      database.prepare("SELECT name, text, plan_sha256, environment, forecast_load FROM lab_experiments ORDER BY id"));
  int code = 0;
  while ((code = rows.step()) == SQLITE_ROW) {
    sqlite::Fields fields(rows, database, "lab_experiments");
    experiments.push_back(
        {fields.text(0), fields.text(1, 1 << 20), fields.text(2), fields.text(3, 1 << 20), fields.text(4)});
    VPSFIT_CHECK(fields.result());
  }
  if (code != SQLITE_DONE) return fail(database.error(code));
  return experiments;
}

Result<std::vector<RawFile>> read_raw_files(const std::filesystem::path& recording) {
  VPSFIT_TRY(const auto database, sqlite::Database::open(recording, sqlite::Mode::read));
  std::vector<RawFile> files;
  VPSFIT_TRY(const bool any, has_table(database, "lab_files"));
  if (!any) return files;
  VPSFIT_TRY(auto rows,
             database.prepare("SELECT s.name, r.name, f.path, f.bytes, f.sha256 FROM lab_files f JOIN runs r "
                              "ON r.id = f.run JOIN subjects s ON s.id = r.subject ORDER BY f.run, f.path"));
  int code = 0;
  while ((code = rows.step()) == SQLITE_ROW) {
    sqlite::Fields fields(rows, database, "lab_files");
    files.push_back({fields.text(0), fields.text(1), fields.text(2), fields.whole(3), fields.text(4, 64)});
    VPSFIT_CHECK(fields.result());
  }
  if (code != SQLITE_DONE) return fail(database.error(code));
  return files;
}

}  // namespace vpsfit::recording
