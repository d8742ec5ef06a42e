// SPDX-License-Identifier: MIT
#include "forecast/calibration_checks.hpp"

#include "core/decimal.hpp"
#include "forecast/refusals.hpp"

namespace vpsfit::forecast {
namespace {

std::string three_decimals(const Rational& value) {
  return to_decimal(round_to(value, 3, Rounding::half_away), Rounding::half_away);
}

void add(const MeasuredSide& side, const RunUsage& run, std::vector<Notice>& refusals) {
  const std::string& recording = side.side.path;
  const auto& asked = side.usage.load.request_rate_per_s;
  if (run.throttled_periods.value_or(0) > 0)
    refusals.push_back(
        make_notice("calibration_throttled",
                    {{"recording", recording}, {"run", run.run}, {"periods", std::to_string(*run.throttled_periods)}}));
  if (run.oom_kills.value_or(0) > 0)
    refusals.push_back(make_notice(
        "calibration_oom", {{"recording", recording}, {"run", run.run}, {"count", std::to_string(*run.oom_kills)}}));
  if (run.request_errors.value_or(0) > 0)
    refusals.push_back(make_notice("calibration_errors", {{"recording", recording},
                                                          {"run", run.run},
                                                          {"errors", std::to_string(*run.request_errors)},
                                                          {"requests", std::to_string(run.requests.value_or(0))}}));
  if (missed_rate(run, side.usage.load))
    refusals.push_back(make_notice("calibration_rate_missed", {{"recording", recording},
                                                               {"run", run.run},
                                                               {"achieved", three_decimals(*run.achieved_rate_per_s)},
                                                               {"asked", three_decimals(*asked)}}));
  if (has_few_ticks(run))
    refusals.push_back(
        make_notice("calibration_few_ticks", {{"recording", recording},
                                              {"run", run.run},
                                              {"ticks", std::to_string(*run.ticks)},
                                              {"due", std::to_string(*run.ticks + run.missed_ticks.value_or(0))}}));
  if (run.cpu_usage <= CpuTime{0})
    refusals.push_back(make_notice("calibration_idle", {{"recording", recording}, {"run", run.run}}));
}

}  // namespace

void add_run_refusals(const MeasuredSide& side, std::vector<Notice>& refusals) {
  if (side.usage.runs.empty())
    refusals.push_back(
        make_notice("calibration_no_run", {{"recording", side.side.path}, {"subject", side.usage.subject}}));
  for (const auto& run : side.usage.runs) add(side, run, refusals);
}

}  // namespace vpsfit::forecast
