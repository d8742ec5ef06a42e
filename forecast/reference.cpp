// SPDX-License-Identifier: MIT
#include "forecast/reference.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "core/decimal.hpp"
#include "core/text.hpp"
#include "forecast/fee.hpp"
namespace vpsfit::forecast {
namespace {

tl::unexpected<Error> not_there(std::string_view what, const std::string& name,
                                const std::vector<std::string>& present) {
  const auto near = near_name(name, present);
  constexpr std::size_t most = 10;
  const std::vector<std::string> some(present.begin(),
                                      present.begin() + static_cast<std::ptrdiff_t>(std::min(present.size(), most)));
  return fail(
      ErrorKind::input, fmt::format("there is no {} '{}'", what, printable(name, 80)), {},
      near ? fmt::format("did you mean '{}'?", printable(*near))
           : printable(fmt::format("there are: {}{}", fmt::join(some, ", "), present.size() > most ? ", ..." : ""),
                       1000));
}

Result<Reference> subject_reference(const AgainstSubject& against, const std::vector<SubjectForecast>& subjects) {
  const auto found = std::find_if(subjects.begin(), subjects.end(),
                                  [&](const SubjectForecast& s) { return s.usage.subject == against.subject; });
  if (found == subjects.end()) {
    std::vector<std::string> names;
    for (const auto& subject : subjects) names.push_back(subject.usage.subject);
    return not_there("subject", against.subject, names);
  }
  Reference reference{against.subject, std::nullopt, std::nullopt, &*found, {}, false};
  if (found->status == Status::ok && found->choice.offer) {
    reference.fee = found->choice.offer->annual_fee;
    reference.tax = found->choice.offer->price->tax;
    reference.two_currencies = has_two_currencies(*found->choice.offer->plan, *found->choice.offer->price);
  }
  return reference;
}

Result<Reference> plan_reference(const AgainstPlan& against, const plans::Catalog& catalog, const Market& market,
                                 const fx::RateTable& rates, const Selection& selection) {
  const auto found = std::find_if(catalog.plans.begin(), catalog.plans.end(), [&](const plans::Plan& plan) {
    return plan.vendor == against.vendor && plan.id == against.id;
  });
  const std::string name = against.vendor + "/" + against.id;
  if (found == catalog.plans.end()) {
    std::vector<std::string> names;
    for (const auto& plan : catalog.plans) names.push_back(plan.full_name());
    return not_there("plan", name, names);
  }
  auto offer = cheapest_offer(*found, rates, selection);
  if (!offer) {  // what is chosen from is filtered, not what is compared with
    Selection all = selection;
    all.filters = {};
    offer = cheapest_offer(*found, rates, all);
  }
  if (!offer)
    return fail(ErrorKind::input,
                fmt::format("{} has no price on {} that a rate turns into {}", printable(name),
                            to_text(selection.as_of), selection.currency.code()),
                {}, "give the rate with --rate, or compare with another plan");
  Reference reference{
      name, offer->annual_fee, offer->price->tax, nullptr, {}, has_two_currencies(*found, *offer->price)};
  for (const auto& excluded : market.excluded)
    if (excluded.plan == &*found)
      reference.notices.push_back(make_notice("against_excluded", {{"plan", name}, {"reason", excluded.code}}));
  return reference;
}

std::string rate_words(const std::optional<Rational>& rate) {
  return rate ? to_decimal(*rate, Rounding::half_away) : "an unknown number of";
}

}  // namespace

Result<Reference> find_reference(const Comparison& comparison, const std::vector<SubjectForecast>& subjects,
                                 const plans::Catalog& catalog, const Market& market, const fx::RateTable& rates,
                                 const Selection& selection) {
  if (const auto* subject = std::get_if<AgainstSubject>(&comparison)) return subject_reference(*subject, subjects);
  if (const auto* plan = std::get_if<AgainstPlan>(&comparison))
    return plan_reference(*plan, catalog, market, rates, selection);
  if (const auto* fee = std::get_if<AgainstFee>(&comparison))
    return Reference{fee->text, fee->annual, std::nullopt, nullptr, {}, false};
  return Reference{};
}

LoadVerdict compare_loads(const Usage& subject, const Usage& baseline) {
  LoadVerdict verdict;
  const auto& rate = subject.load.request_rate_per_s;
  const auto& base_rate = baseline.load.request_rate_per_s;
  if (rate && base_rate && *rate != *base_rate) {
    verdict.comparable = false;
    verdict.notices.push_back(make_notice("unequal_load", {{"subject", subject.subject},
                                                           {"rate", rate_words(rate)},
                                                           {"baseline", baseline.subject},
                                                           {"baseline_rate", rate_words(base_rate)}}));
    return verdict;
  }
  const bool both_named = !subject.load.name.empty() && !baseline.load.name.empty();
  if (both_named && subject.load.name != baseline.load.name) {
    verdict.comparable = false;
    verdict.notices.push_back(make_notice("different_load", {{"subject", subject.subject},
                                                             {"load", subject.load.name},
                                                             {"baseline", baseline.subject},
                                                             {"baseline_load", baseline.load.name}}));
    return verdict;
  }
  const bool known = (rate && base_rate) || (both_named && !rate && !base_rate);
  if (!known)
    verdict.notices.push_back(
        make_notice("load_unknown", {{"subject", subject.subject}, {"baseline", baseline.subject}}));
  return verdict;
}

}  // namespace vpsfit::forecast
