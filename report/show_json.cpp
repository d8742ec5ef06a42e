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
      .set("longest_gap_s", gap)
      .set("cpu_cores", cores ? Value(to_decimal(cores->count(), Rounding::up)) : Value())
      .set("cpu_usage_usec", count(window.cpu_usage))
      .set("window_usec", window.cpu_elapsed ? Value(std::int64_t{window.cpu_elapsed->count()}) : Value())
      .set("memory_median_bytes", count(window.memory_median))
      .set("memory_max_bytes", count(window.memory_max))
      .set("throttled_periods", window.throttled_periods)
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
      .set("cpu_cores", limits.cpu_cores ? Value(to_decimal(*limits.cpu_cores, Rounding::down)) : Value())
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
