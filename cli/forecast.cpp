// SPDX-License-Identifier: MIT
#include "forecast/forecast.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "cli/command.hpp"
#include "cli/forecast_inputs.hpp"
#include "cli/forecast_selection.hpp"
#include "cli/load_reports.hpp"
#include "cli/output.hpp"
#include "cli/terminal.hpp"
#include "core/decimal.hpp"
#include "core/text.hpp"
#include "forecast/condition.hpp"
#include "forecast/defaults.hpp"
#include "report/forecast_csv.hpp"
#include "report/forecast_table.hpp"

namespace vpsfit::cli {
namespace {

constexpr std::string_view forecast_usage =
    R"(Finds the cheapest plan that holds what was measured, and what that saves a year.

Usage: vpsfit forecast <input>... [--plans=PATH]... [--baseline=SUBJECT] [--against=WHAT] [--alone]
                       [--window=NAME] [--load=NAME] [--currency=CODE] [--rate=RATE]... [--rates=FILE]
                       [--rate-date=DATE] [--as-of=DATE] [--headroom=SHARE] [--core-performance=FACTOR]
                       [--memory-factor=FACTOR] [--os-reserve=SIZE] [--cpu-statistic=NAME]
                       [--memory-definition=NAME] [--min-disk=SIZE] [--stale-ok] [--what-if=CHANGES]...
                       [--vendor=ID]... [--region=NAME]... [--tax=BASIS] [--ipv4] [--cpu-kind=KIND]... [--arch=NAME]
                       [--disk=KIND]... [--in-stock] [--active] [--verified-within=DAYS] [--no-promotions] [--years=N]
                       [--require=CONDITION]... [--json] [--csv] [--output=FILE]

An input is a recording of 'vpsfit sample', or figures as JSON or CSV ('vpsfit schema usage'); several may be mixed,
and "-" is standard input (figures only). One of --baseline, --against and --alone says what to compare with.

Examples:
  vpsfit forecast spine.db spring.db --plans plans/catalog --baseline spine --currency KRW --rates eurofxref-hist.zip
  vpsfit forecast usage.json --plans vpsgod.json --against "12 USD/month" --headroom 30%

