// SPDX-License-Identifier: MIT
#include <algorithm>
#include <limits>

#include "forecast/years.hpp"
#include "report/filters.hpp"
#include "report/page/forecast_view.hpp"
#include "report/page/read_parts.hpp"

namespace vpsfit::report {
namespace {

constexpr std::int64_t most_calibration_runs = 1'000'000;

Result<void> check_schema(const json::Node& document) {
  VPSFIT_TRY(const auto schema, document.at("schema"));
  VPSFIT_TRY(const auto name, schema.text());
  if (!name.starts_with("urn:vpsfit:schema:forecast:"))
    return schema.wrong("this is no forecast document", "give the file that 'vpsfit forecast --json' wrote");
  if (name != "urn:vpsfit:schema:forecast:1")
    return schema.wrong("this version of the forecast document is not known", "use a newer vpsfit to read it");
  return {};
}

Result<std::string> tool_of(const json::Node& document) {
  const auto tool = document.maybe("tool");
  if (!tool) return std::string();
  VPSFIT_TRY(const auto name, text_at(*tool, "name"));
  VPSFIT_TRY(const auto version, text_at(*tool, "version"));
  return name + " " + version;
}

Result<AssumptionsView> read_assumptions(const json::Node& node) {
  AssumptionsView view;
  VPSFIT_TRY(view.core_performance, decimal_at(node, "core_performance"));
  VPSFIT_TRY(view.cpu_headroom, decimal_at(node, "cpu_headroom"));
  VPSFIT_TRY(view.memory_factor, decimal_at(node, "memory_factor"));
  VPSFIT_TRY(view.os_reserve, bytes_at(node, "os_reserve_bytes"));
  VPSFIT_TRY(view.cpu_formula, text_at(node, "cpu_formula"));
  VPSFIT_TRY(view.memory_formula, text_at(node, "memory_formula"));
  return view;
}

Result<CalibrationView> read_calibration(const json::Node& node) {
  CalibrationView view;
  VPSFIT_TRY(view.subject, text_at(node, "subject"));
  VPSFIT_TRY(view.plan, maybe_text(node, "plan"));
  VPSFIT_TRY(const auto figure, node.at("core_performance"));
  VPSFIT_TRY(view.value, decimal_at(figure, "value"));
  VPSFIT_TRY(view.highest, decimal_at(figure, "highest"));
  VPSFIT_TRY(const auto here, node.at("here"));
  VPSFIT_TRY(view.here_cpu, maybe_text(here, "cpu_model"));
  VPSFIT_TRY(const auto here_runs, here.at("runs"));
  VPSFIT_TRY(view.here_runs, here_runs.whole(1, most_calibration_runs));
  VPSFIT_TRY(const auto there, node.at("there"));
  VPSFIT_TRY(view.there_cpu, maybe_text(there, "cpu_model"));
  VPSFIT_TRY(const auto there_runs, there.at("runs"));
  VPSFIT_TRY(view.there_runs, there_runs.whole(1, most_calibration_runs));
  return view;
}

/// What was insisted on and asked for beside the assumptions.
Result<void> read_selection(const json::Node& document, ForecastView& view) {
  if (const auto filters = document.maybe("filters")) {
    VPSFIT_CHECK(read_filters(*filters));
    view.filters = filters->value();
  }
  if (const auto years = document.maybe("years")) {
    VPSFIT_TRY(view.years, years->whole(1, forecast::most_years));
  }
  return {};
}

Result<RateView> read_rate(const json::Node& node) {
  RateView view;
  VPSFIT_TRY(view.from, text_at(node, "from"));
  VPSFIT_TRY(view.to, text_at(node, "to"));
  VPSFIT_TRY(view.value, decimal_at(node, "value"));
  VPSFIT_TRY(const auto day, node.at("date_used"));
  VPSFIT_CHECK(day.date());
  view.date_used = day.value().text();
  VPSFIT_TRY(view.source, text_at(node, "source"));
  return view;
}

Result<InputView> read_input(const json::Node& node) {
  InputView view;
  VPSFIT_TRY(view.path, text_at(node, "path"));
  VPSFIT_TRY(view.sha256, text_at(node, "sha256"));
  return view;
}

}  // namespace

std::vector<std::string> names_of(const ForecastView& forecast) {
  std::vector<std::string> names;
  for (const auto& subject : forecast.subjects) names.push_back(subject.subject);
  return names;
}

const SubjectView* ForecastView::find(std::string_view subject) const {
  const auto found =
      std::find_if(subjects.begin(), subjects.end(), [&](const auto& s) { return s.subject == subject; });
  return found == subjects.end() ? nullptr : &*found;
}

Result<ForecastView> read_forecast(const json::Node& document) {
  VPSFIT_CHECK(check_schema(document));
  ForecastView view;
  VPSFIT_TRY(view.schema_version, text_at(document, "schema_version"));
  VPSFIT_TRY(view.tool, tool_of(document));
  VPSFIT_TRY(const auto day, document.at("as_of"));
  VPSFIT_TRY(view.as_of, day.date());
  VPSFIT_TRY(const auto currency, document.at("currency"));
  VPSFIT_TRY(const auto code, currency.currency());
  view.currency = code.code();
  VPSFIT_TRY(view.baseline, maybe_text(document, "baseline"));
  VPSFIT_TRY(view.against, maybe_text(document, "against"));
  VPSFIT_TRY(const auto assumptions, document.at("assumptions"));
  VPSFIT_TRY(view.assumptions, read_assumptions(assumptions));
  if (const auto calibration = document.maybe("calibration")) {
    VPSFIT_TRY(view.calibration, read_calibration(*calibration));
  }
  VPSFIT_CHECK(read_selection(document, view));
  VPSFIT_TRY(view.inputs, maybe_list(document, "inputs", read_input));
  VPSFIT_TRY(view.rates, maybe_list(document, "rates", read_rate));
  VPSFIT_TRY(view.excluded_plans, maybe_list(document, "excluded_plans", read_passed_plan));
  VPSFIT_TRY(view.remarks, maybe_list(document, "notices", read_remark));
  VPSFIT_TRY(const auto subjects, document.at("subjects"));
  VPSFIT_TRY(view.subjects, list_of(subjects, read_subject));
  if (view.subjects.empty()) return subjects.wrong("the forecast has no subject");
  return view;
}

}  // namespace vpsfit::report
