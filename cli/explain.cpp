// SPDX-License-Identifier: MIT
#include "report/explain.hpp"

#include <fmt/format.h>

#include "cli/command.hpp"
#include "cli/output.hpp"
#include "cli/report_inputs.hpp"
#include "core/text.hpp"

namespace vpsfit::cli {
namespace {

constexpr std::string_view explain_usage =
    R"(Shows how one answer of a forecast came about, a step at a time, with its numbers.

Usage: vpsfit explain <forecast> <subject> [--json] [--output=FILE]

The forecast is a document of 'vpsfit forecast --json'. Nothing is computed here: the steps stand in the document,
beside the figures; 'vpsfit verify' computes both again from the inputs and tells where they differ.

  --json         print the subject's part of the document
  --output=FILE  write there instead of standard output
)";

Result<const json::Value*> subject_of(const ForecastFile& file, const std::string& name) {
  const json::Value* const list = file.value.find("subjects");
  std::vector<std::string> names;
  for (const auto& subject : list->items()) {
    names.push_back(subject.find("subject")->text());
    if (names.back() == name) return &subject;
  }
  const auto near = near_name(name, names);
  return fail(ErrorKind::input, fmt::format("there is no subject '{}'", printable(name, 80)), printable(file.file),
              near ? fmt::format("did you mean '{}'?", printable(*near, 80))
                   : printable(fmt::format("there are: {}", fmt::join(names, ", ")), 1000));
}

Result<ExitCode> run_explain(const Arguments& arguments) {
  VPSFIT_TRY(const auto file, read_forecast_file(*arguments.text("<forecast>")));
  VPSFIT_TRY(const auto* const subject, subject_of(file, *arguments.text("<subject>")));
  const auto output = arguments.text("--output");
  if (arguments.flag("--json")) {
    VPSFIT_CHECK(deliver(json::dump(report::explain_json(file.value, *subject)) + "\n", output));
    return ExitCode::done;
  }
  VPSFIT_TRY(const auto text, report::explain_text(json::Node(file.value, printable(file.file)), *subject));
  VPSFIT_CHECK(deliver(text, output));
  return ExitCode::done;
}

}  // namespace

extern const Command explain_command;
const Command explain_command{"explain", "show how one answer came about, a step at a time", explain_usage,
                              run_explain};

}  // namespace vpsfit::cli
