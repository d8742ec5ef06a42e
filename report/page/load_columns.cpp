// SPDX-License-Identifier: MIT
#include "report/page/load_columns.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace vpsfit::report {
namespace {

constexpr std::size_t most_in_header = 8;

std::string reason_of(const Context& context, const std::string& flag) {
  if (flag == "generator_bound") return context.say(Message::withheld_generator);
  if (flag == "not_raw") return context.say(Message::withheld_not_raw);
  if (flag == "many_errors") return context.say(Message::withheld_errors);
  if (flag == "server_died") return context.say(Message::withheld_died);
  if (flag == "oom") return context.say(Message::withheld_memory);
  return flag;
}

/// What is told of runs whose figures are published all the same; flags that another sentence tells are not here.
struct Mark {
  std::string_view flag;
  Message reason;
};
constexpr auto marks = std::to_array<Mark>({{"host_noise", Message::flag_noise},
                                            {"warmup_trend", Message::flag_trend},
                                            {"warmup_unsteady", Message::flag_unsteady},
                                            {"warmup_errors", Message::flag_warmup_errors},
                                            {"sampler_gap", Message::flag_gap},
                                            {"throttled", Message::flag_throttled},
                                            {"client_lag", Message::flag_lag},
                                            {"rate_overshoot", Message::flag_overshoot}});

/// A sentence a mark, with the subjects whose runs have it: "spring 2/3".
void put_marks(const Context& context, const LoadGroup& group, std::vector<std::string>& remarks) {
  for (const auto& [flag, reason] : marks) {
    std::vector<std::string> concerned;
    for (const auto& [subject, runs] : group.subjects) {
      const auto count = std::count_if(runs.begin(), runs.end(), [&, name = flag](const ReportedLoad* run) {
        return std::find(run->flags.begin(), run->flags.end(), name) != run->flags.end();
      });
      if (count > 0) concerned.push_back(fmt::format("{}\u00a0{}/{}", subject, count, runs.size()));
    }
    if (!concerned.empty())
      remarks.push_back(context.say(
          Message::load_flagged,
          {{"reason", context.say(reason)}, {"list", listed(context.language, concerned, most_in_header)}}));
  }
}

std::string count(const Context& context, std::size_t number) {
  return context.figures.whole(static_cast<std::int64_t>(number));
}

}  // namespace

std::string heading_of(const Context& context, const LoadColumn& column) {
  return column.percent.empty() ? context.say(column.heading)
                                : context.say(column.heading, {{"percent", column.percent}});
}

LoadCell cell_of(const Context& context, const LoadColumn& column, const LoadRuns& runs) {
  const auto found = withheld_of(runs).empty() ? spread(figure_of_runs(runs, column.figure)) : std::nullopt;
  if (!found) return {};
  const auto number = [&](const Rational& value) {
    return context.figures.rounded(column.as_share ? value * Rational(100) : value, column.digits);
  };
  const std::string low = number(found->low), high = number(found->high), middle = number(found->middle);
  return {column.as_share ? Figures::with_unit(middle, "%") : middle,
          low == high ? std::string() : context.say(Message::run_range, {{"low", low}, {"high", high}})};
}

std::string caption_of(const Context& context, const LoadGroup& group) {
  const std::string load = context.load({group.name, group.rate});
  return group.rate ? context.say(Message::rate_caption, {{"load", load}})
                    : context.say(Message::saturated_caption,
                                  {{"load", load}, {"connections", context.figures.whole(group.connections)}});
}

std::string latency_caption_of(const Context& context, const LoadGroup& group) {
  return context.say(Message::latency_caption, {{"load", context.load({group.name, group.rate})}});
}

std::vector<std::string> remarks_on(const Context& context, const LoadGroup& group) {
  std::vector<std::string> remarks;
  for (const auto& [subject, runs] : group.subjects) {
    const std::string flag = withheld_of(runs);
    if (!flag.empty()) {
      remarks.push_back(
          context.say(Message::load_withheld, {{"subject", subject}, {"reason", reason_of(context, flag)}}));
      continue;
    }
    const auto below = runs_below_rate(runs);
    if (below == 0) continue;
    const Rational share = runs.front()->load.min_ratio.value_or(Rational(1));
    remarks.push_back(context.say(Message::fell_short, {{"subject", subject},
                                                        {"count", context.figures.whole(below)},
                                                        {"runs", count(context, runs.size())},
                                                        {"share", context.figures.percent(share, 2)}}));
  }
  put_marks(context, group, remarks);
  return remarks;
}

std::vector<std::string> notes_on(const Context& context, const std::vector<LoadGroup>& groups) {
  struct Origin {
    std::string_view name;
    Message message;
  };
  static constexpr auto origins = std::to_array<Origin>({{"scheduled", Message::latency_scheduled},
                                                         {"rebuilt", Message::latency_rebuilt},
                                                         {"actual_send", Message::latency_sent}});
  std::vector<std::string> notes;
  for (const auto& [name, message] : origins)
    if (std::any_of(groups.begin(), groups.end(),
                    [&origin = name](const auto& g) { return g.rate && g.origin == origin; }))
      notes.push_back(context.say(message));
  std::optional<Rational> most;
  for (const auto& group : groups)
    for (const auto& [subject, runs] : group.subjects)
      for (const ReportedLoad* run : runs)
        if (const auto cores = sampling_cores(run->load); cores && (!most || *most < *cores)) most = cores;
  if (most)
    notes.push_back(context.say(Message::sampling_share, {{"share", context.figures.percent(*most, 2, Rounding::up)}}));
  return notes;
}

std::vector<LoadGroup> load_groups(const Document& document) {
  return load_groups(names_of(document.forecast), document.loads);
}

}  // namespace vpsfit::report
