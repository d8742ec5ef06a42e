// SPDX-License-Identifier: MIT
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>

#include "cli/command.hpp"
#include "cli/load_reports.hpp"
#include "cli/output.hpp"
#include "cli/report_inputs.hpp"
#include "cli/version.hpp"
#include "core/shown_name.hpp"
#include "core/text.hpp"
#include "files/files.hpp"
#include "report/page/folder.hpp"
#include "report/page/language.hpp"
#include "report/page/made_at.hpp"
#include "report/page/reports_index.hpp"
#include "report/page/site.hpp"

namespace vpsfit::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view report_usage =
    R"(Writes a forecast as a report: pages in five languages, and the data behind them.

Usage: vpsfit report <forecast> [<input>...] --out=DIR [--lang=LIST] [--title=TEXT] [--redact=LEVEL]
       vpsfit report --index=DIR [--lang=LIST]

The forecast is what 'vpsfit forecast --json' wrote. Its inputs are found where it names them, or among the given
files; recordings add plots and the measuring environment, and all inputs but rates go into bundle.zip. A given file
may also be a forecast of the same subjects under other assumptions: the pages then tell what changes.

Example:
  vpsfit report forecast.json forecast-headroom-30.json --out site --lang en,ko

  --index=DIR     instead of a report, write DIR/index.html, which leads to the reports in the folders of DIR, newest
                  first, in the first language of the list
  --out=DIR       the folder of the report; it may be new, empty, or hold a report that is replaced as a whole
  --lang=LIST     languages of the pages (usual: en,ko,ja,zh-TW,de)
  --title=TEXT    the title of the pages (usual: made from the subjects' names)
  --redact=LEVEL  none: recordings as they are; standard (usual): the shown subjects only, without command lines and
                  group paths; strict: no recordings, nothing about the host

The same inputs give the same bytes. The report bears the newest day among its inputs, or what SOURCE_DATE_EPOCH says.
'vpsfit verify DIR' checks the result.
)";

constexpr std::size_t longest_title = 200;

/// A title of the user's own, as it may be shown.
Result<std::string> title_of(const std::string& title) {
  if (title.size() > longest_title)
    return fail(ErrorKind::input, fmt::format("the title has {} bytes", title.size()), "--title",
                fmt::format("{} are allowed", longest_title));
  return shown_name(title);
}

/// The moment that reproducible builds ask for (https://reproducible-builds.org/specs/source-date-epoch/).
Result<std::optional<WallTime>> source_date_epoch() {
  const char* const text = std::getenv("SOURCE_DATE_EPOCH");
  if (text == nullptr || *text == '\0') return std::optional<WallTime>();
  VPSFIT_TRY(const auto moment, report::parse_source_date_epoch(text));
  return std::optional(moment);
}

void tell_missing(const FoundInputs& found) {
  for (const auto& name : found.missing)
    say(fmt::format("vpsfit: the input {} is not here: the bundle goes without it", printable(name)));
}

/// Names of inputs are published as the forecast has them.
void tell_paths(const ForecastFile& forecast) {
  for (const auto& input : forecast.view.inputs)
    if (input.path.starts_with('/') || input.path.starts_with(".."))
      say(fmt::format("vpsfit: the report shows the path {}; run 'vpsfit forecast' beside its inputs to avoid that",
                      printable(input.path)));
}

/// Every folder that holds a summary of a report; others are passed by.
Result<std::vector<report::DatedReport>> dated_reports(const fs::path& folder, report::Language language) {
  std::vector<report::DatedReport> reports;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    const fs::path file = at->path() / "summary.json";
    std::error_code ignored;
    if (!fs::is_regular_file(file, ignored)) continue;
    VPSFIT_TRY(const auto text, files::read_whole(file));
    auto read = report::read_dated_report(text, at->path().filename().string(), language);
    if (!read) return fail(std::move(read).error().in(printable(file.string())));
    reports.push_back(std::move(*read));
  }
  if (error) return fail(ErrorKind::io, "cannot list: " + error.message(), printable(folder.string()));
  if (reports.empty())
    return fail(ErrorKind::input, "no folder in it holds a report", printable(folder.string()),
                "write reports to folders in it, like --out " + printable(folder.string()) + "/2026-11-02");
  return reports;
}

Result<ExitCode> write_index(const fs::path& folder, report::Language language) {
  VPSFIT_TRY(const auto reports, dated_reports(folder, language));
  const fs::path file = folder / "index.html";
  std::error_code ignored;
  if (fs::exists(file, ignored)) {
    VPSFIT_TRY(const auto before, files::read_whole(file));
    if (!report::is_reports_index(before))
      return fail(ErrorKind::input, "was not written by 'vpsfit report --index'", printable(file.string()),
                  "move it away");
  }
  VPSFIT_CHECK(files::write_whole(file, report::reports_index(reports, language)));
  say(fmt::format("vpsfit: {} leads to {} report(s)", printable(file.string()), reports.size()));
  return ExitCode::done;
}

Result<ExitCode> run_report(const Arguments& arguments) {
  VPSFIT_TRY(const auto languages, report::parse_languages(arguments.text("--lang").value_or("en,ko,ja,zh-TW,de")));
  if (const auto folder = arguments.text("--index")) return write_index(*folder, languages.front());
  VPSFIT_TRY(const auto redaction, report::parse_redaction(arguments.text("--redact").value_or("standard")));
  VPSFIT_TRY(const auto forecast, read_forecast_file(*arguments.text("<forecast>")));
  if (forecast.view.calibration && redaction == report::Redaction::strict)
    return fail(ErrorKind::input, "the forecast's calibration names the processors of its hosts", "--redact strict",
                "a strict report tells nothing about the host: give the figure with --core-performance instead");
  VPSFIT_TRY(const auto found, find_inputs(forecast, arguments.list("<input>")));
  tell_missing(found);
  tell_paths(forecast);
  std::vector<std::string> recordings;
  for (const auto& input : found.inputs)
    if (input.role == InputRole::recording) recordings.push_back(input.file);

  report::Document document;
  VPSFIT_TRY(document.title, title_of(arguments.text("--title").value_or("")));
  document.tool = fmt::format("vpsfit {}", version);
  document.forecast = forecast.view;
  document.scenarios = found.scenarios;
  VPSFIT_TRY(document.made_at, source_date_epoch());
  document.host_facts = redaction != report::Redaction::strict;
  VPSFIT_TRY(document.runs, read_recorded_runs(forecast.view, recordings));
  VPSFIT_TRY(document.loads, read_loads(names_of(forecast.view), recordings));
  VPSFIT_TRY(auto inputs, bundled(forecast, found, redaction));
  VPSFIT_TRY(const auto site, report::build_site(document, {forecast.bytes, std::move(inputs), redaction}, languages));
  const std::string folder = *arguments.text("--out");
  VPSFIT_CHECK(report::write_folder(folder, site));
  say(fmt::format("vpsfit: wrote {} files to {}", site.size(), printable(folder)));
  return ExitCode::done;
}

}  // namespace

extern const Command report_command;
const Command report_command{"report", "write the forecast as pages in five languages, with its data", report_usage,
                             run_report};

}  // namespace vpsfit::cli
