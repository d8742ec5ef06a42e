// SPDX-License-Identifier: MIT
#include <algorithm>
#include <set>

#include "core/decimal.hpp"
#include "report/page/sections.hpp"
#include "report/page/table.hpp"

namespace vpsfit::report {
namespace {

void put_list(const Context& context, Markup& out, std::initializer_list<Message> messages) {
  out.open("ul", {{"class", "plain"}});
  for (const Message message : messages) out.leaf("li", context.say(message));
  out.close();
}

Markup hosts_table(const Context& context) {
  PageTable table(context.say(Message::environment_caption), {{context.say(Message::cpu_model)},
                                                              {context.say(Message::cpus), true},
                                                              {context.say(Message::host_memory), true},
                                                              {context.say(Message::architecture)},
                                                              {context.say(Message::kernel)},
                                                              {context.say(Message::cgroup_mode)},
                                                              {context.say(Message::interval), true}});
  std::set<std::vector<std::string>> seen;
  for (const auto& run : context.document.runs) {
    const recording::Host& host = run.summary.host;
    const std::vector<std::string> row{host.cpu_model.empty() ? context.say(Message::unknown) : host.cpu_model,
                                       host.cpus > 0 ? context.figures.whole(host.cpus) : "",
                                       host.memory.count() > 0 ? context.figures.memory(host.memory) : "",
                                       host.architecture,
                                       host.kernel,
                                       host.cgroup_mode,
                                       interval_text(context, run.summary.interval)};
    if (!seen.insert(row).second) continue;
    std::vector<TableCell> cells;
    for (const auto& text : row) cells.push_back({text});
    table.row(std::move(cells));
  }
  return table.without_empty_columns().markup();
}

Markup limits_of_runs(const Context& context) {
  PageTable table(context.say(Message::limits_caption), {{context.say(Message::subject)},
                                                         {context.say(Message::limit_cpu), true},
                                                         {context.say(Message::limit_cpuset), true},
                                                         {context.say(Message::limit_memory), true},
                                                         {context.say(Message::source)}});
  std::set<std::vector<std::string>> seen;
  for (const auto& run : context.document.runs) {
    const auto& start = run.summary.start;
    const auto& limits = start.limits;
    const std::string none = context.say(Message::unlimited);
    const std::vector<std::string> row{
        start.subject,
        limits.cpu_cores ? context.figures.decimal(
                               to_decimal(round_to(*limits.cpu_cores, 3, Rounding::half_away), Rounding::half_away))
                         : none,
        limits.cpuset_cpus ? context.figures.whole(*limits.cpuset_cpus) : none,
        limits.memory ? context.figures.mebibytes(*limits.memory) : none, source_name(context, start.source)};
    if (!seen.insert(row).second) continue;
    std::vector<TableCell> cells;
    for (const auto& text : row) cells.push_back({text});
    table.row(std::move(cells));
  }
  return table.markup();
}

}  // namespace

std::string source_name(const Context& context, recording::SourceKind kind) {
  switch (kind) {
    case recording::SourceKind::cgroup2:
      return context.say(Message::source_cgroup2);
    case recording::SourceKind::hybrid:
      return context.say(Message::source_hybrid);
    case recording::SourceKind::cgroup1:
      return context.say(Message::source_cgroup1);
    case recording::SourceKind::process_tree:
      return context.say(Message::source_process_tree);
    case recording::SourceKind::docker_api:
      break;
  }
  return context.say(Message::source_docker_api);
}

std::string interval_text(const Context& context, std::chrono::nanoseconds interval) {
  const Rational seconds(interval.count(), 1'000'000'000);
  return Figures::with_unit(context.figures.decimal(to_decimal(seconds, Rounding::half_away)), "s");
}

void open_section(const Context& context, Markup& out, std::string_view id, Part part, Message heading) {
  const std::string_view look = part == Part::measured ? "measured" : part == Part::forecast ? "forecast" : "neutral";
  const std::string heading_id = "h-" + std::string(id);
  out.open("section", {{"id", id}, {"class", look}, {"aria-labelledby", heading_id}});
  out.open("div", {{"class", "head"}}).leaf("h2", context.say(heading), {{"id", heading_id}});
  if (part != Part::neutral)
    out.leaf("span", context.say(part == Part::measured ? Message::measured : Message::forecast), {{"class", "chip"}});
  out.close();
}

Markup not_included_section(const Context& context) {
  Markup out;
  open_section(context, out, "not-included", Part::forecast, Message::not_included_heading);
  put_list(context, out,
           {Message::not_included_performance, Message::not_included_traffic, Message::not_included_tax,
            Message::not_included_stock, Message::not_included_growth});
  return out.close(), out;
}

Markup environment_section(const Context& context) {
  Markup out;
  if (context.document.runs.empty()) return out;
  open_section(context, out, "environment", Part::measured, Message::environment_heading);
  if (context.document.host_facts) {
    out.add(hosts_table(context));
  } else {
    out.leaf("p", context.say(Message::redacted));
  }
  return out.add(limits_of_runs(context)).close(), out;
}

Markup versions_section(const Context& context) {
  Markup out;
  open_section(context, out, "versions", Part::neutral, Message::versions_heading);
  const auto put = [&](Message name, const std::string& value) {
    if (!value.empty()) out.leaf("dt", context.say(name)).leaf("dd", value);
  };
  std::set<std::string> recorders;
  for (const auto& run : context.document.runs)
    if (!run.summary.host.tool_version.empty()) recorders.insert(run.summary.host.tool_version);
  out.open("dl");
  put(Message::made_recording, listed(context.language, {recorders.begin(), recorders.end()}));
  put(Message::made_forecast, context.document.forecast.tool);
  put(Message::document_format, context.document.forecast.schema_version);
  put(Message::made_page, context.document.tool);
  return out.close().close(), out;
}

Markup reading_section(const Context& context) {
  Markup out;
  open_section(context, out, "reading", Part::neutral, Message::read_heading);
  put_list(
      context, out,
      {Message::read_cores, Message::read_memory, Message::read_largest, Message::read_same_load, Message::read_exact});
  return out.close(), out;
}

Markup data_section(const Context& context, const PageLinks& links) {
  struct Content {
    std::string_view name;
    Message message;
  };
  static constexpr auto contents = std::to_array<Content>({{"forecast.json", Message::file_forecast},
                                                           {"measurements.csv", Message::file_measurements},
                                                           {"summary.json", Message::file_summary},
                                                           {"bundle.zip", Message::file_bundle},
                                                           {"metrics.txt", Message::file_metrics},
                                                           {"badge.svg", Message::file_badge},
                                                           {"badge.json", Message::file_badge}});
  Markup out;
  open_section(context, out, "data", Part::neutral, Message::data_heading);
  out.leaf("p", context.say(Message::data_intro)).open("p").leaf("code", "vpsfit verify bundle.zip").close();
  PageTable files(context.say(Message::files_caption), {{context.say(Message::file)},
                                                        {context.say(Message::content)},
                                                        {context.say(Message::size_bytes), true},
                                                        {"SHA-256"}});
  for (const auto& file : links.files) {
    const auto* const content =
        std::find_if(contents.begin(), contents.end(), [&](const Content& c) { return c.name == file.name; });
    files.row({{file.name, {}, "../" + file.name},
               {content == contents.end() ? "" : context.say(content->message)},
               {context.figures.whole(static_cast<std::int64_t>(file.bytes))},
               {file.sha256, {}, {}, {}, true}});
  }
  out.add(files.markup());
  PageTable inputs(context.say(Message::inputs_caption), {{context.say(Message::file)}, {"SHA-256"}});
  for (const auto& input : context.document.forecast.inputs)
    inputs.row({{input.path}, {input.sha256, {}, {}, {}, true}});
  if (!inputs.is_empty()) out.add(inputs.markup());
  return out.close(), out;
}

}  // namespace vpsfit::report
