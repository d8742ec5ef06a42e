// SPDX-License-Identifier: MIT
#include "report/forecast_json_parts.hpp"

#include <algorithm>

#include "core/decimal.hpp"
#include "forecast/fee.hpp"
#include "report/forecast_words.hpp"

namespace vpsfit::report {
namespace {

using json::Value;

std::string up(const Rational& value) { return to_decimal(value, Rounding::up); }
std::string exact(const Rational& value) { return to_decimal(value, Rounding::half_away); }

/// A JSON number; sizes in catalogs end as decimals.
Value number(const Rational& value) { return Value::number(exact(value)); }

Value bytes(const std::optional<Bytes>& maybe) { return maybe ? Value(maybe->count()) : Value(); }

template <class Number>
Value rounded(const std::optional<Number>& maybe, Rounding rounding) {
  return maybe ? Value(to_decimal(*maybe, rounding)) : Value();
}

Value load_json(const Load& load) {
  return Value::object()
      .set("name", load.name.empty() ? Value() : Value(load.name))
      .set("request_rate_per_s", load.request_rate_per_s ? number(*load.request_rate_per_s) : Value());
}

Value run_json(const RunUsage& run) {
  Value object = Value::object();
  object.set("run", run.run)
      .set("cpu_cores", up(average_cores(run.cpu_usage, run.window).count()))
      .set("cpu_usage_usec", run.cpu_usage.count())
      .set("window_usec", std::int64_t{run.window.count()})
      .set("memory_max_bytes", run.memory_max.count())
      .set("memory_median_bytes", bytes(run.memory_median))
      .set("memory_peak_bytes", bytes(run.memory_peak))
      .set("throttled_periods", run.throttled_periods)
      .set("oom_kills", run.oom_kills)
      .set("ticks", run.ticks)
      .set("missed_ticks", run.missed_ticks)
      .set("requests", run.requests)
      .set("request_errors", run.request_errors)
      .set("achieved_rate_per_s", run.achieved_rate_per_s ? number(*run.achieved_rate_per_s) : Value());
  if (run.answer_bytes) object.set("answer_bytes", up(*run.answer_bytes));
  return object;
}

Value price_json(const forecast::Offer& offer) {
  const plans::Price& price = *offer.price;
  const auto& network = offer.plan->network;
  Value object = Value::object();
  object.set("amount", exact(price.amount))
      .set("currency", price.currency.code())
      .set("period_count", price.period_count)
      .set("period_unit", word(price.period_unit))
      .set("monthly_cap", rounded(price.monthly_cap, Rounding::half_away))
      .set("setup_fee", rounded(price.setup_fee, Rounding::half_away))
      .set("ipv4_price", rounded(network ? network->ipv4_price : std::nullopt, Rounding::half_away));
  if (forecast::has_two_currencies(*offer.plan, price))
    object.set("ipv4_currency", forecast::ipv4_currency(*offer.plan, price).code());
  return object.set("kind", word(price.kind))
      .set("tax", word(price.tax))
      .set("region", offer.region == nullptr ? Value() : Value(offer.region->id));
}

Value plan_name(const plans::Plan& plan) { return Value::object().set("vendor", plan.vendor).set("id", plan.id); }

/// Adds what is short; what is not short is left out.
void add_shortage(Value& object, const forecast::Shortage& lack) {
  if (lack.vcpus) object.set("short_vcpus", *lack.vcpus);
  if (lack.memory) object.set("short_memory_bytes", lack.memory->count());
  if (lack.sustained_cpu) object.set("short_sustained_cores", up(*lack.sustained_cpu));
  if (lack.disk) object.set("short_disk_bytes", lack.disk->count());
}

std::string_view statistic_of(const Usage& usage) {
  return usage.cpu_statistic == "busiest-minute"      ? busiest_minutes
         : usage.cpu_statistic == predicted_statistic ? predicted_cpu
                                                      : cpu_statistic;
}

/// The figures that decided; null where no run was usable.
void add_deciding(Value& object, const forecast::SubjectForecast& subject) {
  const auto& need = subject.need;
  const RunUsage* const busiest = need ? &subject.usage.runs[need->cpu_run] : nullptr;
  object.set("cpu_cores", need ? Value(up(need->cpu.count())) : Value())
      .set("cpu_cores_fraction", need ? Value(need->cpu.count().fraction()) : Value())
      .set("cpu_statistic", statistic_of(subject.usage))
      .set("deciding_run", need ? Value(busiest->run) : Value())
      .set("cpu_usage_usec", need ? Value(busiest->cpu_usage.count()) : Value())
      .set("window_usec", need ? Value(std::int64_t{busiest->window.count()}) : Value())
      .set("memory_bytes", need ? Value(need->memory_used.count()) : Value())
      .set("memory_statistic", need ? Value(word(need->memory_statistic)) : Value())
      .set("memory_run", need ? Value(subject.usage.runs[need->memory_run].run) : Value());
}

}  // namespace

Value money_json(const Money& money) {
  return Value::object().set("amount", money.rounded()).set("currency", money.currency().code());
}

Value text_or_null(const std::string& text) { return text.empty() ? Value() : Value(text); }

Value notices_json(const std::vector<Notice>& notices) {
  Value list = Value::array();
  for (const auto& notice : notices) {
    Value args = Value::object();
    for (const auto& [name, value] : notice.args) args.set(name, value);
    list.push(Value::object().set("code", notice.code).set("args", std::move(args)).set("text", notice_text(notice)));
  }
  return list;
}

Value usage_json(const forecast::SubjectForecast& subject) {
  const Usage& usage = subject.usage;
  Value runs = Value::array();
  for (const auto& run : usage.runs) runs.push(run_json(run));
  Value object = Value::object();
  add_deciding(object, subject);
  object.set("memory_definition", usage.memory_definition)
      .set("runs", static_cast<std::int64_t>(usage.runs.size()))
      .set("load", load_json(usage.load))
      .set("window", usage.window.empty() ? Value() : Value(usage.window))
      .set("origin", word(usage.origin))
      .set("architecture", usage.architecture.empty() ? Value() : Value(usage.architecture))
      .set("measurements", std::move(runs));
  if (!usage.answer_bytes_source.empty()) object.set("answer_bytes_source", usage.answer_bytes_source);
  return object;
}

Value need_json(const forecast::Need& need) {
  return Value::object()
      .set("vcpus", need.vcpus)
      .set("vcpus_exact", up(need.vcpus_exact))
      .set("vcpus_exact_fraction", need.vcpus_exact.fraction())
      .set("memory_bytes", need.memory.count());
}

Value plan_json(const forecast::Offer& offer) {
  const plans::Plan& plan = *offer.plan;
  return plan_name(plan)
      .set("name", plan.name)
      .set("vcpus", number(plan.cpu.vcpus))
      .set("cpu_kind", word(plan.cpu.kind))
      .set("baseline_share", plan.cpu.baseline_share ? Value(exact(plan.cpu.baseline_share->value())) : Value())
      .set("memory_bytes", plan.memory.lower_bytes().count())
      .set("memory_bytes_larger_reading", plan.memory.upper_bytes().count())
      .set("traffic_included_bytes", bytes(included_traffic(offer)))
      .set("annual_fee", money_json(offer.annual_fee))
      .set("annual_fee_exact", exact(offer.annual_fee.amount()))
      .set("annual_fee_converted", money_json(offer.annual_fee_converted))
      .set("price", price_json(offer))
      .set("stock", word(offer.region != nullptr && offer.region->stock ? *offer.region->stock : plan.stock))
      .set("verified_on", plan.verified_on ? Value(to_text(*plan.verified_on)) : Value());
}

Value break_even_json(const forecast::BreakEven& break_even) {
  return Value::object()
      .set("cpu_headroom_max", rounded(break_even.cpu_headroom_max, Rounding::down))
      .set("core_performance_min", rounded(break_even.core_performance_min, Rounding::up))
      .set("memory_factor_max", rounded(break_even.memory_factor_max, Rounding::down))
      .set("cpu_growth_max", rounded(break_even.cpu_growth_max, Rounding::down))
      .set("memory_growth_max", rounded(break_even.memory_growth_max, Rounding::down))
      .set("sustained_cpu_share_needed", rounded(break_even.sustained_cpu_share_needed, Rounding::up));
}

Value sensitivity_json(const forecast::Sensitivity& sensitivity) {
  Value headrooms = Value::array();
  for (const auto& headroom : sensitivity.headrooms) headrooms.push(exact(headroom.value()));
  Value rows = Value::array();
  for (std::size_t i = 0; i < sensitivity.cells.size(); ++i) {
    Value vcpus = Value::array();
    Value plans = Value::array();
    for (const auto& cell : sensitivity.cells[i]) {
      vcpus.push(cell.vcpus);
      plans.push(cell.plan == nullptr ? Value() : Value(cell.plan->full_name()));
    }
    rows.push(Value::object()
                  .set("core_performance", to_decimal(sensitivity.core_performances[i], Rounding::down))
                  .set("vcpus", std::move(vcpus))
                  .set("plans", std::move(plans)));
  }
  return Value::object().set("cpu_headrooms", std::move(headrooms)).set("rows", std::move(rows));
}

Value rejected_json(const std::vector<forecast::RejectedPlan>& rejected) {
  Value list = Value::array();
  for (const auto& plan : rejected) {
    Value object = plan_name(*plan.offer.plan).set("code", plan.shortage.code());
    add_shortage(object, plan.shortage);
    list.push(std::move(object.set("annual_fee", money_json(plan.offer.annual_fee))));
  }
  return list;
}

Value misses_json(const std::vector<forecast::NearMiss>& misses) {
  Value list = Value::array();
  for (const auto& miss : misses) {
    Value object = plan_name(*miss.plan);
    add_shortage(object, miss.shortage);
    if (!miss.excluded.empty()) object.set("excluded", miss.excluded);
    list.push(std::move(object));
  }
  return list;
}

Value excluded_json(const std::vector<forecast::ExcludedPlan>& excluded) {
  Value list = Value::array();
  for (const auto& plan : excluded)
    list.push(Value::object().set("vendor", plan.plan->vendor).set("id", plan.plan->id).set("code", plan.code));
  return list;
}

Value ties_json(const std::vector<forecast::Offer>& ties) {
  Value list = Value::array();
  for (const auto& offer : ties) list.push(plan_name(*offer.plan));
  return list;
}

}  // namespace vpsfit::report
