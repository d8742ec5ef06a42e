// SPDX-License-Identifier: MIT
#include "report/proof_json.hpp"

#include "core/decimal.hpp"
#include "report/forecast_json_parts.hpp"

namespace vpsfit::report {
namespace {

using json::Value;

std::string exact_value(const Rational& value) { return to_decimal(value, Rounding::half_away); }

Value decimal(const std::optional<Rational>& value, Rounding rounding) {
  return value ? Value(to_decimal(*value, rounding)) : Value();
}

Value money(const std::optional<Money>& value) { return value ? money_json(*value) : Value(); }

Value step_json(const forecast::Step& step) {
  return Value::object()
      .set("step", step.id)
      .set("formula", step.formula)
      .set("substituted", step.substituted)
      .set("exact", exact_value(step.exact))
      .set("exact_fraction", step.exact.fraction())
      .set("result", step.result)
      .set("unit", step.unit)
      .set("rounding", step.rounding.empty() ? Value() : Value(step.rounding));
}

Value outcome_json(const forecast::Outcome& outcome) {
  return Value::object()
      .set("vcpus", outcome.vcpus)
      .set("plan", outcome.offer == nullptr ? Value() : Value(outcome.offer->plan->full_name()))
      .set("annual_fee", outcome.offer == nullptr ? Value() : money_json(outcome.offer->annual_fee))
      .set("annual_saving", outcome.saving ? money_json(outcome.saving->annual) : Value());
}

Value insurance_json(const std::optional<forecast::Insurance>& insurance) {
  if (!insurance) return {};
  const auto& plan = *insurance->offer.plan;
  return Value::object()
      .set("vendor", plan.vendor)
      .set("id", plan.id)
      .set("vcpus", Value::number(exact_value(plan.cpu.vcpus)))
      .set("memory_bytes", plan.memory.lower_bytes().count())
      .set("extra_annual", money_json(insurance->extra_annual))
      .set("extra_annual_exact", exact_value(insurance->extra_annual.amount()))
      .set("break_even", break_even_json(insurance->limits));
}

Value runs_json(const forecast::RunSpread& runs) {
  Value interval;
  if (runs.mean_95)
    interval =
        Value::object().set("low", exact_value(runs.mean_95->first)).set("high", exact_value(runs.mean_95->second));
  return Value::object()
      .set("cpu_cores_lowest", to_decimal(runs.lowest.count(), Rounding::up))
      .set("cpu_cores_highest", to_decimal(runs.highest.count(), Rounding::up))
      .set("cpu_cores_bound_95", decimal(runs.upper_bound, Rounding::up))
      .set("at_bound", runs.upper_bound ? Value::object()
                                              .set("vcpus", runs.at_bound.vcpus)
                                              .set("plan", runs.at_bound.offer == nullptr
                                                               ? Value()
                                                               : Value(runs.at_bound.offer->plan->full_name()))
                                        : Value())
      .set("cpu_cores_mean_95", std::move(interval));
}

}  // namespace

Value proof_json(const forecast::Proof& proof) {
  Value binding = Value::array();
  for (const auto& code : proof.binding) binding.push(code);
  Value steps = Value::array();
  for (const auto& step : proof.steps) steps.push(step_json(step));
  return Value::object().set("binding", std::move(binding)).set("steps", std::move(steps));
}

Value neighbours_json(const forecast::Neighbours& neighbours) {
  Value runner_up;
  if (neighbours.runner_up)
    runner_up = Value::object()
                    .set("vendor", neighbours.runner_up->plan->vendor)
                    .set("id", neighbours.runner_up->plan->id)
                    .set("annual_fee", money_json(neighbours.runner_up->annual_fee))
                    .set("fee_may_rise", money(neighbours.fee_may_rise));
  return Value::object()
      .set("runner_up", std::move(runner_up))
      .set("more_cpu", insurance_json(neighbours.more_cpu))
      .set("more_memory", insurance_json(neighbours.more_memory));
}

Value uncertainty_json(const forecast::Uncertainty& uncertainty) {
  Value assumptions = Value::array();
  for (const auto& moved : uncertainty.assumptions)
    assumptions.push(Value::object()
                         .set("assumption", moved.name)
                         .set("low", exact_value(moved.low))
                         .set("high", exact_value(moved.high))
                         .set("at_low", outcome_json(moved.at_low))
                         .set("at_high", outcome_json(moved.at_high)));
  Value rate;
  if (uncertainty.saving_low)
    rate = Value::object()
               .set("annual_saving_low", money(uncertainty.saving_low))
               .set("annual_saving_high", money(uncertainty.saving_high));
  return Value::object()
      .set("runs", runs_json(uncertainty.runs))
      .set("assumptions", std::move(assumptions))
      .set("price", Value::object()
                        .set("renewal_known", uncertainty.renewal_known)
                        .set("annual_fee_after_first_term", money(uncertainty.renewal_annual)))
      .set("rate", std::move(rate));
}

Value alternatives_json(const std::vector<forecast::Alternative>& alternatives) {
  Value list = Value::array();
  for (const auto& alternative : alternatives) {
    Value object = Value::object().set("kind", alternative.kind).set("plan", alternative.plan);
    if (alternative.servers) object.set("servers", *alternative.servers);
    if (alternative.cpu_headroom) object.set("cpu_headroom_max", decimal(alternative.cpu_headroom, Rounding::down));
    if (alternative.cpu_factor) object.set("cpu_factor_max", decimal(alternative.cpu_factor, Rounding::down));
    if (alternative.request_rate)
      object.set("request_rate_per_s_max", decimal(alternative.request_rate, Rounding::down));
    if (!alternative.excluded.empty()) object.set("excluded", alternative.excluded);
    object.set("annual_fee_converted", money(alternative.annual_fee_converted));
    if (alternative.monthly_fee) object.set("monthly_fee", money_json(*alternative.monthly_fee));
    list.push(std::move(object));
  }
  return list;
}

Value what_if_json(const forecast::Forecast& forecast) {
  Value list = Value::array();
  for (const auto& question : forecast.what_if) {
    Value subjects = Value::array();
    for (std::size_t i = 0; i < question.outcomes.size(); ++i) {
      Value object = Value::object().set("subject", forecast.subjects[i].usage.subject);
      const Value outcome = outcome_json(question.outcomes[i]);
      for (const auto& [key, value] : outcome.members()) object.set(key, value);
      subjects.push(std::move(object));
    }
    list.push(Value::object().set("what_if", question.text).set("subjects", std::move(subjects)));
  }
  return list;
}

}  // namespace vpsfit::report
