// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <set>

#include "core/decimal.hpp"
#include "report/page/load_groups.hpp"
#include "report/page/sections.hpp"
#include "report/page/table.hpp"

namespace vpsfit::report {
namespace {

using recording::LoadResult;
using Figure = std::optional<Rational> (*)(const LoadResult&);

/// Median over the runs, below it the lowest and the highest; empty where a run does not have the figure.
TableCell cell(const Context& context, const std::vector<std::optional<Rational>>& figures, int digits) {
  std::vector<Rational> values;
  for (const auto& figure : figures)
    if (figure) values.push_back(*figure);
  const auto found = spread(values);
  if (!found || values.size() != figures.size()) return {""};
  const std::string low = context.figures.rounded(found->low, digits);
  const std::string high = context.figures.rounded(found->high, digits);
  return {context.figures.rounded(found->middle, digits),
          low == high ? std::string() : context.say(Message::run_range, {{"low", low}, {"high", high}})};
}

TableCell cell(const Context& context, const LoadRuns& runs, Figure figure, int digits) {
  std::vector<std::optional<Rational>> figures;
  for (const ReportedLoad* run : runs) figures.push_back(figure(run->load));
  return cell(context, figures, digits);
}

TableCell share_cell(const Context& context, const LoadRuns& runs) {
  TableCell made = cell(
      context, runs,
      [](const LoadResult& load) {
        const auto share = completed_share(load);
        return share ? std::optional(*share * Rational(100)) : std::nullopt;
      },
      2);
  if (!made.text.empty()) made.text = Figures::with_unit(made.text, "%");
  return made;
}

/// What is asked of the latencies, as a column.
struct Quantile {
  std::int64_t ppm;
  std::string_view percent;  ///< empty: the median, or the largest
};
constexpr auto quantiles = std::to_array<Quantile>({{250'000, "25"},
                                                    {500'000, ""},
                                                    {750'000, "75"},
                                                    {900'000, "90"},
                                                    {950'000, "95"},
                                                    {990'000, "99"},
                                                    {1'000'000, ""}});

std::string name_of(const Context& context, const Quantile& quantile) {
  if (!quantile.percent.empty()) return context.say(Message::latency_percentile, {{"percent", quantile.percent}});
  return context.say(quantile.ppm == 500'000 ? Message::latency_median : Message::latency_largest);
}

std::vector<TableCell> row_of(const Context& context, const LoadGroup& group, const std::string& subject,
                              const LoadRuns& runs) {
  std::vector<TableCell> row{{subject}, {context.figures.whole(static_cast<std::int64_t>(runs.size()))}};
  if (!withheld_of(runs).empty()) {
    row.push_back({context.say(Message::not_stated)});
    row.resize(row.size() + quantiles.size() + (group.rate ? 3 : 2));
    return row;
  }
  row.push_back(cell(context, runs, throughput, 0));
  if (group.rate) row.push_back(share_cell(context, runs));
  row.push_back(cell(context, runs, mean_milliseconds, 3));
  for (const auto& quantile : quantiles) {
    std::vector<std::optional<Rational>> figures;
    for (const ReportedLoad* run : runs) figures.push_back(quantile_milliseconds(run->load, quantile.ppm));
    row.push_back(cell(context, figures, 3));
  }
  row.push_back(cell(context, runs, failed, 0));
  return row;
}

Markup table_of(const Context& context, const LoadGroup& group) {
  const std::string load = context.load({group.name, group.rate});
  const std::string caption =
      group.rate ? context.say(Message::rate_caption, {{"load", load}})
                 : context.say(Message::saturated_caption,
                               {{"load", load}, {"connections", context.figures.whole(group.connections)}});
  PageTable table(
      caption,
      {{context.say(Message::subject)}, {context.say(Message::runs), true}, {context.say(Message::throughput), true}});
  if (group.rate) table.column({context.say(Message::completed_share), true});
  table.column({context.say(Message::latency_mean), true});
  for (const auto& quantile : quantiles) table.column({name_of(context, quantile), true});
  table.column({context.say(Message::failed_requests), true});
  for (const auto& [subject, runs] : group.subjects) table.row(row_of(context, group, subject, runs));
  return table.without_empty_columns().markup();
}

std::string reason_of(const Context& context, const std::string& flag) {
  if (flag == "generator_bound") return context.say(Message::withheld_generator);
  if (flag == "not_raw") return context.say(Message::withheld_not_raw);
  if (flag == "many_errors") return context.say(Message::withheld_errors);
  if (flag == "server_died") return context.say(Message::withheld_died);
  if (flag == "oom") return context.say(Message::withheld_memory);
  return flag;
}

/// What has to be said about single subjects below a table.
void put_remarks(const Context& context, Markup& out, const LoadGroup& group) {
  for (const auto& [subject, runs] : group.subjects) {
    const std::string flag = withheld_of(runs);
    if (!flag.empty()) {
      out.leaf("p", context.say(Message::load_withheld, {{"subject", subject}, {"reason", reason_of(context, flag)}}));
      continue;
    }
    const auto count = std::count_if(runs.begin(), runs.end(), [](const auto* run) { return fell_short(run->load); });
    if (count == 0) continue;
    const Rational share = runs.front()->load.min_ratio.value_or(Rational(1));
    out.leaf("p",
             context.say(Message::fell_short, {{"subject", subject},
                                               {"count", context.figures.whole(count)},
                                               {"runs", context.figures.whole(static_cast<std::int64_t>(runs.size()))},
                                               {"share", context.figures.percent(share, 2)}}));
  }
}

/// From when latencies at a fixed rate count; each origin that there is, once.
void put_origins(const Context& context, Markup& out, const std::vector<LoadGroup>& groups) {
  struct Origin {
    std::string_view name;
    Message message;
  };
  static constexpr auto origins = std::to_array<Origin>({{"scheduled", Message::latency_scheduled},
                                                         {"rebuilt", Message::latency_rebuilt},
                                                         {"actual_send", Message::latency_sent}});
  for (const auto& [name, message] : origins)
    if (std::any_of(groups.begin(), groups.end(), [&](const auto& g) { return g.rate && g.origin == name; }))
      out.leaf("p", context.say(message));
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
    if (!reported.load.generator.empty()) generators.insert(reported.load.generator);
    checks += reported.load.contract_checks;
  }
  if (!generators.empty())
    out.open("dl")
        .leaf("dt", context.say(Message::load_generator))
        .leaf("dd", listed(context.language, {generators.begin(), generators.end()}))
        .close();
  for (const auto& group : groups) {
    out.add(table_of(context, group));
    put_remarks(context, out, group);
  }
  out.leaf("p", context.say(Message::load_results_note));
  if (std::any_of(groups.begin(), groups.end(), [](const auto& group) { return group.rate.has_value(); }))
    out.leaf("p", context.say(Message::completion_note));
  put_origins(context, out, groups);
  if (checks > 0) out.leaf("p", context.say(Message::contract_checked, {{"count", context.figures.whole(checks)}}));
  return out.close(), out;
}

}  // namespace vpsfit::report
