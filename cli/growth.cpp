// SPDX-License-Identifier: MIT
#include "report/growth.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "cli/command.hpp"
#include "cli/output.hpp"
#include "cli/version.hpp"
#include "core/text.hpp"
#include "forecast/assumptions.hpp"
#include "recording/reader.hpp"

namespace vpsfit::cli {
namespace {

constexpr std::string_view growth_usage = R"(Tells whether memory grows, how fast, and when a plan is full.

Usage: vpsfit growth <recording>... [--memory=SIZE] [--os-reserve=SIZE] [--window=NAME] [--json] [--output=FILE]

Theil-Sen slope and Mann-Kendall test over the samples of memory in one window of each run. A span under 30 minutes is
refused: caches fill and heaps settle. Nothing is said of what lies further ahead than 20 times the span.

  --memory=SIZE             the memory of the plan, like 4GB: in how many days is it full?
  --os-reserve=SIZE         of it for the system (usual: 128MiB)
  --window=NAME             the window that counts (usual: the longest of each run)
  --json                    print the document (see 'vpsfit schema growth')
  --output=FILE             write there instead of standard output

Status 3: a run is too short or has too few samples.
)";

Result<std::optional<Bytes>> size_of(const Arguments& arguments, std::string_view option) {
  const auto text = arguments.text(option);
  if (!text) return std::optional<Bytes>();
  auto bytes = parse_bytes(*text);
  if (!bytes) return fail(std::move(bytes).error().in(option));
  return std::optional<Bytes>(*bytes);
}

/// The closed window of that name, or the longest; nullptr: none.
const recording::WindowSummary* window_of(const recording::RunSummary& run, const std::string& name) {
  const recording::WindowSummary* best = nullptr;
  for (const auto& window : run.windows)
    if (window.end && (name.empty() || window.name == name) &&
        (best == nullptr || *window.end - window.begin > *best->end - best->begin))
      best = &window;
  return best;
}

Result<void> judge(const recording::Reader& reader, const recording::RunSummary& run,
                   const recording::WindowSummary& window, report::GrowthReport& report) {
  std::vector<forecast::MemorySample> samples;
  VPSFIT_CHECK(reader.series(run.id, [&](const recording::SeriesRow& row) {
    if (row.reading.memory && row.tick.begin >= window.begin && row.tick.begin <= *window.end)
      samples.push_back({std::chrono::duration<double>(row.tick.begin - window.begin).count(),
                         static_cast<double>(row.reading.memory->count())});
    return true;
  }));
  std::optional<double> room;
  if (report.memory) room = static_cast<double>((*report.memory - report.os_reserve).count());
  report.runs.push_back({reader.file().string(), run.start.subject, run.start.run, window.name,
                         forecast::growth(std::move(samples), room)});
  return {};
}

Result<ExitCode> run_growth(const Arguments& arguments) {
  report::GrowthReport report;
  VPSFIT_TRY(report.memory, size_of(arguments, "--memory"));
  VPSFIT_TRY(const auto reserve, size_of(arguments, "--os-reserve"));
  report.os_reserve = reserve.value_or(forecast::Assumptions{}.os_reserve);
  const std::string name = arguments.text("--window").value_or("");
  for (const auto& file : arguments.list("<recording>")) {
    VPSFIT_TRY(const auto reader, recording::Reader::open(file));
    VPSFIT_TRY(const auto runs, reader.runs());
    for (const auto& one : runs)
      if (const auto* const window = window_of(one, name)) VPSFIT_CHECK(judge(reader, one, *window, report));
  }
  if (report.runs.empty())
    return fail(ErrorKind::input,
                name.empty() ? "no run has a window that was closed"
                             : fmt::format("no run has a closed window '{}'", printable(name, 60)),
                "--window", "'vpsfit show' lists runs and windows");
  VPSFIT_CHECK(deliver(
      arguments.flag("--json") ? json::dump(report::growth_json(report, version)) + "\n" : report::growth_text(report),
      arguments.text("--output")));
  const bool all = std::all_of(report.runs.begin(), report.runs.end(),
                               [](const auto& judged) { return judged.growth.refused.empty(); });
  return all ? ExitCode::done : ExitCode::answer_is_no;
}

}  // namespace

extern const Command growth_command;
const Command growth_command{"growth", "tell whether memory grows, and when a plan is full", growth_usage, run_growth};

}  // namespace vpsfit::cli
