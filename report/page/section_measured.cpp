// SPDX-License-Identifier: MIT
#include <algorithm>
#include <fmt/format.h>
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
  return context.say(Message::run_range, {{"low", context.figures.rounded(spread->low / unit, digits)},
                                          {"high", context.figures.rounded(spread->high / unit, digits)}});
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

/// Which memory was counted, in the kernel's own words.
void put_definitions(const Context& context, Markup& out) {
  std::set<std::string> definitions;
  for (const auto& subject : context.document.forecast.subjects)
    if (const auto& name = subject.usage.memory_definition)
      definitions.insert(*name == "current"       ? "memory.current"
                         : *name == "working-set" ? "memory.current − inactive_file"
                                                  : *name);
  if (definitions.empty()) return;
  const std::vector<std::string> names(definitions.begin(), definitions.end());
  out.leaf("p", context.say(Message::memory_counted, {{"definition", listed(context.language, names)}}));
}

Markup usage_table(const Context& context, bool with_loads) {
  PageTable table(context.say(Message::measured_caption), {{context.say(Message::subject)},
                                                           {context.say(Message::load)},
                                                           {context.say(Message::runs), true},
                                                           {context.say(Message::cpu_highest), true},
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
               memory_cell(context, spread_of(memory_maxima_of_runs), subject.usage.memory),
               peak_cell(context, usage),
               missed_cell(context, usage)});
  }
  return table.without_empty_columns().markup();
}

/// The plot of one figure over the runs of all subjects; empty where there are no runs to show.
Markup runs_plot(const Context& context, std::string_view id, Message title,
                 std::vector<Rational> (*figures)(const Usage&), const Rational& unit, int digits) {
  std::vector<RunsRow> rows;
  std::optional<std::pair<Rational, std::string>> highest, lowest;
  for (const auto& subject : context.document.forecast.subjects) {
    const Usage* const usage = subject.measured ? &*subject.measured : nullptr;
    const auto values = usage == nullptr ? std::vector<Rational>() : figures(*usage);
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
  out.open("div", {{"class", "scroll"}, {"tabindex", "0"}, {"role", "region"}, {"aria-label", context.say(title)}});
  out.add(plot_runs(context, id, context.say(title), description, rows)).close().close();
  return out;
}

Markup windows_table(const Context& context, const recording::RunSummary& run) {
  PageTable table(context.say(Message::windows_of, {{"subject", run.start.subject}, {"run", run.start.run}}),
                  {{context.say(Message::window)},
                   {context.say(Message::window_start), true},
                   {context.say(Message::window_length), true},
                   {context.say(Message::samples), true},
                   {context.say(Message::missed_samples), true},
                   {context.say(Message::cpu_average), true},
                   {context.say(Message::memory_median), true},
                   {context.say(Message::memory_largest), true},
                   {context.say(Message::throttled_periods), true}});
  const auto milliseconds = [&](std::chrono::nanoseconds time) {
    return context.figures.rounded(Rational(time.count(), 1'000'000'000), 1);
  };
  const auto memory = [&](const std::optional<Bytes>& bytes) {
    return bytes ? context.figures.mebibytes(*bytes) : std::string();
  };
  for (const auto& window : run.windows) {
    const bool has_cores = window.cpu_usage && window.cpu_elapsed && window.cpu_elapsed->count() > 0;
    table.row(
        {{window.name},
         {milliseconds(window.begin - run.start.started)},
         {window.end ? milliseconds(*window.end - window.begin) : ""},
         {context.figures.whole(window.ticks)},
         {context.figures.whole(window.missed_ticks)},
         {has_cores ? context.figures.rounded(average_cores(*window.cpu_usage, *window.cpu_elapsed).count(), 3) : ""},
         {memory(window.memory_median)},
         {memory(window.memory_max)},
         {window.throttled_periods ? context.figures.whole(*window.throttled_periods) : ""}});
  }
  return table.is_empty() ? Markup() : table.without_empty_columns().markup();
}

Markup time_plots(const Context& context, const PageLinks& links) {
  Markup out;
  const auto& runs = context.document.runs;
  if (!links.plots.empty()) {
    out.leaf("p", context.say(Message::plots_apart)).open("ul", {{"class", "plain"}});
    for (std::size_t i = 0; i < runs.size(); ++i) {
      const auto& start = runs[i].summary.start;
      out.open("li").leaf("a", context.say(Message::plot_time, {{"subject", start.subject}, {"run", start.run}}),
                          {{"href", links.plots.at(i)}});
      out.close();
    }
    return out.close(), out;
  }
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const auto& start = runs[i].summary.start;
    const std::string title = context.say(Message::plot_time, {{"subject", start.subject}, {"run", start.run}});
    out.open("figure").leaf("figcaption", title);
    out.open("div", {{"class", "scroll"}, {"tabindex", "0"}, {"role", "region"}, {"aria-label", title}});
    out.add(plot_time(context, fmt::format("t{}", i), runs[i])).close().close();
    out.add(windows_table(context, runs[i].summary));
  }
  return out;
}

}  // namespace

Markup measured_section(const Context& context, const PageLinks& links) {
  Markup out;
  open_section(context, out, "measured", Part::measured, Message::measured_heading);
  const auto load = common_load(context);
  if (load) out.leaf("p", context.say(Message::load_line, {{"load", context.load(*load)}}));
  std::set<std::string> windows;
  for (const auto& subject : context.document.forecast.subjects)
    if (subject.measured && !subject.measured->window.empty()) windows.insert(subject.measured->window);
  if (windows.size() == 1) out.leaf("p", context.say(Message::window_line, {{"window", *windows.begin()}}));
  put_definitions(context, out);
  out.add(usage_table(context, !load));
  const auto& subjects = context.document.forecast.subjects;
  if (std::any_of(subjects.begin(), subjects.end(), [](const auto& s) { return s.measured.has_value(); }))
    out.leaf("p", context.say(Message::measured_note));
  if (std::all_of(subjects.begin(), subjects.end(), [](const auto& s) { return s.usage.origin == "figures"; }))
    out.leaf("p", context.say(Message::figures_given));
  const Rational mebibyte(MiB(1).count());
  out.add(runs_plot(context, "rc", Message::plot_cpu_runs, cores_of_runs, Rational(1), 3));
  out.add(runs_plot(context, "rm", Message::plot_memory_runs, memory_maxima_of_runs, mebibyte, 1));
  out.add(time_plots(context, links));
  return out.close(), out;
}

}  // namespace vpsfit::report
