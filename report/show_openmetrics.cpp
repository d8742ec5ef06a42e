// SPDX-License-Identifier: MIT
#include "report/show_openmetrics.hpp"

#include <fmt/format.h>

#include "core/decimal.hpp"
#include "core/text.hpp"
#include "report/show_words.hpp"

namespace vpsfit::report {
namespace {

using recording::RunSummary;
using recording::WindowSummary;

/// A label's value: backslash, quote and line feed escaped; bytes that are not UTF-8 made printable before.
std::string label(std::string_view name, std::string_view text) {
  const std::string safe = is_utf8(text) ? std::string(text) : printable(text, text.size());
  std::string value;
  for (const char c : safe) {
    if (c == '\\' || c == '"') value += '\\';
    value += c == '\n' ? std::string("\\n") : std::string(1, c);
  }
  return fmt::format("{}=\"{}\"", name, value);
}

std::string labels_of(const RunSummary& run) {
  return label("subject", run.start.subject) + "," + label("run", run.start.run);
}

using Number = std::optional<std::string>;

template <class Tag>
Number whole(const std::optional<Quantity<Tag, std::int64_t>>& value) {
  return value ? Number(std::to_string(value->count())) : std::nullopt;
}
Number whole(const std::optional<std::int64_t>& value) { return value ? Number(std::to_string(*value)) : std::nullopt; }
Number seconds_value(const std::optional<CpuTime>& time) {
  return time ? Number(to_decimal(Rational(time->count(), 1'000'000), Rounding::half_away)) : std::nullopt;
}

class Families {
 public:
  explicit Families(const std::vector<RunSummary>& runs) : runs_(runs) {}

  template <class Of>
  void of_runs(std::string_view name, std::string_view unit, std::string_view help, Of of) {
    head(name, unit, help);
    for (const RunSummary& run : runs_) sample(name, labels_of(run), of(run));
  }
  template <class Of>
  void of_windows(std::string_view name, std::string_view unit, std::string_view help, Of of) {
    head(name, unit, help);
    for (const RunSummary& run : runs_)
      for (const WindowSummary& window : run.windows)
        sample(name, labels_of(run) + "," + label("window", window.name), of(window));
  }
  void of_memory() {
    head("vpsfit_window_memory_max_bytes", "bytes", "Largest sample of memory in the window, by definition.");
    for (const RunSummary& run : runs_)
      for (const WindowSummary& window : run.windows)
        for (const auto definition : recording::memory_definitions)
          sample("vpsfit_window_memory_max_bytes",
                 labels_of(run) + "," + label("window", window.name) + "," + label("definition", to_text(definition)),
                 whole(window.memory[static_cast<std::size_t>(definition)].max));
  }
  [[nodiscard]] std::string text() const { return text_ + "# EOF\n"; }

 private:
  void head(std::string_view name, std::string_view unit, std::string_view help) {
    text_ += fmt::format("# TYPE {} gauge\n", name);
    if (!unit.empty()) text_ += fmt::format("# UNIT {} {}\n", name, unit);
    text_ += fmt::format("# HELP {} {}\n", name, help);
  }
  void sample(std::string_view name, const std::string& labels, const Number& value) {
    if (value) text_ += fmt::format("{}{{{}}} {}\n", name, labels, *value);
  }

  const std::vector<RunSummary>& runs_;
  std::string text_;
};

}  // namespace

std::string show_openmetrics(const std::vector<RunSummary>& runs) {
  Families out(runs);
  out.of_runs("vpsfit_run_samples", "", "Samples that were taken.",
              [](const RunSummary& r) { return whole(std::optional(r.ticks)); });
  out.of_runs("vpsfit_run_missed_samples", "", "Samples that were due and not taken.",
              [](const RunSummary& r) { return whole(std::optional(r.missed_ticks)); });
  out.of_runs("vpsfit_run_memory_peak_bytes", "bytes", "The peak of the kernel, which may be older than the run.",
              [](const RunSummary& r) { return whole(r.memory_peak); });
  out.of_runs("vpsfit_run_memory_uncertainty_bytes", "bytes", "How much of the memory figures may be air.",
              [](const RunSummary& r) { return whole(r.memory_batch); });
  out.of_runs("vpsfit_run_oom_kills", "", "Processes killed for lack of memory during the run.",
              [](const RunSummary& r) { return whole(r.oom_kills); });
  out.of_windows("vpsfit_window_cpu_cores", "cores", "Average CPU between the edges of the window.",
                 [](const WindowSummary& w) {
                   const auto cores = cpu_cores(w);
                   return cores ? Number(to_decimal(cores->count(), Rounding::up)) : std::nullopt;
                 });
  out.of_windows("vpsfit_window_cpu_seconds", "seconds", "CPU time used between the edges of the window.",
                 [](const WindowSummary& w) { return seconds_value(w.cpu_usage); });
  out.of_windows("vpsfit_window_memory_median_bytes", "bytes", "Median of memory.current in the window.",
                 [](const WindowSummary& w) { return whole(w.memory_median); });
  out.of_memory();
  out.of_windows("vpsfit_window_memory_peak_least_bytes", "bytes", "The peak of memory in the window is not below.",
                 [](const WindowSummary& w) { return whole(w.peak.least); });
  out.of_windows("vpsfit_window_memory_peak_most_bytes", "bytes", "The peak of memory in the window is not above.",
                 [](const WindowSummary& w) { return whole(w.peak.most); });
  out.of_windows("vpsfit_window_throttled_periods", "periods", "CPU periods in which the limit was reached.",
                 [](const WindowSummary& w) { return whole(w.throttled_periods); });
  out.of_windows("vpsfit_window_cpu_pressure_seconds", "seconds", "Time in which some task waited for a CPU.",
                 [](const WindowSummary& w) { return seconds_value(w.why.cpu_some); });
  out.of_windows("vpsfit_window_memory_pressure_seconds", "seconds", "Time in which some task waited for memory.",
                 [](const WindowSummary& w) { return seconds_value(w.why.memory_some); });
  out.of_windows("vpsfit_window_io_pressure_seconds", "seconds", "Time in which some task waited for a disk.",
                 [](const WindowSummary& w) { return seconds_value(w.why.io_some); });
  out.of_windows("vpsfit_window_host_steal_seconds", "seconds", "CPU time that the hypervisor took from the host.",
                 [](const WindowSummary& w) { return seconds_value(w.why.host_steal); });
  return out.text();
}

}  // namespace vpsfit::report
