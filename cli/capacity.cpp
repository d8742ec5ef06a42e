// SPDX-License-Identifier: MIT
#include "report/capacity.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "cli/capacity_inputs.hpp"
#include "cli/command.hpp"
#include "cli/forecast_options.hpp"
#include "cli/output.hpp"
#include "cli/version.hpp"
#include "core/text.hpp"
#include "forecast/defaults.hpp"
#include "report/scaling.hpp"

namespace vpsfit::cli {
namespace {

constexpr std::string_view capacity_usage =
    R"(Fits CPU against request rate, or throughput against clients, and answers for other ones.

Usage: vpsfit capacity <input>... [--model=NAME] [--rate=N] [--vcpus=N] [--clients=N] [--window=NAME]
                       [--headroom=SHARE] [--core-performance=FACTOR] [--memory-factor=FACTOR] [--os-reserve=SIZE]
                       [--plans=PATH]... [--on=VENDOR/PLAN] [--budget=FEE] [--rates=FILE] [--as-of=DATE] [--stale-ok]
                       [--json] [--output=FILE]

Inputs are recordings and figures as for 'vpsfit forecast', with runs of a subject at two rates or more. The line has
an intercept: one through the origin calls small loads too cheap. Runs that were throttled, failed requests or missed
their rate are left out. Beyond 1.5 times the highest measured rate nothing is said. The Universal Scalability Law is
fitted to throughput under as many clients as each load had: recordings of 'vpsfit lab' with saturated loads, or CSV
with the columns subject,clients,throughput_per_s, of four different numbers of clients or more.

