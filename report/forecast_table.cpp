// SPDX-License-Identifier: MIT
#include "report/forecast_table.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "core/decimal.hpp"
#include "core/text.hpp"
#include "report/forecast_table_notes.hpp"
#include "report/forecast_words.hpp"
#include "report/text_table.hpp"
#include "report/years.hpp"

namespace vpsfit::report {
namespace {

using forecast::Forecast;
using forecast::Status;
using forecast::SubjectForecast;

constexpr std::string_view none = "-";

/// Three decimals are shown; more is in the JSON.
std::string shown(const std::optional<Rational>& value, Rounding rounding, int digits = 3) {
  return value ? to_decimal(round_to(*value, digits, rounding), rounding) : std::string(none);
}

std::string shown(const forecast::Range& range) {
  return shown(range.low, Rounding::half_away) + "-" + shown(range.high, Rounding::half_away);
}

std::string heading(const Forecast& forecast) {
  std::string text = "Forecast of " + to_text(forecast.selection.as_of);
  const std::string against = compared_with(forecast.comparison);
  if (!against.empty()) text += " against " + against;
  if (const auto& fee = forecast.baseline_annual_fee)
    text += fmt::format(" ({} {} a year)", fee->rounded(), fee->currency().code());
  return wrap(text) + "\n";
}

std::vector<std::string> measured_row(const SubjectForecast& subject) {
  const auto& runs = subject.usage.runs;
  const std::string dash(none);
  std::vector<std::string> row{subject.usage.subject,
                               subject.usage.load.name.empty() ? dash : subject.usage.load.name,
                               std::to_string(runs.size()),
                               dash,
                               dash,
                               dash,
                               dash};
  if (!subject.need) return row;
  Cores lowest = subject.need->cpu;
  for (const auto& run : runs) lowest = std::min(lowest, average_cores(run.cpu_usage, run.window));
  row[3] = shown(subject.need->cpu.count(), Rounding::up);
  row[4] = shown(lowest.count(), Rounding::up);
  row[5] = to_text(subject.need->memory_used);
  row[6] = word(subject.need->memory_statistic);
  return row;
}

std::string measured_table(const Forecast& forecast, std::size_t width) {
  TextTable table({{"subject"},
                   {"load"},
                   {"runs", Align::right},
                   {"cores", Align::right},
                   {"lowest run", Align::right},
                   {"memory", Align::right},
                   {"memory is the"}});
  for (const auto& subject : forecast.subjects) table.row(measured_row(subject));
  return "Measured: cores of the run that used most CPU; the largest memory of all runs\n" + table.render(width) + "\n";
}

std::string saving_cell(const Forecast& forecast, const SubjectForecast& subject, bool monthly) {
  if (subject.saving) return (monthly ? subject.saving->monthly : subject.saving->annual).rounded();
  if (monthly) return std::string(none);
  if (subject.status == Status::refused) return "refused";
  const auto* baseline = std::get_if<forecast::AgainstSubject>(&forecast.comparison);
  return baseline != nullptr && baseline->subject == subject.usage.subject ? "baseline" : std::string(none);
}

std::string forecast_rows(const Forecast& forecast, std::size_t width) {
  const std::string currency = forecast.selection.currency.code();
  TextTable table({{"subject"},
                   {"vCPU", Align::right},
                   {"memory", Align::right},
                   {"plan"},
                   {"fee a year", Align::right},
                   {"saved a year", Align::right},
                   {"a month", Align::right}});
  for (const auto& subject : forecast.subjects) {
    const auto& offer = subject.choice.offer;
    const auto& need = subject.need;
    table.row({subject.usage.subject, need ? std::to_string(need->vcpus) : std::string(none),
               need ? to_text(need->memory) : std::string(none),
               offer  ? offer->plan->full_name()
               : need ? "no plan fits"
                      : std::string(none),
               offer ? offer->annual_fee.rounded() + " " + offer->annual_fee.currency().code() : std::string(none),
               saving_cell(forecast, subject, false), saving_cell(forecast, subject, true)});
  }
  return fmt::format("Forecast: what a server needs, the cheapest plan that has it, savings in {}\n", currency) +
         table.render(width) + "\n";
}

std::string robustness_table(const Forecast& forecast, std::size_t width) {
  TextTable table({{"subject"},
                   {"choice"},
                   {"headroom", Align::right},
                   {"core performance", Align::right},
                   {"CPU", Align::right},
                   {"memory factor", Align::right}});
  bool any = false;
  for (const auto& subject : forecast.subjects) {
    if (!subject.break_even || !subject.robustness) continue;
    any = true;
    const auto& limit = *subject.break_even;
    table.row({subject.usage.subject, std::string(word(*subject.robustness)),
               "to " + shown(limit.cpu_headroom_max, Rounding::down),
               "from " + shown(limit.core_performance_min, Rounding::up),
               "x " + shown(limit.cpu_growth_max, Rounding::down),
               "to " + shown(limit.memory_factor_max, Rounding::down)});
  }
  if (!any) return {};
  return "How far each plan holds, one thing moved at a time\n" + table.render(width) +
         wrap(fmt::format(
             "flips: another plan is chosen for a headroom within {} or a core performance within {}; tight: a "
             "margin under 10 %.",
             shown(headroom_range(forecast.assumptions)), shown(core_performance_range(forecast.assumptions)))) +
         "\n";
}

}  // namespace

std::string forecast_table(const Forecast& forecast, std::size_t width) {
  return heading(forecast) + measured_table(forecast, width) + forecast_rows(forecast, width) +
         years_table(forecast, width) + robustness_table(forecast, width) + computation_text(forecast) +
         passed_over_text(forecast) + notes_text(forecast);
}

}  // namespace vpsfit::report
