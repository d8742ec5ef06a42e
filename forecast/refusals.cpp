// SPDX-License-Identifier: MIT
#include "forecast/refusals.hpp"

#include "core/decimal.hpp"

namespace vpsfit::forecast {
namespace {

constexpr std::int64_t least_ticks = 3;

std::string decimal_of(const Rational& value) { return to_decimal(value, Rounding::half_away); }

void add(const Usage& usage, const RunUsage& run, std::vector<Notice>& notices) {
  if (run.throttled_periods.value_or(0) > 0)
    notices.push_back(make_notice(
        "throttled_refused",
        {{"subject", usage.subject}, {"run", run.run}, {"periods", std::to_string(*run.throttled_periods)}}));
  if (run.oom_kills.value_or(0) > 0)
    notices.push_back(make_notice(
        "oom_refused", {{"subject", usage.subject}, {"run", run.run}, {"count", std::to_string(*run.oom_kills)}}));
  if (run.request_errors.value_or(0) > 0)
    notices.push_back(
        make_notice("request_errors", {{"subject", usage.subject},
                                       {"run", run.run},
                                       {"errors", std::to_string(*run.request_errors)},
                                       {"requests", run.requests ? std::to_string(*run.requests) : "?"}}));
  if (missed_rate(run, usage.load))
    notices.push_back(make_notice("rate_missed", {{"subject", usage.subject},
                                                  {"run", run.run},
                                                  {"achieved", decimal_of(*run.achieved_rate_per_s)},
                                                  {"asked", decimal_of(*usage.load.request_rate_per_s)}}));
  if (has_few_ticks(run))
    notices.push_back(make_notice("few_ticks", {{"subject", usage.subject},
                                                {"run", run.run},
                                                {"ticks", std::to_string(*run.ticks)},
                                                {"due", std::to_string(*run.ticks + run.missed_ticks.value_or(0))}}));
}

}  // namespace

bool missed_rate(const RunUsage& run, const Load& load) {
  return run.achieved_rate_per_s && load.request_rate_per_s &&
         *run.achieved_rate_per_s * Rational(100) < *load.request_rate_per_s * Rational(least_rate_percent);
}

bool has_few_ticks(const RunUsage& run) {
  return run.ticks && (*run.ticks < least_ticks || *run.ticks < run.missed_ticks.value_or(0));
}

std::vector<Notice> refusals(const Usage& usage, const Need& need) {
  std::vector<Notice> notices;
  if (need.cpu.count().is_zero()) notices.push_back(make_notice("idle_subject", {{"subject", usage.subject}}));
  for (const auto& run : usage.runs) add(usage, run, notices);
  return notices;
}

}  // namespace vpsfit::forecast
