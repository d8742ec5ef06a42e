// SPDX-License-Identifier: MIT
#include "report/forecast_csv.hpp"

#include "core/decimal.hpp"
#include "report/csv.hpp"
#include "report/forecast_words.hpp"

namespace vpsfit::report {
namespace {

std::string rounded_up(const Rational& value) { return to_decimal(value, Rounding::up); }

std::string codes(const std::vector<Notice>& notices) {
  std::string text;
  for (const auto& notice : notices) text += (text.empty() ? "" : " ") + notice.code;
  return text;
}

void leave_out(Csv& csv, int cells) {
  for (int i = 0; i < cells; ++i) csv.unknown();
}

void measured(Csv& csv, const forecast::SubjectForecast& subject) {
  const Usage& usage = subject.usage;
  csv.text(usage.subject).text(word(subject.status)).text(usage.load.name);
  if (usage.load.request_rate_per_s) {
    csv.number(to_decimal(*usage.load.request_rate_per_s, Rounding::half_away));
  } else {
    csv.unknown();
  }
  csv.number(static_cast<std::int64_t>(usage.runs.size()));
  if (subject.need) {
    csv.number(rounded_up(subject.need->cpu.count())).number(subject.need->memory_used);
  } else {
    leave_out(csv, 2);
  }
}

void planned(Csv& csv, const forecast::SubjectForecast& subject) {
  if (subject.need) {
    csv.number(subject.need->vcpus).number(rounded_up(subject.need->vcpus_exact)).number(subject.need->memory);
  } else {
    leave_out(csv, 3);
  }
  if (!subject.choice.offer) return leave_out(csv, 6);
  const forecast::Offer& offer = *subject.choice.offer;
  csv.text(offer.plan->vendor)
      .text(offer.plan->id)
      .number(to_decimal(offer.plan->cpu.vcpus, Rounding::half_away))
      .number(offer.plan->memory.lower_bytes())
      .number(offer.annual_fee.rounded())
      .text(offer.annual_fee.currency().code());
}

void saved(Csv& csv, const forecast::SubjectForecast& subject) {
  if (!subject.saving) return leave_out(csv, 4);
  csv.number(subject.saving->annual.rounded())
      .number(to_decimal(subject.saving->annual.amount(), Rounding::half_away))
      .number(subject.saving->monthly.rounded())
      .text(subject.saving->annual.currency().code());
}

}  // namespace

std::string forecast_csv(const forecast::Forecast& forecast) {
  Csv csv({"subject",
           "status",
           "load",
           "request_rate_per_s",
           "runs",
           "cpu_cores",
           "memory_bytes",
           "need_vcpus",
           "need_vcpus_exact",
           "need_memory_bytes",
           "plan_vendor",
           "plan_id",
           "plan_vcpus",
           "plan_memory_bytes",
           "annual_fee",
           "annual_fee_currency",
           "annual_saving",
           "annual_saving_exact",
           "monthly_saving",
           "saving_currency",
           "robustness",
           "compared_with",
           "as_of",
           "notices"});
  for (const auto& subject : forecast.subjects) {
    measured(csv, subject);
    planned(csv, subject);
    saved(csv, subject);
    csv.text(subject.robustness ? word(*subject.robustness) : "")
        .text(compared_with(forecast.comparison))
        .text(to_text(forecast.selection.as_of))
        .text(codes(subject.notices));
  }
  return csv.str();
}

}  // namespace vpsfit::report
