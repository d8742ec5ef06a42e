// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstdint>
#include <set>

#include "core/decimal.hpp"
#include "report/page/plot.hpp"
#include "report/page/sections.hpp"
#include "report/page/table.hpp"

namespace vpsfit::report {
namespace {

/// More comparisons than this are told by the table alone.
constexpr std::size_t most_cards = 8;

std::string baseline_name(const Context& context) {
  return context.document.forecast.reference().value_or(context.say(Message::baseline));
}

/// The amount without its sign: the words beside it say which way it goes.
MoneyText size_of(MoneyText money) {
  if (money.amount.starts_with('-')) money.amount.erase(0, 1);
  return money;
}

Markup card(const Context& context, const SubjectView& subject) {
  const SavingsView& savings = *subject.savings;
  const int sign = sign_of(savings.annual);
  Markup out;
  out.open("li");
  out.leaf("h3",
           context.say(Message::instead_of, {{"baseline", baseline_name(context)}, {"subject", subject.subject}}));
  if (sign == 0) {
    out.leaf("strong", context.money(savings.annual)).leaf("p", context.say(Message::no_difference));
  } else {
    out.leaf("strong", context.money(size_of(savings.annual)), {{"class", sign < 0 ? "more" : "less"}});
    out.leaf("p", context.say(sign < 0 ? Message::more_per_year : Message::saved_per_year));
    out.leaf("p", context.say(Message::per_month, {{"amount", context.money(size_of(savings.monthly))}}));
  }
  if (subject.plan)
    out.leaf("p",
             context.say(Message::plan_of, {{"subject", subject.subject},
                                            {"size", context.size(*subject.plan)},
                                            {"fee", context.money(subject.plan->annual_fee)}}),
             {{"class", "soft"}});
  return out.close(), out;
}

Markup cards(const Context& context) {
  Markup out;
  const auto& subjects = context.document.forecast.subjects;
  const auto count =
      std::count_if(subjects.begin(), subjects.end(), [](const auto& s) { return s.savings.has_value(); });
  if (count == 0 || static_cast<std::size_t>(count) > most_cards) return out;
  out.open("ul", {{"class", "cards"}});
  for (const auto& subject : subjects)
    if (subject.savings) out.add(card(context, subject));
  return out.close(), out;
}

/// What stands where a saving would: the saving, or why there is none.
std::string saving_text(const Context& context, const SubjectView& subject, const MoneyText SavingsView::*which) {
  if (subject.savings) return context.money((*subject.savings).*which);
  if (context.document.forecast.is_baseline(subject)) return context.say(Message::baseline);
  return context.document.forecast.reference() ? context.say(Message::not_stated) : std::string();
}

/// Nothing where it is unknown.
std::string traffic_text(const Context& context, const std::optional<Bytes>& traffic) {
  if (!traffic) return {};
  return traffic->count() == INT64_MAX ? context.say(Message::unlimited) : context.figures.traffic(*traffic);
}

Markup forecast_table(const Context& context) {
  PageTable table(context.say(Message::forecast_caption), {{context.say(Message::subject)},
                                                           {context.say(Message::need_vcpus), true},
                                                           {context.say(Message::need_memory), true},
                                                           {context.say(Message::plan)},
                                                           {context.say(Message::traffic), true},
                                                           {context.say(Message::fee), true},
                                                           {context.say(Message::saving_year), true},
                                                           {context.say(Message::saving_month), true}});
  for (const auto& subject : context.document.forecast.subjects) {
    std::vector<TableCell> cells{{subject.subject}};
    if (subject.need) {
      const std::string exact = context.shortened(subject.need->vcpus_exact, 4, Rounding::up);
      cells.push_back(
          {context.figures.whole(subject.need->vcpus), context.say(Message::before_rounding, {{"value", exact}})});
      cells.push_back({context.figures.mebibytes(subject.need->memory)});
    } else {
      cells.insert(cells.end(), 2, {context.say(Message::unknown)});
    }
    if (subject.plan) {
      cells.push_back({context.size(*subject.plan), subject.plan->name()});
      cells.push_back({traffic_text(context, subject.plan->traffic)});
      cells.push_back({context.money(subject.plan->annual_fee)});
    } else {
      cells.push_back({context.say(Message::no_plan)});
      cells.push_back({""});
      cells.push_back({context.say(Message::not_stated)});
    }
    cells.push_back({saving_text(context, subject, &SavingsView::annual)});
    cells.push_back({saving_text(context, subject, &SavingsView::monthly)});
    table.row(std::move(cells));
  }
  return table.without_empty_columns().markup();
}

Markup savings_plot(const Context& context) {
  std::vector<BarRow> rows;
  for (const auto& subject : context.document.forecast.subjects) {
    if (!subject.savings) continue;
    const double value = parse_decimal(subject.savings->annual_exact).value_or(Rational()).approximate();
    rows.push_back({subject.subject, value, context.money(subject.savings->annual)});
  }
  Markup out;
  if (rows.empty()) return out;
  const auto less = [](const BarRow& a, const BarRow& b) { return a.value < b.value; };
  const auto [lowest, highest] = std::minmax_element(rows.begin(), rows.end(), less);
  const std::string title = context.say(Message::plot_savings, {{"baseline", baseline_name(context)}});
  const std::string description = context.say(
      Message::plot_savings_desc,
      {{"highest", highest->name}, {"high", highest->label}, {"lowest", lowest->name}, {"low", lowest->label}});
  out.open("figure").leaf("figcaption", title);
  out.add(plot_bars("sv", title, description, rows)).close();
  return out;
}

void put_baseline(const Context& context, Markup& out) {
  const auto& forecast = context.document.forecast;
  const SubjectView* const base = forecast.baseline ? forecast.find(*forecast.baseline) : nullptr;
  if (base == nullptr || !base->plan) return;
  out.leaf("p", context.say(Message::baseline_plan, {{"baseline", base->subject},
                                                     {"plan", base->plan->name()},
                                                     {"size", context.size(*base->plan)},
                                                     {"fee", context.money(base->plan->annual_fee)}}));
}

void put_missing(const Context& context, Markup& out) {
  for (const auto& subject : context.document.forecast.subjects) {
    if (subject.status == "no_fit") out.leaf("p", context.say(Message::no_plan_for, {{"subject", subject.subject}}));
    if (subject.status == "refused") out.leaf("p", context.say(Message::refused_for, {{"subject", subject.subject}}));
  }
}

void put_verified(const Context& context, Markup& out) {
  std::set<std::string> days;
  for (const auto& subject : context.document.forecast.subjects)
    if (subject.plan && subject.plan->verified_on) days.insert(*subject.plan->verified_on);
  if (days.empty()) return;
  const std::string dates = days.size() == 1 ? *days.begin() : *days.begin() + "–" + *days.rbegin();
  out.leaf("p", context.say(Message::plans_verified, {{"dates", dates}}));
}

void put_rates(const Context& context, Markup& out) {
  for (const auto& rate : context.document.forecast.rates) {
    if (rate.from == rate.to) continue;
    const std::string source = rate.source == "given" ? context.say(Message::rate_given)
                               : rate.source == "ecb" ? context.say(Message::rate_ecb)
                                                      : rate.source;
    out.leaf("p", context.say(Message::rate_line, {{"from", rate.from},
                                                   {"to", rate.to},
                                                   {"value", context.figures.decimal(rate.value)},
                                                   {"date", rate.date_used},
                                                   {"source", source}}));
  }
}

/// What the chosen plans cost over several years, where the forecast was asked.
Markup years_table(const Context& context) {
  const auto& subjects = context.document.forecast.subjects;
  const auto asked = std::find_if(subjects.begin(), subjects.end(), [](const auto& s) { return s.years.has_value(); });
  Markup out;
  if (asked == subjects.end()) return out;
  PageTable table(context.say(Message::years_caption, {{"years", context.figures.whole(asked->years->years)}}),
                  {{context.say(Message::subject)},
                   {context.say(Message::plan)},
                   {context.say(Message::years_setup), true},
                   {context.say(Message::years_first), true},
                   {context.say(Message::years_later), true},
                   {"IPv4", true},
                   {context.say(Message::years_sum), true}});
  for (const auto& subject : subjects) {
    if (!subject.years || !subject.plan) continue;
    const YearsView& years = *subject.years;
    table.row({{subject.subject},
               {subject.plan->name()},
               {years.setup_fee ? context.money(*years.setup_fee) : context.say(Message::unknown)},
               {context.money(years.first_term)},
               {years.renewed_periods > 0 ? context.money(years.renewed) : ""},
               {sign_of(years.ipv4) != 0 ? context.money(years.ipv4) : ""},
               {context.money(years.total.value_or(years.total_if_unchanged)),
                years.total ? std::string() : context.say(Message::years_open)}});
  }
  return out.add(table.without_empty_columns().markup()).leaf("p", context.say(Message::years_note)), out;
}

}  // namespace

Markup forecast_section(const Context& context) {
  Markup out;
  open_section(context, out, "forecast", Part::forecast, Message::forecast_heading);
  out.leaf("p", context.say(Message::forecast_warning));
  out.add(cards(context));
  put_baseline(context, out);
  put_missing(context, out);
  out.add(forecast_table(context)).add(savings_plot(context));
  const auto& subjects = context.document.forecast.subjects;
  if (std::any_of(subjects.begin(), subjects.end(), [](const auto& s) { return s.savings.has_value(); }))
    out.leaf("p", context.say(Message::saving_formula, {{"baseline", baseline_name(context)}}));
  out.add(years_table(context));
  put_rates(context, out);
  put_verified(context, out);
  return out.close(), out;
}

}  // namespace vpsfit::report
