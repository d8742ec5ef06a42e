// SPDX-License-Identifier: MIT
#include "forecast/calibration.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <optional>

#include "core/decimal.hpp"
#include "core/text.hpp"
#include "forecast/calibration_checks.hpp"

namespace vpsfit::forecast {
namespace {

/// Fewer fresh starts than this say little about the spread between them.
constexpr std::size_t settling_runs = 3;

std::optional<Work> work_of(const MeasuredSide& side) {
  const auto& runs = side.usage.runs;
  const bool counted = std::all_of(runs.begin(), runs.end(), [](const RunUsage& run) { return run.requests; });
  if (counted && (side.mode == "rate" || side.mode == "requests")) return Work::counted;
  if (side.usage.load.request_rate_per_s) return Work::declared;
  if (!side.command.empty()) return Work::command;
  return std::nullopt;
}

/// How much was done, as words that need no translation.
std::string amount(const MeasuredSide& side) {
  if (side.mode == "requests") return fmt::format("{} requests", side.usage.runs.front().requests.value_or(0));
  if (const auto& rate = side.usage.load.request_rate_per_s)
    return fmt::format("{}/s", to_decimal(*rate, Rounding::half_away));
  return printable(fmt::format("{}", fmt::join(side.command, " ")), 80);
}

/// What both did; nothing, and a refusal, where that is not the same.
std::optional<Work> common_work(const MeasuredSide& here, const MeasuredSide& there, std::vector<Notice>& refusals) {
  for (const auto* const side : {&here, &there}) {
    if (side->mode == "saturated")
      refusals.push_back(make_notice("calibration_saturated", {{"recording", side->side.path}}));
    else if (!work_of(*side))
      refusals.push_back(make_notice("calibration_work_unknown", {{"recording", side->side.path}}));
  }
  if (!refusals.empty()) return std::nullopt;
  // Where only one side was counted, the declared rate is what both have.
  const Work work = std::max(*work_of(here), *work_of(there));
  const bool same_load =
      here.usage.load == there.usage.load && (work != Work::command || here.command == there.command);
  const bool one_counts = (here.mode == "requests") != (there.mode == "requests");
  const auto first = here.usage.runs.front().requests;
  const auto as_many = [&](const RunUsage& run) { return run.requests == first; };
  const bool same_count =
      here.mode != "requests" || (std::all_of(here.usage.runs.begin(), here.usage.runs.end(), as_many) &&
                                  std::all_of(there.usage.runs.begin(), there.usage.runs.end(), as_many));
  if (!same_load || one_counts || !same_count) {
    refusals.push_back(
        make_notice("calibration_work_differs",
                    {{"subject", here.usage.subject}, {"here", amount(here)}, {"there", amount(there)}}));
    return std::nullopt;
  }
  return work;
}

Rational work_done(const Usage& usage, const RunUsage& run, Work work) {
  if (work == Work::counted) return Rational(*run.requests - run.request_errors.value_or(0));
  if (work == Work::declared)
    return *usage.load.request_rate_per_s * Rational(run.window.count()) / Rational(1'000'000);
  return Rational(1);
}

void take_runs(const MeasuredSide& measured, Work work, CalibrationSide& side) {
  for (const auto& run : measured.usage.runs)
    side.runs.push_back({run.run, run.cpu_usage, run.window, work_done(measured.usage, run, work)});
}

Rational unit_cost(const CalibrationRun& run) { return Rational(run.cpu_usage.count()) / run.work; }

bool is_usable(const CalibrationSide& side) {
  return !side.runs.empty() && std::all_of(side.runs.begin(), side.runs.end(), [](const CalibrationRun& run) {
    return run.cpu_usage > CpuTime{0} && run.work > Rational(0);
  });
}

}  // namespace

Calibration calibrate(const MeasuredSide& here, const MeasuredSide& there, const std::string& plan) {
  Calibration result;
  result.subject = here.usage.subject;
  result.window = here.usage.window;
  result.load = here.usage.load;
  result.plan = plan;
  result.here = here.side;
  result.there = there.side;
  for (const auto* const side : {&here, &there}) add_run_refusals(*side, result.refusals);
  for (const auto* const side : {&here, &there}) {
    result.notices.insert(result.notices.end(), side->usage.notices.begin(), side->usage.notices.end());
    if (side->usage.runs.size() < settling_runs)
      result.notices.push_back(make_notice(
          "calibration_few_runs", {{"recording", side->side.path}, {"runs", std::to_string(side->usage.runs.size())}}));
  }
  if (here.usage.runs.empty() || there.usage.runs.empty()) return result;
  std::vector<Notice> differences;
  const auto work = common_work(here, there, differences);
  result.refusals.insert(result.refusals.end(), differences.begin(), differences.end());
  if (!work) return result;
  result.work = *work;
  if (*work == Work::declared)
    result.notices.push_back(make_notice("calibration_rate_declared",
                                         {{"rate", to_decimal(*result.load.request_rate_per_s, Rounding::half_away)}}));
  take_runs(here, *work, result.here);
  take_runs(there, *work, result.there);
  if (result.refusals.empty()) result.figure = core_performance(result.here, result.there);
  if (result.refusals.empty() && !result.figure)
    result.refusals.push_back(make_notice("calibration_work_unknown", {{"recording", here.side.path}}));
  return result;
}

std::optional<CorePerformance> core_performance(const CalibrationSide& here, const CalibrationSide& there) {
  if (!is_usable(here) || !is_usable(there)) return std::nullopt;
  const auto cheaper = [](const CalibrationRun& a, const CalibrationRun& b) { return unit_cost(a) < unit_cost(b); };
  const auto least_here = std::min_element(here.runs.begin(), here.runs.end(), cheaper);
  const auto most_here = std::max_element(here.runs.begin(), here.runs.end(), cheaper);
  const auto least_there = std::min_element(there.runs.begin(), there.runs.end(), cheaper);
  const auto most_there = std::max_element(there.runs.begin(), there.runs.end(), cheaper);
  return CorePerformance{unit_cost(*least_here) / unit_cost(*most_there),
                         unit_cost(*most_here) / unit_cost(*least_there),
                         static_cast<std::size_t>(least_here - here.runs.begin()),
                         static_cast<std::size_t>(most_there - there.runs.begin())};
}

std::vector<Notice> calibration_refusals(const Calibration& calibration, const Usage& usage) {
  const std::string& calibrated = calibration.here.cpu_model;
  if (calibrated.empty() || usage.cpu_model.empty() || calibrated == usage.cpu_model) return {};
  return {make_notice("calibration_other_host",
                      {{"subject", usage.subject}, {"measured", usage.cpu_model}, {"calibrated", calibrated}})};
}

}  // namespace vpsfit::forecast
