// SPDX-License-Identifier: MIT
#include "report/growth.hpp"

#include <cmath>
#include <fmt/format.h>

#include "core/decimal.hpp"
#include "report/text_table.hpp"

namespace vpsfit::report {
namespace {

using json::Value;

constexpr double seconds_a_day = 86400;

/// An estimate with so many significant digits: more would be noise.
std::string fitted(double value, int digits = 6) { return to_significant(value, digits); }

std::string reason(const forecast::Growth& growth) {
  if (growth.refused == "too_few_samples")
    return fmt::format("{} samples are too few to judge growth by: at least 10", growth.samples);
  return fmt::format("a span of {} s is too short to judge growth by: at least {} s", fitted(growth.span_s, 4),
                     forecast::least_growth_span_s);
}

std::string mib_a_day(const forecast::Growth& growth) {
  return fitted(growth.slope_bytes_per_s * seconds_a_day / (1024 * 1024), 4);
}

std::string sentence(const GrowthReport& report, const forecast::Growth& growth) {
  if (!growth.refused.empty()) return "no answer: " + reason(growth);
  std::string text =
      growth.grows ? fmt::format("grows by {} MiB a day (p = {})", mib_a_day(growth), fitted(growth.probability, 2))
                   : fmt::format("no growth found (slope {} MiB a day, p = {})", mib_a_day(growth),
                                 fitted(growth.probability, 2));
  if (growth.days_until_full)
    text += fmt::format("; at that pace {} are full in {} days", to_text(*report.memory),
                        fitted(*growth.days_until_full, 3));
  if (growth.too_far)
    text += fmt::format("; {} last for more than {} times the measured span, beyond which nothing is said",
                        to_text(*report.memory), forecast::most_spans_ahead);
  return text;
}

}  // namespace

std::string growth_text(const GrowthReport& report) {
  std::string text;
  for (const auto& run : report.runs)
    text +=
        wrap(fmt::format("{}, run {}, window {}: {}", run.subject, run.run, run.window, sentence(report, run.growth)));
  return text;
}

Value growth_json(const GrowthReport& report, std::string_view version) {
  Value runs = Value::array();
  for (const auto& run : report.runs) {
    const auto& growth = run.growth;
    const bool judged = growth.refused.empty();
    const auto figure = [&](double value) { return judged ? Value(fitted(value)) : Value(); };
    runs.push(Value::object()
                  .set("file", run.file)
                  .set("subject", run.subject)
                  .set("run", run.run)
                  .set("window", run.window)
                  .set("samples", static_cast<std::int64_t>(growth.samples))
                  .set("points", static_cast<std::int64_t>(growth.points))
                  .set("span_s", fitted(growth.span_s))
                  .set("slope_bytes_per_s", figure(growth.slope_bytes_per_s))
                  .set("level_bytes", figure(growth.level_bytes))
                  .set("probability", figure(growth.probability))
                  .set("grows", judged ? Value(growth.grows) : Value())
                  .set("days_until_full", growth.days_until_full ? Value(fitted(*growth.days_until_full)) : Value())
                  .set("too_far", growth.too_far)
                  .set("refused", judged ? Value() : Value(growth.refused)));
  }
  return Value::object()
      .set("schema", "urn:vpsfit:schema:growth:1")
      .set("schema_version", "1.0")
      .set("tool", Value::object().set("name", "vpsfit").set("version", version))
      .set("memory_bytes", report.memory ? Value(report.memory->count()) : Value())
      .set("os_reserve_bytes", report.os_reserve.count())
      .set("runs", std::move(runs));
}

}  // namespace vpsfit::report
