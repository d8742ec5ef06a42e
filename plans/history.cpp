// SPDX-License-Identifier: MIT
#include "plans/history.hpp"

#include <fmt/format.h>

#include "core/text.hpp"
#include "files/sha256.hpp"
#include "json/node.hpp"
#include "json/parse.hpp"
#include "plans/write.hpp"

namespace vpsfit::plans {
namespace {

using json::Value;
constexpr std::string_view history_schema = "urn:vpsfit:schema:plan-history:1";

Value alarm_value(const Alarm& alarm) {
  return Value::object()
      .set("code", alarm.code)
      .set("plan", alarm.plan.empty() ? Value() : Value(alarm.plan))
      .set("text", alarm.text);
}

Value difference_value(const PlanDifference& difference) {
  Value fields = Value::array();
  for (const auto& field : difference.fields)
    fields.push(Value::object()
                    .set("pointer", field.pointer)
                    .set("before", field.before.empty() ? Value() : Value(field.before))
                    .set("after", field.after.empty() ? Value() : Value(field.after)));
  return Value::object()
      .set("id", difference.plan().id)
      .set("change", word(difference.change))
      .set("fields", fields)
      .set("plan", difference.after != nullptr ? plan_value(*difference.after) : Value());
}

/// How every line begins, also one that a crash cut off.
bool begins_as_ours(std::string_view line) {
  const std::string opening = fmt::format("{{\"schema\":\"{}\"", history_schema);
  return line.substr(0, opening.size()) == std::string_view(opening).substr(0, line.size());
}

Result<HistoryLine> check_line(Value value, std::string_view line, std::string_view before, const std::string& place) {
  const json::Node node(value, place);
  VPSFIT_TRY(const json::Node schema, node.at("schema"));
  if (schema.value().text() != history_schema) return schema.wrong("this is not a line of a plan history");
  VPSFIT_TRY(const json::Node previous, node.at("previous_line_sha256"));
  if (previous.value().text() != (before.empty() ? "" : files::sha256(before)))
    return fail(ErrorKind::input, "the line before this one is not the one that it was written after", place,
                "a line was changed, taken out or put in: restore the file from a copy");
  for (const auto* const name : {"at", "vendor", "importer"}) {
    VPSFIT_TRY(const json::Node member, node.at(name));
    VPSFIT_CHECK(member.text());
  }
  VPSFIT_TRY(const json::Node plans, node.at("plans"));
  VPSFIT_TRY(const auto items, plans.items());
  for (const auto& item : items) {
    VPSFIT_TRY(const json::Node id, item.at("id"));
    VPSFIT_CHECK(id.text());
    VPSFIT_TRY(const json::Node change, item.at("change"));
    VPSFIT_CHECK(change.one_of({"added", "removed", "changed"}));
    VPSFIT_TRY(const json::Node fields, item.at("fields"));
    VPSFIT_TRY(const auto list, fields.items());
    for (const auto& field : list) {
      VPSFIT_TRY(const json::Node pointer, field.at("pointer"));
      VPSFIT_CHECK(pointer.text(2000));
    }
  }
  return HistoryLine{std::move(value), std::string(line), place};
}

}  // namespace

Result<Acceptance> parse_acceptance(std::string_view text) {
  const auto colon = text.find(':');
  const std::string_view by = trim(text.substr(0, colon));
  const std::string_view why = colon == std::string_view::npos ? std::string_view() : trim(text.substr(colon + 1));
  if (by.empty() || why.empty() || by.size() > 200 || why.size() > 2000 || !is_utf8(text))
    return fail(ErrorKind::input, fmt::format("'{}' does not say who accepts this and why", printable(text, 80)), {},
                "write it like \"Ana Li: the vendor raised all prices on 2026-06-15\"");
  return Acceptance{std::string(by), std::string(why)};
}

std::string history_line(const HistoryEntry& entry, std::string_view last_line) {
  Value sources = Value::array();
  for (const auto& [file, sum] : entry.sources) sources.push(Value::object().set("file", file).set("sha256", sum));
  Value alarms = Value::array();
  for (const auto& alarm : entry.alarms) alarms.push(alarm_value(alarm));
  Value plans = Value::array();
  for (const auto& difference : entry.plans) plans.push(difference_value(difference));
  const Value accepted =
      entry.accepted
          ? Value::object().set("by", entry.accepted->by).set("why", entry.accepted->why).set("alarms", alarms)
          : Value();
  return json::dump(Value::object()
                        .set("schema", history_schema)
                        .set("schema_version", "1.0")
                        .set("at", entry.at)
                        .set("vendor", entry.vendor)
                        .set("importer", entry.importer)
                        .set("previous_line_sha256", last_line.empty() ? "" : files::sha256(last_line))
                        .set("sources", sources)
                        .set("accepted", accepted)
                        .set("plans", plans),
                    -1);
}

Result<std::vector<HistoryLine>> parse_history(std::string_view text, const std::string& file,
                                               std::vector<std::string>& remarks) {
  std::vector<HistoryLine> lines;
  std::string_view before;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos) {
      remarks.push_back(fmt::format("{}:{}: the last line was cut off and is left out", printable(file), number));
      break;
    }
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end + 1);
    if (line.empty()) continue;
    const std::string place = fmt::format("{}:{}", printable(file), number);
    auto value = json::parse(line);
    if (!value && !begins_as_ours(line))
      return fail(ErrorKind::input, "this is not a line of a plan history", place, "name a file NAME.history.jsonl");
    if (!value) {  // a change to a whole line shows in the next one, which holds its hash
      remarks.push_back(place + ": the line was cut off and is left out");
      continue;
    }
    VPSFIT_TRY(auto parsed, check_line(std::move(*value), line, before, place));
    lines.push_back(std::move(parsed));
    before = line;
  }
  return lines;
}

}  // namespace vpsfit::plans
