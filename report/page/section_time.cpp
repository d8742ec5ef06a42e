// SPDX-License-Identifier: MIT
#include <algorithm>
#include <fmt/format.h>

#include "core/decimal.hpp"
#include "report/page/plot.hpp"
#include "report/page/sections.hpp"
#include "report/page/table.hpp"

namespace vpsfit::report {
namespace {

using Runs = std::vector<const RecordedRun*>;

std::string seconds_text(const Context& context, std::chrono::nanoseconds time) {
  return context.figures.rounded(Rational(time.count(), 1'000'000'000), 1);
}

std::vector<TableCell> window_row(const Context& context, const recording::RunSummary& run,
                                  const recording::WindowSummary& window) {
  const auto memory = [&](const std::optional<Bytes>& bytes) {
    return bytes ? context.figures.mebibytes(*bytes) : std::string();
  };
  const bool has_cores = window.cpu_usage && window.cpu_elapsed && window.cpu_elapsed->count() > 0;
  return {{run.start.run},
          {window.name},
          {seconds_text(context, window.begin - run.start.started)},
          {window.end ? seconds_text(context, *window.end - window.begin) : ""},
          {context.figures.whole(window.ticks)},
          {context.figures.whole(window.missed_ticks)},
          {has_cores ? context.figures.rounded(average_cores(*window.cpu_usage, *window.cpu_elapsed).count(), 3) : ""},
          {memory(window.memory_median)},
          {memory(window.memory_max)},
          {window.throttled_periods ? context.figures.whole(*window.throttled_periods) : ""}};
}

/// The windows of all runs of a subject, one a row.
Markup windows_table(const Context& context, const std::string& subject, const Runs& runs) {
  PageTable table(context.say(Message::windows_of, {{"subject", subject}}),
                  {{context.say(Message::run)},
                   {context.say(Message::window)},
                   {context.say(Message::window_start), true},
                   {context.say(Message::window_length), true},
                   {context.say(Message::samples), true},
                   {context.say(Message::missed_samples), true},
                   {context.say(Message::cpu_average), true},
                   {context.say(Message::memory_median), true},
                   {context.say(Message::memory_largest), true},
                   {context.say(Message::throttled_periods), true}});
  for (const RecordedRun* run : runs)
    for (const auto& window : run->summary.windows) table.row(window_row(context, run->summary, window));
  return table.is_empty() ? Markup() : table.without_empty_columns().markup();
}

std::string title_of(const Context& context, const RecordedRun& run) {
  const auto& start = run.summary.start;
  return context.say(Message::plot_time, {{"subject", start.subject}, {"run", start.run}});
}

Markup links_to_plots(const Context& context, const PageLinks& links) {
  Markup out;
  out.leaf("p", context.say(Message::plots_apart)).open("ul", {{"class", "plain"}});
  const auto& runs = context.document.runs;
  for (std::size_t i = 0; i < runs.size(); ++i)
    out.open("li").leaf("a", title_of(context, runs[i]), {{"href", links.plots.at(i)}}).close();
  return out.close(), out;
}

}  // namespace

Markup plots_over_time(const Context& context, const PageLinks& links) {
  const auto& runs = context.document.runs;
  if (!links.plots.empty()) return links_to_plots(context, links);
  Markup out;
  for (const auto& subject : context.document.forecast.subjects) {
    Runs own;
    for (const auto& run : runs)
      if (run.summary.start.subject == subject.subject) own.push_back(&run);
    if (own.empty()) continue;
    out.open("div", {{"class", "plots"}});
    for (const RecordedRun* run : own) {
      const std::string title = title_of(context, *run);
      out.open("figure").leaf("figcaption", title);
      out.open("div", {{"class", "scroll"}, {"tabindex", "0"}, {"role", "region"}, {"aria-label", title}});
      out.add(plot_time(context, fmt::format("t{}", run - runs.data()), *run)).close().close();
    }
    out.close().add(windows_table(context, subject.subject, own));
  }
  return out;
}

}  // namespace vpsfit::report
