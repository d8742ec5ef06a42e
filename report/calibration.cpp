// SPDX-License-Identifier: MIT
#include "report/calibration.hpp"

#include <fmt/format.h>

#include "core/decimal.hpp"
#include "core/text.hpp"
#include "report/calibration_words.hpp"
#include "report/forecast_json_parts.hpp"
#include "report/text_table.hpp"

namespace vpsfit::report {
namespace {

using forecast::Calibration;
using forecast::CalibrationSide;
using json::Value;

/// A decimal where it ends as one, else a fraction: nothing is lost.
std::string whole(const Rational& value) {
  return ends_as_decimal(value) ? to_decimal(value, Rounding::half_away) : value.fraction();
}

Value calibrated_load_json(const Load& load) {
  return Value::object()
      .set("name", text_or_null(load.name))
      .set("request_rate_per_s", load.request_rate_per_s ? Value(whole(*load.request_rate_per_s)) : Value());
}

Value with_host(Value value, const CalibrationSide& side) {
  return value.set("started_at", text_or_null(side.started_at))
      .set("cpu_model", text_or_null(side.cpu_model))
      .set("architecture", text_or_null(side.architecture))
      .set("cpus", side.cpus > 0 ? Value(side.cpus) : Value());
}

Value side_json(const CalibrationSide& side) {
  Value runs = Value::array();
  for (const auto& run : side.runs)
    runs.push(Value::object()
                  .set("run", run.run)
                  .set("cpu_usage_usec", run.cpu_usage.count())
                  .set("window_usec", std::int64_t{run.window.count()})
                  .set("work", whole(run.work)));
  return with_host(Value::object().set("path", side.path).set("sha256", side.sha256), side)
      .set("runs", std::move(runs));
}

Value figure_json(const Calibration& calibration) {
  if (!calibration.figure) return {};
  const auto& figure = *calibration.figure;
  return Value::object()
      .set("value", to_decimal(figure.value, Rounding::down))
      .set("fraction", figure.value.fraction())
      .set("highest", to_decimal(figure.highest, Rounding::up))
      .set("here_run", calibration.here.runs[figure.here_run].run)
      .set("there_run", calibration.there.runs[figure.there_run].run);
}

Value cited_side(const CalibrationSide& side) {
  return with_host(Value::object().set("recording_sha256", side.sha256), side)
      .set("runs", static_cast<std::int64_t>(side.runs.size()));
}

std::string three_decimals(const Rational& value, Rounding rounding) {
  return to_decimal(round_to(value, 3, rounding), rounding);
}

std::string side_text(const char* where, const CalibrationSide& side) {
  return wrap(
      fmt::format("{}: {} run(s) on {} ({})", where, side.runs.size(),
                  side.cpu_model.empty() ? "an unknown processor" : printable(side.cpu_model), printable(side.path)),
      "  ");
}

}  // namespace

std::string calibration_sentence(const Calibration& calibration) {
  const auto& figure = calibration.figure.value();
  const auto host = [](const CalibrationSide& side) {
    return side.cpu_model.empty() ? std::string("an unknown processor") : side.cpu_model;
  };
  return fmt::format(
      "core_performance was measured: {} did the same work on {} ({} runs) and on {}{} ({} runs); {} to {} over the "
      "runs, the lowest counts",
      calibration.subject, host(calibration.here), calibration.here.runs.size(),
      calibration.plan.empty() ? "" : calibration.plan + ", ", host(calibration.there), calibration.there.runs.size(),
      three_decimals(figure.value, Rounding::down), three_decimals(figure.highest, Rounding::up));
}

Value calibration_json(const Calibration& calibration, std::string_view version) {
  return Value::object()
      .set("schema", calibration_schema)
      .set("schema_version", "1.0")
      .set("tool", Value::object().set("name", "vpsfit").set("version", version))
      .set("status", calibration.figure ? "ok" : "refused")
      .set("subject", calibration.subject)
      .set("window", text_or_null(calibration.window))
      .set("work", calibration.figure ? Value(word(calibration.work)) : Value())
      .set("load", calibrated_load_json(calibration.load))
      .set("plan", text_or_null(calibration.plan))
      .set("here", side_json(calibration.here))
      .set("there", side_json(calibration.there))
      .set("formula", calibration_formula)
      .set("core_performance", figure_json(calibration))
      .set("refusals", notices_json(calibration.refusals))
      .set("notices", notices_json(calibration.notices));
}

std::string calibration_text(const Calibration& calibration) {
  std::string text;
  if (calibration.figure) {
    const auto& figure = *calibration.figure;
    text =
        wrap(fmt::format("A core{} does {} of a core here, at least over the runs (at most {})",
                         calibration.plan.empty() ? " there" : " of " + printable(calibration.plan),
                         three_decimals(figure.value, Rounding::down), three_decimals(figure.highest, Rounding::up)));
  } else {
    text = wrap("Refused: these recordings give no core performance");
    for (const auto& refusal : calibration.refusals) text += wrap(notice_text(refusal), "- ");
  }
  text += side_text("here", calibration.here) + side_text("there", calibration.there);
  for (const auto& notice : calibration.notices) text += wrap(notice_text(notice), "- ");
  return text;
}

Value calibration_cited(const Calibration& calibration) {
  return Value::object()
      .set("sha256", calibration.sha256)
      .set("subject", calibration.subject)
      .set("work", word(calibration.work))
      .set("load", calibrated_load_json(calibration.load))
      .set("plan", text_or_null(calibration.plan))
      .set("here", cited_side(calibration.here))
      .set("there", cited_side(calibration.there))
      .set("formula", calibration_formula)
      .set("core_performance", figure_json(calibration))
      .set("notices", notices_json(calibration.notices));
}

}  // namespace vpsfit::report
