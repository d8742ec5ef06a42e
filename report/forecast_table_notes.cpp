// SPDX-License-Identifier: MIT
#include "report/forecast_table_notes.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>

#include "core/decimal.hpp"
#include "report/forecast_words.hpp"
#include "report/text_table.hpp"

namespace vpsfit::report {
namespace {

using forecast::Forecast;

constexpr std::size_t most_listed = 8;

/// "a, b, c and 4 more"
std::string listed(const std::vector<std::string>& names, std::size_t most = most_listed) {
  const std::vector<std::string> some(names.begin(),
                                      names.begin() + static_cast<std::ptrdiff_t>(std::min(names.size(), most)));
  std::string text = fmt::format("{}", fmt::join(some, ", "));
  if (names.size() > most) text += fmt::format(" and {} more", names.size() - most);
  return text;
}

std::string exact(const Rational& value) { return to_decimal(value, Rounding::half_away); }

std::string item(std::string_view text) { return wrap(text, "  "); }

std::string rate_text(const fx::Rate& rate) {
  std::string text =
      fmt::format("1 {} = {} {} of {}", rate.from.code(), rate.printed, rate.to.code(), to_text(rate.date_used));
  if (rate.source == fx::RateSource::given) return text + " (given)";
  if (rate.days_back() != 0) text += fmt::format(", for {}", to_text(rate.date_asked));
  std::vector<std::string> legs;
  for (const auto& leg : rate.legs) legs.push_back(fmt::format("1 EUR = {} {}", leg.published, leg.currency.code()));
  return text + fmt::format(" (ECB: {})", fmt::join(legs, ", "));
}

std::string miss_text(const forecast::NearMiss& miss) {
  const std::string name = miss.plan->full_name();
  if (!miss.excluded.empty()) return fmt::format("{} would fit and is excluded ({})", name, miss.excluded);
  std::vector<std::string> lacks;
  const auto& lack = miss.shortage;
  if (lack.vcpus) lacks.push_back(fmt::format("{} vCPU", *lack.vcpus));
  if (lack.memory) lacks.push_back(to_text(*lack.memory) + " of memory");
  if (lack.sustained_cpu)
    lacks.push_back(to_decimal(round_to(*lack.sustained_cpu, 3, Rounding::up), Rounding::up) + " cores all the time");
  if (lack.disk) lacks.push_back(to_text(*lack.disk) + " of disk");
  return fmt::format("{} lacks {}", name, fmt::join(lacks, " and "));
}

std::string rejected_text(const Forecast& forecast) {
  std::string text;
  for (const auto& subject : forecast.subjects) {
    std::vector<std::string> names;
    for (const auto& plan : subject.choice.rejected_cheaper)
      names.push_back(fmt::format("{} ({})", plan.offer.plan->full_name(), plan.shortage.code()));
    if (!names.empty()) text += item(subject.usage.subject + ": " + listed(names));
  }
  return text.empty() ? text : "Cheaper plans that do not fit\n" + text + "\n";
}

std::string misses_text(const Forecast& forecast) {
  std::string text;
  for (const auto& subject : forecast.subjects) {
    if (subject.choice.offer || !subject.need) continue;
    std::vector<std::string> misses;
    for (const auto& miss : subject.choice.nearest_misses) misses.push_back(miss_text(miss));
    text += item(subject.usage.subject + ": " + (misses.empty() ? "there is no plan at all" : listed(misses)));
  }
  return text.empty() ? text : "No plan fits; the nearest ones\n" + text + "\n";
}

std::string excluded_text(const Forecast& forecast) {
  std::map<std::string, std::vector<std::string>> by_code;
  for (const auto& plan : forecast.market.excluded) by_code[plan.code].push_back(plan.plan->full_name());
  std::string text;
  for (const auto& [code, names] : by_code) text += item(code + ": " + listed(names));
  return text.empty() ? text : "Plans that take no part\n" + text + "\n";
}

/// One text and the subjects that it was said of.
struct Note {
  std::string code;
  std::string text;
  std::vector<std::string> subjects;
  bool names_subject = false;
};

void add_note(std::vector<Note>& notes, const Notice& notice, const std::string& subject) {
  const std::string text = notice_text(notice);
  auto found = std::find_if(notes.begin(), notes.end(), [&](const Note& note) { return note.text == text; });
  if (found == notes.end()) {
    // a note about a plan or with its subject in it needs no subject behind it
    const bool named = std::any_of(notice.args.begin(), notice.args.end(), [](const auto& arg) {
      return arg.first == "plan" || arg.first == "plans" || arg.first == "subject";
    });
    found = notes.insert(notes.end(), {notice.code, text, {}, named});
  }
  if (!subject.empty()) found->subjects.push_back(subject);
}

}  // namespace

std::string computation_text(const Forecast& forecast) {
  const auto& assumed = forecast.assumptions;
  std::string text = "How it was computed\n";
  text += item(fmt::format("vCPU = {}, with core_performance {} and cpu_headroom {}", forecast::cpu_formula,
                           exact(assumed.core_performance), exact(assumed.cpu_headroom.value())));
  text += item(fmt::format("memory = {}, with memory_factor {} and os_reserve_bytes {}", forecast::memory_formula,
                           exact(assumed.memory_factor), assumed.os_reserve.count()));
  const std::string& definition = forecast.subjects.front().usage.memory_definition;
  if (definition != "current") text += item("memory was counted as " + definition);
  if (!compared_with(forecast.comparison).empty())
    text += item(
        "saved a year = (fee - fee compared with) x rate, rounded once; a month is a twelfth of the unrounded "
        "year. Fees of two currencies are converted each by its own rate first.");
  for (const auto& rate : forecast.rates) text += item(rate_text(rate));
  return text + "\n";
}

std::string passed_over_text(const Forecast& forecast) {
  return rejected_text(forecast) + misses_text(forecast) + excluded_text(forecast);
}

std::string notes_text(const Forecast& forecast) {
  std::vector<Note> notes;
  for (const auto& notice : forecast.notices) add_note(notes, notice, "");
  for (const auto& subject : forecast.subjects)
    for (const auto& notice : subject.notices) add_note(notes, notice, subject.usage.subject);
  std::string text;
  std::map<std::string, std::size_t> by_code;
  for (const auto& note : notes) {
    if (++by_code[note.code] > most_listed) continue;
    const bool append = !note.names_subject && !note.subjects.empty();
    text += wrap(append ? fmt::format("{} ({})", note.text, listed(note.subjects, 3)) : note.text, "- ");
  }
  for (const auto& [code, count] : by_code)
    if (count > most_listed)
      text += wrap(fmt::format("{} more of the kind {}: see --json", count - most_listed, code), "- ");
  return text.empty() ? text : "Notes\n" + text;
}

}  // namespace vpsfit::report
