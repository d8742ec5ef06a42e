// SPDX-License-Identifier: MIT
#include <algorithm>
#include <fmt/format.h>

#include "cli/command.hpp"
#include "cli/output.hpp"
#include "cli/terminal.hpp"
#include "cli/version.hpp"
#include "core/text.hpp"
#include "recording/reader.hpp"
#include "report/page/plot.hpp"
#include "report/page/plot_text.hpp"
#include "report/show_csv.hpp"
#include "report/show_json.hpp"
#include "report/show_openmetrics.hpp"
#include "report/show_table.hpp"

namespace vpsfit::cli {
namespace {

constexpr std::string_view show_usage = R"(Shows what a recording holds: runs, windows, gaps, medians, peaks.

Usage: vpsfit show <file> [--subject=NAME] [--run=ID] [--json | --csv | --openmetrics | --plot | --svg]
                   [--output=FILE]

Works while the recording is being written. Times are in UTC; a window's CPU is the average of its counter between its
two edges, its median and maximum are of the memory samples in it; a run's maximum is of all its samples. Each figure
stands beside what bounds it: CPU counters are late by at most a scheduler tick of each CPU at each edge; the kernel
charges memory in batches of 64 pages a CPU; the peak of a window lies between its largest sample and the kernel's peak,
and is known where that rose meanwhile or could be reset (Linux 6.12). Nothing is cut where the output is no terminal.

  --subject=NAME  only the runs of this subject
  --run=ID        only the runs of this name
  --json          the document of 'vpsfit schema show'
  --csv           one row a window
  --openmetrics   a text that Prometheus and its kin read
  --plot          CPU and memory over time, in characters
  --svg           the same of one run as an SVG image
  --output=FILE   write there instead of standard output
)";

std::string names_of(const std::vector<recording::RunSummary>& runs) {
  std::string names;
  for (const auto& run : runs)
    names += fmt::format("{}{} {}", names.empty() ? "" : ", ", printable(run.start.subject, 40),
                         printable(run.start.run, 40));
  return printable(names, 400);
}

Result<std::vector<recording::RunSummary>> wanted(std::vector<recording::RunSummary> runs, const Arguments& arguments) {
  const auto subject = arguments.text("--subject"), run = arguments.text("--run");
  if (!subject && !run) return runs;
  auto kept = runs;
  std::erase_if(kept, [&](const auto& one) {
    return (subject && one.start.subject != *subject) || (run && one.start.run != *run);
  });
  if (kept.empty())
    return fail(ErrorKind::input,
                fmt::format("there is no run '{}' of '{}'", printable(run.value_or("(any)"), 60),
                            printable(subject.value_or("(any)"), 60)),
                {}, fmt::format("there are: {}", names_of(runs)));
  return kept;
}

Result<std::string> plots(const recording::Reader& reader, const std::vector<recording::RunSummary>& runs) {
  std::string text;
  for (const auto& run : runs) {
    VPSFIT_TRY(auto samples, report::read_samples(reader, run));
    const std::size_t width = std::min<std::size_t>(output_width(), 100);
    text += (text.empty() ? "" : "\n") + report::plot_text({run, std::move(samples)}, width);
  }
  return text.empty() ? "The recording has no runs.\n" : text;
}

Result<std::string> image(const recording::Reader& reader, const std::vector<recording::RunSummary>& runs) {
  if (runs.size() != 1)
    return fail(ErrorKind::input, fmt::format("an image shows one run, and here are {}", runs.size()), "--svg",
                fmt::format("say which with --subject and --run: {}", names_of(runs)));
  VPSFIT_TRY(auto samples, report::read_samples(reader, runs.front()));
  const report::Document document;
  const report::Context context{document, report::Language::en};
  return report::standalone(report::plot_time(context, "plot", {runs.front(), std::move(samples)}));
}

Result<std::string> rendered(const recording::Reader& reader, const std::vector<recording::RunSummary>& runs,
                             const Arguments& arguments) {
  if (arguments.flag("--json")) return report::show_json(runs, version);
  if (arguments.flag("--csv")) return report::show_csv(runs);
  if (arguments.flag("--openmetrics")) return report::show_openmetrics(runs);
  if (arguments.flag("--plot")) return plots(reader, runs);
  if (arguments.flag("--svg")) return image(reader, runs);
  return report::show_table(runs, arguments.text("--output") ? SIZE_MAX / 2 : output_width());
}

Result<ExitCode> run_show(const Arguments& arguments) {
  VPSFIT_TRY(const recording::Reader reader, recording::Reader::open(*arguments.text("<file>")));
  VPSFIT_TRY(auto all, reader.runs());
  VPSFIT_TRY(const auto runs, wanted(std::move(all), arguments));
  VPSFIT_TRY(const std::string text, rendered(reader, runs, arguments));
  VPSFIT_CHECK(deliver(text, arguments.text("--output")));
  return ExitCode::done;
}

}  // namespace

extern const Command show_command;
const Command show_command{"show", "show what a recording holds: runs, windows, gaps, medians, peaks", show_usage,
                           run_show};

}  // namespace vpsfit::cli
