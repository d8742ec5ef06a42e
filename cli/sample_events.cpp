// SPDX-License-Identifier: MIT
#include <unordered_map>

#include "cli/live_table.hpp"
#include "cli/output.hpp"
#include "cli/sample_progress.hpp"
#include "core/decimal.hpp"
#include "json/value.hpp"

namespace vpsfit::cli {
namespace {

using json::Value;

Value in_seconds(std::chrono::nanoseconds time) {
  return Value(to_decimal(Rational(time.count(), 1'000'000'000), Rounding::half_away));
}

template <class T>
Value maybe(const std::optional<T>& value) {
  return value ? Value(value->count()) : Value();
}

/// One JSON object a line on standard error.
class JsonProgress : public SampleProgress {
 public:
  void run_begun(const sampler::Subject& subject) override {
    Run& run = runs_[subject.run_id()];
    run.subject = subject.name();
    run.name = subject.run_name();
    put(event("run").set("subject", run.subject).set("run", run.name));
  }
  void window_opened(std::string_view name) override { put(event("window_begun").set("window", name)); }
  void window_closed(const sampler::Subject& subject) override {
    const auto& closed = subject.last_closed();
    if (!closed) return;
    const auto took = closed->end.at - closed->begin.at;
    const auto cores = cores_between(closed->begin.reading.usage, closed->end.reading.usage, took, 9);
    put(event("window")
            .set("window", closed->window)
            .set("subject", subject.name())
            .set("run", subject.run_name())
            .set("duration_s", in_seconds(took))
            .set("cpu_cores", cores ? Value(*cores) : Value())
            .set("memory_bytes", maybe(closed->end.reading.memory))
            .set("ticks", closed->coverage.taken)
            .set("missed_ticks", closed->coverage.missed));
  }
  void ticked(std::string_view window, const std::vector<recording::TickRow>& rows, const recording::Tick& tick,
              std::int64_t missed) override {
    Value list = Value::array();
    for (const auto& row : rows) {
      Run& run = runs_[row.run];
      const auto cores = cores_between(run.usage, row.reading.usage, tick.begin - run.at, 3);
      list.push(Value::object()
                    .set("subject", run.subject)
                    .set("run", run.name)
                    .set("cpu_cores", cores ? Value(*cores) : Value())
                    .set("cpu_usage_usec", maybe(row.reading.usage))
                    .set("memory_bytes", maybe(row.reading.memory)));
      run.usage = row.reading.usage;
      run.at = tick.begin;
    }
    put(event("tick")
            .set("number", tick.number)
            .set("window", window.empty() ? Value() : Value(window))
            .set("late_s", in_seconds(tick.begin - tick.planned))
            .set("missed_ticks", missed)
            .set("readings", std::move(list)));
  }
  void remark(std::string_view line) override { put(event("remark").set("text", line)); }
  void ended(const sampler::Outcome& outcome, std::string_view file, std::string_view text) override {
    put(event("end")
            .set("file", file)
            .set("end_reason", recording::to_text(outcome.reason))
            .set("command_status", outcome.command_status ? Value(*outcome.command_status) : Value())
            .set("ticks", outcome.ticks)
            .set("missed_ticks", outcome.missed)
            .set("incomplete", outcome.incomplete)
            .set("text", text));
  }

 private:
  struct Run {
    std::string subject, name;
    std::optional<CpuTime> usage;
    recording::Instant at{};
  };
  static Value event(std::string_view name) { return Value::object().set("event", name); }
  static void put(const Value& value) { say(json::dump(value, -1)); }

  std::unordered_map<recording::RunId, Run> runs_;
};

}  // namespace

std::unique_ptr<SampleProgress> json_progress() { return std::make_unique<JsonProgress>(); }

}  // namespace vpsfit::cli
