// SPDX-License-Identifier: MIT
#include <algorithm>
#include <fmt/format.h>

#include "report/page/sections.hpp"
#include "report/page/table.hpp"

namespace vpsfit::report {
namespace {

/// So many plans are named one by one; the forecast file names all.
constexpr std::size_t most_plans = 6;

/// Plans with the same reason stand in one row, in the order of the document.
template <class Put>
void by_reason(const std::vector<PassedPlan>& plans, Put put) {
  std::vector<std::pair<std::string, std::vector<std::string>>> groups;
  for (const auto& plan : plans) {
    const auto found =
        std::find_if(groups.begin(), groups.end(), [&](const auto& group) { return group.first == plan.code; });
    auto& group = found == groups.end() ? groups.emplace_back(plan.code, std::vector<std::string>()) : *found;
    group.second.push_back(plan.name());
  }
  for (const auto& [code, names] : groups) put(code, names);
}

Markup rejected(const Context& context) {
  PageTable table(context.say(Message::rejected_caption),
                  {{context.say(Message::subject)}, {context.say(Message::reason)}, {context.say(Message::plans)}});
  for (const auto& subject : context.document.forecast.subjects)
    by_reason(subject.rejected_cheaper, [&](const std::string& code, const std::vector<std::string>& names) {
      table.row({{subject.subject}, {context.reason(code)}, {listed(context.language, names, most_plans)}});
    });
  return table.is_empty() ? Markup() : table.markup();
}

std::string shortage(const Context& context, const NearView& plan) {
  std::vector<std::string> parts;
  if (plan.short_vcpus)
    parts.push_back(context.say(Message::short_vcpus, {{"count", context.figures.whole(*plan.short_vcpus)}}));
  if (plan.short_memory)
    parts.push_back(context.say(Message::short_memory, {{"amount", context.figures.memory(*plan.short_memory)}}));
  if (plan.short_sustained)
    parts.push_back(
        context.say(Message::short_sustained, {{"count", context.shortened(*plan.short_sustained, 3, Rounding::up)}}));
  if (plan.short_disk)
    parts.push_back(context.say(Message::short_disk, {{"amount", context.figures.memory(*plan.short_disk)}}));
  if (plan.excluded)
    parts.push_back(context.say(Message::left_out_because, {{"reason", context.reason(*plan.excluded)}}));
  return listed(context.language, parts);
}

Markup nearest(const Context& context) {
  PageTable table(context.say(Message::near_caption),
                  {{context.say(Message::subject)}, {context.say(Message::plans)}, {context.say(Message::reason)}});
  for (const auto& subject : context.document.forecast.subjects)
    for (const auto& plan : subject.nearest_misses)
      table.row({{subject.subject}, {plan.name()}, {shortage(context, plan)}});
  return table.is_empty() ? Markup() : table.markup();
}

/// On what the way rests; empty for kinds that stand elsewhere, or that a later version knows.
std::string condition(const Context& context, const WayOut& way) {
  const auto share = [&](const std::optional<std::string>& value) {
    return value ? context.percent(*value, 2, Rounding::down) : context.say(Message::unknown);
  };
  if (way.kind == "several_servers" && way.servers)
    return context.say(Message::way_several_servers, {{"count", context.figures.whole(*way.servers)}});
  if (way.kind == "other_region") return context.say(Message::way_other_region);
  if (way.kind == "other_vendor") return context.say(Message::way_other_vendor);
  if (way.kind == "less_headroom")
    return context.say(Message::way_less_headroom, {{"share", share(way.cpu_headroom_max)}});
  if (way.kind == "less_cpu") return context.say(Message::way_less_cpu, {{"share", share(way.cpu_factor_max)}});
  if (way.kind == "lower_rate" && way.request_rate_max)
    return context.say(Message::way_lower_rate,
                       {{"rate", context.shortened(*way.request_rate_max, 0, Rounding::down)}});
  return {};
}

/// A year's fee, and a month's where the plan is also sold by the month.
std::string fee_of(const Context& context, const WayOut& way) {
  std::string fee = way.annual_fee ? context.money(*way.annual_fee) : context.say(Message::unknown);
  if (way.monthly_fee)
    fee += fmt::format(" ({})", context.say(Message::per_month, {{"amount", context.money(*way.monthly_fee)}}));
  return fee;
}

Markup ways_out(const Context& context) {
  PageTable table(context.say(Message::ways_caption), {{context.say(Message::subject)},
                                                       {context.say(Message::way_condition)},
                                                       {context.say(Message::plans)},
                                                       {context.say(Message::fee), true}});
  for (const auto& subject : context.document.forecast.subjects)
    for (const auto& way : subject.ways_out)
      if (const std::string rests_on = condition(context, way); !rests_on.empty())
        table.row({{subject.subject}, {rests_on}, {way.plan}, {fee_of(context, way)}});
  return table.is_empty() ? Markup() : table.markup();
}

Markup excluded(const Context& context) {
  PageTable table(context.say(Message::excluded_caption),
                  {{context.say(Message::reason)}, {context.say(Message::plans)}});
  by_reason(context.document.forecast.excluded_plans,
            [&](const std::string& code, const std::vector<std::string>& names) {
              table.row({{context.reason(code)}, {listed(context.language, names, most_plans)}});
            });
  return table.is_empty() ? Markup() : table.markup();
}

}  // namespace

Markup passed_section(const Context& context) {
  const Markup near = nearest(context);
  const Markup ways = ways_out(context);
  const Markup cheaper = rejected(context);
  const Markup left_out = excluded(context);
  Markup out;
  if (near.is_empty() && ways.is_empty() && cheaper.is_empty() && left_out.is_empty()) return out;
  open_section(context, out, "not-chosen", Part::forecast, Message::passed_heading);
  return out.add(near).add(ways).add(cheaper).add(left_out).close(), out;
}

}  // namespace vpsfit::report
