// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <functional>

#include "core/decimal.hpp"
#include "report/page/data_files.hpp"

namespace vpsfit::report {
namespace {

/// A label's value: backslash, quote and line feed are escaped, as the format asks.
std::string label_value(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '\n') {
      result += "\\n";
      continue;
    }
    if (c == '\\' || c == '"') result += '\\';
    result += c;
  }
  return result;
}

std::string labels_text(std::initializer_list<std::pair<std::string_view, std::string_view>> pairs) {
  std::string result;
  for (const auto& [key, value] : pairs)
    result += fmt::format("{}{}=\"{}\"", result.empty() ? "" : ",", key, label_value(value));
  return result;
}

/// What one subject has of a metric; nothing where it is unknown.
struct Point {
  std::string labels;
  std::string value;  ///< decimal
};
using PointOf = std::function<std::optional<Point>(const SubjectView&)>;

void put_gauge(std::string& out, const ForecastView& forecast, std::string_view name, std::string_view unit,
               std::string_view help, const PointOf& point_of) {
  std::string points;
  for (const auto& subject : forecast.subjects)
    if (const auto point = point_of(subject)) points += fmt::format("{}{{{}}} {}\n", name, point->labels, point->value);
  if (points.empty()) return;
  out += fmt::format("# TYPE {} gauge\n", name);
  if (!unit.empty()) out += fmt::format("# UNIT {} {}\n", name, unit);
  out += fmt::format("# HELP {} {}\n{}", name, help, points);
}

std::string subject_labels(const SubjectView& subject) { return labels_text({{"subject", subject.subject}}); }

std::optional<Point> saving(const ForecastView& forecast, const SubjectView& subject) {
  if (!subject.savings) return std::nullopt;
  const MoneyText& annual = subject.savings->annual;
  return Point{labels_text({{"subject", subject.subject},
                            {"reference", forecast.reference().value_or("")},
                            {"currency", annual.currency}}),
               annual.amount};
}

std::optional<Point> fee(const SubjectView& subject) {
  if (!subject.plan) return std::nullopt;
  const PlanView& plan = *subject.plan;
  return Point{labels_text({{"subject", subject.subject},
                            {"vendor", plan.vendor},
                            {"plan", plan.id},
                            {"currency", plan.annual_fee.currency}}),
               plan.annual_fee.amount};
}

}  // namespace

std::string open_metrics(const Document& document) {
  const ForecastView& forecast = document.forecast;
  std::string out;
  put_gauge(out, forecast, "vpsfit_used_cores", "cores", "Highest average CPU of a run.",
            [](const SubjectView& subject) {
              const auto& cores = subject.usage.cpu_cores;
              return cores ? std::optional(Point{subject_labels(subject), *cores}) : std::nullopt;
            });
  put_gauge(
      out, forecast, "vpsfit_used_memory_bytes", "bytes", "Largest observed memory.", [](const SubjectView& subject) {
        const auto& memory = subject.usage.memory;
        return memory ? std::optional(Point{subject_labels(subject), std::to_string(memory->count())}) : std::nullopt;
      });
  put_gauge(out, forecast, "vpsfit_needed_vcpus", "vcpus", "Whole vCPUs that a server must have.",
            [](const SubjectView& subject) {
              const auto& need = subject.need;
              return need ? std::optional(Point{subject_labels(subject), std::to_string(need->vcpus)}) : std::nullopt;
            });
  put_gauge(out, forecast, "vpsfit_needed_memory_bytes", "bytes", "Memory that a server must have.",
            [](const SubjectView& subject) {
              const auto& need = subject.need;
              return need ? std::optional(Point{subject_labels(subject), std::to_string(need->memory.count())})
                          : std::nullopt;
            });
  put_gauge(out, forecast, "vpsfit_plan_annual_fee", "", "Fee of the cheapest plan that fits, a year.", fee);
  put_gauge(out, forecast, "vpsfit_annual_saving", "", "What the reference saves a year against this subject.",
            [&](const SubjectView& subject) { return saving(forecast, subject); });
  return out + "# EOF\n";
}

}  // namespace vpsfit::report
