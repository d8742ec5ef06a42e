// SPDX-License-Identifier: MIT
#include "forecast/forecast.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "cli/capacity_inputs.hpp"
#include "cli/command.hpp"
#include "cli/forecast_options.hpp"
#include "cli/forecast_selection.hpp"
#include "cli/load_reports.hpp"
#include "cli/output.hpp"
#include "cli/terminal.hpp"
#include "core/text.hpp"
#include "forecast/condition.hpp"
#include "report/forecast_csv.hpp"
#include "report/forecast_table.hpp"

namespace vpsfit::cli {
namespace {

constexpr std::string_view forecast_usage =
    R"(Finds the cheapest plan that holds what was measured, and what that saves a year.

Usage: vpsfit forecast <input>... [--plans=PATH]... [--baseline=SUBJECT] [--against=WHAT] [--alone]
                       [--window=NAME] [--load=NAME] [--at-rate=N] [--currency=CODE] [--rate=RATE]...
                       [--rates=FILE] [--rate-date=DATE] [--as-of=DATE] [--headroom=SHARE] [--core-performance=FACTOR]
                       [--calibration=FILE] [--memory-factor=FACTOR] [--os-reserve=SIZE] [--cpu-statistic=NAME]
                       [--memory-definition=NAME] [--min-disk=SIZE] [--stale-ok] [--what-if=CHANGES]...
                       [--vendor=ID]... [--region=NAME]... [--tax=BASIS] [--ipv4] [--cpu-kind=KIND]... [--arch=NAME]
                       [--disk=KIND]... [--in-stock] [--active] [--verified-within=DAYS] [--no-promotions] [--years=N]
                       [--require=CONDITION]... [--json] [--csv] [--output=FILE]

An input is a recording of 'vpsfit sample', or figures as JSON or CSV ('vpsfit schema usage'); several may be mixed,
and "-" is standard input (figures only). One of --baseline, --against and --alone says what to compare with.

Examples:
  vpsfit forecast spine.db spring.db --plans plans/catalog --baseline spine --currency KRW --rates eurofxref-hist.zip
  vpsfit forecast usage.json --plans vpsgod.json --against "12 USD/month" --headroom 30%

  --baseline=SUBJECT        compare with the plan that this subject gets
  --against=WHAT            compare with VENDOR/PLAN, or a fee like "12 USD/month" (hour, month or year)
  --alone                   compare with nothing
)" VPSFIT_INPUT_HELP VPSFIT_FILTER_HELP
    R"(  --years=N                 also what the plans cost over so many years: setup fee, first term, renewal
  --what-if=CHANGES         also answer for other assumptions, like headroom=0.3,core-performance=0.4; may be repeated
  --require=CONDITION       end with status 3 where it does not hold, for every subject or as SUBJECT:CONDITION:
                            annual_saving_min=N, annual_fee_max=N, robustness_min=tight|robust, runs_min=N,
                            plan_age_max=DAYS, rate_age_max=DAYS; what is unknown does not hold
  --json                    print the document (see 'vpsfit schema forecast')
  --csv                     print a row a subject
  --output=FILE             write there instead of standard output

Status 3: a subject fits no plan or is refused, or a condition does not hold. Status 4: a measurement is incomplete.
)";

Result<forecast::Comparison> comparison_of(const Arguments& arguments) {
  const auto baseline = arguments.text("--baseline");
  const auto against = arguments.text("--against");
  const int given = (baseline ? 1 : 0) + (against ? 1 : 0) + (arguments.flag("--alone") ? 1 : 0);
  if (given != 1)
    return fail(
        ErrorKind::input,
        given == 0 ? "nothing says what to compare with" : "--baseline, --against and --alone do not go together", {},
        "give one of --baseline SUBJECT, --against VENDOR/PLAN, --against \"12 USD/month\", --alone");
  if (baseline) return forecast::AgainstSubject{*baseline};
  if (against) return named("--against", forecast::parse_against(*against));
  return forecast::Alone{};
}

/// What only a forecast is asked for.
struct Questions {
  forecast::Comparison comparison;
  std::int64_t years = 0;
  std::vector<forecast::Condition> conditions;
  std::vector<std::string> what_if;
};

