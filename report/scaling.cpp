// SPDX-License-Identifier: MIT
#include "report/scaling.hpp"

#include <fmt/format.h>

#include "core/decimal.hpp"
#include "report/forecast_json_parts.hpp"
#include "report/text_table.hpp"

namespace vpsfit::report {
namespace {

using forecast::ScalabilityLaw;
using forecast::SubjectScaling;
using json::Value;

std::string six_digits(double value) { return to_significant(value, 6); }
Value six_digits(const std::optional<double>& value) { return value ? Value(six_digits(*value)) : Value(); }
std::string plain(const Rational& value) { return to_decimal(value, Rounding::half_away); }

std::string law_text(const ScalabilityLaw& law) {
  std::string text =
      fmt::format("throughput = {} N / (1 + {} (N - 1) + {} N (N - 1)) for N clients, up to {} measured",
                  six_digits(law.gamma), six_digits(law.alpha), six_digits(law.beta), six_digits(law.highest_load));
  if (law.peak_load)
    text +=
        fmt::format("; most at {} clients: {} a second", six_digits(*law.peak_load), six_digits(*law.peak_throughput));
  return text;
}

Value law_json(const ScalabilityLaw& law) {
  return Value::object()
      .set("contention", six_digits(law.alpha))
      .set("coherency", six_digits(law.beta))
      .set("throughput_of_one_per_s", six_digits(law.gamma))
      .set("residual_per_s", six_digits(law.spread))
      .set("degrees_of_freedom", static_cast<std::int64_t>(law.freedom))
      .set("highest_clients", six_digits(law.highest_load))
      .set("peak_clients", six_digits(law.peak_load))
      .set("peak_throughput_per_s", six_digits(law.peak_throughput));
}

Value runs_json(const SubjectScaling& subject) {
  Value runs = Value::array();
  for (const auto& run : subject.runs)
    runs.push(Value::object()
                  .set("load", text_or_null(run.load))
                  .set("run", text_or_null(run.run))
                  .set("clients", plain(run.clients))
                  .set("throughput_per_s", plain(run.throughput))
                  .set("left_out", text_or_null(run.left_out)));
  return runs;
}

}  // namespace

std::string scaling_text(const forecast::Scaling& scaling) {
  std::string text;
  for (const auto& subject : scaling.subjects) {
    text += wrap(subject.subject);
    TextTable table(
        {{"load"}, {"run"}, {"clients", Align::right}, {"throughput a second", Align::right}, {"left out"}});
    for (const auto& run : subject.runs)
      table.row({run.load.empty() ? "-" : run.load, run.run.empty() ? "-" : run.run, plain(run.clients),
                 plain(round_to(run.throughput, 1, Rounding::half_away)), run.left_out});
    text += table.render();
    if (subject.law) text += wrap(law_text(*subject.law), "  ");
    if (subject.at_clients)
      text += wrap(
          fmt::format("with {} clients: {} a second", plain(*scaling.clients), six_digits(*subject.at_clients)), "  ");
    if (!subject.refused.empty()) text += wrap("no answer: " + subject.refused, "  ");
    text += "\n";
  }
  return text;
}

Value scaling_json(const forecast::Scaling& scaling, std::string_view version) {
  Value subjects = Value::array();
  for (const auto& subject : scaling.subjects)
    subjects.push(Value::object()
                      .set("subject", subject.subject)
                      .set("runs", runs_json(subject))
                      .set("law", subject.law ? law_json(*subject.law) : Value())
                      .set("throughput_per_s", six_digits(subject.at_clients))
                      .set("refused", text_or_null(subject.refused)));
  return Value::object()
      .set("schema", "urn:vpsfit:schema:scaling:1")
      .set("schema_version", "1.0")
      .set("tool", Value::object().set("name", "vpsfit").set("version", version))
      .set("model", "usl")
      .set("clients", scaling.clients ? Value(plain(*scaling.clients)) : Value())
      .set("subjects", std::move(subjects));
}

}  // namespace vpsfit::report
