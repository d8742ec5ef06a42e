// SPDX-License-Identifier: MIT
#include <algorithm>

#include "cli/capacity_inputs.hpp"
#include "core/decimal.hpp"
#include "core/text.hpp"

namespace vpsfit::cli {
namespace {

std::string shown(const Rational& value) { return to_decimal(value, Rounding::half_away); }

/// The cores that count, a whole number of microseconds a second.
CpuTime cpu_of(const forecast::Prediction& at) {
  // Twelve digits are more than a fit knows; what comes after them depends on the machine that computed it.
  const Rational cores =
      round_significant(Rational::from(mpq_class(at.high.value_or(at.cores))), 12, Rounding::half_away);
  return CpuTime{(cores * Rational(1'000'000)).ceil().value_or(0)};
}

void add_remarks(const forecast::SubjectCapacity& subject, const std::string& rate, Usage& usage) {
  const auto& at = *subject.at_rate;
  const auto& line = *subject.line;
  const std::string& name = subject.subject;
  const auto add = [&](Notice notice) { usage.notices.push_back(std::move(notice)); };
  add(make_notice("cpu_predicted", {{"subject", name},
                                    {"rate", rate},
                                    {"cores", to_significant(at.cores, 6)},
                                    {"high", at.high ? to_significant(*at.high, 6) : "?"},
                                    {"runs", std::to_string(line.points)},
                                    {"rates", std::to_string(line.levels)}}));
  if (at.how_far == forecast::Reach::beyond)
    add(make_notice("rate_beyond",
                    {{"subject", name}, {"rate", rate}, {"highest", to_significant(line.highest_rate, 6)}}));
  if (line.lack_of_fit && *line.lack_of_fit < 0.05) add(make_notice("line_bent", {{"subject", name}}));
  if (subject.memory_of_all) add(make_notice("memory_of_lower_rates", {{"subject", name}, {"rate", rate}}));
}

/// Why there is no answer, as a numbered notice.
Notice refusal(const forecast::SubjectCapacity& subject, const Rational& rate) {
  if (!subject.line) return make_notice("rates_too_few", {{"subject", subject.subject}});
  return make_notice("rate_too_far", {{"subject", subject.subject},
                                      {"rate", shown(rate)},
                                      {"highest", to_significant(subject.line->highest_rate, 6)}});
}

Usage usage_at(const forecast::SubjectCapacity& subject, const Rational& rate, const Usage& measured) {
  Usage usage;
  usage.subject = subject.subject;
  usage.load.request_rate_per_s = rate;
  usage.window = measured.window;
  usage.origin = measured.origin;
  usage.memory_definition = measured.memory_definition;
  usage.cpu_statistic = std::string(predicted_statistic);
  usage.architecture = measured.architecture;
  usage.cpu_model = measured.cpu_model;
  if (!subject.at_rate) {
    usage.refusals.push_back(refusal(subject, rate));
    return usage;
  }
  RunUsage run;
  run.run = "at " + shown(rate) + "/s";
  run.cpu_usage = cpu_of(*subject.at_rate);
  run.window = std::chrono::microseconds{1'000'000};
  run.memory_max = subject.memory.value_or(Bytes{0});
  usage.runs.push_back(std::move(run));
  add_remarks(subject, shown(rate), usage);
  return usage;
}

}  // namespace

Result<std::vector<Usage>> usages_at_rate(const std::vector<std::string>& files, const UsageWish& wish,
                                          Inputs& inputs) {
  VPSFIT_TRY(const auto measured, read_all_loads(files, wish, inputs));
  forecast::Capacity capacity;
  capacity.rate = wish.at_rate;
  VPSFIT_TRY(capacity.subjects, runs_by_subject(measured));
  VPSFIT_CHECK(forecast::fit(capacity));
  std::vector<Usage> usages;
  for (const auto& subject : capacity.subjects) {
    const auto first = std::find_if(measured.begin(), measured.end(),
                                    [&](const Usage& one) { return one.subject == subject.subject; });
    usages.push_back(usage_at(subject, *wish.at_rate, *first));
  }
  return usages;
}

}  // namespace vpsfit::cli
