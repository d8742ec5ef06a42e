// SPDX-License-Identifier: MIT
#include "forecast/forecast.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <set>

#include "core/text.hpp"
#include "forecast/fee.hpp"
#include "forecast/reference.hpp"
#include "forecast/refusals.hpp"
#include "forecast/require.hpp"
#include "forecast/traffic.hpp"

namespace vpsfit::forecast {
namespace {

/// A rate whose day is further than this from the day of the result is remarked upon.
constexpr int far_days = 31;

void append(std::vector<Notice>& to, const std::vector<Notice>& more) { to.insert(to.end(), more.begin(), more.end()); }

/// Why the subject's own figures carry no saving, or the calibration does not hold for them.
std::vector<Notice> all_refusals(const Usage& usage, const Need& need, const std::optional<Calibration>& calibration) {
  auto all = refusals(usage, need);
  if (calibration) append(all, calibration_refusals(*calibration, usage));
  return all;
}

/// Everything that can be said of a subject alone.
Result<SubjectForecast> size_subject(const Usage& usage, const Market& market, const Assumptions& assumptions,
                                     const Selection& selection, const std::optional<Calibration>& calibration,
                                     const std::vector<WiderMarket>& wider) {
  SubjectForecast subject;
  subject.usage = usage;
  append(subject.notices, usage.notices);
  append(subject.notices, usage.refusals);
  subject.refusals = usage.refusals;
  if (usage.runs.empty() && !usage.refusals.empty()) {
    subject.status = Status::refused;
    return subject;
  }
  VPSFIT_TRY(const Need need, require(usage, assumptions));
  subject.need = need;
  subject.choice = choose(need, market, selection);
  VPSFIT_TRY(subject.sensitivity, sensitivity(usage, assumptions, market, selection));
  append(subject.notices, need.notices);
  const auto refused = all_refusals(usage, need, calibration);
  append(subject.notices, refused);
  append(subject.refusals, refused);
  append(subject.notices, subject.choice.notices);
  subject.uncertainty.emplace();
  VPSFIT_TRY(subject.uncertainty->runs, run_spread(usage, assumptions, market, selection));
  if (!subject.refusals.empty()) {
    subject.status = Status::refused;
  } else if (!subject.choice.offer) {
    subject.status = Status::no_fit;
  }
  if (!subject.choice.offer) {
    subject.alternatives = alternatives(need, subject.choice, assumptions, market, selection, wider);
    return subject;
  }
  const Offer& offer = *subject.choice.offer;
  subject.break_even = break_even(need, assumptions, *offer.plan);
  subject.neighbours = neighbours(need, offer, assumptions, market, selection);
  add_price_uncertainty(offer, *subject.uncertainty);
  VPSFIT_TRY(subject.robustness, robustness(usage, need, assumptions, market, selection, offer));
  if (calibration && !calibration->plan.empty() && calibration->plan != offer.plan->full_name())
    subject.notices.push_back(make_notice("calibration_other_plan",
                                          {{"plan", offer.plan->full_name()}, {"calibrated_plan", calibration->plan}}));
  const auto& arch = offer.plan->cpu.arch;
  if (arch && !usage.architecture.empty() && *arch != usage.architecture)
    subject.notices.push_back(make_notice("architecture_differs", {{"plan", offer.plan->full_name()},
                                                                   {"plan_architecture", *arch},
                                                                   {"measured_architecture", usage.architecture}}));
  return subject;
}

/// Compares one subject with the reference: a saving, or the notice that says why there is none.
Result<void> compare(SubjectForecast& subject, const Reference& reference, const fx::RateTable& rates,
                     const Selection& selection) {
  if (reference.name.empty() || &subject == reference.subject || subject.status != Status::ok) return {};
  if (reference.subject != nullptr) {
    const LoadVerdict verdict = compare_loads(subject.usage, reference.subject->usage);
    append(subject.notices, verdict.notices);
    if (!verdict.comparable) {
      append(subject.refusals, verdict.notices);
      subject.status = Status::refused;
      return {};
    }
  }
  if (!reference.fee) {
    const bool refused = reference.subject != nullptr && reference.subject->status == Status::refused;
    subject.notices.push_back(
        make_notice(refused ? "baseline_refused" : "baseline_without_plan", {{"baseline", reference.name}}));
    return {};
  }
  const Offer& offer = *subject.choice.offer;
  VPSFIT_TRY(subject.saving, saving(offer.annual_fee, *reference.fee, selection.currency, rates));
  const plans::Tax tax = offer.price->tax;
  if (reference.tax && *reference.tax != tax && *reference.tax != plans::Tax::unknown && tax != plans::Tax::unknown)
    subject.notices.push_back(make_notice("tax_mixed", {{"plans", offer.plan->full_name() + ", " + reference.name}}));
  return {};
}

/// What rests on all subjects together: what-if questions, the moved assumptions, the steps of every answer.
Result<void> ask_further(Forecast& result, const fx::RateTable& rates, const std::vector<std::string>& questions,
                         bool baseline_in_two_currencies) {
  std::vector<Usage> usages;
  std::vector<bool> compared;
  std::vector<std::optional<Uncertainty>*> uncertainties;
  for (auto& subject : result.subjects) {
    usages.push_back(subject.usage);
    const auto* baseline = std::get_if<AgainstSubject>(&result.comparison);
    compared.push_back(subject.status != Status::refused &&
                       (baseline == nullptr || baseline->subject != subject.usage.subject));
    uncertainties.push_back(&subject.uncertainty);
  }
  const Scene scene{
      usages, compared, result.market, result.selection, rates, result.comparison, result.baseline_annual_fee};
  VPSFIT_CHECK(add_assumption_uncertainty(scene, result.assumptions, uncertainties));
  for (const auto& question : questions) {
    VPSFIT_TRY(const Assumptions changed, changed_assumptions(result.assumptions, question));
    VPSFIT_TRY(auto answers, outcomes(scene, changed));
    result.what_if.push_back({question, changed, std::move(answers)});
  }
  const ProofSources sources{result.assumptions,        result.calibration, result.market, result.selection, rates,
                             result.baseline_annual_fee};
  for (auto& subject : result.subjects) {
    if (!subject.need) continue;
    subject.proof = prove(subject.usage, *subject.need, subject.choice, subject.saving, sources);
    const std::optional<Offer>& offer = subject.choice.offer;
    // Fees that were converted a part at a time do not show any more what their rates leave open.
    if (subject.saving && !baseline_in_two_currencies && !has_two_currencies(*offer->plan, *offer->price))
      add_rate_uncertainty(offer->annual_fee, *result.baseline_annual_fee, result.selection.currency, rates,
                           *subject.uncertainty);
  }
  return {};
}

/// The rates that fees of this result went through, and those that more traffic would go through, in the order of the
/// table.
std::vector<fx::Rate> used_rates(const Market& market, const Reference& reference, const fx::RateTable& rates,
                                 const Selection& selection) {
  std::set<Currency> used;
  for (const auto& offer : market.offers) {
    used.insert(offer.price->currency);
    if (has_two_currencies(*offer.plan, *offer.price)) used.insert(ipv4_currency(*offer.plan, *offer.price));
    if (const auto overage = allowance_of(*offer.plan, offer.region).price_currency) used.insert(*overage);
  }
  if (reference.fee) used.insert(reference.fee->currency());
  std::vector<fx::Rate> result;
  for (const auto& rate : rates.rates())
    if (rate.to == selection.currency && rate.from != rate.to && used.contains(rate.from)) result.push_back(rate);
  return result;
}

std::vector<Notice> rate_notices(const std::vector<fx::Rate>& rates, Date as_of) {
  std::vector<Notice> notices;
  std::set<std::string> all_days;
  for (const auto& rate : rates) all_days.insert(to_text(rate.date_used));
  if (all_days.size() > 1)
    notices.push_back(make_notice("rates_of_days_mixed", {{"days", fmt::format("{}", fmt::join(all_days, ", "))}}));
  for (const auto& rate : rates) {
    const std::string from = rate.from.code();
    const std::string to = rate.to.code();
    const std::string day = to_text(rate.date_used);
    if (rate.source == fx::RateSource::given)
      notices.push_back(
          make_notice("rate_given", {{"from", from}, {"value", rate.printed}, {"to", to}, {"date", day}}));
    if (rate.days_back() != 0)
      notices.push_back(make_notice("rate_older_day", {{"asked", to_text(rate.date_asked)}, {"used", day}}));
    const auto days = (as_of - rate.date_used).count();
    if (days > far_days || days < -far_days)
      notices.push_back(
          make_notice("rate_far", {{"from", from}, {"to", to}, {"date", day}, {"as_of", to_text(as_of)}}));
  }
  return notices;
}

Result<void> check_subjects(const std::vector<Usage>& usages) {
  if (usages.empty()) return fail(ErrorKind::input, "there is no subject to forecast");
  std::set<std::string_view> names;
  for (const auto& usage : usages)
    if (!names.insert(usage.subject).second)
      return fail(ErrorKind::input, fmt::format("the subject '{}' is there twice", printable(usage.subject)), {},
                  "give each subject once, under one load");
  return {};
}

}  // namespace

Result<Forecast> make_forecast(const std::vector<Usage>& usages, const plans::Catalog& catalog,
                               const fx::RateTable& rates, const Assumptions& assumptions, const Selection& selection,
                               const Comparison& comparison, const std::vector<std::string>& what_if,
                               const std::optional<Calibration>& calibration) {
  VPSFIT_CHECK(check(assumptions));
  VPSFIT_CHECK(check_subjects(usages));
  VPSFIT_CHECK(check(selection.filters, catalog));
  Forecast result{selection, comparison, {}, assumptions, calibration, {}, open_market(catalog, rates, selection),
                  {},        {},         {}, {},          {}};
  const auto wider = wider_markets(catalog, rates, selection);
  for (const auto& usage : usages) {
    VPSFIT_TRY(SubjectForecast subject, size_subject(usage, result.market, assumptions, selection, calibration, wider));
    if (selection.years > 0 && subject.choice.offer)
      subject.years = total_of_years(*subject.choice.offer, selection.years, selection.currency, rates);
    result.subjects.push_back(std::move(subject));
  }
  VPSFIT_TRY(const Reference reference,
             find_reference(comparison, result.subjects, catalog, result.market, rates, selection));
  for (auto& subject : result.subjects) VPSFIT_CHECK(compare(subject, reference, rates, selection));
  result.baseline_annual_fee = reference.fee;
  result.rates = used_rates(result.market, reference, rates, selection);
  result.notices = rate_notices(result.rates, selection.as_of);
  append(result.notices, reference.notices);
  VPSFIT_CHECK(ask_further(result, rates, what_if, reference.two_currencies));
  return result;
}

}  // namespace vpsfit::forecast
