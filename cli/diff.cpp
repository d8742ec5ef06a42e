// SPDX-License-Identifier: MIT
#include <algorithm>
#include <fmt/format.h>

#include "cli/command.hpp"
#include "cli/diff_bills.hpp"
#include "cli/output.hpp"
#include "cli/version.hpp"
#include "core/decimal.hpp"
#include "core/text.hpp"
#include "report/change.hpp"

namespace vpsfit::cli {
namespace {

constexpr std::string_view diff_usage = R"(Tells what changed between two forecasts of the same subjects, and why.

Usage: vpsfit diff <old> <new> [<input>...] [--require=CONDITION]... [--json] [--markdown] [--output=FILE]

The change of every bill is split into use, assumptions, plans with their prices, and the rate; the parts sum to it
exactly. What only one cause can have changed needs nothing but the two documents; else their inputs are computed with
once more: those that they name, or that stand behind them.

  --require=CONDITION  end with status 3 where it does not hold: bill_change_max=N (or N%, of any subject),
                       plan_change=no, status_worse=no, robustness_worse=no; what is unknown does not hold
  --markdown           a table for a pull request
  --json               print the document (see 'vpsfit schema diff')
  --output=FILE        write there instead of standard output
)";

struct Limit {
  std::string text;
  std::string key;
  Rational number;
  bool percent = false;
};

Result<Limit> parse_limit(const std::string& text) {
  const std::vector<std::string> keys{"bill_change_max", "plan_change", "status_worse", "robustness_worse"};
  const auto equals = text.find('=');
  const std::string key(trim(text.substr(0, equals)));
  std::string_view value = equals == std::string::npos ? std::string_view() : std::string_view(text).substr(equals + 1);
  if (std::find(keys.begin(), keys.end(), key) == keys.end())
    return fail(ErrorKind::input, fmt::format("'{}' is no condition", printable(text, 80)), "--require",
                fmt::format("there are: {}", fmt::join(keys, ", ")));
  Limit limit{text, key, {}, value.ends_with('%')};
  if (key != "bill_change_max") {
    if (value != "no")
      return fail(ErrorKind::input, fmt::format("'{}' can only be 'no'", printable(text, 80)), "--require");
    return limit;
  }
  if (limit.percent) value.remove_suffix(1);
  const auto number = parse_decimal(value);
  if (!number) return fail(Error(number.error()).in("--require"));
  limit.number = *number;
  return limit;
}

int rank(const std::string& word) {
  return word == "robust" || word == "ok" ? 3 : word == "tight" || word == "refused" ? 2 : word.empty() ? 0 : 1;
}

bool holds(const Limit& limit, const report::SubjectChange& change) {
  const auto& before = change.before;
  const auto& after = change.after;
  if (limit.key == "plan_change") return before.plan == after.plan;
  if (limit.key == "status_worse") return rank(after.status) >= rank(before.status);
  if (limit.key == "robustness_worse") return rank(after.robustness) >= rank(before.robustness);
  const auto total = report::bill_change(change);
  if (!total) return false;
  return *total <= (limit.percent ? *before.bill * limit.number / Rational(100) : limit.number);
}

Result<report::ChangeSide> side_of(const report::ForecastView& view, const std::string& name,
                                   const std::optional<Rational>& bill) {
  report::ChangeSide side;
  const auto* const subject = view.find(name);
  if (subject == nullptr) return side;
  side.status = subject->status;
  if (subject->plan) side.plan = subject->plan->name();
  side.robustness = subject->robustness.value_or("");
  side.bill = bill;
  if (subject->savings) {
    VPSFIT_TRY(side.saving, parse_decimal(subject->savings->annual_exact));
  }
  return side;
}

/// The given files that are inputs of this forecast; the others are the other's.
Result<FoundInputs> inputs_of(const ForecastFile& file, const std::vector<std::string>& given,
                              std::vector<bool>& taken) {
  std::vector<std::string> mine;
  for (std::size_t i = 0; i < given.size(); ++i) {
    VPSFIT_TRY(const auto facts, look_at(given[i]));
    const auto& inputs = file.view.inputs;
    if (std::none_of(inputs.begin(), inputs.end(), [&](const auto& input) { return input.sha256 == facts.sha256; }))
      continue;
    mine.push_back(given[i]);
    taken[i] = true;
  }
  return find_inputs(file, mine);
}

Result<BillsOf> bills_between(const ForecastFile& before, const ForecastFile& after,
                              const std::vector<std::string>& given) {
  std::vector<bool> taken(given.size(), false);
  VPSFIT_TRY(const auto old_files, inputs_of(before, given, taken));
  VPSFIT_TRY(const auto new_files, inputs_of(after, given, taken));
  for (std::size_t i = 0; i < given.size(); ++i)
    if (!taken[i])
      return fail(ErrorKind::input, "is an input of neither forecast", printable(given[i]),
                  "it may have changed since");
  const bool all_there =
      old_files.missing.empty() && new_files.missing.empty() && !old_files.inputs.empty() && !new_files.inputs.empty();
  return all_there ? bills_of_files(before, old_files, after, new_files) : bills_of_documents(before, after);
}

Result<report::Changes> compare(const ForecastFile& before, const ForecastFile& after,
                                const std::vector<std::string>& given) {
  if (before.view.currency != after.view.currency)
    return fail(ErrorKind::input,
                fmt::format("one forecast is in {}, the other in {}", before.view.currency, after.view.currency),
                printable(after.file), "make both in one currency");
  VPSFIT_TRY(const Currency currency, Currency::parse(after.view.currency));
  VPSFIT_TRY(auto bills, bills_between(before, after, given));
  report::Changes changes{
      before.file, after.file, vpsfit::to_text(before.view.as_of), vpsfit::to_text(after.view.as_of), currency,
      {},          true};
  std::vector<std::string> names;
  for (const auto& subject : after.view.subjects) names.push_back(subject.subject);
  for (const auto& subject : before.view.subjects)
    if (after.view.find(subject.subject) == nullptr) names.push_back(subject.subject);
  for (const auto& name : names) {
    const auto& steps = bills[name];
    report::SubjectChange change{name, {}, {}, forecast::split_change(steps)};
    VPSFIT_TRY(change.before, side_of(before.view, name, steps.front()));
    VPSFIT_TRY(change.after, side_of(after.view, name, steps.back()));
    for (const auto& part : change.parts) changes.is_whole = changes.is_whole && part.causes.size() == 1;
    changes.subjects.push_back(std::move(change));
  }
  return changes;
}

Result<ExitCode> run_diff(const Arguments& arguments) {
  if (arguments.flag("--json") && arguments.flag("--markdown"))
    return fail(ErrorKind::input, "--json and --markdown do not go together", {}, "give one of them");
  std::vector<Limit> limits;
  for (const auto& text : arguments.list("--require")) {
    VPSFIT_TRY(auto limit, parse_limit(text));
    limits.push_back(std::move(limit));
  }
  VPSFIT_TRY(const auto before, read_forecast_file(*arguments.text("<old>")));
  VPSFIT_TRY(const auto after, read_forecast_file(*arguments.text("<new>")));
  VPSFIT_TRY(const auto changes, compare(before, after, arguments.list("<input>")));
  const std::string text = arguments.flag("--json")       ? json::dump(report::change_json(changes, version)) + "\n"
                           : arguments.flag("--markdown") ? report::change_markdown(changes)
                                                          : report::change_table(changes);
  VPSFIT_CHECK(deliver(text, arguments.text("--output")));
  ExitCode code = ExitCode::done;
  for (const auto& limit : limits)
    for (const auto& change : changes.subjects)
      if (!holds(limit, change)) {
        say(fmt::format("vpsfit: {} does not hold for {}", printable(limit.text, 80), printable(change.subject, 80)));
        code = ExitCode::answer_is_no;
      }
  return code;
}

}  // namespace

extern const Command diff_command;
const Command diff_command{"diff", "tell what changed between two forecasts, and why", diff_usage, run_diff};

}  // namespace vpsfit::cli
