// SPDX-License-Identifier: MIT
#include <algorithm>
#include <filesystem>
#include <fmt/format.h>

#include "cli/output.hpp"
#include "cli/plans_gate.hpp"
#include "cli/version.hpp"
#include "core/text.hpp"
#include "files/files.hpp"
#include "json/value.hpp"
#include "plans/read.hpp"
#include "report/text_table.hpp"

namespace vpsfit::cli {
namespace {

using json::Value;

Result<plans::Catalog> read_all(const std::string& file_or_folder) {
  std::vector<plans::CatalogFile> catalogs;
  VPSFIT_TRY(const auto paths, files::list(file_or_folder, {".json"}));
  for (const auto& path : paths) {
    VPSFIT_TRY(const std::string text, files::read_whole(path));
    VPSFIT_TRY(auto catalog, plans::parse_catalog(text, path.string()));
    catalogs.push_back({path.string(), std::move(catalog)});
  }
  return plans::join_catalogs(std::move(catalogs));
}

Value maybe(const std::string& text) { return text.empty() ? Value() : Value(text); }

std::string diff_document(const std::vector<plans::PlanDifference>& differences,
                          const std::vector<plans::Alarm>& alarms) {
  Value rows = Value::array();
  for (const auto& difference : differences) {
    Value fields = Value::array();
    for (const auto& field : difference.fields)
      fields.push(Value::object()
                      .set("pointer", field.pointer)
                      .set("before", maybe(field.before))
                      .set("after", maybe(field.after)));
    rows.push(Value::object()
                  .set("vendor", difference.plan().vendor)
                  .set("id", difference.plan().id)
                  .set("change", plans::word(difference.change))
                  .set("fields", fields));
  }
  Value warnings = Value::array();
  for (const auto& alarm : alarms)
    warnings.push(Value::object().set("code", alarm.code).set("plan", maybe(alarm.plan)).set("text", alarm.text));
  return json::dump(Value::object()
                        .set("schema", "urn:vpsfit:schema:plan-diff:1")
                        .set("schema_version", "1.0")
                        .set("tool", Value::object().set("name", "vpsfit").set("version", version))
                        .set("plans", rows)
                        .set("alarms", warnings)) +
         "\n";
}

std::string shown(const std::string& value) { return value.empty() ? "-" : printable(value, 60); }

std::string diff_table(const std::vector<plans::PlanDifference>& differences, const std::vector<plans::Alarm>& alarms) {
  if (differences.empty()) return "no difference\n";
  report::TextTable table({{"plan"}, {"change"}, {"field"}, {"before"}, {"after"}});
  for (const auto& difference : differences) {
    if (difference.fields.empty())
      table.row({difference.plan().full_name(), std::string(plans::word(difference.change)), "", "", ""});
    for (const auto& field : difference.fields)
      table.row({difference.plan().full_name(), "changed", field.pointer, shown(field.before), shown(field.after)});
  }
  std::string text = table.render(120);
  for (const auto& alarm : alarms)
    text += fmt::format("! {}{}{} [{}]\n", alarm.plan, alarm.plan.empty() ? "" : ": ", printable(alarm.text, 400),
                        alarm.code);
  return text;
}

/// What the lines say about one plan, named "vendor/id" or "id".
struct Event {
  std::string at, vendor, id, change, accepted;
  std::vector<plans::FieldChange> fields;
};

std::string text_of(const Value& object, std::string_view member) {
  const Value* const value = object.find(member);
  return value == nullptr ? std::string() : value->text();
}

void gather(const Value& line, const std::string& wanted, std::vector<Event>& events) {
  const std::string vendor = text_of(line, "vendor");
  const Value* const accepted = line.find("accepted");
  for (const auto& plan : line.find("plans")->items()) {
    const std::string id = text_of(plan, "id");
    if (wanted != id && wanted != vendor + "/" + id) continue;
    Event event{text_of(line, "at"), vendor, id, text_of(plan, "change"), "", {}};
    if (accepted != nullptr && !accepted->is_null())
      event.accepted = text_of(*accepted, "by") + ": " + text_of(*accepted, "why");
    for (const auto& field : plan.find("fields")->items())
      event.fields.push_back({text_of(field, "pointer"), text_of(field, "before"), text_of(field, "after")});
    events.push_back(std::move(event));
  }
}

std::string history_table(const std::vector<Event>& events) {
  std::string text;
  for (const auto& event : events) {
    text +=
        fmt::format("{}  {}/{}  {}\n", printable(event.at), printable(event.vendor), printable(event.id), event.change);
    for (const auto& field : event.fields)
      text += fmt::format("    {}: {} -> {}\n", printable(field.pointer), shown(field.before), shown(field.after));
    if (!event.accepted.empty()) text += fmt::format("    accepted by {}\n", printable(event.accepted, 400));
  }
  return text;
}

std::string history_json(const std::string& plan, const std::vector<Event>& events) {
  Value rows = Value::array();
  for (const auto& event : events) {
    Value fields = Value::array();
    for (const auto& field : event.fields)
      fields.push(Value::object()
                      .set("pointer", field.pointer)
                      .set("before", maybe(field.before))
                      .set("after", maybe(field.after)));
    rows.push(Value::object()
                  .set("at", event.at)
                  .set("vendor", event.vendor)
                  .set("id", event.id)
                  .set("change", event.change)
                  .set("accepted", maybe(event.accepted))
                  .set("fields", fields));
  }
  return json::dump(Value::object()
                        .set("schema", "urn:vpsfit:schema:plan-events:1")
                        .set("schema_version", "1.0")
                        .set("tool", Value::object().set("name", "vpsfit").set("version", version))
                        .set("plan", plan)
                        .set("events", rows)) +
         "\n";
}

constexpr std::string_view history_ending = ".history.jsonl";

}  // namespace

Result<ExitCode> diff_plans(const Arguments& arguments) {
  VPSFIT_TRY(const plans::Catalog before, read_all(*arguments.text("<old>")));
  VPSFIT_TRY(const plans::Catalog after, read_all(*arguments.text("<new>")));
  const auto differences = plans::differences(before, after);
  const auto alarms = plans::alarms(&before, after);
  VPSFIT_CHECK(print(arguments.flag("--json") ? diff_document(differences, alarms) : diff_table(differences, alarms)));
  return ExitCode::done;
}

Result<ExitCode> plan_history(const Arguments& arguments) {
  const std::string plan = *arguments.text("<plan>");
  auto places = arguments.list("<file-or-folder>");
  if (places.empty()) places.emplace_back(".");
  std::vector<Event> events;
  std::size_t files_read = 0;
  for (const auto& place : places) {
    VPSFIT_TRY(const auto paths, files::list(place, {".jsonl"}));
    for (const auto& path : paths) {
      if (paths.size() > 1 && !path.string().ends_with(history_ending)) continue;
      VPSFIT_TRY(const std::string text, files::read_whole(path));
      std::vector<std::string> remarks;
      VPSFIT_TRY(const auto lines, plans::parse_history(text, path.string(), remarks));
      for (const auto& remark : remarks) say("vpsfit: " + remark);
      for (const auto& line : lines) gather(line.value, plan, events);
      ++files_read;
    }
  }
  if (files_read == 0)
    return fail(ErrorKind::unavailable, "there is no history here", printable(places.front()),
                "'vpsfit plans import' and 'fetch' write NAME.history.jsonl beside the catalog that --out names");
  if (events.empty())
    return fail(ErrorKind::unavailable, fmt::format("no history tells of the plan '{}'", printable(plan, 80)), {},
                "name it as VENDOR/ID or by its id");
  std::stable_sort(events.begin(), events.end(), [](const Event& a, const Event& b) { return a.at < b.at; });
  VPSFIT_CHECK(print(arguments.flag("--json") ? history_json(plan, events) : history_table(events)));
  return ExitCode::done;
}

}  // namespace vpsfit::cli
