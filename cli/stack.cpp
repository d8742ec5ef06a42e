// SPDX-License-Identifier: MIT
#include "forecast/stack.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "cli/command.hpp"
#include "cli/forecast_options.hpp"
#include "cli/output.hpp"
#include "cli/stack_clock.hpp"
#include "cli/terminal.hpp"
#include "cli/version.hpp"
#include "core/text.hpp"
#include "forecast/refusals.hpp"
#include "forecast/require.hpp"
#include "report/stack.hpp"

namespace vpsfit::cli {
namespace {

constexpr std::string_view stack_usage = R"(Divides several subjects over the cheapest servers that hold them all.

Usage: vpsfit stack <input>... [--plans=PATH]... [--window=NAME] [--load=NAME] [--at-rate=N] [--currency=CODE]
                    [--rate=RATE]... [--rates=FILE] [--rate-date=DATE] [--as-of=DATE] [--headroom=SHARE]
                    [--core-performance=FACTOR] [--calibration=FILE] [--memory-factor=FACTOR] [--os-reserve=SIZE]
                    [--cpu-statistic=NAME] [--memory-definition=NAME] [--min-disk=SIZE] [--stale-ok]
                    [--vendor=ID]... [--region=NAME]... [--tax=BASIS] [--ipv4] [--cpu-kind=KIND]... [--arch=NAME]
                    [--disk=KIND]... [--in-stock] [--active] [--verified-within=DAYS] [--no-promotions] [--json]
                    [--output=FILE]

Inputs, plans, rates, assumptions and filters are those of 'vpsfit forecast'; the system's reserve counts once a server.
Up to 12 subjects the answer is the cheapest there is; up to 100 it says how much too dear it can be at most. Subjects
that were recorded side by side in one recording need the largest sum of any moment; others the sum of their peaks.

)" VPSFIT_INPUT_HELP VPSFIT_FILTER_HELP
                                         R"(  --json                    print the document (see 'vpsfit schema stack')
  --output=FILE             write there instead of standard output

Status 3: a subject fits no plan, or its figures do not carry a result. Status 4: a measurement is incomplete.
)";

/// Of each subject, why its figures do not carry a result.
Result<std::vector<std::vector<Notice>>> refusals_of(const std::vector<Usage>& usages,
                                                     const forecast::Assumptions& assumptions,
                                                     const std::optional<forecast::Calibration>& calibration) {
  std::vector<std::vector<Notice>> all;
  for (const auto& one : usages) {
    auto& reasons = all.emplace_back(one.refusals);
    VPSFIT_TRY(const auto need, forecast::require(one, assumptions));
    for (auto& reason : forecast::refusals(one, need)) reasons.push_back(std::move(reason));
    if (!calibration) continue;
    for (auto& reason : forecast::calibration_refusals(*calibration, one)) reasons.push_back(std::move(reason));
  }
  return all;
}

Result<void> check_usable(const std::vector<Usage>& usages) {
  for (const auto& one : usages)
    if (one.runs.empty())
      return fail(ErrorKind::input,
                  fmt::format("{} has no usable run, so nothing can be placed beside it", printable(one.subject)), {},
                  one.refusals.empty() ? "leave it out" : notice_text(one.refusals.front()));
  return {};
}

ExitCode exit_code_of(const report::StackReport& report, const std::vector<Usage>& usages) {
  if (!report.stack.no_fit.empty() || report::is_refused(report)) return ExitCode::answer_is_no;
  return std::any_of(usages.begin(), usages.end(), is_incomplete) ? ExitCode::incomplete : ExitCode::done;
}

Result<ExitCode> run_stack(const Arguments& arguments) {
  VPSFIT_TRY(Request request, read_request(arguments));
  VPSFIT_TRY(auto sources, read_sources(arguments, std::move(request), forecast::Alone{}));
  const auto& [inputs, usages, catalog, rates, assumptions, calibration, selection, wish] = sources;
  VPSFIT_CHECK(forecast::check(selection.filters, catalog));
  const auto output = arguments.text("--output");
  VPSFIT_CHECK(check_output(output, inputs));
  VPSFIT_CHECK(check_usable(usages));
  VPSFIT_TRY(auto together, used_together(arguments.list("<input>"), usages));
  VPSFIT_TRY(auto refusals, refusals_of(usages, assumptions, calibration));
  auto market = forecast::open_market(catalog, rates, selection);
  VPSFIT_TRY(auto placed, forecast::stack(together, assumptions, market, selection));
  const report::StackReport report{
      std::move(together), std::move(placed),         assumptions, calibration, selection, inputs,
      std::move(refusals), std::move(market.excluded)};
  VPSFIT_CHECK(deliver(arguments.flag("--json") ? json::dump(report::stack_json(report, version)) + "\n"
                                                : report::stack_text(report, table_width(output)),
                       output));
  return exit_code_of(report, usages);
}

}  // namespace

extern const Command stack_command;
const Command stack_command{"stack", "divide several subjects over the cheapest servers", stack_usage, run_stack};

}  // namespace vpsfit::cli
