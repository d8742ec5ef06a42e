// SPDX-License-Identifier: MIT
#include "forecast/proof.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "core/decimal.hpp"
#include "forecast/fee.hpp"
#include "fx-rates/cross.hpp"

namespace vpsfit::forecast {
namespace {

constexpr std::string_view half_away = "once, half away from zero";

/// The CPU of the run that decides.
Step cpu_step(const Usage& usage, const Need& need) {
  const RunUsage& run = usage.runs[need.cpu_run];
  return {"cpu_cores",
          fmt::format("cpu_usage_usec / window_usec of run {}, the highest of {}", run.run, usage.runs.size()),
          fmt::format("{} / {}", run.cpu_usage.count(), run.window.count()),
          need.cpu.count(),
          in_formula(need.cpu.count()),
          "cores",
          ""};
}

/// Of the two runs that decide: CPU for a unit of work here, and there.
Step performance_step(const Calibration& calibration, const CorePerformance& figure) {
  const CalibrationRun& here = calibration.here.runs[figure.here_run];
  const CalibrationRun& there = calibration.there.runs[figure.there_run];
  return {"core_performance",
          fmt::format(
              "(cpu_usage_usec / work) of run {} here, the least of {} / (the same) of run {} there, the most of {}",
              here.run, calibration.here.runs.size(), there.run, calibration.there.runs.size()),
          fmt::format("({} / {}) / ({} / {})", here.cpu_usage.count(), in_formula(here.work), there.cpu_usage.count(),
                      in_formula(there.work)),
          figure.value,
          in_formula(figure.value),
          "cores",
          ""};
}

Step vcpus_step(const Need& need, const Assumptions& assumed) {
  return {"vcpus",
          "cpu_cores / core_performance / (1 - cpu_headroom)",
          fmt::format("{} / {} / (1 - {})", in_formula(need.cpu.count()), in_formula(assumed.core_performance),
                      in_formula(assumed.cpu_headroom.value())),
          need.vcpus_exact,
          std::to_string(need.vcpus),
          "vCPU",
          "up to a whole number, at least 1"};
}

Step memory_step(const Usage& usage, const Need& need, const Assumptions& assumed) {
  const bool peak = need.memory_statistic == MemoryStatistic::kernel_peak;
  return {"memory",
          fmt::format("memory_bytes x memory_factor + os_reserve_bytes, with the {} of run {}",
                      peak ? "kernel's peak" : "largest sample", usage.runs[need.memory_run].run),
          fmt::format("{} x {} + {}", need.memory_used.count(), in_formula(assumed.memory_factor),
                      assumed.os_reserve.count()),
          Rational(need.memory_used.count()) * assumed.memory_factor + Rational(assumed.os_reserve.count()),
          std::to_string(need.memory.count()),
          "bytes",
          "up to a whole number"};
}

/// " x 1335.27", or nothing where the money is in the result's currency already.
std::string times_rate(const Currency& from, const ProofSources& sources) {
  const fx::Rate* const rate = sources.rates.find(from, sources.selection.currency);
  return rate == nullptr || rate->from == rate->to ? std::string() : " x " + rate->printed;
}

Step fee_step(const Offer& offer, const ProofSources& sources) {
  const plans::Price& price = *offer.price;
  const FeeParts parts = fee_parts(*offer.plan, price);
  std::string formula = parts.is_capped ? "monthly_cap x 12" : "amount x periods a year";
  std::string numbers = parts.is_capped
                            ? fmt::format("{} x 12", in_formula(price.monthly_cap.value_or(Rational(0))))
                            : fmt::format("{} x {}", in_formula(price.amount), in_formula(periods_a_year(price)));
  if (!parts.setup.is_zero()) formula += " + setup fee", numbers += " + " + in_formula(parts.setup);
  if (has_two_currencies(*offer.plan, price)) {
    formula = "(" + formula + ") x its rate + IPv4 a year x its rate";
    numbers = fmt::format("({}){} + {}{}", numbers, times_rate(price.currency, sources), in_formula(parts.ipv4),
                          times_rate(ipv4_currency(*offer.plan, price), sources));
  } else if (!parts.ipv4.is_zero()) {
    formula += " + IPv4 a year", numbers += " + " + in_formula(parts.ipv4);
  }
  return {"annual_fee",
          std::move(formula),
          std::move(numbers),
          offer.annual_fee.amount(),
          offer.annual_fee.rounded(),
          offer.annual_fee.currency().code(),
          offer.annual_fee.amount() == *parse_decimal(offer.annual_fee.rounded()) ? "" : std::string(half_away)};
}

std::string leg_of(const fx::Rate& rate, const Currency& currency) {
  const auto leg = std::find_if(rate.legs.begin(), rate.legs.end(),
                                [&](const fx::Leg& candidate) { return candidate.currency == currency; });
  return leg == rate.legs.end() ? "1" : leg->published;
}

/// A rate that came from published figures: how it was crossed. A given rate and a published one have no arithmetic.
std::optional<Step> rate_step(const fx::Rate& rate) {
  if (rate.from == rate.to || rate.source == fx::RateSource::identity) return std::nullopt;
  const std::string pair = rate.to.code() + " for 1 " + rate.from.code();
  const bool as_published = rate.legs.size() == 1 && rate.legs.front().currency == rate.to;
  if (!rate.exact || as_published)
    return Step{"rate",
                fmt::format("{} of {}, {}", pair, to_text(rate.date_used),
                            rate.source == fx::RateSource::given ? "given by hand" : "as published"),
                rate.printed,
                rate.value,
                rate.printed,
                rate.to.code(),
                ""};
  const std::string above = rate.legs.size() == 1 ? "1" : rate.to.code() + " for 1 EUR";
  return Step{
      "rate",
      fmt::format("{} / {} for 1 EUR of {}", above, rate.from.code(), to_text(rate.date_used)),
      fmt::format("{} / {}", leg_of(rate, rate.to), leg_of(rate, rate.from)),
      *rate.exact,
      rate.printed,
      rate.to.code(),
      *rate.exact == rate.value ? "" : fmt::format("to {} significant digits, half away from zero", fx::cross_digits)};
}

Step annual_step(const Money& fee, const Money& compared, const Saving& saving, const ProofSources& sources) {
  const bool one_currency = fee.currency() == compared.currency();
  const std::string rate = times_rate(fee.currency(), sources);
  const std::string a = in_formula(fee.amount());
  const std::string b = in_formula(compared.amount());
  return {"annual_saving",
          one_currency ? fmt::format("(annual_fee - fee compared with){}", rate.empty() ? "" : " x rate")
                       : "annual_fee x its rate - fee compared with x its rate",
          one_currency ? fmt::format("({} - {}){}", a, b, rate)
                       : fmt::format("{}{} - {}{}", a, rate, b, times_rate(compared.currency(), sources)),
          saving.annual.amount(),
          saving.annual.rounded(),
          saving.annual.currency().code(),
          std::string(half_away)};
}

Step monthly_step(const Saving& saving) {
  return {"monthly_saving",        "unrounded annual_saving / 12", in_formula(saving.annual.amount()) + " / 12",
          saving.monthly.amount(), saving.monthly.rounded(),       saving.monthly.currency().code(),
          std::string(half_away)};
}

}  // namespace

std::string in_formula(const Rational& value) {
  return ends_as_decimal(value) ? to_decimal(value, Rounding::half_away) : "(" + value.fraction() + ")";
}

std::vector<std::string> binding_needs(const Need& need, const Choice& choice, const Market& market,
                                       const Selection& selection) {
  std::vector<std::string> alone, together;
  const auto add = [](std::vector<std::string>& codes, const std::string& code) {
    if (std::find(codes.begin(), codes.end(), code) == codes.end()) codes.push_back(code);
  };
  if (!choice.offer) return {};
  for (const auto& offer : market.offers) {
    if (offer.plan == choice.offer->plan) break;
    const Shortage lack = shortage(need, *offer.plan, selection);
    const auto codes = lack.codes();
    if (codes.size() == 1) add(alone, std::string(codes.front()));
    for (const auto code : codes) add(together, std::string(code));
  }
  return alone.empty() ? together : alone;
}

Proof prove(const Usage& usage, const Need& need, const Choice& choice, const std::optional<Saving>& saving,
            const ProofSources& sources) {
  Proof proof;
  proof.steps.push_back(cpu_step(usage, need));
  if (sources.calibration && sources.calibration->figure)
    proof.steps.push_back(performance_step(*sources.calibration, *sources.calibration->figure));
  proof.steps.push_back(vcpus_step(need, sources.assumptions));
  proof.steps.push_back(memory_step(usage, need, sources.assumptions));
  if (!choice.offer) return proof;
  const Money& fee = choice.offer->annual_fee;
  const plans::Plan& plan = *choice.offer->plan;
  const plans::Price& price = *choice.offer->price;
  std::vector<Currency> currencies{price.currency};
  const auto add_rates = [&] {
    for (const auto& currency : currencies)
      if (const fx::Rate* const rate = sources.rates.find(currency, sources.selection.currency))
        if (auto step = rate_step(*rate)) proof.steps.push_back(std::move(*step));
  };
  const bool two = has_two_currencies(plan, price);
  if (two) {  // the fee itself rests on both rates
    currencies.push_back(ipv4_currency(plan, price));
    add_rates();
  }
  proof.steps.push_back(fee_step(*choice.offer, sources));
  proof.binding = binding_needs(need, choice, sources.market, sources.selection);
  if (!saving || !sources.compared_fee) return proof;
  const Currency compared = sources.compared_fee->currency();
  const bool is_new = std::find(currencies.begin(), currencies.end(), compared) == currencies.end();
  if (two) currencies.clear();  // told above
  if (is_new) currencies.push_back(compared);
  add_rates();
  proof.steps.push_back(annual_step(fee, *sources.compared_fee, *saving, sources));
  proof.steps.push_back(monthly_step(*saving));
  return proof;
}

}  // namespace vpsfit::forecast
