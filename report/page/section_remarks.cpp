// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <utility>

#include "core/decimal.hpp"
#include "report/page/sections.hpp"
#include "report/page/table.hpp"

namespace vpsfit::report {
namespace {

constexpr std::size_t most_in_remark = 6;
constexpr std::size_t most_remarks = 100;

bool is_known(const Remark& remark) {
  const auto codes = notice_codes();
  return std::find(codes.begin(), codes.end(), remark.notice.code) != codes.end();
}

/// A figure in the way of the page's language; names and days as they are.
std::string figure_or_name(const Context& context, const std::string& key, const std::string& value) {
  static constexpr auto figures = std::to_array<std::string_view>(
      {"value", "rate", "baseline_rate", "seconds", "missed", "due", "count", "periods", "ticks", "runs", "days"});
  if (key == "share" && parse_decimal(value)) return context.percent(value, 2, Rounding::up);
  const bool is_figure = key.ends_with("bytes") || std::find(figures.begin(), figures.end(), key) != figures.end();
  return is_figure ? context.figures.decimal(value) : value;
}

/// The same remark about several plans or subjects, made once.
struct Row {
  Remark remark;
  std::vector<std::string> plans;  ///< where the remark is about one
  std::vector<std::string> subjects;
};

void add_once(std::vector<std::string>& names, const std::string& name) {
  if (!name.empty() && std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
}

/// The plan is taken out: the remarks of a row have all else in common.
std::string take_plan(Notice& notice) {
  for (auto& [key, value] : notice.args)
    if (key == "plan") return std::exchange(value, std::string());
  return {};
}

class RemarkRows {
 public:
  void add(Remark remark, const std::string& subject) {
    const std::string plan = is_known(remark) ? take_plan(remark.notice) : std::string();
    if (!plan.empty()) remark.original.clear();
    const auto found = std::find_if(rows_.begin(), rows_.end(), [&](const Row& row) {
      return row.remark.notice == remark.notice && row.remark.original == remark.original &&
             row.plans.empty() == plan.empty();
    });
    Row& row = found == rows_.end() ? rows_.emplace_back(Row{std::move(remark), {}, {}}) : *found;
    add_once(row.plans, plan);
    add_once(row.subjects, subject);
  }
  [[nodiscard]] const std::vector<Row>& rows() const { return rows_; }

 private:
  std::vector<Row> rows_;
};

Remark whole(const Context& context, const Row& row) {
  Remark remark = row.remark;
  for (auto& [key, value] : remark.notice.args)
    if (key == "plan" && !row.plans.empty()) value = listed(context.language, row.plans, most_in_remark);
  return remark;
}

}  // namespace

RemarkText remark_text(const Context& context, const Remark& remark) {
  if (!is_known(remark)) return {remark.original, "en"};
  Notice notice = remark.notice;
  for (auto& [key, value] : notice.args) value = figure_or_name(context, key, value);
  return {notice_text(notice, tag(context.language)), {}};
}

Markup remarks_section(const Context& context) {
  RemarkRows rows;
  for (const auto& remark : context.document.forecast.remarks) rows.add(remark, {});
  for (const auto& subject : context.document.forecast.subjects)
    for (const auto& remark : subject.remarks) rows.add(remark, subject.subject);
  Markup out;
  if (rows.rows().empty()) return out;
  open_section(context, out, "remarks", Part::neutral, Message::remarks_heading);
  PageTable table(context.say(Message::remarks_caption),
                  {{context.say(Message::subject)}, {context.say(Message::remark)}});
  const std::size_t shown = std::min(rows.rows().size(), most_remarks);
  for (std::size_t i = 0; i < shown; ++i) {
    const Row& row = rows.rows()[i];
    const std::string who = row.subjects.empty() ? context.say(Message::all_subjects)
                                                 : listed(context.language, row.subjects, most_in_remark);
    const RemarkText said = remark_text(context, whole(context, row));
    table.row({{who}, {said.text, {}, {}, said.language}});
  }
  out.add(table.markup());
  if (rows.rows().size() > shown)
    out.leaf("p",
             context.say(Message::and_more,
                         {{"list", context.say(Message::remarks_heading)},
                          {"count", context.figures.whole(static_cast<std::int64_t>(rows.rows().size() - shown))}}));
  return out.close(), out;
}

}  // namespace vpsfit::report
