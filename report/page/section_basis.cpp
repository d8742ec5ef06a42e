// SPDX-License-Identifier: MIT
#include <algorithm>

#include "core/decimal.hpp"
#include "forecast/assumptions.hpp"
#include "report/page/sections.hpp"
#include "report/page/table.hpp"

namespace vpsfit::report {
namespace {

constexpr std::size_t most_in_basis = 6;
/// More subjects than this have their grids in the forecast file alone.
constexpr std::size_t most_maps = 8;

void put_formula(const Context& context, Markup& out, const std::string& stated, std::string_view usual,
                 Message message) {
  if (stated == usual) {
    out.leaf("p", context.say(message));
    return;
  }
  out.open("p").text(context.say(Message::formula_stated) + " ").leaf("code", stated, {{"lang", "en"}}).close();
}

std::string factor(const Context& context, std::string_view decimal) {
  return context.shortened(decimal, 3, Rounding::half_away);
}

/// A limit, or that there is none.
TableCell limit(const Context& context, const std::optional<std::string>& decimal, bool share, Rounding rounding) {
  if (!decimal) return {context.say(Message::unlimited)};
  return {share ? context.percent(*decimal, 2, rounding) : context.shortened(*decimal, 3, rounding)};
}

std::string verdict(const Context& context, const std::optional<std::string>& robustness) {
  if (!robustness) return {};
  if (*robustness == "robust") return context.say(Message::robust);
  if (*robustness == "tight") return context.say(Message::tight);
  if (*robustness == "flips") return context.say(Message::flips);
  return *robustness;
}

Markup limits_table(const Context& context) {
  PageTable table(context.say(Message::sensitivity_caption), {{context.say(Message::subject)},
                                                              {context.say(Message::headroom_max), true},
                                                              {context.say(Message::core_performance_min), true},
                                                              {context.say(Message::cpu_growth_max), true},
                                                              {context.say(Message::memory_factor_max), true},
                                                              {context.say(Message::sustained_share), true},
                                                              {context.say(Message::robustness)}});
  for (const auto& subject : context.document.forecast.subjects) {
    if (!subject.break_even) continue;
    const auto& limits = *subject.break_even;
    table.row({{subject.subject},
               limit(context, limits.cpu_headroom_max, true, Rounding::down),
               limit(context, limits.core_performance_min, true, Rounding::up),
               limit(context, limits.cpu_growth_max, false, Rounding::down),
               limit(context, limits.memory_factor_max, false, Rounding::down),
               limit(context, limits.sustained_cpu_share_needed, true, Rounding::up),
               {verdict(context, subject.robustness)}});
  }
  return table.is_empty() ? Markup() : table.without_empty_columns().markup();
}

/// How much of the plans' names is the vendor that all of them have.
std::size_t common_vendor(const SubjectView& subject) {
  const std::string vendor = subject.plan ? subject.plan->vendor + "/" : std::string();
  for (const auto& row : subject.sensitivity->rows)
    for (const auto& plan : row.plans)
      if (plan && !plan->starts_with(vendor)) return 0;
  return vendor.size();
}

/// The grid of one subject: the chosen plan, another one, or none; in words and by look.
Markup map_of(const Context& context, const SubjectView& subject) {
  const SensitivityView& grid = *subject.sensitivity;
  const AssumptionsView& here = context.document.forecast.assumptions;
  const auto percent = [&](const std::string& share) { return context.percent(share, 2, Rounding::half_away); };
  std::vector<TableColumn> columns{{context.say(Message::map_corner)}};
  for (const auto& headroom : grid.headrooms) columns.push_back({percent(headroom), false, true});
  PageTable table(context.say(Message::map_caption, {{"subject", subject.subject}}), std::move(columns));
  const std::size_t common = common_vendor(subject);
  for (const auto& row : grid.rows) {
    std::vector<TableCell> cells{{percent(row.core_performance)}};
    for (std::size_t i = 0; i < row.vcpus.size(); ++i) {
      const auto& plan = row.plans[i];
      const bool assumed = row.core_performance == here.core_performance && grid.headrooms[i] == here.cpu_headroom;
      const bool chosen = plan && subject.plan && *plan == subject.plan->name();
      TableCell cell{context.figures.whole(row.vcpus[i]) + " vCPU",
                     plan ? plan->substr(common) : context.say(Message::no_plan)};
      cell.look = std::string("map ") + (!plan ? "nothing" : chosen ? "chosen" : "other") + (assumed ? " here" : "");
      cells.push_back(std::move(cell));
    }
    table.row(std::move(cells));
  }
  return table.markup();
}

Markup maps(const Context& context) {
  Markup out;
  const auto& subjects = context.document.forecast.subjects;
  const auto has_map = [](const SubjectView& subject) { return subject.sensitivity.has_value(); };
  const auto count = std::count_if(subjects.begin(), subjects.end(), has_map);
  if (count == 0 || static_cast<std::size_t>(count) > most_maps) return out;
  out.leaf("h3", context.say(Message::map_heading)).leaf("p", context.say(Message::map_note));
  out.open("div", {{"class", "maps"}});
  for (const auto& subject : subjects)
    if (has_map(subject)) out.add(map_of(context, subject));
  return out.close(), out;
}

std::string plan_name(const SubjectView& subject) { return subject.plan ? subject.plan->name() : std::string(); }

/// One sentence per subject that changes, and one about those that do not.
void put_scenario(const Context& context, Markup& out, const ForecastView& scenario) {
  const std::string assumption = difference(context, scenario.assumptions);
  std::vector<std::string> unchanged;
  for (const auto& subject : scenario.subjects) {
    const SubjectView* const here = context.document.forecast.find(subject.subject);
    if (here == nullptr || !subject.need) continue;
    if (here->need && here->need->vcpus == subject.need->vcpus && plan_name(*here) == plan_name(subject)) {
      unchanged.push_back(subject.subject);
      continue;
    }
    const std::string vcpus = context.figures.whole(subject.need->vcpus);
    if (subject.plan) {
      out.leaf("li", context.say(Message::scenario_plan, {{"assumption", assumption},
                                                          {"subject", subject.subject},
                                                          {"vcpus", vcpus},
                                                          {"plan", subject.plan->name()},
                                                          {"size", context.size(*subject.plan)},
                                                          {"fee", context.money(subject.plan->annual_fee)}}));
    } else {
      out.leaf("li", context.say(Message::scenario_no_plan,
                                 {{"assumption", assumption}, {"subject", subject.subject}, {"vcpus", vcpus}}));
    }
  }
  if (!unchanged.empty())
    out.leaf("li",
             context.say(Message::scenario_same, {{"assumption", assumption},
                                                  {"subjects", listed(context.language, unchanged, most_in_basis)}}));
}

TableCell scenario_cell(const Context& context, const SubjectView* subject) {
  if (subject == nullptr || !subject->need) return {context.say(Message::unknown)};
  const std::string need = context.figures.whole(subject->need->vcpus) + " vCPU";
  if (!subject->plan) return {need, context.say(Message::no_plan)};
  return {need, subject->plan->name() + " · " + context.money(subject->plan->annual_fee)};
}

Markup scenarios(const Context& context) {
  Markup out;
  const auto& document = context.document;
  if (document.scenarios.empty()) return out;
  out.leaf("h3", context.say(Message::scenarios_heading)).open("ul", {{"class", "plain"}});
  for (const auto& scenario : document.scenarios) put_scenario(context, out, scenario);
  out.close();
  std::vector<TableColumn> columns{{context.say(Message::subject)}, {context.say(Message::scenario_here)}};
  for (const auto& scenario : document.scenarios) columns.push_back({difference(context, scenario.assumptions)});
  PageTable table(context.say(Message::scenarios_caption), std::move(columns));
  for (const auto& subject : document.forecast.subjects) {
    std::vector<TableCell> cells{{subject.subject}, scenario_cell(context, &subject)};
    for (const auto& scenario : document.scenarios)
      cells.push_back(scenario_cell(context, scenario.find(subject.subject)));
    table.row(std::move(cells));
  }
  return out.add(table.markup()), out;
}

}  // namespace

std::string difference(const Context& context, const AssumptionsView& scenario) {
  const AssumptionsView& here = context.document.forecast.assumptions;
  std::vector<std::string> parts;
  if (scenario.cpu_headroom != here.cpu_headroom)
    parts.push_back(context.say(Message::scenario_headroom,
                                {{"value", context.percent(scenario.cpu_headroom, 2, Rounding::half_away)}}));
  if (scenario.core_performance != here.core_performance)
    parts.push_back(context.say(Message::scenario_core,
                                {{"value", context.percent(scenario.core_performance, 2, Rounding::half_away)}}));
  if (scenario.memory_factor != here.memory_factor)
    parts.push_back(context.say(Message::scenario_factor, {{"value", factor(context, scenario.memory_factor)}}));
  if (scenario.os_reserve != here.os_reserve)
    parts.push_back(context.say(Message::scenario_reserve, {{"value", context.figures.memory(scenario.os_reserve)}}));
  return parts.empty() ? context.say(Message::scenario_other) : listed(context.language, parts);
}

Markup assumptions_section(const Context& context) {
  const AssumptionsView& assumptions = context.document.forecast.assumptions;
  Markup out;
  open_section(context, out, "assumptions", Part::forecast, Message::assumptions_heading);
  const auto put = [&](Message name, const std::string& value) { out.leaf("dt", context.say(name)).leaf("dd", value); };
  out.open("dl", {{"class", "wide"}});
  put(Message::core_performance, context.percent(assumptions.core_performance, 2, Rounding::down));
  put(Message::cpu_headroom, context.percent(assumptions.cpu_headroom, 2, Rounding::half_away));
  put(Message::memory_factor, "× " + factor(context, assumptions.memory_factor));
  put(Message::os_reserve, context.figures.memory(assumptions.os_reserve));
  out.close();
  if (const auto measured = context.calibration(); !measured.empty()) out.leaf("p", measured);
  put_formula(context, out, assumptions.cpu_formula, forecast::cpu_formula,
              context.by_statistic(Message::formula_cpu, Message::formula_cpu_minute));
  put_formula(context, out, assumptions.memory_formula, forecast::memory_formula, Message::formula_memory);
  out.leaf("p", context.say(Message::plan_rule));
  return out.close(), out;
}

Markup sensitivity_section(const Context& context) {
  const Markup limits = limits_table(context);
  const Markup others = scenarios(context);
  const Markup grids = maps(context);
  Markup out;
  if (limits.is_empty() && others.is_empty() && grids.is_empty()) return out;
  open_section(context, out, "sensitivity", Part::forecast, Message::sensitivity_heading);
  if (!limits.is_empty()) {
    out.leaf("p", context.say(Message::sensitivity_intro)).add(limits);
    out.leaf("p", context.say(Message::robustness_note));
  }
  return out.add(others).add(grids).close(), out;
}

}  // namespace vpsfit::report
