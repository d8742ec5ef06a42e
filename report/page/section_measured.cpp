// SPDX-License-Identifier: MIT
#include <algorithm>
#include <set>

#include "core/decimal.hpp"
#include "report/page/plot.hpp"
#include "report/page/sections.hpp"
#include "report/page/table.hpp"

namespace vpsfit::report {
namespace {

std::optional<Load> load_of(const SubjectView& subject) {
  return subject.measured ? std::optional(subject.measured->load) : std::nullopt;
}

/// The one load that all subjects share, if they do.
std::optional<Load> common_load(const Context& context) {
  const auto& subjects = context.document.forecast.subjects;
  const auto first = load_of(subjects.front());
  const bool same =
      std::all_of(subjects.begin(), subjects.end(), [&](const auto& subject) { return load_of(subject) == first; });
  return same ? first : std::nullopt;
}

std::string range(const Context& context, const std::optional<Spread>& spread, const Rational& unit, int digits) {
  if (!spread || spread->count < 2) return {};
  const std::string low = context.figures.rounded(spread->low / unit, digits);
  const std::string high = context.figures.rounded(spread->high / unit, digits);
  return low == high ? std::string() : context.say(Message::run_range, {{"low", low}, {"high", high}});
}

TableCell memory_cell(const Context& context, const std::optional<Spread>& spread, const std::optional<Bytes>& figure) {
  if (!spread && !figure) return {""};
  const Rational mebibyte(MiB(1).count());
  const std::string main =
      figure ? context.figures.mebibytes(*figure) : context.figures.rounded(spread->middle / mebibyte, 1);
  return {main, range(context, spread, mebibyte, 1)};
}

TableCell peak_cell(const Context& context, const Usage* usage) {
  if (usage == nullptr) return {""};
  std::optional<Bytes> highest;
  bool older = false;
  for (const auto& run : usage->runs) {
    if (!run.memory_peak || (highest && *highest >= *run.memory_peak)) continue;
    highest = run.memory_peak;
    older = run.peak_origin == PeakOrigin::older;
  }
  if (!highest) return {""};
  const std::string value = context.figures.mebibytes(*highest);
  return {older ? context.say(Message::older_peak, {{"value", value}}) : value};
}

TableCell missed_cell(const Context& context, const Usage* usage) {
  std::optional<std::int64_t> missed;
  for (const auto& run : usage == nullptr ? std::vector<RunUsage>() : usage->runs)
    if (run.missed_ticks) missed = missed.value_or(0) + *run.missed_ticks;
  return {missed ? context.figures.whole(*missed) : ""};
}

Markup usage_table(const Context& context, bool with_loads) {
  PageTable table(context.say(Message::measured_caption),
                  {{context.say(Message::subject)},
                   {context.say(Message::load)},
                   {context.say(Message::runs), true},
                   {context.say(context.by_statistic(Message::cpu_highest, Message::cpu_highest_minute)), true},
                   {context.say(Message::memory_median), true},
                   {context.say(Message::memory_largest), true},
                   {context.say(Message::kernel_peak), true},
                   {context.say(Message::missed_samples), true}});
  for (const auto& subject : context.document.forecast.subjects) {
    const Usage* const usage = subject.measured ? &*subject.measured : nullptr;
    const auto load = load_of(subject);
    const auto spread_of = [&](auto figures) { return usage == nullptr ? std::nullopt : spread(figures(*usage)); };
    table.row({{subject.subject},
               {with_loads && load ? context.load(*load) : ""},
               {subject.usage.runs ? context.figures.whole(*subject.usage.runs) : ""},
               {subject.usage.cpu_cores ? context.rounded(*subject.usage.cpu_cores, 3) : "",
                range(context, spread_of(cores_of_runs), Rational(1), 3)},
               memory_cell(context, spread_of(memory_medians_of_runs), std::nullopt),
               memory_cell(context, spread(memory_counted_of_runs(subject)), subject.usage.memory),
               peak_cell(context, usage),
               missed_cell(context, usage)});
  }
  return table.without_empty_columns().markup();
}

/// The plot of one figure over the runs of all subjects; empty where there are no runs to show.
Markup runs_plot(const Context& context, std::string_view id, Message title,
                 std::vector<Rational> (*figures)(const SubjectView&), const Rational& unit, int digits) {
  std::vector<RunsRow> rows;
  std::optional<std::pair<Rational, std::string>> highest, lowest;
  for (const auto& subject : context.document.forecast.subjects) {
    const auto values = figures(subject);
    const auto found = spread(values);
    if (!found) continue;
    RunsRow row{subject.subject,
                {},
                (found->middle / unit).approximate(),
                context.figures.rounded(found->middle / unit, digits)};
    for (const auto& value : values) row.values.push_back((value / unit).approximate());
    rows.push_back(std::move(row));
    if (!highest || found->high > highest->first) highest.emplace(found->high, subject.subject);
    if (!lowest || found->low < lowest->first) lowest.emplace(found->low, subject.subject);
  }
  Markup out;
  if (rows.empty()) return out;
  const std::string description =
      context.say(Message::plot_runs_desc, {{"highest", highest->second},
                                            {"high", context.figures.rounded(highest->first / unit, digits)},
                                            {"lowest", lowest->second},
                                            {"low", context.figures.rounded(lowest->first / unit, digits)}});
  out.open("figure").leaf("figcaption", context.say(title));
  out.add(plot_runs(context, id, context.say(title), description, rows)).close();
  return out;
}

}  // namespace

Markup measured_section(const Context& context, const PageLinks& links) {
  Markup out;
  open_section(context, out, "measured", Part::measured, Message::measured_heading);
  const auto load = common_load(context);
  out.add(usage_table(context, !load));
  const auto& subjects = context.document.forecast.subjects;
  if (std::any_of(subjects.begin(), subjects.end(), [](const auto& s) { return s.measured.has_value(); }))
    out.leaf("p", context.say(Message::measured_note));
  if (std::all_of(subjects.begin(), subjects.end(), [](const auto& s) { return s.usage.origin == "figures"; }))
    out.leaf("p", context.say(Message::figures_given));
  const Rational mebibyte(MiB(1).count());
  out.open("div", {{"class", "plots"}});
  out.add(runs_plot(
      context, "rc", context.by_statistic(Message::plot_cpu_runs, Message::plot_cpu_minutes),
      [](const SubjectView& subject) {
        return subject.measured ? cores_of_runs(*subject.measured) : std::vector<Rational>();
      },
      Rational(1), 3));
  out.add(runs_plot(context, "rm", Message::plot_memory_runs, memory_counted_of_runs, mebibyte, 1));
  out.close().add(plots_over_time(context, links));
  return out.close(), out;
}

}  // namespace vpsfit::report