Result<Questions> questions_of(const Arguments& arguments, const forecast::Assumptions& assumptions) {
  Questions questions;
  VPSFIT_TRY(questions.comparison, comparison_of(arguments));
  VPSFIT_TRY(questions.years, asked_years(arguments));
  for (const auto& text : arguments.list("--require")) {
    VPSFIT_TRY(auto condition, named("--require", forecast::parse_condition(text)));
    questions.conditions.push_back(std::move(condition));
  }
  questions.what_if = arguments.list("--what-if");
  for (const auto& question : questions.what_if)
    VPSFIT_CHECK(named("--what-if", forecast::changed_assumptions(assumptions, question)));
  if (arguments.flag("--json") && arguments.flag("--csv"))
    return fail(ErrorKind::input, "--json and --csv do not go together", {}, "give one of them");
  return questions;
}

ExitCode exit_code_of(const forecast::Forecast& result) {
  const auto& subjects = result.subjects;
  if (std::any_of(subjects.begin(), subjects.end(), [](const auto& s) { return s.status != forecast::Status::ok; }))
    return ExitCode::answer_is_no;
  if (std::any_of(subjects.begin(), subjects.end(), [](const auto& s) { return is_incomplete(s.usage); }))
    return ExitCode::incomplete;
  return ExitCode::done;
}

void tell_unused_rates(const fx::RateTable& given, const forecast::Forecast& result) {
  for (const auto& rate : given.rates()) {
    const auto same = [&](const fx::Rate& used) { return used.from == rate.from && used.to == rate.to; };
    if (std::none_of(result.rates.begin(), result.rates.end(), same))
      say(fmt::format("vpsfit: the rate {}/{} was not used: no fee in {} is shown in {}", rate.from.code(),
                      rate.to.code(), rate.from.code(), rate.to.code()));
  }
}

/// With a result in a file, whoever called still learns at once what was refused.
void tell_refused(const forecast::Forecast& result) {
  for (const auto& subject : result.subjects) {
    if (subject.status != forecast::Status::refused) continue;
    const std::string name = printable(subject.usage.subject, 80);
    for (const auto& reason : subject.refusals)
      say(fmt::format("vpsfit: {} was refused ({}): {}", name, notice_number(reason),
                      printable(notice_text(reason), 400)));
  }
}

Result<ExitCode> run_forecast(const Arguments& arguments) {
  VPSFIT_TRY(Request request, read_request(arguments));
  VPSFIT_TRY(const auto questions, questions_of(arguments, request.assumptions));
  VPSFIT_TRY(auto sources, read_sources(arguments, std::move(request), questions.comparison));
  sources.selection.years = questions.years;
  VPSFIT_TRY(auto result,
             forecast::make_forecast(sources.usages, sources.catalog, sources.rates, sources.assumptions,
                                     sources.selection, questions.comparison, questions.what_if, sources.calibration));
  result.inputs = std::move(sources.inputs);
  result.at_rate = sources.wish.at_rate;
  VPSFIT_CHECK(add_lower_rates(arguments.list("<input>"), sources.wish, result));
  const auto output = arguments.text("--output");
  VPSFIT_CHECK(check_output(output, result.inputs));
  tell_unused_rates(sources.rates, result);
  json::Value document;
  if (arguments.flag("--json")) {
    VPSFIT_TRY(document, forecast_document(result, arguments.list("<input>")));
  }
  const std::string text = arguments.flag("--json")  ? json::dump(document) + "\n"
                           : arguments.flag("--csv") ? report::forecast_csv(result)
                                                     : report::forecast_table(result, table_width(output));
  VPSFIT_CHECK(deliver(text, output));
  if (output && *output != "-") tell_refused(result);
  VPSFIT_TRY(const auto broken, forecast::broken_conditions(result, questions.conditions));
  for (const auto& sentence : broken) say("vpsfit: " + sentence);
  return broken.empty() ? exit_code_of(result) : ExitCode::answer_is_no;
}

}  // namespace

extern const Command forecast_command;
const Command forecast_command{"forecast", "find the cheapest plan that fits, and the savings", forecast_usage,
                               run_forecast};

}  // namespace vpsfit::cli
