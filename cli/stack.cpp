// SPDX-License-Identifier: MIT
#include "forecast/stack.hpp"

#include <fmt/format.h>

#include "cli/command.hpp"
#include "cli/forecast_inputs.hpp"
#include "cli/output.hpp"
#include "cli/stack_clock.hpp"
#include "cli/terminal.hpp"
#include "cli/version.hpp"
#include "core/decimal.hpp"
#include "core/text.hpp"
#include "forecast/defaults.hpp"
#include "forecast/refusals.hpp"
#include "forecast/require.hpp"
#include "report/stack.hpp"

namespace vpsfit::cli {
namespace {

constexpr std::string_view stack_usage = R"(Divides several subjects over the cheapest servers that hold them all.

Usage: vpsfit stack <input>... [--plans=PATH]... [--window=NAME] [--load=NAME] [--currency=CODE] [--rate=RATE]...
                    [--rates=FILE] [--as-of=DATE] [--headroom=SHARE] [--core-performance=FACTOR]
                    [--memory-factor=FACTOR] [--os-reserve=SIZE] [--min-disk=SIZE] [--stale-ok] [--json]
                    [--output=FILE]

Inputs, plans, rates and assumptions are those of 'vpsfit forecast'; the system's reserve counts once a server. Up to 12
subjects the answer is the cheapest there is; up to 100 it says how much too dear it can be at most. Subjects that were
recorded side by side in one recording need the largest sum of any moment; others the sum of their peaks.

  --plans=PATH              a plan catalog, or a folder of them; may be repeated
  --window=NAME             the window that counts (usual: load, else measure, else the only one)
  --load=NAME               the load that counts, where there are several
  --currency=CODE           the currency of the fees (usual: where the rates lead, else that of the plans)
  --rate=RATE               a rate given by hand, like USD/KRW=1335.27@2026-10-30; may be repeated
  --rates=FILE              a store of 'vpsfit fx', or a file of the European Central Bank
  --as-of=DATE              the day of the result (usual: the latest day in plans and rates)
  --headroom=SHARE          share of the server's CPU to be left unused (usual: 0.2)
  --core-performance=FACTOR what a core of the server does, measured in cores of the measuring host (usual: 0.5)
  --memory-factor=FACTOR    times the largest memory seen (usual: 1.25)
  --os-reserve=SIZE         plus this for the system of each server (usual: 128MiB)
  --min-disk=SIZE           disk space that every plan must include, like 20GB
  --stale-ok                take plans that were verified more than 180 days before the day of the result
  --json                    print the document (see 'vpsfit schema stack')
  --output=FILE             write there instead of standard output

Status 3: a subject fits no plan, or its figures do not carry a result.
)";

/// The option's value, read by `parse`, put into `value` where it is given.
template <class T, class Target>
Result<void> take(const Arguments& arguments, std::string_view option, Result<T> (*parse)(std::string_view),
                  Target& value) {
  if (const auto text = arguments.text(option)) {
    auto read = parse(*text);
    if (!read) return fail(std::move(read).error().in(std::string(option)));
    value = *read;
  }
  return {};
}

Result<forecast::Assumptions> assumptions_of(const Arguments& arguments) {
  forecast::Assumptions assumptions;
  VPSFIT_CHECK(take(arguments, "--headroom", Fraction::parse, assumptions.cpu_headroom));
  VPSFIT_CHECK(take(arguments, "--core-performance", parse_decimal, assumptions.core_performance));
  VPSFIT_CHECK(take(arguments, "--memory-factor", parse_decimal, assumptions.memory_factor));
  VPSFIT_CHECK(take(arguments, "--os-reserve", parse_bytes, assumptions.os_reserve));
  VPSFIT_CHECK(forecast::check(assumptions));
  return assumptions;
}

/// Day, currency and rates, as asked for or else from the inputs.
Result<forecast::Selection> selection_of(const Arguments& arguments, const plans::Catalog& catalog,
                                         fx::RateTable& rates, Inputs& inputs) {
  std::optional<Date> day;
  std::optional<Currency> currency;
  std::optional<Bytes> disk;
  VPSFIT_CHECK(take(arguments, "--as-of", parse_date, day));
  VPSFIT_CHECK(take(arguments, "--currency", Currency::parse, currency));
  VPSFIT_CHECK(take(arguments, "--min-disk", parse_bytes, disk));
  if (!currency) {
    VPSFIT_TRY(currency, forecast::common_currency(catalog, rates));
  }
  if (!day) day = forecast::latest_day(catalog, rates);
  if (!day)
    return fail(ErrorKind::input, "no input has a day, so the result would have none", {}, "give one with --as-of");
  if (const auto file = arguments.text("--rates"))
    VPSFIT_CHECK(look_up_rates(*file, *day, *currency, catalog, forecast::Alone{}, rates, inputs));
  return forecast::Selection{*day, *currency, disk, arguments.flag("--stale-ok")};
}

/// Of each subject, why its figures do not carry a result.
Result<std::vector<std::vector<Notice>>> refusals_of(const std::vector<Usage>& usages,
                                                     const forecast::Assumptions& assumptions) {
  std::vector<std::vector<Notice>> all;
  for (const auto& one : usages) {
    auto& reasons = all.emplace_back(one.refusals);
    VPSFIT_TRY(const auto need, forecast::require(one, assumptions));
    for (auto& reason : forecast::refusals(one, need)) reasons.push_back(std::move(reason));
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

Result<ExitCode> run_stack(const Arguments& arguments) {
  VPSFIT_TRY(const auto assumptions, assumptions_of(arguments));
  VPSFIT_TRY(auto rates, given_rates(arguments.list("--rate")));
  if (arguments.list("--plans").empty())
    return fail(ErrorKind::input, "no plans to choose from", {}, "name a catalog file or a folder with --plans");
  UsageWish wish;
  wish.window = arguments.text("--window").value_or("");
  wish.load = arguments.text("--load").value_or("");
  Inputs inputs;
  VPSFIT_TRY(const auto usages, read_usages(arguments.list("<input>"), wish, inputs));
  VPSFIT_TRY(const auto catalog, read_catalog(arguments.list("--plans"), inputs));
  VPSFIT_TRY(const auto selection, selection_of(arguments, catalog, rates, inputs));
  VPSFIT_CHECK(check_output(arguments.text("--output"), inputs));
  VPSFIT_CHECK(check_usable(usages));
  VPSFIT_TRY(auto together, used_together(arguments.list("<input>"), usages));
  VPSFIT_TRY(auto refusals, refusals_of(usages, assumptions));
  const auto market = forecast::open_market(catalog, rates, selection);
  VPSFIT_TRY(auto placed, forecast::stack(together, assumptions, market, selection));
  const report::StackReport report{std::move(together), std::move(placed), assumptions,
                                   selection,           std::move(inputs), std::move(refusals)};
  VPSFIT_CHECK(deliver(arguments.flag("--json") ? json::dump(report::stack_json(report, version)) + "\n"
                                                : report::stack_text(report, output_width()),
                       arguments.text("--output")));
  return report.stack.no_fit.empty() && !report::is_refused(report) ? ExitCode::done : ExitCode::answer_is_no;
}

}  // namespace

extern const Command stack_command;
const Command stack_command{"stack", "divide several subjects over the cheapest servers", stack_usage, run_stack};

}  // namespace vpsfit::cli
