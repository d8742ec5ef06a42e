// SPDX-License-Identifier: MIT
#include "report/page/context.hpp"

#include <array>

#include "core/decimal.hpp"

namespace vpsfit::report {
namespace {

constexpr std::size_t names_in_title = 4;

/// The document's decimals were checked when it was read.
Rational exact(std::string_view decimal) { return parse_decimal(decimal).value_or(Rational()); }

}  // namespace

std::string Context::rounded(std::string_view decimal, int digits) const {
  return figures.rounded(exact(decimal), digits);
}

std::string Context::shortened(std::string_view decimal, int digits, Rounding rounding) const {
  return figures.decimal(to_decimal(round_to(exact(decimal), digits, rounding), rounding));
}

std::string Context::percent(std::string_view share, int digits, Rounding rounding) const {
  return figures.percent(exact(share), digits, rounding);
}

std::string Context::size(const PlanView& plan) const {
  return say(Message::size, {{"vcpus", figures.decimal(plan.vcpus)}, {"memory", figures.plan_memory(plan.memory)}});
}

std::string Context::load(const Load& load) const {
  if (!load.request_rate_per_s) return load.name.empty() ? say(Message::unknown) : load.name;
  const std::string rate = figures.decimal(to_decimal(*load.request_rate_per_s, Rounding::half_away));
  if (load.name.empty()) return say(Message::load_rate, {{"rate", rate}});
  return say(Message::load_name_rate, {{"name", load.name}, {"rate", rate}});
}

std::string Context::reason(std::string_view code) const {
  struct Reason {
    std::string_view code;
    Message message;
  };
  static constexpr auto reasons = std::to_array<Reason>({{"vcpus", Message::code_vcpus},
                                                         {"memory", Message::code_memory},
                                                         {"baseline_share", Message::code_baseline_share},
                                                         {"disk", Message::code_disk},
                                                         {"architecture", Message::code_architecture},
                                                         {"unverified", Message::code_unverified},
                                                         {"stale", Message::code_stale},
                                                         {"sold_out", Message::code_sold_out},
                                                         {"end_of_sale", Message::code_end_of_sale},
                                                         {"no_price", Message::code_no_price},
                                                         {"promo_ended", Message::code_promo_ended},
                                                         {"no_rate", Message::code_no_rate},
                                                         {"currency_unknown", Message::code_currency_unknown},
                                                         {"other_vendor", Message::code_other_vendor},
                                                         {"other_cpu_kind", Message::code_other_cpu_kind},
                                                         {"cpu_kind_unknown", Message::code_cpu_kind_unknown},
                                                         {"architecture_unknown", Message::code_architecture_unknown},
                                                         {"other_disk", Message::code_other_disk},
                                                         {"disk_unknown", Message::code_disk_unknown},
                                                         {"no_ipv4", Message::code_no_ipv4},
                                                         {"ipv4_unknown", Message::code_ipv4_unknown},
                                                         {"not_active", Message::code_not_active},
                                                         {"other_region", Message::code_other_region},
                                                         {"region_unknown", Message::code_region_unknown},
                                                         {"stock_unknown", Message::code_stock_unknown},
                                                         {"promotion", Message::code_promotion},
                                                         {"promotion_unknown", Message::code_promotion_unknown},
                                                         {"other_tax", Message::code_other_tax},
                                                         {"tax_unknown", Message::code_tax_unknown},
                                                         {"other_architecture", Message::code_architecture}});
  for (const auto& [known, message] : reasons)
    if (known == code) return say(message);
  return std::string(code);
}

std::string Context::calibration() const {
  const auto& measured = document.forecast.calibration;
  if (!measured) return {};
  const auto host = [&](const std::optional<std::string>& plan, const std::optional<std::string>& cpu) {
    if (plan && cpu) return *plan + ", " + *cpu;
    return plan ? *plan : cpu ? *cpu : say(Message::unknown);
  };
  return say(Message::core_measured, {{"subject", measured->subject},
                                      {"here", host(std::nullopt, measured->here_cpu)},
                                      {"here_runs", figures.whole(measured->here_runs)},
                                      {"there", host(measured->plan, measured->there_cpu)},
                                      {"there_runs", figures.whole(measured->there_runs)},
                                      {"low", percent(measured->value, 2, Rounding::down)},
                                      {"high", percent(measured->highest, 2, Rounding::up)}});
}

std::string Context::title() const {
  if (!document.title.empty()) return document.title;
  return say(Message::title_list, {{"subjects", listed(language, names_of(document.forecast), names_in_title)}});
}

int sign_of(const MoneyText& money) {
  const Rational amount = exact(money.amount);
  return amount.is_zero() ? 0 : amount.is_negative() ? -1 : 1;
}

}  // namespace vpsfit::report
