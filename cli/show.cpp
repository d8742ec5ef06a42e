// SPDX-License-Identifier: MIT
#include "cli/command.hpp"
#include "cli/output.hpp"
#include "cli/version.hpp"
#include "recording/reader.hpp"
#include "report/show_csv.hpp"
#include "report/show_json.hpp"
#include "report/show_table.hpp"

namespace vpsfit::cli {
namespace {

constexpr std::string_view usage = R"(Shows what a recording holds: runs, windows, gaps, medians, peaks.

Usage: vpsfit show <file> [--json|--csv]

Works while the recording is being written. Times are in UTC; a window's CPU is the average of its counter between its
two edges, its median and maximum are of the memory samples in it; a run's maximum is of all its samples.

  --json  the document of 'vpsfit schema show'
  --csv   one row a window
)";

Result<ExitCode> run(const Arguments& arguments) {
  VPSFIT_TRY(const recording::Reader reader, recording::Reader::open(*arguments.text("<file>")));
  VPSFIT_TRY(const auto runs, reader.runs());
  VPSFIT_CHECK(print(arguments.flag("--json")  ? report::show_json(runs, version)
                     : arguments.flag("--csv") ? report::show_csv(runs)
                                               : report::show_table(runs)));
  return ExitCode::done;
}

}  // namespace

extern const Command show_command;
const Command show_command{"show", "show what a recording holds: runs, windows, gaps, medians, peaks", usage, run};

}  // namespace vpsfit::cli
