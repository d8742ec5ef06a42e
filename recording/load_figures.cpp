// SPDX-License-Identifier: MIT
#include "recording/load_figures.hpp"

#include "core/text.hpp"
#include "recording/reader.hpp"
#include "recording/sqlite.hpp"

namespace vpsfit::recording {
namespace {

constexpr std::string_view results_sql =
    "SELECT l.id, s.name, r.name, r.load_name, w.name, l.generator, l.asked_rate_per_s, l.end_ns - l.begin_ns, "
    "l.completed, l.errors, l.timeouts FROM load_results l JOIN runs r ON r.id = l.run JOIN subjects s ON s.id = "
    "r.subject LEFT JOIN windows w ON w.id = l.window ORDER BY l.id";
constexpr std::string_view latencies_sql =
    "SELECT quantile_ppm, latency_ns FROM latencies WHERE load_result = ? ORDER BY quantile_ppm";
constexpr std::string_view buckets_sql =
    "SELECT b.lowest, b.highest, b.count, h.unit FROM histogram_buckets b JOIN histograms h ON h.id = b.histogram "
    "WHERE h.load_result = ? AND h.name = 'latency' ORDER BY b.lowest";

/// Nanoseconds of the unit of a histogram; nothing where it is no time.
std::optional<std::int64_t> nanoseconds_of(std::string_view unit) {
  if (unit == "ns") return 1;
  if (unit == "us") return 1'000;
  if (unit == "ms") return 1'000'000;
  if (unit == "s") return 1'000'000'000;
  return std::nullopt;
}

/// "20000" or "1/5", above zero.
std::optional<Rational> rate_of(std::string_view text) {
  const auto parts = split(text, '/');
  const auto above = parse_int(parts.front());
  const auto below = parts.size() == 2 ? parse_int(parts.back()) : Result<std::int64_t>(1);
  if (parts.size() > 2 || !above || !below || *above <= 0 || *below <= 0) return std::nullopt;
  return Rational(*above, *below);
}

/// Calls `row` for each row of a statement about one result.
template <class Row>
Result<void> each_row(const sqlite::Database& database, std::string_view sql, std::optional<std::int64_t> id,
                      std::string_view what, Row row) {
  VPSFIT_TRY(sqlite::Statement statement, database.prepare(sql));
  if (id) statement.bind(1, *id);
  int code = SQLITE_ROW;
  while ((code = statement.step()) == SQLITE_ROW) {
    sqlite::Fields fields(statement, database, what);
    row(fields);
    VPSFIT_CHECK(fields.result());
  }
  if (code != SQLITE_DONE) return fail(database.error(code));
  return {};
}

Result<void> read_latencies(const sqlite::Database& database, std::int64_t id, LoadFigures& figures) {
  VPSFIT_CHECK(each_row(database, latencies_sql, id, "latencies", [&](sqlite::Fields& fields) {
    const std::int64_t quantile = fields.whole(0, 0, 1'000'000);
    figures.latencies[quantile] = fields.whole(1);
  }));
  Rational total;
  std::int64_t count = 0;
  bool is_time = true;
  VPSFIT_CHECK(each_row(database, buckets_sql, id, "histogram_buckets", [&](sqlite::Fields& fields) {
    const std::int64_t low = fields.whole(0);
    const std::int64_t high = fields.whole(1, low);
    const std::int64_t here = fields.whole(2, 0, INT64_MAX - count);
    const auto unit = nanoseconds_of(fields.text(3, 20));
    is_time = is_time && unit.has_value();
    total = total + (Rational(low) + Rational(high)) / Rational(2) * Rational(here) * Rational(unit.value_or(0));
    count += here;
  }));
  if (count > 0 && is_time) figures.mean_ns = total / Rational(count);
  return {};
}

}  // namespace

Result<std::vector<LoadFigures>> read_load_figures(const std::filesystem::path& file) {
  VPSFIT_TRY(const auto checked, Reader::open(file));  // it knows what a recording is
  VPSFIT_TRY(const auto database, sqlite::Database::open(file, sqlite::Mode::read));
  std::vector<std::pair<std::int64_t, LoadFigures>> results;
  VPSFIT_CHECK(each_row(database, results_sql, std::nullopt, "load_results", [&](sqlite::Fields& fields) {
    LoadFigures figures;
    const std::int64_t id = fields.whole(0, INT64_MIN);
    figures.subject = fields.text(1);
    figures.run = fields.text(2);
    figures.load = fields.text(3);
    figures.window = fields.maybe_text(4).value_or("");
    figures.generator = fields.text(5);
    if (const auto rate = fields.maybe_text(6)) {
      figures.asked_rate_per_s = rate_of(*rate);
      if (!figures.asked_rate_per_s) fields.object(6, "is not a rate");
    }
    figures.elapsed = std::chrono::nanoseconds(fields.whole(7, 1));
    figures.completed = fields.maybe_whole(8);
    figures.errors = fields.maybe_whole(9);
    figures.timeouts = fields.maybe_whole(10);
    results.emplace_back(id, std::move(figures));
  }));
  std::vector<LoadFigures> all;
  for (auto& [id, figures] : results) {
    VPSFIT_CHECK(read_latencies(database, id, figures));
    all.push_back(std::move(figures));
  }
  return all;
}

}  // namespace vpsfit::recording
