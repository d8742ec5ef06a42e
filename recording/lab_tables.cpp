// SPDX-License-Identifier: MIT
#include "recording/lab_tables.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace vpsfit::recording {
namespace {

/// A statement without what may differ between two that make the same table.
std::string without_spaces(std::string sql) {
  std::erase_if(sql, [](char c) { return c == ' ' || c == '\n'; });
  return sql;
}

}  // namespace

const std::vector<Table>& lab_tables() {
  static const std::vector<Table> all{
      {"lab_experiments",
       "CREATE TABLE lab_experiments(id INTEGER PRIMARY KEY, name TEXT NOT NULL, text TEXT NOT NULL, "
       "plan_sha256 TEXT NOT NULL UNIQUE, environment TEXT NOT NULL, forecast_load TEXT NOT NULL)",
       "id"},
      {"lab_loads",
       "CREATE TABLE lab_loads(load_result INTEGER PRIMARY KEY REFERENCES load_results, load TEXT NOT NULL, "
       "mode TEXT NOT NULL, latency_origin TEXT NOT NULL, min_ratio TEXT, connections INTEGER NOT NULL, "
       "planned_us INTEGER NOT NULL, schedule_lag_us INTEGER, skipped INTEGER, generator_cpu_usec INTEGER, "
       "generator_cpus INTEGER, sampler_cpu_usec INTEGER, contract_checks INTEGER NOT NULL, "
       "startup_us INTEGER NOT NULL, flags TEXT NOT NULL)",
       "load_result"},
      {"lab_warm_ups",
       "CREATE TABLE lab_warm_ups(window INTEGER PRIMARY KEY REFERENCES windows, load TEXT NOT NULL, "
       "completed INTEGER NOT NULL, errors INTEGER NOT NULL, elapsed_us INTEGER NOT NULL)",
       "window"}};
  return all;
}

Result<bool> has_lab_tables(const sqlite::Database& database, std::string_view schema) {
  for (const Table& table : lab_tables()) {
    VPSFIT_TRY(const std::string sql, kept_sql(database, table.name, schema));
    if (without_spaces(sql) != without_spaces(table.sql)) return false;
  }
  return true;
}

}  // namespace vpsfit::recording
