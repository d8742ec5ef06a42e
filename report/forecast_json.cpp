// SPDX-License-Identifier: MIT
#include "report/forecast_json.hpp"

#include "core/decimal.hpp"
#include "report/calibration.hpp"
#include "report/filters.hpp"
#include "report/forecast_json_parts.hpp"
#include "report/forecast_words.hpp"
#include "report/proof_json.hpp"
#include "report/rate_json.hpp"
#include "report/years.hpp"

namespace vpsfit::report {
namespace {

using forecast::Forecast;
using forecast::SubjectForecast;
using json::Value;

Value assumptions_json(const forecast::Assumptions& assumptions) {
  const auto exact = [](const Rational& value) { return to_decimal(value, Rounding::half_away); };
  return Value::object()
      .set("core_performance", to_decimal(assumptions.core_performance, Rounding::down))
      .set("cpu_headroom", exact(assumptions.cpu_headroom.value()))
      .set("memory_factor", exact(assumptions.memory_factor))
      .set("os_reserve_bytes", assumptions.os_reserve.count())
      .set("cpu_formula", forecast::cpu_formula)
      .set("memory_formula", forecast::memory_formula);
}

Value inputs_json(const std::vector<forecast::InputFile>& inputs) {
  Value list = Value::array();
  for (const auto& input : inputs)
    list.push(Value::object().set("path", input.path).set("sha256", input.sha256).set("role", input.role));
  return list;
}

Value savings_json(const forecast::Saving& saving) {
  return Value::object()
      .set("annual", money_json(saving.annual))
      .set("annual_exact", to_decimal(saving.annual.amount(), Rounding::half_away))
      .set("monthly", money_json(saving.monthly))
      .set("annual_in_plan_currency",
           saving.annual_in_plan_currency ? money_json(*saving.annual_in_plan_currency) : Value());
}

/// What was not asked for is left out.
Value subject_json(const SubjectForecast& subject) {
  Value object = Value::object();
  object.set("subject", subject.usage.subject)
      .set("status", word(subject.status))
      .set("usage", usage_json(subject))
      .set("need", subject.need ? need_json(*subject.need) : Value())
      .set("plan", subject.choice.offer ? plan_json(*subject.choice.offer) : Value())
      .set("savings", subject.saving ? savings_json(*subject.saving) : Value())
      .set("break_even", subject.break_even ? break_even_json(*subject.break_even) : Value())
      .set("robustness", subject.robustness ? Value(word(*subject.robustness)) : Value())
      .set("sensitivity", subject.sensitivity ? sensitivity_json(*subject.sensitivity) : Value())
      .set("rejected_cheaper", rejected_json(subject.choice.rejected_cheaper))
      .set("nearest_misses", misses_json(subject.choice.nearest_misses))
      .set("ties", ties_json(subject.choice.ties))
      .set("neighbours", subject.neighbours ? neighbours_json(*subject.neighbours) : Value())
      .set("alternatives", alternatives_json(subject.alternatives))
      .set("uncertainty", subject.uncertainty ? uncertainty_json(*subject.uncertainty) : Value())
      .set("proof", subject.proof ? proof_json(*subject.proof) : Value())
      .set("notices", notices_json(subject.notices));
  if (subject.years) object.set("years_total", years_json(*subject.years, *subject.choice.offer));
  return object;
}

}  // namespace

Value forecast_json(const Forecast& forecast, std::string_view version) {
  const bool has_baseline = std::holds_alternative<forecast::AgainstSubject>(forecast.comparison);
  const std::string against = compared_with(forecast.comparison);
  Value rates = Value::array();
  for (const auto& rate : forecast.rates) rates.push(rate_json(rate));
  Value subjects = Value::array();
  for (const auto& subject : forecast.subjects) subjects.push(subject_json(subject));
  Value document = Value::object();
  document.set("schema", forecast_schema)
      .set("schema_version", forecast_schema_version)
      .set("tool", Value::object().set("name", "vpsfit").set("version", version))
      .set("as_of", to_text(forecast.selection.as_of))
      .set("baseline", has_baseline ? Value(against) : Value())
      .set("against", has_baseline || against.empty() ? Value() : Value(against))
      .set("baseline_annual_fee", forecast.baseline_annual_fee ? money_json(*forecast.baseline_annual_fee) : Value())
      .set("currency", forecast.selection.currency.code())
      .set("inputs", inputs_json(forecast.inputs))
      .set("assumptions", assumptions_json(forecast.assumptions));
  if (forecast.calibration) document.set("calibration", calibration_cited(*forecast.calibration));
  document.set("min_disk_bytes", forecast.selection.min_disk ? Value(forecast.selection.min_disk->count()) : Value())
      .set("stale_ok", forecast.selection.stale_ok);
  if (forecast.selection.filters != forecast::Filters{})
    document.set("filters", filters_json(forecast.selection.filters));
  if (forecast.at_rate) document.set("at_rate_per_s", to_decimal(*forecast.at_rate, Rounding::half_away));
  if (forecast.selection.years > 0) document.set("years", forecast.selection.years);
  return document.set("rates", std::move(rates))
      .set("excluded_plans", excluded_json(forecast.market.excluded))
      .set("subjects", std::move(subjects))
      .set("what_if", what_if_json(forecast))
      .set("notices", notices_json(forecast.notices));
}

}  // namespace vpsfit::report
