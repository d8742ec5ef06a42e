// SPDX-License-Identifier: MIT
#include "recording/load_results.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "core/text.hpp"
#include "recording/lab_tables.hpp"
#include "recording/sqlite.hpp"

namespace vpsfit::recording {
namespace {

constexpr std::int64_t million = 1'000'000;

void bind_value(sqlite::Statement& statement, int at, std::optional<std::int64_t> value) {
  value ? statement.bind(at, *value) : statement.bind_null(at);
}
void bind_value(sqlite::Statement& statement, int at, const std::optional<Rational>& value) {
  value ? statement.bind(at, value->fraction()) : statement.bind_null(at);
}
std::optional<std::int64_t> microseconds_of(const std::optional<CpuTime>& time) {
  return time ? std::optional(time->count()) : std::nullopt;
}

Result<void> insert(sqlite::Statement& statement, const sqlite::Database& database) {
  const int code = statement.execute();
  return code == SQLITE_OK ? Result<void>{} : fail(database.error(code));
}

struct Place {
  std::int64_t run = 0, window = 0, begin_ns = 0;
};

template <class Load>
Result<Place> place_of(const sqlite::Database& database, const Load& load) {
  VPSFIT_TRY(
      auto statement,
      database.prepare(
          "SELECT r.id, w.id, e.at_ns FROM runs r JOIN subjects s ON s.id = r.subject JOIN windows w ON w.run = r.id "
          "JOIN edges e ON e.window = w.id AND e.side = 'begin' WHERE s.name = ?1 AND r.name = ?2 AND w.name = ?3"));
  statement.bind(1, load.subject);
  statement.bind(2, load.run);
  statement.bind(3, load.window);
  const int code = statement.step();
  if (code == SQLITE_DONE)
    return fail(ErrorKind::input,
                fmt::format("the recording has no window {} of run {} of {}", printable(load.window, 40),
                            printable(load.run, 40), printable(load.subject, 40)),
                database.place());
  if (code != SQLITE_ROW) return fail(database.error(code));
  sqlite::Fields fields(statement, database, "windows");
  const Place place{fields.whole(0), fields.whole(1), fields.whole(2)};
  VPSFIT_CHECK(fields.result());
  return place;
}

Result<void> insert_result(const sqlite::Database& database, const LoadResult& load, std::int64_t id) {
  VPSFIT_TRY(const Place place, place_of(database, load));
  VPSFIT_TRY(auto row,
             database.prepare("INSERT INTO load_results(id, run, window, generator, begin_ns, end_ns, "
                              "asked_rate_per_s, requests, completed, errors, "
                              "timeouts, bytes_in) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)"));
  row.bind(1, id);
  row.bind(2, place.run);
  row.bind(3, place.window);
  row.bind(4, load.generator);
  row.bind(5, place.begin_ns);
  row.bind(6, place.begin_ns + std::chrono::nanoseconds(load.elapsed).count());
  bind_value(row, 7, load.asked_rate);
  bind_value(row, 8, load.sent);
  row.bind(9, load.good);
  row.bind(10, load.errors);
  row.bind(11, load.timeouts);
  bind_value(row, 12, load.bytes_in);
  return insert(row, database);
}

std::string joined(const std::vector<std::string>& words) { return fmt::format("{}", fmt::join(words, ",")); }

Result<void> insert_lab(const sqlite::Database& database, const LoadResult& load, std::int64_t id) {
  VPSFIT_TRY(auto row,
             database.prepare(
                 "INSERT INTO lab_loads VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)"));
  row.bind(1, id);
  row.bind(2, load.load);
  row.bind(3, load.mode);
  row.bind(4, load.origin);
  bind_value(row, 5, load.min_ratio);
  row.bind(6, load.connections);
  row.bind(7, std::int64_t{load.planned.count()});
  bind_value(row, 8, load.schedule_lag_us);
  bind_value(row, 9, load.skipped);
  bind_value(row, 10, microseconds_of(load.generator_cpu));
  bind_value(row, 11, load.generator_cpus);
  bind_value(row, 12, microseconds_of(load.sampler_cpu));
  row.bind(13, load.contract_checks);
  row.bind(14, std::int64_t{load.startup.count()});
  row.bind(15, joined(load.flags));
  return insert(row, database);
}

Result<void> insert_latencies(const sqlite::Database& database, const LoadResult& load, std::int64_t id) {
  VPSFIT_TRY(auto quantile, database.prepare("INSERT INTO latencies VALUES(?1, ?2, ?3)"));
  for (const auto& one : load.quantiles) {
    quantile.bind(1, id);
    quantile.bind(2, one.ppm);
    quantile.bind(3, one.ns);
    VPSFIT_CHECK(insert(quantile, database));
  }
  if (load.buckets.empty()) return {};
  std::int64_t total = 0;
  for (const auto& bucket : load.buckets) total += bucket.count;
  VPSFIT_TRY(auto head, database.prepare("INSERT INTO histograms VALUES(?1, ?2, 'latency', 'us', ?3)"));
  head.bind(1, id);  // one histogram each: they share their number
  head.bind(2, id);
  head.bind(3, total);
  VPSFIT_CHECK(insert(head, database));
  VPSFIT_TRY(auto row, database.prepare("INSERT INTO histogram_buckets VALUES(?1, ?2, ?3, ?4)"));
  for (const auto& bucket : load.buckets) {
    row.bind(1, id);
    row.bind(2, bucket.lowest);
    row.bind(3, bucket.highest);
    row.bind(4, bucket.count);
    VPSFIT_CHECK(insert(row, database));
  }
  return {};
}

Result<void> insert_warm_up(const sqlite::Database& database, const WarmUpResult& load) {
  VPSFIT_TRY(const Place place, place_of(database, load));
  VPSFIT_TRY(auto row, database.prepare("INSERT INTO lab_warm_ups VALUES(?1, ?2, ?3, ?4, ?5)"));
  row.bind(1, place.window);
  row.bind(2, load.load);
  row.bind(3, load.good);
  row.bind(4, load.errors);
  row.bind(5, std::int64_t{load.elapsed.count()});
  return insert(row, database);
}

Result<void> insert_raw_file(const sqlite::Database& database, const RawFile& file) {
  VPSFIT_TRY(auto row,
             database.prepare("INSERT INTO lab_files(run, path, bytes, sha256) SELECT r.id, ?3, ?4, ?5 FROM "
                              "runs r JOIN subjects s ON s.id = r.subject WHERE s.name = ?1 AND r.name = ?2"));
  row.bind(1, file.subject);
  row.bind(2, file.run);
  row.bind(3, file.path);
  row.bind(4, file.bytes);
  row.bind(5, file.sha256);
  VPSFIT_CHECK(insert(row, database));
  if (sqlite3_changes64(database.get()) == 1) return {};
  return fail(ErrorKind::input,
              fmt::format("the recording has no run {} of {}", printable(file.run, 40), printable(file.subject, 40)),
              database.place());
}

}  // namespace

std::optional<std::int64_t> latency_us_at(const std::vector<LatencyBucket>& buckets, std::int64_t ppm) {
  std::int64_t total = 0;
  for (const auto& bucket : buckets) total += bucket.count;
  const std::int64_t rank =
      std::max<std::int64_t>(total / million * ppm + (total % million * ppm + million - 1) / million, 1);
  std::int64_t seen = 0;
  for (const auto& bucket : buckets)
    if (seen += bucket.count; seen >= rank) return bucket.highest;
  return std::nullopt;
}

std::optional<Rational> mean_latency_us(const std::vector<LatencyBucket>& buckets) {
  Rational sum;
  std::int64_t total = 0;
  for (const auto& bucket : buckets) {
    sum += Rational(bucket.lowest + (bucket.highest - bucket.lowest + 1) / 2) * Rational(bucket.count);
    total += bucket.count;
  }
  if (total == 0) return std::nullopt;
  return sum / Rational(total);
}

Result<void> add_load_results(const std::filesystem::path& recording, const std::vector<LoadResult>& loads,
                              const std::vector<WarmUpResult>& warm_ups) {
  VPSFIT_TRY(const auto database, sqlite::Database::open(recording, sqlite::Mode::write));
  VPSFIT_CHECK(database.run("BEGIN IMMEDIATE"));
  VPSFIT_CHECK(make_missing(database, lab_tables()));
  VPSFIT_TRY(const auto last, database.number("SELECT max(max((SELECT coalesce(max(id), 0) FROM load_results)), "
                                              "(SELECT coalesce(max(id), 0) FROM histograms))"));
  std::int64_t id = last.value_or(0);
  for (const auto& load : loads) {
    ++id;
    VPSFIT_CHECK(insert_result(database, load, id));
    VPSFIT_CHECK(insert_lab(database, load, id));
    VPSFIT_CHECK(insert_latencies(database, load, id));
  }
  for (const auto& one : warm_ups) VPSFIT_CHECK(insert_warm_up(database, one));
  return database.run("COMMIT");
}

Result<void> break_off(const std::filesystem::path& recording, const std::string& subject, const std::string& run) {
  VPSFIT_TRY(const auto database, sqlite::Database::open(recording, sqlite::Mode::write));
  VPSFIT_TRY(auto row, database.prepare("UPDATE windows SET name = name || ' (broken off)' WHERE run = (SELECT r.id "
                                        "FROM runs r JOIN subjects s ON s.id = "
                                        "r.subject WHERE s.name = ?1 AND r.name = ?2)"));
  row.bind(1, subject);
  row.bind(2, run);
  return insert(row, database);
}

Result<void> add_lab_experiment(const std::filesystem::path& recording, const LabExperiment& experiment) {
  VPSFIT_TRY(const auto database, sqlite::Database::open(recording, sqlite::Mode::write));
  VPSFIT_CHECK(make_missing(database, lab_tables()));
  VPSFIT_TRY(auto row, database.prepare("INSERT OR IGNORE INTO lab_experiments(name, text, plan_sha256, environment, "
                                        "forecast_load) VALUES(?1, ?2, ?3, ?4, ?5)"));
  row.bind(1, experiment.name);
  row.bind(2, experiment.text);
  row.bind(3, experiment.plan_sha256);
  row.bind(4, experiment.environment);
  row.bind(5, experiment.forecast_load);
  return insert(row, database);
}

Result<void> add_raw_files(const std::filesystem::path& recording, const std::vector<RawFile>& files) {
  VPSFIT_TRY(const auto database, sqlite::Database::open(recording, sqlite::Mode::write));
  VPSFIT_CHECK(database.run("BEGIN IMMEDIATE"));
  VPSFIT_CHECK(make_missing(database, later_tables()));  // of an older program
  for (const auto& file : files) VPSFIT_CHECK(insert_raw_file(database, file));
  return database.run("COMMIT");
}

}  // namespace vpsfit::recording
