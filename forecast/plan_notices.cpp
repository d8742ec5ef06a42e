// SPDX-License-Identifier: MIT
#include "forecast/plan_notices.hpp"

#include <array>
#include <fmt/format.h>

#include "core/decimal.hpp"
#include "forecast/fee.hpp"

namespace vpsfit::forecast {
namespace {

using Notices = std::vector<Notice>;

std::string price_amount(const Rational& value, const plans::Price& price) {
  return to_decimal(value, Rounding::half_away) + " " + price.currency.code();
}

std::string period(const plans::Price& price) {
  constexpr std::array<std::string_view, 3> names{"hour", "month", "year"};
  return fmt::format("{} {}s", price.period_count, names[static_cast<std::size_t>(price.period_unit)]);
}

void about_sale(const plans::Plan& plan, const plans::Region* region, const Selection& selection, Notices& notices) {
  const std::string name = plan.full_name();
  const plans::Stock stock = region != nullptr && region->stock ? *region->stock : plan.stock;
  if (stock == plans::Stock::unknown) notices.push_back(make_notice("stock_unknown", {{"plan", name}}));
  if (stock == plans::Stock::scarce) notices.push_back(make_notice("scarce", {{"plan", name}}));
  const auto lifecycle = region != nullptr && region->lifecycle ? *region->lifecycle : plan.lifecycle;
  if (lifecycle == plans::Lifecycle::deprecated || plan.unavailable_after)
    notices.push_back(make_notice(
        "deprecated", {{"plan", name}, {"date", plan.unavailable_after ? to_text(*plan.unavailable_after) : "?"}}));
  if (region != nullptr && !region->price_override.empty())
    notices.push_back(make_notice("region_price", {{"plan", name}, {"region", region->id}}));
  if (!plan.verified_on) return;
  const auto days = (selection.as_of - *plan.verified_on).count();
  if (days > old_days)
    notices.push_back(make_notice("plan_old", {{"plan", name},
                                               {"verified_on", to_text(*plan.verified_on)},
                                               {"days", std::to_string(days)},
                                               {"as_of", to_text(selection.as_of)}}));
  if (days < 0)
    notices.push_back(make_notice(
        "verified_later",
        {{"plan", name}, {"verified_on", to_text(*plan.verified_on)}, {"as_of", to_text(selection.as_of)}}));
}

void about_price(const plans::Plan& plan, const plans::Price& price, Notices& notices) {
  const std::string name = plan.full_name();
  const bool unverified = !price.renewal || price.renewal->status == plans::RenewalStatus::unverified;
  if (unverified) notices.push_back(make_notice("renewal_unknown", {{"plan", name}}));
  if (!unverified && price.renewal->status == plans::RenewalStatus::different)
    notices.push_back(make_notice(
        "renewal_differs",
        {{"plan", name}, {"amount", price.renewal->amount ? price_amount(*price.renewal->amount, price) : "?"}}));
  if (!price.setup_fee) notices.push_back(make_notice("setup_fee_unknown", {{"plan", name}}));
  if (price.tax == plans::Tax::unknown) notices.push_back(make_notice("tax_unknown", {{"plan", name}}));
  if (price.first_term)
    notices.push_back(
        make_notice("first_term_not_applied", {{"plan", name},
                                               {"periods", std::to_string(price.first_term->periods)},
                                               {"amount", price_amount(price.first_term->amount, price)}}));
  for (const auto& coupon : price.coupons)
    notices.push_back(coupon.code ? make_notice("coupon_not_applied", {{"plan", name}, {"coupon", *coupon.code}})
                                  : make_notice("promotion_not_applied", {{"plan", name}}));
  if (periods_a_year(price) < Rational(1))
    notices.push_back(make_notice("longer_term", {{"plan", name}, {"period", period(price)}}));
}

void about_fit(const Need& need, const plans::Plan& plan, const Selection& selection, Notices& notices) {
  const std::string name = plan.full_name();
  if (!plan.cpu.baseline_share && plan.cpu.kind != plans::CpuKind::dedicated)
    notices.push_back(
        make_notice("baseline_share_unknown",
                    {{"plan", name}, {"share", to_decimal(need.sustained.count() / plan.cpu.vcpus, Rounding::up)}}));
  if (selection.min_disk && !plan.included_disk())
    notices.push_back(
        make_notice("disk_unknown", {{"plan", name}, {"bytes", std::to_string(selection.min_disk->count())}}));
}

/// The cheapest plan that was passed over for its memory only and that the larger reading would let in: with that
/// reading it would be the answer.
void about_unit(const Need& need, const Choice& choice, const Market& market, const Selection& selection,
                Notices& notices) {
  for (const auto& offer : market.offers) {
    if (choice.offer && offer.plan == choice.offer->plan) return;
    const Shortage lack = shortage(need, *offer.plan, selection);
    const auto& memory = offer.plan->memory;
    if (lack.kinds() != 1 || !lack.memory || memory.upper_bytes() < need.memory) continue;
    notices.push_back(make_notice("memory_unit_decides",
                                  {{"plan", offer.plan->full_name()},
                                   {"size", to_decimal(memory.size.value, Rounding::half_away) + memory.size.unit},
                                   {"bytes", std::to_string(memory.lower_bytes().count())}}));
    return;
  }
}

}  // namespace

std::vector<Notice> choice_notices(const Need& need, const Choice& choice, const Market& market,
                                   const Selection& selection) {
  Notices notices;
  if (choice.offer) {
    about_sale(*choice.offer->plan, choice.offer->region, selection, notices);
    about_price(*choice.offer->plan, *choice.offer->price, notices);
    about_fit(need, *choice.offer->plan, selection, notices);
  }
  if (!choice.ties.empty()) {
    std::string names = choice.offer->plan->full_name();
    for (const auto& tie : choice.ties) names += ", " + tie.plan->full_name();
    notices.push_back(make_notice("tie", {{"plans", std::move(names)}}));
  }
  about_unit(need, choice, market, selection, notices);
  return notices;
}

}  // namespace vpsfit::forecast
