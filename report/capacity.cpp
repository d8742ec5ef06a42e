// SPDX-License-Identifier: MIT
#include "report/capacity.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "core/decimal.hpp"
#include "core/text.hpp"
#include "report/forecast_json_parts.hpp"
#include "report/text_table.hpp"

namespace vpsfit::report {
namespace {

using forecast::Capacity;
using forecast::SubjectCapacity;
using json::Value;

/// An estimate with six significant digits: more would be noise.
std::string estimate(double value) { return to_significant(value, 6); }
Value estimate(const std::optional<double>& value) { return value ? Value(estimate(*value)) : Value(); }
std::string decimal(const Rational& value) { return to_decimal(value, Rounding::half_away); }

std::string_view reach_word(forecast::Reach reach) {
  return reach == forecast::Reach::measured ? "measured" : reach == forecast::Reach::beyond ? "beyond" : "too_far";
}

Value line_json(const forecast::Line& line) {
  return Value::object()
      .set("intercept_cores", estimate(line.intercept))
      .set("slope_cores_per_request", estimate(line.slope))
      .set("points", static_cast<std::int64_t>(line.points))
      .set("rates", static_cast<std::int64_t>(line.levels))
      .set("highest_rate_per_s", estimate(line.highest_rate))
      .set("residual_cores", line.freedom == 0 ? Value() : Value(estimate(line.spread)))
      .set("degrees_of_freedom", static_cast<std::int64_t>(line.freedom))
      .set("lack_of_fit_probability", estimate(line.lack_of_fit));
}

Value at_rate_json(const SubjectCapacity& subject) {
  if (!subject.at_rate) return {};
  return Value::object()
      .set("cpu_cores", estimate(subject.at_rate->cores))
      .set("cpu_cores_low_95", estimate(subject.at_rate->low))
      .set("cpu_cores_high_95", estimate(subject.at_rate->high))
      .set("reach", reach_word(subject.at_rate->how_far))
      .set("vcpus", subject.vcpus)
      .set("memory_max_bytes", subject.memory ? Value(subject.memory->count()) : Value())
      .set("memory_of_all_rates", subject.memory_of_all);
}

std::string line_text(const forecast::Line& line) {
  std::string text = fmt::format("cores = {} + {} for each request a second, from {} runs at {} rates up to {}",
                                 estimate(line.intercept), estimate(line.slope), line.points, line.levels,
                                 estimate(line.highest_rate));
  if (line.levels == 2) text += "; two rates cannot tell whether it bends";
  if (line.lack_of_fit && *line.lack_of_fit < 0.05) text += "; the runs do not lie on a line (p < 0.05)";
  return text;
}

/// Is the rate merely the highest that anything is said of?
bool is_bound(const SubjectCapacity& subject, const std::optional<double>& rate) {
  return rate && forecast::reach(*rate * (1 + 1e-12), subject.line->highest_rate) == forecast::Reach::too_far;
}

std::string answer_text(const SubjectCapacity& subject, const Capacity& capacity) {
  std::string text;
  if (subject.at_rate) {
    const auto& at = *subject.at_rate;
    text += wrap(fmt::format("at {} requests a second: {} cores{}, {} vCPU, largest memory {}{}{}",
                             decimal(*capacity.rate), estimate(at.cores),
                             at.high ? fmt::format(" ({} to {} with 95 %)", estimate(*at.low), estimate(*at.high)) : "",
                             *subject.vcpus, to_text(subject.memory.value_or(Bytes{0})),
                             subject.memory_of_all ? " of any rate: none so high was measured" : "",
                             at.how_far == forecast::Reach::beyond ? "; beyond what was measured" : ""),
                 "  ");
  }
  if (capacity.vcpus)
    text += wrap(subject.carried
                     ? fmt::format("{} vCPU carry {}{} requests a second", decimal(*capacity.vcpus),
                                   is_bound(subject, subject.carried) ? "at least " : "", estimate(*subject.carried))
                     : fmt::format("{} vCPU do not even carry its base", decimal(*capacity.vcpus)),
                 "  ");
  return text;
}

/// What a plan carries.
std::string carried_text(const CapacityReport& report, std::size_t i) {
  if (report.carried.empty() || !report.capacity.subjects[i].line) return {};
  const auto& carried = report.carried[i];
  if (!carried)
    return wrap(fmt::format("no plan costs so little as {} {} a year", report.budget->rounded(),
                            report.budget->currency().code()),
                "  ");
  const Money& fee = carried->offer.annual_fee_converted;
  const std::string plan =
      fmt::format("{} at {} {} a year", carried->offer.plan->full_name(), fee.rounded(), fee.currency().code());
  if (!carried->rate)
    return wrap(fmt::format("{} carries no requests: {}", plan,
                            carried->lacks == "memory" ? "it has too little memory" : "not even its base"),
                "  ");
  return wrap(fmt::format("{} carries {}{} requests a second{}", plan,
                          is_bound(report.capacity.subjects[i], carried->rate) ? "at least " : "",
                          estimate(*carried->rate), report.budget ? ", the most for so much" : ""),
              "  ");
}

Value carried_json(const CapacityReport& report, std::size_t i) {
  if (report.carried.empty() || !report.carried[i]) return {};
  const auto& carried = *report.carried[i];
  return Value::object()
      .set("plan", carried.offer.plan->full_name())
      .set("annual_fee_converted", money_json(carried.offer.annual_fee_converted))
      .set("rate_per_s", estimate(carried.rate))
      .set("is_at_least", is_bound(report.capacity.subjects[i], carried.rate))
      .set("lacks", carried.lacks.empty() ? Value() : Value(carried.lacks));
}

}  // namespace

std::string capacity_text(const CapacityReport& report) {
  const Capacity& capacity = report.capacity;
  std::string text;
  for (std::size_t i = 0; i < capacity.subjects.size(); ++i) {
    const auto& subject = capacity.subjects[i];
    text += wrap(subject.subject);
    TextTable table({{"load"}, {"rate", Align::right}, {"run"}, {"cores", Align::right}, {"left out"}});
    for (const auto& run : subject.runs)
      table.row({run.load.name.empty() ? "-" : run.load.name,
                 run.load.request_rate_per_s ? decimal(*run.load.request_rate_per_s) : "-", run.run,
                 to_decimal(round_to(run.cores.count(), 3, Rounding::up), Rounding::up), run.left_out});
    text += table.render();
    if (subject.line)
      text += wrap(line_text(*subject.line), "  ") + answer_text(subject, capacity) + carried_text(report, i);
    if (!subject.refused.empty()) text += wrap("no answer: " + subject.refused, "  ");
    text += "\n";
  }
  return text;
}

Value capacity_json(const CapacityReport& report, std::string_view version) {
  const Capacity& capacity = report.capacity;
  Value subjects = Value::array();
  for (std::size_t i = 0; i < capacity.subjects.size(); ++i) {
    const auto& subject = capacity.subjects[i];
    Value runs = Value::array();
    for (const auto& run : subject.runs)
      runs.push(Value::object()
                    .set("load", run.load.name.empty() ? Value() : Value(run.load.name))
                    .set("request_rate_per_s",
                         run.load.request_rate_per_s ? Value(decimal(*run.load.request_rate_per_s)) : Value())
                    .set("run", run.run)
                    .set("cpu_cores", to_decimal(run.cores.count(), Rounding::up))
                    .set("left_out", run.left_out.empty() ? Value() : Value(run.left_out)));
    subjects.push(Value::object()
                      .set("subject", subject.subject)
                      .set("runs", std::move(runs))
                      .set("line", subject.line ? line_json(*subject.line) : Value())
                      .set("at_rate", at_rate_json(subject))
                      .set("carried_rate_per_s", estimate(subject.carried))
                      .set("carried_is_at_least", subject.carried ? Value(is_bound(subject, subject.carried)) : Value())
                      .set("carried_by", carried_json(report, i))
                      .set("refused", subject.refused.empty() ? Value() : Value(subject.refused)));
  }
  return Value::object()
      .set("schema", "urn:vpsfit:schema:capacity:1")
      .set("schema_version", "1.0")
      .set("tool", Value::object().set("name", "vpsfit").set("version", version))
      .set("model", "linear")
      .set("request_rate_per_s", capacity.rate ? Value(decimal(*capacity.rate)) : Value())
      .set("vcpus", capacity.vcpus ? Value(decimal(*capacity.vcpus)) : Value())
      .set("core_performance", decimal(capacity.assumptions.core_performance))
      .set("cpu_headroom", decimal(capacity.assumptions.cpu_headroom.value()))
      .set("memory_factor", decimal(capacity.assumptions.memory_factor))
      .set("os_reserve_bytes", capacity.assumptions.os_reserve.count())
      .set("annual_budget", report.budget ? money_json(*report.budget) : Value())
      .set("subjects", std::move(subjects));
}

}  // namespace vpsfit::report
