// SPDX-License-Identifier: MIT
#include <algorithm>
#include <set>

#include "core/decimal.hpp"
#include "report/csv.hpp"
#include "report/page/data_files.hpp"

namespace vpsfit::report {
namespace {

/// Writes rows that share their first columns.
class Rows {
 public:
  Rows(Csv& csv, std::string subject, std::string load, std::string run, std::string window)
      : csv_(csv),
        subject_(std::move(subject)),
        load_(std::move(load)),
        run_(std::move(run)),
        window_(std::move(window)) {}

  template <class Number>
  void fact(std::string_view metric, std::string_view unit, const Number& value) {
    csv_.text(subject_).text(load_).text(run_).text(window_).text(metric).text(unit).number(value);
  }
  /// No row for what is unknown.
  template <class Number>
  void fact(std::string_view metric, std::string_view unit, const std::optional<Number>& value) {
    if (value) fact(metric, unit, *value);
  }
  void cores(CpuTime used, std::chrono::microseconds elapsed) {
    if (elapsed.count() <= 0) return;
    fact("cpu_average", "cores",
         std::string_view(to_decimal(average_cores(used, elapsed).count(), Rounding::half_away)));
  }

 private:
  Csv& csv_;
  std::string subject_, load_, run_, window_;
};

void put_run(Csv& csv, const Usage& usage, const RunUsage& run) {
  Rows in_window(csv, usage.subject, usage.load.name, run.run, usage.window);
  in_window.fact("cpu_usage", "usec", run.cpu_usage);
  in_window.fact("window_length", "usec", static_cast<std::int64_t>(run.window.count()));
  in_window.cores(run.cpu_usage, run.window);
  in_window.fact("memory_median", "bytes", run.memory_median);
  in_window.fact("samples", "count", run.ticks);
  in_window.fact("missed_samples", "count", run.missed_ticks);
  in_window.fact("throttled_periods", "count", run.throttled_periods);
  Rows whole(csv, usage.subject, usage.load.name, run.run, "");
  whole.fact("memory_max", "bytes", run.memory_max);
  whole.fact("memory_kernel_peak", "bytes", run.memory_peak);
  whole.fact("oom_kills", "count", run.oom_kills);
}

void put_recorded(Csv& csv, const recording::RunSummary& run) {
  const auto& start = run.start;
  for (const auto& window : run.windows) {
    Rows rows(csv, start.subject, start.load.name, start.run, window.name);
    rows.fact("cpu_usage", "usec", window.cpu_usage);
    if (window.cpu_elapsed) {
      rows.fact("window_length", "usec", static_cast<std::int64_t>(window.cpu_elapsed->count()));
      if (window.cpu_usage) rows.cores(*window.cpu_usage, *window.cpu_elapsed);
    }
    rows.fact("memory_median", "bytes", window.memory_median);
    rows.fact("memory_max", "bytes", window.memory_max);
    rows.fact("samples", "count", window.ticks);
    rows.fact("missed_samples", "count", window.missed_ticks);
    rows.fact("throttled_periods", "count", window.throttled_periods);
  }
  Rows whole(csv, start.subject, start.load.name, start.run, "");
  whole.fact("memory_max", "bytes", run.memory_max);
  whole.fact("memory_kernel_peak", "bytes", run.memory_peak);
  whole.fact("samples", "count", run.ticks);
  whole.fact("missed_samples", "count", run.missed_ticks);
  whole.fact("oom_kills", "count", run.oom_kills);
}

/// A subject of which nothing but the forecast's own figures is known.
void put_view(Csv& csv, const SubjectView& subject) {
  Rows rows(csv, subject.subject, "", subject.usage.deciding_run.value_or(""), "");
  if (subject.usage.cpu_cores) rows.fact("cpu_average", "cores", std::string_view(*subject.usage.cpu_cores));
  Rows whole(csv, subject.subject, "", "", "");
  whole.fact("memory_max", "bytes", subject.usage.memory);
}

/// What a load generator reported about a run; figures that may not be published are left out here too.
void put_load(Csv& csv, const ReportedLoad& reported) {
  const recording::LoadResult& load = reported.load;
  if (!reported.withheld.empty()) return;
  Rows rows(csv, load.subject, load.load, load.run, load.window);
  const auto decimal = [](const Rational& value) { return to_decimal(value, Rounding::half_away); };
  if (load.asked_rate) rows.fact("asked_rate", "per_s", std::string_view(decimal(*load.asked_rate)));
  rows.fact("load_length", "usec", static_cast<std::int64_t>(load.elapsed.count()));
  rows.fact("load_length_planned", "usec", static_cast<std::int64_t>(load.planned.count()));
  rows.fact("connections", "count", load.connections);
  rows.fact("completed", "count", load.good);
  rows.fact("errors", "count", load.errors);
  rows.fact("timeouts", "count", load.timeouts);
  if (load.origin == "backfilled") return;
  if (const auto mean = recording::mean_latency_us(load.buckets))
    rows.fact("latency_mean", "usec", std::string_view(decimal(*mean)));
  for (const auto& quantile : load.quantiles)
    rows.fact("latency_p" + decimal(Rational(quantile.ppm, 10'000)), "ns", quantile.ns);
}

}  // namespace

std::string measurements(const Document& document) {
  Csv csv({"subject", "load", "run", "window", "metric", "unit", "value"});
  std::set<std::string> recorded;
  for (const auto& run : document.runs) recorded.insert(run.summary.start.subject);
  for (const auto& subject : document.forecast.subjects) {
    if (recorded.contains(subject.subject)) {
      for (const auto& run : document.runs)
        if (run.summary.start.subject == subject.subject) put_recorded(csv, run.summary);
    } else if (subject.measured) {
      for (const auto& run : subject.measured->runs) put_run(csv, *subject.measured, run);
    } else {
      put_view(csv, subject);
    }
    for (const auto& reported : document.loads)
      if (reported.load.subject == subject.subject) put_load(csv, reported);
  }
  return csv.str();
}

json::Value environment(const Document& document) {
  using json::Value;
  Value hosts = Value::array();
  std::set<std::string> seen;
  for (const auto& run : document.runs) {
    const auto& host = run.summary.host;
    Value value = Value::object();
    if (document.host_facts) {
      value.set("kernel", host.kernel)
          .set("architecture", host.architecture)
          .set("cpu_model", host.cpu_model)
          .set("cpus", host.cpus)
          .set("memory_bytes", host.memory.count())
          .set("page_size_bytes", host.page_size)
          .set("cgroup_mode", host.cgroup_mode);
    }
    value.set("interval_ms", std::chrono::duration_cast<std::chrono::milliseconds>(run.summary.interval).count());
    value.set("tool_version", host.tool_version);
    if (seen.insert(json::dump(value)).second) hosts.push(std::move(value));
  }
  Value runs = Value::array();
  for (const auto& run : document.runs) {
    const auto& start = run.summary.start;
    const auto& limits = start.limits;
    runs.push(Value::object(
        {{"subject", start.subject},
         {"run", start.run},
         {"source", recording::to_text(start.source)},
         {"limit_memory_bytes", limits.memory ? Value(limits.memory->count()) : Value()},
         {"limit_cpu_cores", limits.cpu_cores ? Value(to_decimal(*limits.cpu_cores, Rounding::half_away)) : Value()},
         {"limit_cpuset_cpus", limits.cpuset_cpus}}));
  }
  return Value::object({{"schema", "urn:vpsfit:schema:environment:1"},
                        {"schema_version", "1.0"},
                        {"report_made_by", document.tool},
                        {"forecast_made_by", document.forecast.tool},
                        {"hosts", std::move(hosts)},
                        {"runs", std::move(runs)}});
}

}  // namespace vpsfit::report
