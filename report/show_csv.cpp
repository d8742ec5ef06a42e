// SPDX-License-Identifier: MIT
#include "report/show_csv.hpp"

#include "core/decimal.hpp"
#include "report/csv.hpp"
#include "report/show_words.hpp"

namespace vpsfit::report {
namespace {

using recording::RunSummary;
using recording::WindowSummary;

const std::vector<std::string_view> header{"subject",
                                           "run",
                                           "load",
                                           "request_rate_per_s",
                                           "source",
                                           "started_at",
                                           "ended_at",
                                           "end_reason",
                                           "command_status",
                                           "run_ticks",
                                           "run_missed_ticks",
                                           "oom_kills",
                                           "run_memory_max_bytes",
                                           "memory_peak_bytes",
                                           "memory_peak_origin",
                                           "window",
                                           "start_s",
                                           "duration_s",
                                           "ticks",
                                           "missed_ticks",
                                           "longest_gap_s",
                                           "cpu_cores",
                                           "cpu_usage_usec",
                                           "window_usec",
                                           "memory_median_bytes",
                                           "memory_max_bytes",
                                           "throttled_periods"};
constexpr int window_columns = 12;

void maybe_text(Csv& csv, const std::optional<std::string>& text) { text ? csv.text(*text) : csv.unknown(); }
void maybe_decimal(Csv& csv, const std::optional<std::string>& number) {
  number ? csv.number(std::string_view(*number)) : csv.unknown();
}

void add_run(Csv& csv, const RunSummary& run) {
  std::optional<std::int64_t> status;
  if (run.end && run.end->command_status) status = *run.end->command_status;
  csv.text(run.start.subject).text(run.start.run).text(run.start.load.name);
  maybe_decimal(csv, request_rate(run.start.load));
  csv.text(to_text(run.start.source));
  maybe_text(csv, started_at(run));
  maybe_text(csv, ended_at(run));
  maybe_text(csv, end_reason(run));
  csv.number(status);
  csv.number(run.ticks).number(run.missed_ticks).number(run.oom_kills).number(run.memory_max).number(run.memory_peak);
  maybe_text(csv, word(run.peak_origin));
}

void add_window(Csv& csv, const RunSummary& run, const WindowSummary& window) {
  const auto cores = cpu_cores(window);
  csv.text(window.name).number(std::string_view(exact_seconds(window.begin - run.start.started)));
  maybe_decimal(csv, window.end ? std::optional(exact_seconds(*window.end - window.begin)) : std::nullopt);
  csv.number(window.ticks).number(window.missed_ticks);
  maybe_decimal(csv, window.longest_gap ? std::optional(exact_seconds(*window.longest_gap)) : std::nullopt);
  maybe_decimal(csv, cores ? std::optional(to_decimal(cores->count(), Rounding::up)) : std::nullopt);
  csv.number(window.cpu_usage);
  csv.number(window.cpu_elapsed ? std::optional<std::int64_t>(window.cpu_elapsed->count()) : std::nullopt);
  csv.number(window.memory_median).number(window.memory_max).number(window.throttled_periods);
}

}  // namespace

std::string show_csv(const std::vector<RunSummary>& runs) {
  Csv csv(header);
  for (const RunSummary& run : runs) {
    for (const WindowSummary& window : run.windows) {
      add_run(csv, run);
      add_window(csv, run, window);
    }
    if (!run.windows.empty()) continue;
    add_run(csv, run);
    for (int i = 0; i < window_columns; ++i) csv.unknown();
  }
  return csv.str();
}

}  // namespace vpsfit::report