  --plans=PATH              a plan catalog, or a folder of them; may be repeated
  --baseline=SUBJECT        compare with the plan that this subject gets
  --against=WHAT            compare with VENDOR/PLAN, or a fee like "12 USD/month" (hour, month or year)
  --alone                   compare with nothing
  --window=NAME             the window that counts (usual: load, else measure, else the only one)
  --load=NAME               the load that counts, where there are several
  --currency=CODE           show savings in it (usual: where the rates lead, else the currency of the plans)
  --rate=RATE               a rate given by hand, like USD/KRW=1335.27@2026-10-30; may be repeated
  --rates=FILE              a store of 'vpsfit fx', or a file of the European Central Bank
  --rate-date=DATE          the day whose rates count (usual: the day of the result)
  --as-of=DATE              the day of the result (usual: the latest day in plans and rates)
  --headroom=SHARE          share of the server's CPU to be left unused (usual: 0.2)
  --core-performance=FACTOR what a core of the server does, measured in cores of the measuring host (usual: 0.5)
  --memory-factor=FACTOR    times the largest memory seen (usual: 1.25)
  --os-reserve=SIZE         plus this for the system (usual: 128MiB)
  --cpu-statistic=NAME      run-average: the highest of the runs' averages over the window (usual); busiest-minute: the
                            highest average over a minute of it, recordings only
  --memory-definition=NAME  current, working-set or anon (usual: current)
  --min-disk=SIZE           disk space that the plan must include, like 20GB
  --stale-ok                take plans that were verified more than 180 days before the day of the result
  --vendor=ID               only plans of this vendor; may be repeated, as may --region, --cpu-kind and --disk
  --region=NAME             only where they are sold in it: the vendor's name of a region, or a country like DE
  --tax=BASIS               only prices that are net, or that are gross
  --ipv4                    only with an IPv4 address in the price or at a known price
  --cpu-kind=KIND           only dedicated, shared, fair_share or burstable CPU
  --arch=NAME               only x86_64 or arm64
  --disk=KIND               only with a disk of the kind in the price: nvme, ssd, hdd, network
  --in-stock                only what the vendor says can be ordered
  --active                  only what has no announced end of sale
  --verified-within=DAYS    only what was verified so many days before the day of the result, or later (usual: 180)
  --no-promotions           only regular prices
                            What a plan does not tell does not hold; every plan left out is listed with a code.
  --years=N                 also what the plans cost over so many years: setup fee, first term, renewal
  --what-if=CHANGES         also answer for other assumptions, like headroom=0.3,core-performance=0.4; may be repeated
  --require=CONDITION       end with status 3 where it does not hold, for every subject or as SUBJECT:CONDITION:
                            annual_saving_min=N, annual_fee_max=N, robustness_min=tight|robust, runs_min=N,
                            plan_age_max=DAYS, rate_age_max=DAYS; what is unknown does not hold
  --json                    print the document (see 'vpsfit schema forecast')
  --csv                     print a row a subject
  --output=FILE             write there instead of standard output

Status 3: a subject fits no plan or is refused, or a condition does not hold. Status 4: a measurement is incomplete.
)";

/// The error of an option's value, with the option as its place.
template <class T>
Result<T> named(std::string_view option, Result<T> value) {
  if (!value) return fail(std::move(value).error().in(option));
  return value;
}

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

Result<forecast::Assumptions> assumptions_of(const Arguments& arguments) {
  forecast::Assumptions assumptions;
  if (const auto text = arguments.text("--headroom")) {
    VPSFIT_TRY(assumptions.cpu_headroom, named("--headroom", Fraction::parse(*text)));
  }
  if (const auto text = arguments.text("--core-performance")) {
    VPSFIT_TRY(assumptions.core_performance, named("--core-performance", parse_decimal(*text)));
  }
  if (const auto text = arguments.text("--memory-factor")) {
    VPSFIT_TRY(assumptions.memory_factor, named("--memory-factor", parse_decimal(*text)));
  }
  if (const auto text = arguments.text("--os-reserve")) {
    VPSFIT_TRY(assumptions.os_reserve, named("--os-reserve", parse_bytes(*text)));
  }
  VPSFIT_CHECK(forecast::check(assumptions));
  return assumptions;
}

Result<void> check_choice(const Arguments& arguments, std::string_view option,
                          const std::vector<std::string>& allowed) {
  const auto value = arguments.text(option);
  if (!value || std::find(allowed.begin(), allowed.end(), *value) != allowed.end()) return {};
  const auto near = near_name(*value, allowed);
  return fail(ErrorKind::input, fmt::format("'{}' is not known", printable(*value, 60)), std::string(option),
              near ? fmt::format("did you mean '{}'?", *near) : fmt::format("there is: {}", fmt::join(allowed, ", ")));
}

Result<std::optional<Date>> date_of(const Arguments& arguments, std::string_view option) {
  const auto text = arguments.text(option);
  if (!text) return std::optional<Date>();
  VPSFIT_TRY(const Date day, named(option, parse_date(*text)));
  return std::optional<Date>(day);
}

/// What is asked for, before any file is read: a typing error is told at once.
struct Request {
  forecast::Comparison comparison;
  forecast::Assumptions assumptions;
  UsageWish wish;
  fx::RateTable rates;
  std::optional<Currency> currency;
  std::optional<Date> as_of, rate_date;
  std::optional<Bytes> min_disk;
  forecast::Filters filters;
  std::int64_t years = 0;
  std::vector<forecast::Condition> conditions;
};

Result<Request> request_of(const Arguments& arguments) {
  Request request;
  VPSFIT_TRY(request.comparison, comparison_of(arguments));
  VPSFIT_TRY(request.assumptions, assumptions_of(arguments));
  VPSFIT_CHECK(check_choice(arguments, "--cpu-statistic", {"run-average", "busiest-minute"}));
  VPSFIT_CHECK(check_choice(arguments, "--memory-definition", {"current", "working-set", "anon"}));
  request.wish = {arguments.text("--window").value_or(""), arguments.text("--load").value_or(""),
                  arguments.text("--memory-definition").value_or("current"),
                  arguments.text("--cpu-statistic").value_or("run-average")};
  VPSFIT_TRY(request.rates, named("--rate", given_rates(arguments.list("--rate"))));
  if (const auto text = arguments.text("--currency")) {
    VPSFIT_TRY(request.currency, named("--currency", Currency::parse(*text)));
  }
  VPSFIT_TRY(request.as_of, date_of(arguments, "--as-of"));
  VPSFIT_TRY(request.rate_date, date_of(arguments, "--rate-date"));
  if (const auto text = arguments.text("--min-disk")) {
    VPSFIT_TRY(request.min_disk, named("--min-disk", parse_bytes(*text)));
  }
  VPSFIT_TRY(request.filters, asked_filters(arguments));
  VPSFIT_TRY(request.years, asked_years(arguments));
  for (const auto& text : arguments.list("--require")) {
    VPSFIT_TRY(auto condition, named("--require", forecast::parse_condition(text)));
    request.conditions.push_back(std::move(condition));
  }
  for (const auto& question : arguments.list("--what-if"))
    VPSFIT_CHECK(named("--what-if", forecast::changed_assumptions(request.assumptions, question)));
  if (arguments.list("--plans").empty())
    return fail(ErrorKind::input, "no plans to choose from", {}, "name a catalog file or a folder with --plans");
  if (arguments.flag("--json") && arguments.flag("--csv"))
    return fail(ErrorKind::input, "--json and --csv do not go together", {}, "give one of them");
  if (request.rate_date && !arguments.text("--rates"))
    return fail(ErrorKind::input, "--rate-date is of use with --rates only", {}, "a --rate has its day in itself");
  return request;
}

/// Reads the files, fills in what was not asked for, and computes.
Result<forecast::Forecast> compute(const Arguments& arguments, Request& request, plans::Catalog& catalog) {
  Inputs inputs;
  VPSFIT_TRY(const auto usages, read_usages(arguments.list("<input>"), request.wish, inputs));
  VPSFIT_TRY(catalog, read_catalog(arguments.list("--plans"), inputs));
  if (!request.currency) {
    VPSFIT_TRY(request.currency, forecast::common_currency(catalog, request.rates));
  }
  const auto no_day = [] {
    return fail(ErrorKind::input, "no input has a day, so the result would have none", {}, "give one with --as-of");
  };
  if (const auto file = arguments.text("--rates")) {
    const auto usual = request.as_of ? request.as_of : forecast::latest_day(catalog, request.rates);
    if (!request.rate_date && !usual) return no_day();
    VPSFIT_CHECK(look_up_rates(*file, request.rate_date ? *request.rate_date : *usual, *request.currency, catalog,
                               request.comparison, request.rates, inputs));
  }
  const auto as_of = request.as_of ? request.as_of : forecast::latest_day(catalog, request.rates);
  if (!as_of) return no_day();
  const forecast::Selection selection{
      *as_of, *request.currency, request.min_disk, arguments.flag("--stale-ok"), request.filters, request.years};
  VPSFIT_TRY(auto result, forecast::make_forecast(usages, catalog, request.rates, request.assumptions, selection,
                                                  request.comparison, arguments.list("--what-if")));
  result.inputs = std::move(inputs);
  return result;
}

/// What says that a measurement is incomplete.
bool is_incomplete(const Usage& measured) {
  constexpr std::array<std::string_view, 7> codes{"ticks_missed", "sample_gap",  "run_cut",      "ended_early",
                                                  "oom_kill",     "window_open", "ticks_dropped"};
  return std::any_of(measured.notices.begin(), measured.notices.end(), [&](const Notice& notice) {
    return std::find(codes.begin(), codes.end(), notice.code) != codes.end();
  });
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

/// What goes into a file is never cut.
std::size_t table_width(const Arguments& arguments) {
  return arguments.text("--output") ? SIZE_MAX / 2 : output_width();
}

Result<ExitCode> run_forecast(const Arguments& arguments) {
  VPSFIT_TRY(Request request, request_of(arguments));
  plans::Catalog catalog;  // the forecast points into it
  VPSFIT_TRY(const auto result, compute(arguments, request, catalog));
  VPSFIT_CHECK(check_output(arguments.text("--output"), result.inputs));
  tell_unused_rates(request.rates, result);
  json::Value document;
  if (arguments.flag("--json")) {
    VPSFIT_TRY(document, forecast_document(result, arguments.list("<input>")));
  }
  const std::string text = arguments.flag("--json")  ? json::dump(document) + "\n"
                           : arguments.flag("--csv") ? report::forecast_csv(result)
                                                     : report::forecast_table(result, table_width(arguments));
  VPSFIT_CHECK(deliver(text, arguments.text("--output")));
  VPSFIT_TRY(const auto broken, forecast::broken_conditions(result, request.conditions));
  for (const auto& sentence : broken) say("vpsfit: " + sentence);
  return broken.empty() ? exit_code_of(result) : ExitCode::answer_is_no;
}

}  // namespace

extern const Command forecast_command;
const Command forecast_command{"forecast", "find the cheapest plan that fits, and the savings", forecast_usage,
                               run_forecast};

}  // namespace vpsfit::cli
