// SPDX-License-Identifier: MIT
#include "report/explain.hpp"

#include <fmt/format.h>

#include "core/text.hpp"
#include "report/explain_words.hpp"
#include "report/text_table.hpp"

namespace vpsfit::report {
namespace {

using json::Node;
using json::Value;

std::string numbered(std::string_view text) { return wrap(text, "  "); }

std::string inputs_text(const Value& document) {
  std::string text = "Inputs\n";
  for (const auto& input : items_of(document, "inputs"))
    text += numbered(shown(input, "path")) + "    sha256 " + shown(input, "sha256") + "\n";
  return text + "\n";
}

std::string measured_text(const Value& subject) {
  const Value& usage = part(subject, "usage");
  TextTable table({{"run"},
                   {"CPU us", Align::right},
                   {"window us", Align::right},
                   {"cores", Align::right},
                   {"memory bytes", Align::right},
                   {"decides"}});
  for (const auto& run : items_of(usage, "measurements")) {
    const std::string name = shown(run, "run");
    const bool cpu = name == shown(usage, "deciding_run");
    const bool memory = name == shown(usage, "memory_run");
    table.row({name, shown(run, "cpu_usage_usec"), shown(run, "window_usec"), shown(run, "cpu_cores"),
               shown(run, "memory_max_bytes"),
               cpu && memory ? "CPU, memory"
               : cpu         ? "CPU"
               : memory      ? "memory"
                             : ""});
  }
  const Value& load = part(usage, "load");
  return wrap(fmt::format("Measured under load {} at {} requests a second, window {} ({})", shown(load, "name"),
                          shown(load, "request_rate_per_s"), shown(usage, "window"), shown(usage, "origin"))) +
         table.render() + "\n";
}

Result<std::string> steps_text(const Node& subject) {
  VPSFIT_TRY(const auto proof, subject.at("proof"));
  VPSFIT_TRY(const auto list, proof.at("steps"));
  VPSFIT_TRY(const auto steps, list.items());
  std::string text = "Step by step\n";
  int number = 0;
  for (const auto& step : steps) {
    for (const char* const key : {"step", "formula", "substituted", "exact", "result", "unit"}) {
      VPSFIT_TRY(const auto member, step.at(key));
      VPSFIT_CHECK(member.text(4096));
    }
    const Value& value = step.value();
    const std::string exact = shown(value, "exact");
    const std::string result = shown(value, "result");
    const std::string fraction = shown(value, "exact_fraction");
    text += numbered(fmt::format("{}. {}", ++number, step_title(value)));
    text += wrap(shown(value, "formula"), "     ");
    if (shown(value, "substituted") != result) text += wrap("= " + shown(value, "substituted"), "     ");
    if (ends(fraction, exact)) {
      if (exact != result && !ends(exact + "/1", result)) text += wrap("= " + exact, "     ");
    } else {
      text += wrap(fmt::format("= {} = {}...", fraction, exact), "     ");
    }
    const Value* const rounding = value.find("rounding");
    text += wrap(fmt::format("= {} {}{}", result, shown(value, "unit"),
                             rounding == nullptr || rounding->is_null() ? "" : ", rounded " + rounding->text()),
                 "     ");
  }
  return text + "\n";
}

std::string rates_text(const Value& document) {
  std::string text;
  for (const auto& rate : items_of(document, "rates")) {
    std::string line = fmt::format("1 {} = {} {} of {}", shown(rate, "from"), shown(rate, "value"), shown(rate, "to"),
                                   shown(rate, "date_used"));
    if (shown(rate, "source") == "given") line += ", given by hand and not checked against a source";
    for (const auto& leg : items_of(rate, "legs"))
      line += fmt::format("; 1 EUR = {} {}", shown(leg, "value"), shown(leg, "to"));
    text += numbered(line);
  }
  return text.empty() ? text : "Rates\n" + text + "\n";
}

std::string more_text(const Value& subject) {
  const Value& neighbours = part(subject, "neighbours");
  std::string text;
  if (const Value& next = part(neighbours, "runner_up"); !next.is_null())
    text += numbered(fmt::format("next in line: {}/{} at {} a year; until the chosen fee rises by {}, the choice stays",
                                 shown(next, "vendor"), shown(next, "id"), money_of(next, "annual_fee"),
                                 money_of(next, "fee_may_rise")));
  const auto insurance = [&](const char* key, const char* what) {
    const Value& plan = part(neighbours, key);
    if (plan.is_null()) return;
    const Value& limits = part(plan, "break_even");
    text += numbered(fmt::format(
        "more {}: {}/{} costs {} more a year and holds to a headroom of {}, from a core performance of {}, to {} times "
        "the memory",
        what, shown(plan, "vendor"), shown(plan, "id"), money_of(plan, "extra_annual"),
        shown(limits, "cpu_headroom_max"), shown(limits, "core_performance_min"), shown(limits, "memory_growth_max")));
  };
  insurance("more_cpu", "vCPU");
  insurance("more_memory", "memory");
  return text.empty() ? text : "What being surer costs\n" + text + "\n";
}

std::string filters_text(const Value& document) {
  std::string text;
  for (const auto& [name, value] : part(document, "filters").members()) {
    std::string values = value.text();
    for (const auto& one : value.items()) values += (values.empty() ? "" : " or ") + one.text();
    text += numbered(printable(name) + (values.empty() ? "" : " " + printable(values)));
  }
  return text.empty() ? text : "Only plans of which this is known were taken\n" + text + "\n";
}

std::string years_text(const Value& subject) {
  const Value& years = part(subject, "years_total");
  if (years.is_null()) return {};
  std::string text = numbered(fmt::format(
      "setup {} + {} periods of the first term {} + {} renewed ones {} + IPv4 {} = {}", money_of(years, "setup_fee"),
      shown(years, "first_term_periods"), money_of(years, "first_term"), shown(years, "renewed_periods"),
      money_of(years, "renewed"), money_of(years, "ipv4"), money_of(years, "total_if_unchanged")));
  for (const auto& code : items_of(years, "unknown"))
    text += numbered(printable(code.text()) == "renewal" ? "nobody tells the renewal: counted as unchanged"
                                                         : "nobody tells the setup fee: counted as none");
  if (!part(years, "first_term_discount").is_null())
    text += numbered("not applied: a first-term price that would take off " + money_of(years, "first_term_discount"));
  return fmt::format("Over {} years\n", shown(years, "years")) + text + "\n";
}

}  // namespace

Result<std::string> explain_text(const Node& document, const Value& subject) {
  const Node node(subject, document.place());
  if (subject.find("proof") == nullptr)
    return node.wrong("the document has no steps in it: an older vpsfit made it",
                      "make it again with 'vpsfit forecast'");
  std::string text = wrap(headline(document.value(), subject)) + "\n";
  text += inputs_text(document.value());
  if (!part(subject, "need").is_null()) {
    text += measured_text(subject);
    VPSFIT_TRY(const std::string steps, steps_text(node));
    text += steps;
  }
  return text + filters_text(document.value()) + plan_text(subject) + years_text(subject) + refused_text(subject) +
         no_fit_text(subject) + rates_text(document.value()) + holds_text(document.value(), subject) +
         more_text(subject) + uncertainty_text(subject) + remarks_text(subject);
}

Value explain_json(const Value& document, const Value& subject) {
  Value result = Value::object();
  for (const char* const key :
       {"schema", "schema_version", "tool", "as_of", "baseline", "against", "baseline_annual_fee", "currency", "inputs",
        "assumptions", "calibration", "filters", "years", "rates"})
    if (const Value* const member = document.find(key)) result.set(key, *member);
  return result.set("subject", subject);
}

}  // namespace vpsfit::report