  --model=NAME              linear: CPU against request rate (usual); usl: throughput against clients
  --rate=N                  CPU, vCPU and memory that so many requests a second need
  --vcpus=N                 the highest request rate that so many vCPU of the server carry
  --on=VENDOR/PLAN          the highest request rate that this plan carries
  --budget=FEE              the highest request rate that a plan carries for a fee like "60 USD/year", and which does
  --clients=N               with usl: the throughput with so many clients
  --window=NAME             the window that counts (usual: load, else measure, else the only one)
  --headroom=SHARE          share of the server's CPU to be left unused (usual: 0.2)
  --core-performance=FACTOR what a core of the server does, measured in cores of the measuring host (usual: 0.5)
  --memory-factor=FACTOR    times the largest memory seen (usual: 1.25)
  --os-reserve=SIZE         plus this for the system of a server (usual: 128MiB)
  --plans=PATH              a plan catalog, or a folder of them; may be repeated
  --rates=FILE              a store of 'vpsfit fx', or a file of the European Central Bank, where currencies differ
  --as-of=DATE              the day of the result (usual: the latest day in the plans)
  --stale-ok                take plans that were verified more than 180 days before the day of the result
  --json                    print the document (see 'vpsfit schema capacity', of usl 'scaling')
  --output=FILE             write there instead of standard output

Status 3: a subject has too few rates or clients, what was asked for is too far, or nothing carries it.
)";

/// The figure behind --budget, a year.
Result<forecast::AgainstFee> budget_of(const std::string& text) {
  VPSFIT_TRY(const auto parsed, named("--budget", forecast::parse_against(text)));
  if (const auto* const fee = std::get_if<forecast::AgainstFee>(&parsed)) return *fee;
  return fail(ErrorKind::input, fmt::format("'{}' is no fee", printable(text, 80)), "--budget",
              "write it like \"60 USD/year\" or \"5 EUR/month\"");
}

/// The plan by name among the offers.
Result<forecast::Offer> offer_of(const std::string& name, const forecast::Market& market) {
  std::vector<std::string> names;
  for (const auto& offer : market.offers) {
    if (offer.plan->full_name() == name) return offer;
    names.push_back(offer.plan->full_name());
  }
  for (const auto& excluded : market.excluded)
    if (excluded.plan->full_name() == name)
      return fail(ErrorKind::input, fmt::format("{} takes no part ({})", printable(name, 80), excluded.code), "--on",
                  "choose another plan");
  const auto near = near_name(name, names);
  return fail(ErrorKind::input, fmt::format("there is no plan '{}'", printable(name, 80)), "--on",
              near ? fmt::format("did you mean '{}'?", *near) : "'vpsfit plans list' shows them");
}

/// What a plan or a budget carries, for every subject.
Result<void> answer_for_plans(const Arguments& arguments, report::CapacityReport& report, plans::Catalog& catalog) {
  const auto on = arguments.text("--on"), budget = arguments.text("--budget");
  const auto files = arguments.list("--plans");
  if (!on && !budget) return {};
  if (on && budget) return fail(ErrorKind::input, "--on and --budget do not go together", {}, "give one of them");
  if (files.empty())
    return fail(ErrorKind::input, "no plans to choose from", {}, "name a catalog file or a folder with --plans");
  Inputs inputs;
  VPSFIT_TRY(catalog, read_catalog(files, inputs));
  fx::RateTable rates;
  forecast::Comparison comparison = forecast::Alone{};
  VPSFIT_TRY(Currency currency, forecast::common_currency(catalog, rates));
  if (budget) {
    VPSFIT_TRY(const auto fee, budget_of(*budget));
    currency = fee.annual.currency();
    report.budget = fee.annual;
    comparison = fee;
  }
  VPSFIT_TRY(const auto day, day_option(arguments, "--as-of"));
  const auto as_of = day ? day : forecast::latest_day(catalog, rates);
  if (!as_of)
    return fail(ErrorKind::input, "no input has a day, so the result would have none", {}, "give one with --as-of");
  if (const auto file = arguments.text("--rates"))
    VPSFIT_CHECK(look_up_rates(*file, *as_of, currency, catalog, comparison, rates, inputs));
  const auto market =
      forecast::open_market(catalog, rates, {*as_of, currency, std::nullopt, arguments.flag("--stale-ok"), {}, 0});
  std::optional<forecast::Offer> offer;
  if (on) {
    VPSFIT_TRY(offer, offer_of(*on, market));
  }
  for (const auto& subject : report.capacity.subjects) {
    VPSFIT_TRY(auto carried, offer ? forecast::carried_by(subject, report.capacity.assumptions, *offer)
                                   : forecast::most_for(subject, report.capacity.assumptions, market, *report.budget));
    report.carried.push_back(std::move(carried));
  }
  return {};
}

Result<forecast::Capacity> asked(const Arguments& arguments) {
  forecast::Capacity capacity;
  VPSFIT_TRY(capacity.rate, above_zero(arguments, "--rate"));
  VPSFIT_TRY(capacity.vcpus, above_zero(arguments, "--vcpus"));
  VPSFIT_CHECK(above_zero(arguments, "--core-performance"));
  VPSFIT_TRY(capacity.assumptions, read_assumptions(arguments));
  return capacity;
}

Result<ExitCode> linear(const Arguments& arguments) {
  if (arguments.text("--clients"))
    return fail(ErrorKind::input, "--clients is of use with --model usl only", {},
                "a request rate is asked with --rate");
  report::CapacityReport report;
  VPSFIT_TRY(report.capacity, asked(arguments));
  UsageWish wish;
  wish.window = arguments.text("--window").value_or("");
  Inputs inputs;
  VPSFIT_TRY(const auto measured, read_all_loads(arguments.list("<input>"), wish, inputs));
  VPSFIT_TRY(report.capacity.subjects, runs_by_subject(measured));
  VPSFIT_CHECK(forecast::fit(report.capacity));
  plans::Catalog catalog;  // the offers point into it
  VPSFIT_CHECK(answer_for_plans(arguments, report, catalog));
  VPSFIT_CHECK(deliver(arguments.flag("--json") ? json::dump(report::capacity_json(report, version)) + "\n"
                                                : report::capacity_text(report),
                       arguments.text("--output")));
  const auto& subjects = report.capacity.subjects;
  const bool all =
      std::all_of(subjects.begin(), subjects.end(), [](const auto& subject) { return subject.refused.empty(); }) &&
      std::all_of(report.carried.begin(), report.carried.end(),
                  [](const auto& carried) { return carried && carried->rate; });
  return all ? ExitCode::done : ExitCode::answer_is_no;
}

Result<ExitCode> usl(const Arguments& arguments) {
  for (const char* const other : {"--rate", "--vcpus", "--on", "--budget"})
    if (arguments.text(other))
      return fail(ErrorKind::input, fmt::format("{} is of use with --model linear only", other), {},
                  "with usl ask for --clients");
  forecast::Scaling scaling;
  VPSFIT_TRY(scaling.clients, above_zero(arguments, "--clients"));
  for (const auto& file : arguments.list("<input>")) VPSFIT_CHECK(read_scale_runs(file, scaling));
  forecast::fit(scaling);
  VPSFIT_CHECK(deliver(arguments.flag("--json") ? json::dump(report::scaling_json(scaling, version)) + "\n"
                                                : report::scaling_text(scaling),
                       arguments.text("--output")));
  const bool all = std::all_of(scaling.subjects.begin(), scaling.subjects.end(),
                               [](const auto& subject) { return subject.refused.empty(); });
  return all ? ExitCode::done : ExitCode::answer_is_no;
}

Result<ExitCode> run_capacity(const Arguments& arguments) {
  const std::string model = arguments.text("--model").value_or("linear");
  if (model == "linear") return linear(arguments);
  if (model == "usl") return usl(arguments);
  return fail(ErrorKind::input, fmt::format("'{}' is no model", printable(model, 60)), "--model",
              "there are: linear, usl");
}

}  // namespace

extern const Command capacity_command;
const Command capacity_command{"capacity", "fit CPU against request rate, and answer for other rates", capacity_usage,
                               run_capacity};

}  // namespace vpsfit::cli
