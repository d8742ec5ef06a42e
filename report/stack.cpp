// SPDX-License-Identifier: MIT
#include "report/stack.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "core/decimal.hpp"
#include "core/text.hpp"
#include "report/calibration.hpp"
#include "report/filters.hpp"
#include "report/forecast_json_parts.hpp"
#include "report/text_table.hpp"

namespace vpsfit::report {
namespace {

using json::Value;

Money fee_of(const StackReport& report, const Rational& amount) { return {amount, report.selection.currency}; }

std::string in_currency(const StackReport& report, const Rational& amount) {
  return fmt::format("{} {}", fee_of(report, amount).rounded(), report.selection.currency.code());
}

std::string names_of(const StackReport& report, const std::vector<std::size_t>& members) {
  std::string names;
  for (const auto member : members) names += (names.empty() ? "" : ", ") + report.usage.subjects[member];
  return names;
}

/// The gap in percent, rounded up: never better than it is.
std::string percent_above(const forecast::Stack& stack) {
  return to_decimal(round_to((stack.fee / stack.least - Rational(1)) * Rational(100), 1, Rounding::up), Rounding::up);
}

std::string quality_text(const StackReport& report) {
  const auto& stack = report.stack;
  if (stack.exact) return "Every way to divide the subjects was looked at: none is cheaper.";
  if (stack.least.is_zero()) return "Too many subjects to look at every way to divide them; a cheaper one may exist.";
  if (stack.fee == stack.least) return "Not every way to divide the subjects was looked at, but none can be cheaper.";
  return fmt::format(
      "Not every way to divide the subjects was looked at: no way costs less than {}, so this is at most {} % too "
      "dear.",
      in_currency(report, stack.least), percent_above(stack));
}

std::string sum_text(const StackReport& report) {
  return report.usage.one_clock
             ? fmt::format("Largest sums over {} moments at which all subjects were measured.",
                           report.usage.memory.size())
             : fmt::format("Sums of each subject's own peaks, as if they met: {}.", report.usage.why);
}

/// With the subjects as a column, or numbers that the lists below the table go by.
std::string server_rows(const StackReport& report, bool with_names, std::size_t width) {
  TextTable table({{with_names ? "subjects" : "server", with_names ? Align::left : Align::right, 12},
                   {"plan"},
                   {"vCPU", Align::right},
                   {"need", Align::right},
                   {"memory", Align::right},
                   {"need", Align::right},
                   {"fee a year", Align::right}});
  std::size_t number = 0;
  for (const auto& server : report.stack.servers) {
    ++number;
    table.row({with_names ? names_of(report, server.members) : std::to_string(number),
               server.offer.plan->vendor + "/" + server.offer.plan->id,
               to_decimal(server.offer.plan->cpu.vcpus, Rounding::down), std::to_string(server.need.vcpus),
               to_text(server.offer.plan->memory.lower_bytes()), to_text(server.need.memory),
               in_currency(report, server.offer.annual_fee_converted.amount())});
  }
  return table.render(width);
}

/// Lists of names that cannot be cut and still told apart stand below the table.
std::string servers_text(const StackReport& report, std::size_t width) {
  std::string text = server_rows(report, true, width);
  const auto lines = split(text, '\n');
  if (std::all_of(lines.begin(), lines.end(), [&](std::string_view line) { return display_width(line) <= width; }))
    return text;
  text = server_rows(report, false, width);
  std::size_t number = 0;
  for (const auto& server : report.stack.servers)
    text += wrap(names_of(report, server.members), std::to_string(++number) + ": ", width);
  return text;
}

Value servers_json(const StackReport& report) {
  Value servers = Value::array();
  for (const auto& server : report.stack.servers) {
    Value members = Value::array();
    for (const auto member : server.members) members.push(report.usage.subjects[member]);
    servers.push(Value::object()
                     .set("plan", plan_json(server.offer))
                     .set("annual_fee_converted", money_json(server.offer.annual_fee_converted))
                     .set("subjects", std::move(members))
                     .set("need", Value::object()
                                      .set("cpu_cores", to_decimal(server.need.cpu.count(), Rounding::up))
                                      .set("vcpus", server.need.vcpus)
                                      .set("vcpus_exact", to_decimal(server.need.vcpus_exact, Rounding::up))
                                      .set("memory_used_bytes", server.need.memory_used.count())
                                      .set("memory_bytes", server.need.memory.count())));
  }
  return servers;
}

Value subjects_json(const StackReport& report) {
  Value subjects = Value::array();
  for (std::size_t i = 0; i < report.usage.subjects.size(); ++i) {
    const auto& none = report.stack.no_fit;
    const bool fits = std::find(none.begin(), none.end(), i) == none.end();
    subjects.push(Value::object()
                      .set("subject", report.usage.subjects[i])
                      .set("status", !fits                            ? "no_fit"
                                     : !report.refusals.at(i).empty() ? "refused"
                                                                      : "ok")
                      .set("notices", notices_json(report.refusals[i])));
  }
  return subjects;
}

Value stack_inputs(const StackReport& report) {
  Value inputs = Value::array();
  for (const auto& input : report.inputs)
    inputs.push(Value::object().set("path", input.path).set("sha256", input.sha256).set("role", input.role));
  return inputs;
}

}  // namespace

bool is_refused(const StackReport& report) {
  return std::any_of(report.refusals.begin(), report.refusals.end(), [](const auto& some) { return !some.empty(); });
}

std::string stack_text(const StackReport& report, std::size_t width) {
  const auto& stack = report.stack;
  std::string text;
  if (!stack.no_fit.empty()) {
    text += wrap("No plan holds " + names_of(report, stack.no_fit) + ", not even alone: nothing is placed.", "", width);
  } else {
    text += servers_text(report, width) + "\n";
    text +=
        wrap(fmt::format("{} a year for {} server(s); each subject on a server of its own: {}.",
                         in_currency(report, stack.fee), stack.servers.size(), in_currency(report, stack.fee_alone)),
             "", width);
    text += wrap(quality_text(report), "", width);
  }
  text += wrap(sum_text(report), "", width);
  const auto& assumed = report.assumptions;
  text += wrap(fmt::format("vCPU: sum of cores / {} / (1 - {}), rounded up. Memory: sum x {} + {} for the system, once "
                           "a server.",
                           to_decimal(assumed.core_performance, Rounding::down),
                           to_decimal(assumed.cpu_headroom.value(), Rounding::half_away),
                           to_decimal(assumed.memory_factor, Rounding::half_away), to_text(assumed.os_reserve)),
               "", width);
  if (report.calibration) text += wrap(calibration_sentence(*report.calibration), "", width);
  if (const auto filters = filters_text(report.selection.filters); !filters.empty())
    text += wrap("Only plans of which this is known were taken: " + filters, "", width);
  for (std::size_t i = 0; i < report.refusals.size(); ++i)
    for (const auto& notice : report.refusals[i]) {
      const std::string remark = notice_text(notice);
      const std::string& subject = report.usage.subjects[i];
      text += wrap(remark.starts_with(subject) ? remark : subject + ": " + remark, "", width);
    }
  return text;
}

Value stack_json(const StackReport& report, std::string_view version) {
  const auto& stack = report.stack;
  const bool placed = stack.no_fit.empty();
  const auto fee = [&](const Rational& amount) { return placed ? money_json(fee_of(report, amount)) : Value(); };
  Value document = Value::object();
  document.set("schema", "urn:vpsfit:schema:stack:1")
      .set("schema_version", "1.0")
      .set("tool", Value::object().set("name", "vpsfit").set("version", version))
      .set("as_of", to_text(report.selection.as_of))
      .set("currency", std::string(report.selection.currency.code()))
      .set("inputs", stack_inputs(report))
      .set("assumptions",
           Value::object()
               .set("core_performance", to_decimal(report.assumptions.core_performance, Rounding::down))
               .set("cpu_headroom", to_decimal(report.assumptions.cpu_headroom.value(), Rounding::half_away))
               .set("memory_factor", to_decimal(report.assumptions.memory_factor, Rounding::half_away))
               .set("os_reserve_bytes", report.assumptions.os_reserve.count()));
  if (report.calibration) document.set("calibration", calibration_cited(*report.calibration));
  if (report.selection.filters != forecast::Filters{}) document.set("filters", filters_json(report.selection.filters));
  return document.set("excluded_plans", excluded_json(report.excluded))
      .set("status", !placed              ? "no_fit"
                     : is_refused(report) ? "refused"
                                          : "ok")
      .set("sum", report.usage.one_clock ? "peak_of_sum" : "sum_of_peaks")
      .set("sum_reason", report.usage.why.empty() ? Value() : Value(report.usage.why))
      .set("moments", static_cast<std::int64_t>(report.usage.memory.size()))
      .set("subjects", subjects_json(report))
      .set("servers", servers_json(report))
      .set("annual_fee", fee(stack.fee))
      .set("annual_fee_alone", fee(stack.fee_alone))
      .set("annual_fee_least", fee(stack.least))
      .set("exact", placed ? Value(stack.exact) : Value());
}

}  // namespace vpsfit::report
