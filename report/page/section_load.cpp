// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <functional>
#include <set>

#include "core/decimal.hpp"
#include "report/page/sections.hpp"
#include "report/page/table.hpp"

namespace vpsfit::report {
namespace {

using recording::LoadFigures;
using Reports = std::vector<const LoadFigures*>;
using Figure = std::function<std::optional<Rational>(const LoadFigures&)>;

/// A rate was not reached where less than this share of it was completed.
const Rational reached(98, 100);

Rational seconds(std::chrono::nanoseconds time) { return {time.count(), 1'000'000'000}; }

std::optional<Rational> throughput(const LoadFigures& report) {
  return report.completed ? std::optional(Rational(*report.completed) / seconds(report.elapsed)) : std::nullopt;
}

std::optional<Rational> completed_share(const LoadFigures& report) {
  if (!report.completed || !report.planned || !report.asked_rate_per_s || report.planned->count() <= 0) return {};
  return Rational(*report.completed) / (*report.asked_rate_per_s * seconds(*report.planned));
}

std::optional<Rational> failed(const LoadFigures& report) {
  if (!report.errors && !report.timeouts) return std::nullopt;
  return Rational(report.errors.value_or(0)) + Rational(report.timeouts.value_or(0));
}

std::optional<Rational> milliseconds(const LoadFigures& report, std::int64_t ppm) {
  const auto found = report.latencies.find(ppm);
  return found == report.latencies.end() ? std::nullopt : std::optional(Rational(found->second, 1'000'000));
}

/// Median over the runs, below it the lowest and the highest; empty where a run does not have the figure.
TableCell cell(const Context& context, const Reports& runs, const Figure& figure, int digits) {
  std::vector<Rational> values;
  for (const LoadFigures* run : runs)
    if (const auto value = figure(*run)) values.push_back(*value);
  const auto found = spread(values);
  if (!found || values.size() != runs.size()) return {""};
  const std::string low = context.figures.rounded(found->low, digits);
  const std::string high = context.figures.rounded(found->high, digits);
  return {context.figures.rounded(found->middle, digits),
          low == high ? std::string() : context.say(Message::run_range, {{"low", low}, {"high", high}})};
}

TableCell share_cell(const Context& context, const Reports& runs) {
  TableCell made = cell(
      context, runs,
      [](const LoadFigures& run) {
        const auto share = completed_share(run);
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

/// One load: the subjects in the order of the forecast, with the reports of their runs.
struct LoadGroup {
  std::string name;
  std::optional<Rational> rate;
  std::vector<std::pair<std::string, Reports>> subjects;
};

std::vector<LoadGroup> groups_of(const Document& document) {
  std::vector<LoadGroup> groups;
  for (const auto& subject : document.forecast.subjects)
    for (const auto& report : document.loads) {
      if (report.subject != subject.subject) continue;
      auto group = std::find_if(groups.begin(), groups.end(), [&](const LoadGroup& known) {
        return known.name == report.load && known.rate == report.asked_rate_per_s;
      });
      if (group == groups.end()) group = groups.insert(group, {report.load, report.asked_rate_per_s, {}});
      auto& subjects = group->subjects;
      if (subjects.empty() || subjects.back().first != subject.subject) subjects.push_back({subject.subject, {}});
      subjects.back().second.push_back(&report);
    }
  // What they can take at most first, then the fixed rates from low to high.
  std::stable_sort(groups.begin(), groups.end(), [](const LoadGroup& a, const LoadGroup& b) {
    return a.rate.has_value() != b.rate.has_value() ? !a.rate.has_value() : a.rate && *a.rate < *b.rate;
  });
  return groups;
}

Markup table_of(const Context& context, const LoadGroup& group) {
  const std::string load = context.load({group.name, group.rate});
  PageTable table(
      context.say(group.rate ? Message::rate_caption : Message::saturated_caption, {{"load", load}}),
      {{context.say(Message::subject)}, {context.say(Message::runs), true}, {context.say(Message::throughput), true}});
  if (group.rate) table.column({context.say(Message::completed_share), true});
  table.column({context.say(Message::latency_mean), true});
  for (const auto& quantile : quantiles) table.column({name_of(context, quantile), true});
  table.column({context.say(Message::failed_requests), true});
  for (const auto& [subject, runs] : group.subjects) {
    std::vector<TableCell> row{
        {subject}, {context.figures.whole(static_cast<std::int64_t>(runs.size()))}, cell(context, runs, throughput, 0)};
    if (group.rate) row.push_back(share_cell(context, runs));
    row.push_back(cell(
        context, runs,
        [](const LoadFigures& run) {
          return run.mean_ns ? std::optional(*run.mean_ns / Rational(1'000'000)) : std::nullopt;
        },
        3));
    for (const auto& quantile : quantiles)
      row.push_back(cell(
          context, runs, [&](const LoadFigures& run) { return milliseconds(run, quantile.ppm); }, 3));
    row.push_back(cell(context, runs, failed, 0));
    table.row(std::move(row));
  }
  return table.without_empty_columns().markup();
}

/// Which subjects stayed below the rate, and in how many runs.
void put_short(const Context& context, Markup& out, const LoadGroup& group) {
  if (!group.rate) return;
  for (const auto& [subject, runs] : group.subjects) {
    const auto count = std::count_if(runs.begin(), runs.end(), [&](const LoadFigures* run) {
      const auto rate = throughput(*run);
      return rate && *rate < *group.rate * reached;
    });
    if (count > 0)
      out.leaf("p", context.say(Message::fell_short,
                                {{"subject", subject},
                                 {"count", context.figures.whole(count)},
                                 {"runs", context.figures.whole(static_cast<std::int64_t>(runs.size()))}}));
  }
}

}  // namespace

Markup load_results_section(const Context& context) {
  const auto groups = groups_of(context.document);
  Markup out;
  if (groups.empty()) return out;
  open_section(context, out, "throughput", Part::measured, Message::load_results_heading);
  std::set<std::string> generators;
  bool any_rate = false;
  for (const auto& report : context.document.loads)
    if (!report.generator.empty()) generators.insert(report.generator);
  if (!generators.empty())
    out.open("dl")
        .leaf("dt", context.say(Message::load_generator))
        .leaf("dd", listed(context.language, {generators.begin(), generators.end()}))
        .close();
  for (const auto& group : groups) {
    any_rate = any_rate || group.rate.has_value();
    out.add(table_of(context, group));
    put_short(context, out, group);
  }
  out.leaf("p", context.say(Message::load_results_note));
  if (any_rate) out.leaf("p", context.say(Message::completion_note));
  return out.close(), out;
}

}  // namespace vpsfit::report
