// SPDX-License-Identifier: MIT
#include "core/text.hpp"
#include "report/page/data_files.hpp"
#include "report/page/sections.hpp"

namespace vpsfit::report {
namespace {

/// Any text as text of Markdown: every mark that could mean something gets a backslash, those of
/// HTML become entities; control characters and line
/// breaks are made visible.
std::string plain(std::string_view text) {
  std::string result;
  for (const char c : printable(text, 2000)) {
    if (c == '<' || c == '>' || c == '&') {
      result += c == '<' ? "&lt;" : c == '>' ? "&gt;" : "&amp;";
      continue;
    }
    if (std::string_view("\\`*_{}[]()#+-.!|~$@").find(c) != std::string_view::npos) result += '\\';
    result += c;
  }
  return result;
}

void put_row(std::string& out, const std::vector<std::string>& cells) {
  out += '|';
  for (const auto& cell : cells) out += ' ' + plain(cell) + " |";
  out += '\n';
}

void put_rule(std::string& out, std::size_t columns) {
  out += "|---|";
  for (std::size_t i = 1; i < columns; ++i) out += "--:|";
  out += '\n';
}

std::string saving_markdown(const Context& context, const SubjectView& subject, const MoneyText SavingsView::*which) {
  if (subject.savings) return context.money((*subject.savings).*which);
  if (context.document.forecast.is_baseline(subject)) return context.say(Message::baseline);
  return context.say(Message::not_stated);
}

std::string usage_markdown(const Context& context) {
  std::string out;
  put_row(out, {context.say(Message::subject),
                context.say(context.by_statistic(Message::cpu_highest, Message::cpu_highest_minute)),
                context.say(Message::memory_median), context.say(Message::memory_largest)});
  put_rule(out, 4);
  for (const auto& subject : context.document.forecast.subjects) {
    const auto& usage = subject.measured;
    const auto medians = !usage ? std::nullopt : spread(memory_medians_of_runs(*usage));
    put_row(out, {subject.subject, subject.usage.cpu_cores ? context.rounded(*subject.usage.cpu_cores, 3) : "",
                  medians ? context.figures.rounded(medians->middle / Rational(MiB(1).count()), 1) : "",
                  subject.usage.memory ? context.figures.mebibytes(*subject.usage.memory) : ""});
  }
  return out;
}

std::string forecast_markdown(const Context& context) {
  std::string out;
  put_row(out, {context.say(Message::subject), context.say(Message::need_vcpus), context.say(Message::need_memory),
                context.say(Message::plan), context.say(Message::fee), context.say(Message::saving_year),
                context.say(Message::saving_month)});
  put_rule(out, 7);
  for (const auto& subject : context.document.forecast.subjects)
    put_row(out, {subject.subject, subject.need ? context.figures.whole(subject.need->vcpus) : "",
                  subject.need ? context.figures.mebibytes(subject.need->memory) : "",
                  subject.plan ? context.size(*subject.plan) : context.say(Message::no_plan),
                  subject.plan ? context.money(subject.plan->annual_fee) : context.say(Message::not_stated),
                  saving_markdown(context, subject, &SavingsView::annual),
                  saving_markdown(context, subject, &SavingsView::monthly)});
  return out;
}

}  // namespace

std::string markdown(const Document& document, Language language) {
  const Context context{document, language};
  std::string out = "# " + plain(context.title()) + "\n\n";
  out += plain(context.say(Message::as_of, {{"date", context.figures.date(document.forecast.as_of)}})) + "\n\n";
  out += "## " + plain(context.say(Message::measured) + ": " + context.say(Message::measured_heading)) + "\n\n";
  out += usage_markdown(context) + "\n";
  out += "## " + plain(context.say(Message::forecast) + ": " + context.say(Message::forecast_heading)) + "\n\n";
  out += plain(context.say(Message::forecast_warning)) + "\n\n" + forecast_markdown(context);
  return out;
}

}  // namespace vpsfit::report
