// SPDX-License-Identifier: MIT
#include <algorithm>
#include <filesystem>
#include <fmt/format.h>

#include "cli/command.hpp"
#include "cli/output.hpp"
#include "cli/rederive.hpp"
#include "cli/verify_report.hpp"
#include "core/text.hpp"
#include "files/files.hpp"
#include "lab/verify_campaign.hpp"

namespace vpsfit::cli {
namespace {

constexpr std::string_view verify_usage =
    R"(Checks a forecast, a report or its bundle: hashes, and every figure from the raw inputs.

Usage: vpsfit verify <path> [<input>...]

The path is a folder that 'vpsfit report' wrote, its bundle.zip, a forecast document, or the folder of a campaign that
'vpsfit lab' made. The forecast is computed once more from its inputs: those in the bundle, or for a document those that
it names or that are given; the bank's rates are looked up again in its files where they are there. Of a campaign the
hash of every raw file is checked, and throughput, errors and latencies are computed again from what the generators
wrote. The first difference is named and ends it with status 3; status 1: the inputs are not there to compute it from.
)";

Result<std::string> verify_document(const std::string& path, const std::vector<std::string>& given) {
  VPSFIT_TRY(const auto published, read_forecast_file(path));
  VPSFIT_TRY(const auto found, find_inputs(published, given));
  const SourceFiles files = sources_of(found);
  if (files.usages.empty() || files.plans.empty() || !found.missing.empty())
    return fail(ErrorKind::unavailable,
                fmt::format("cannot be computed again: {} is not here as it was",
                            found.missing.empty() ? "what it was made of" : printable(found.missing.front(), 120)),
                printable(path), "give the inputs after it, or verify the report's bundle.zip");
  const auto& stated = published.view.rates;
  const auto of_bank =
      std::find_if(stated.begin(), stated.end(), [](const auto& rate) { return rate.source == "ecb"; });
  if (of_bank != stated.end() && files.rates.empty())
    return fail(ErrorKind::refused, "the rate is said to be the bank's, but no input is a file of the bank",
                fmt::format("{} /rates/{}", printable(path), of_bank - stated.begin()), "nothing vouches for it");
  VPSFIT_TRY(const auto derived, derive_again(published, files));
  if (const auto wrong = first_wrong_figure(published.value, derived))
    return fail(wrong_figure(*wrong, printable(path)));
  return fmt::format("{}: {} subject(s) computed again from {} input(s): every figure is right\n", printable(path),
                     published.view.subjects.size(), found.inputs.size());
}

Result<std::string> verify_measured(const std::string& folder) {
  VPSFIT_TRY(const auto checked, lab::verify_campaign(folder));
  return fmt::format(
      "{}: {} raw files are as they were; {} load(s) and {} warm-up window(s) of {} run(s) read again: every figure is "
      "right\n",
      printable(folder), checked.files, checked.loads, checked.warm_ups, checked.runs);
}

Result<ExitCode> run_verify(const Arguments& arguments) {
  const std::string path = *arguments.text("<path>");
  const auto given = arguments.list("<input>");
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) {
    VPSFIT_TRY(const auto verdict, lab::is_campaign(path) ? verify_measured(path) : verify_folder(path));
    VPSFIT_CHECK(print(verdict));
    return ExitCode::done;
  }
  VPSFIT_TRY(const auto bytes, files::read_whole(path));
  VPSFIT_TRY(const auto verdict, bytes.starts_with("PK") ? verify_bundle(bytes, path) : verify_document(path, given));
  VPSFIT_CHECK(print(verdict));
  return ExitCode::done;
}

}  // namespace

extern const Command verify_command;
const Command verify_command{"verify", "check a report: hashes, and every figure from the raw inputs", verify_usage,
                             run_verify};

}  // namespace vpsfit::cli
