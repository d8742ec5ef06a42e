// SPDX-License-Identifier: MIT
#include <algorithm>
#include <set>

#include "report/page/load_columns.hpp"
#include "report/page/sections.hpp"
#include "report/page/table.hpp"

namespace vpsfit::report {
namespace {

/// A table of the columns of one kind; nothing where no run has any of them. What is withheld says so once.
Markup table_of(const Context& context, const LoadGroup& group, bool of_latencies) {
  PageTable table(of_latencies ? latency_caption_of(context, group) : caption_of(context, group),
                  {{context.say(Message::subject)}, {context.say(Message::runs), true}});
  bool has_figures = !of_latencies;
  for (const auto& column : load_columns)
    if (column.is_latency() == of_latencies) table.column({heading_of(context, column), true});
  for (const auto& [subject, runs] : group.subjects) {
    std::vector<TableCell> row{{subject}, {context.figures.whole(static_cast<std::int64_t>(runs.size()))}};
    for (const auto& column : load_columns) {
      if (column.is_latency() != of_latencies) continue;
      auto [text, range] = cell_of(context, column, runs);
      has_figures = has_figures || !text.empty();
      row.push_back({std::move(text), std::move(range)});
    }
    if (!withheld_of(runs).empty()) row[2].text = context.say(Message::not_stated);
    table.row(std::move(row));
  }
  return has_figures ? table.without_empty_columns().markup() : Markup();
}

void put_paragraphs(Markup& out, const std::vector<std::string>& texts) {
  for (const auto& text : texts) out.leaf("p", text);
}

}  // namespace

Markup load_results_section(const Context& context) {
  const auto groups = load_groups(context.document);
  Markup out;
  if (groups.empty()) return out;
  open_section(context, out, "throughput", Part::measured, Message::load_results_heading);
  std::set<std::string> generators;
  std::int64_t checks = 0;
  for (const auto& reported : context.document.loads) {
    if (!reported.load.generator.empty()) generators.insert(generator_of(reported.load));
    checks += reported.load.contract_checks;
  }
  if (!generators.empty())
    out.open("dl")
        .leaf("dt", context.say(Message::load_generator))
        .leaf("dd", listed(context.language, {generators.begin(), generators.end()}))
        .close();
  for (const auto& group : groups) {
    out.add(table_of(context, group, false)).add(table_of(context, group, true));
    put_paragraphs(out, remarks_on(context, group));
  }
  out.leaf("p", context.say(Message::load_results_note));
  if (std::any_of(groups.begin(), groups.end(), [](const auto& group) { return group.rate.has_value(); }))
    out.leaf("p", context.say(Message::completion_note));
  put_paragraphs(out, notes_on(context, groups));
  if (checks > 0) out.leaf("p", context.say(Message::contract_checked, {{"count", context.figures.whole(checks)}}));
  return out.close(), out;
}

}  // namespace vpsfit::report
