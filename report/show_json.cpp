// SPDX-License-Identifier: MIT
#include "report/show_json.hpp"

#include "core/decimal.hpp"
#include "json/value.hpp"
#include "report/show_words.hpp"

namespace vpsfit::report {
namespace {

using json::Value;
using recording::RunSummary;
using recording::WindowSummary;

template <class Tag>
Value count(const std::optional<Quantity<Tag, std::int64_t>>& quantity) {
  return quantity ? Value(quantity->count()) : Value();
}

Value notices_value(const std::vector<Notice>& notices) {
  Value list = Value::array();
  for (const Notice& notice : notices) {
    Value args = Value::object();
    for (const auto& [name, value] : notice.args) args.set(name, value);
    list.push(Value::object().set("code", notice.code).set("args", std::move(args)).set("text", notice_text(notice)));
  }
  return list;
}

Value micros(const std::optional<std::chrono::microseconds>& time) {
  return time ? Value(std::int64_t{time->count()}) : Value();
}

Value peak_value(const recording::PeakRange& peak) {
  return Value::object()
      .set("least_bytes", count(peak.least))
      .set("most_bytes", count(peak.most))
      .set("basis", to_text(peak.basis));
}

Value memory_value(const WindowSummary& window) {
  Value list = Value::array();
  for (const auto definition : recording::memory_definitions) {
    const auto& figures = window.memory[static_cast<std::size_t>(definition)];
    list.push(Value::object()
                  .set("definition", to_text(definition))
                  .set("samples", figures.samples)
                  .set("median_bytes", count(figures.median))
                  .set("max_bytes", count(figures.max)));
  }
  return list;
}

Value explanation_value(const recording::Explanation& why) {
  const auto stalls = [](const std::optional<CpuTime>& some, const std::optional<CpuTime>& full) {
    return Value::object().set("some_usec", count(some)).set("full_usec", count(full));
  };
  return Value::object()
      .set("cpu_periods", why.periods)
      .set("throttled_periods", why.throttled_periods)
      .set("throttled_usec", count(why.throttled))
      .set("cpu_pressure", stalls(why.cpu_some, why.cpu_full))
      .set("memory_pressure", stalls(why.memory_some, why.memory_full))
      .set("io_pressure", stalls(why.io_some, why.io_full))
      .set("swap_max_bytes", count(why.swap_max))
      .set("host_busy_usec", count(why.host_busy))
      .set("host_idle_usec", count(why.host_idle))
      .set("host_steal_usec", count(why.host_steal))
      .set("clock_step_usec", micros(why.clock_step))
      .set("suspended_usec", micros(why.asleep))
      .set("paused_usec", micros(why.paused));
}

Value stretch_value(const std::optional<recording::CpuStretch>& stretch) {
  if (!stretch) return {};
  return Value::object()
      .set("cpu_cores", to_decimal(average_cores(stretch->used, stretch->elapsed).count(), Rounding::up))
      .set("cpu_usage_usec", stretch->used.count())
      .set("window_usec", std::int64_t{stretch->elapsed.count()});
}

Value window_value(const RunSummary& run, const WindowSummary& window) {
  const auto cores = cpu_cores(window);
  const auto duration = window.end ? std::optional(exact_seconds(*window.end - window.begin)) : std::nullopt;
  const auto gap = window.longest_gap ? std::optional(exact_seconds(*window.longest_gap)) : std::nullopt;
  return Value::object()
      .set("name", window.name)
      .set("start_s", exact_seconds(window.begin - run.start.started))
      .set("duration_s", duration)
      .set("ticks", window.ticks)
      .set("missed_ticks", window.missed_ticks)
      .set("rolled_minutes", window.rolled_minutes)
      .set("longest_gap_s", gap)
      .set("cpu_cores", cores ? Value(to_decimal(cores->count(), Rounding::up)) : Value())
      .set("cpu_usage_usec", count(window.cpu_usage))
      .set("window_usec", window.cpu_elapsed ? Value(std::int64_t{window.cpu_elapsed->count()}) : Value())
      .set("memory_median_bytes", count(window.memory_median))
      .set("memory_max_bytes", count(window.memory_max))
      .set("throttled_periods", window.throttled_periods)
      .set("cpu_uncertainty_cores",
           window.cpu_uncertainty ? Value(to_decimal(window.cpu_uncertainty->count(), Rounding::up)) : Value())
      .set("busiest_minute", stretch_value(window.busiest_minute))
      .set("memory", memory_value(window))
      .set("memory_peak", peak_value(window.peak))
      .set("explanation", explanation_value(window.why))
      .set("notices", notices_value(window.notices));
}

Value host_value(const recording::Host& host) {
  return Value::object()
      .set("kernel", host.kernel)
      .set("architecture", host.architecture)
      .set("cpu_model", host.cpu_model)
      .set("cpus", host.cpus)
      .set("memory_bytes", host.memory.count())
      .set("cgroup_mode", host.cgroup_mode)
      .set("tool_version", host.tool_version);
}

Value limits_value(const recording::Limits& limits) {
  return Value::object()
      .set("memory_bytes", count(limits.memory))
      .set("memory_from", limits.memory ? Value(limits.memory_from) : Value())
      .set("cpu_cores", limits.cpu_cores ? Value(to_decimal(*limits.cpu_cores, Rounding::down)) : Value())
      .set("cpu_from", limits.cpu_cores ? Value(limits.cpu_from) : Value())
      .set("cpuset_cpus", limits.cpuset_cpus);
}

Value run_value(const RunSummary& run) {
  const bool has_status = run.end && run.end->command_status;
  Value windows = Value::array();
  for (const WindowSummary& window : run.windows) windows.push(window_value(run, window));
  return Value::object()
      .set("subject", run.start.subject)
      .set("run", run.start.run)
      .set("source", to_text(run.start.source))
      .set("target", run.start.target)
      .set("load", Value::object()
                       .set("name", run.start.load.name.empty() ? Value() : Value(run.start.load.name))
                       .set("request_rate_per_s", request_rate(run.start.load)))
      .set("started_at", started_at(run))
      .set("ended_at", ended_at(run))
      .set("end_reason", end_reason(run))
      .set("command_status", has_status ? Value(*run.end->command_status) : Value())
      .set("interval_s", exact_seconds(run.interval))
      .set("ticks", run.ticks)
      .set("missed_ticks", run.missed_ticks)
      .set("memory_max_bytes", count(run.memory_max))
      .set("memory_peak_bytes", count(run.memory_peak))
      .set("memory_peak_origin", word(run.peak_origin))
      .set("memory_peak", peak_value(run.peak))
      .set("memory_uncertainty_bytes", count(run.memory_batch))
      .set("swap_max_bytes", count(run.swap_max))
      .set("oom_kills", run.oom_kills)
      .set("limits", limits_value(run.start.limits))
      .set("host", host_value(run.host))
      .set("windows", std::move(windows))
      .set("notices", notices_value(run.notices));
}

}  // namespace

std::string show_json(const std::vector<RunSummary>& runs, std::string_view version) {
  Value list = Value::array();
  for (const RunSummary& run : runs) list.push(run_value(run));
  return json::dump(Value::object()
                        .set("schema", "urn:vpsfit:schema:show:1")
                        .set("schema_version", "1.0")
                        .set("tool", Value::object().set("name", "vpsfit").set("version", version))
                        .set("runs", std::move(list))) +
         "\n";
}

}  // namespace vpsfit::report
