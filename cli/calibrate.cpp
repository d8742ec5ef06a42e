// SPDX-License-Identifier: MIT
#include <algorithm>
#include <fmt/format.h>

#include "cli/calibration_sides.hpp"
#include "cli/command.hpp"
#include "cli/forecast_inputs.hpp"
#include "cli/output.hpp"
#include "cli/version.hpp"
#include "core/text.hpp"
#include "forecast/comparison.hpp"
#include "report/calibration.hpp"

namespace vpsfit::cli {
namespace {

constexpr std::string_view calibrate_usage = R"(Measures what a core of the server does, in cores of the measuring host.

Usage: vpsfit calibrate <here> <there> --subject=NAME [--plan=VENDOR/PLAN] [--window=NAME] [--load=NAME] [--json]
                        [--output=FILE]

<here> and <there> are recordings of the same work, done on the measuring host and on the target server: a service under
the same request rate or the same number of requests, or a command that runs to its end. The CPU time for a unit of work
here, divided by that there, is the core performance; of several runs the least favourable pair counts. 'vpsfit forecast
--calibration FILE' uses and cites the result.

Example:
  vpsfit sample --out here.db --subject render -- ./render scene      # on the measuring host, three times
  vpsfit sample --out there.db --subject render -- ./render scene     # on the server, three times
  vpsfit calibrate here.db there.db --subject render --plan linode/g6-nanode-1 --output calibration.json

  --subject=NAME      the subject that did the work, in both recordings
  --plan=VENDOR/PLAN  the plan that the server is
  --window=NAME       the window that counts (usual: load, else measure, else the only one)
  --load=NAME         the load that counts, where there are several
  --json              print the document (see 'vpsfit schema calibration')
  --output=FILE       write the document there instead of showing the result

Status 3: the recordings give no figure; the document says why.
)";

Result<std::string> plan_of(const Arguments& arguments) {
  const auto text = arguments.text("--plan");
  if (!text) return std::string();
  const auto parsed = forecast::parse_against(*text);
  if (parsed)
    if (const auto* const plan = std::get_if<forecast::AgainstPlan>(&*parsed)) return plan->vendor + "/" + plan->id;
  return fail(ErrorKind::input, fmt::format("'{}' names no plan", printable(*text, 80)), "--plan",
              "write it like linode/g6-nanode-1");
}

Result<ExitCode> run_calibrate(const Arguments& arguments) {
  VPSFIT_TRY(const std::string plan, plan_of(arguments));
  const SideWish wish{*arguments.text("--subject"), arguments.text("--window").value_or(""),
                      arguments.text("--load").value_or("")};
  VPSFIT_TRY(const auto here, read_side(*arguments.text("<here>"), wish));
  VPSFIT_TRY(const auto there, read_side(*arguments.text("<there>"), wish));
  if (here.side.sha256 == there.side.sha256)
    return fail(ErrorKind::input, "both recordings are the same one", printable(there.side.path),
                "name the one that was made on the server");
  const auto output = arguments.text("--output");
  VPSFIT_CHECK(check_output(
      output, {{here.side.path, here.side.sha256, "usage"}, {there.side.path, there.side.sha256, "usage"}}));
  const auto calibration = forecast::calibrate(here, there, plan);
  VPSFIT_CHECK(deliver(arguments.flag("--json") || output
                           ? json::dump(report::calibration_json(calibration, version)) + "\n"
                           : report::calibration_text(calibration),
                       output));
  for (const auto& refusal : calibration.refusals) say("vpsfit: " + printable(notice_text(refusal), 400));
  return calibration.figure ? ExitCode::done : ExitCode::answer_is_no;
}

}  // namespace

extern const Command calibrate_command;
const Command calibrate_command{"calibrate", "measure what a core of the server does", calibrate_usage, run_calibrate};

}  // namespace vpsfit::cli
