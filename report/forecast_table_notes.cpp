// SPDX-License-Identifier: MIT
#include "report/forecast_table_notes.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>

#include "core/decimal.hpp"
#include "report/calibration.hpp"
#include "report/explain_words.hpp"
#include "report/filters.hpp"
#include "report/forecast_words.hpp"
#include "report/proof_json.hpp"
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

std::string exact_text(const Rational& value) { return to_decimal(value, Rounding::half_away); }

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

/// What is said of subjects; those of whom the same is said stand together, in the order of their first.
class Said {
 public:
  void add(const std::string& subject, const std::string& what) {
    auto found = std::find_if(lines_.begin(), lines_.end(), [&](const auto& line) { return line.first == what; });
    if (found == lines_.end()) found = lines_.insert(lines_.end(), {what, {}});
    found->second.push_back(subject);
  }
  [[nodiscard]] std::string under(std::string_view heading) const {
    if (lines_.empty()) return {};
    std::string text = std::string(heading) + "\n";
    for (const auto& [what, subjects] : lines_) text += item(listed(subjects, 4) + ": " + what);
    return text + "\n";
  }

 private:
  std::vector<std::pair<std::string, std::vector<std::string>>> lines_;
};

std::string rejected_text(const Forecast& forecast) {
  Said said;
  for (const auto& subject : forecast.subjects) {
    std::vector<std::string> names;
    for (const auto& plan : subject.choice.rejected_cheaper)
      names.push_back(fmt::format("{} ({})", plan.offer.plan->full_name(), plan.shortage.code()));
    if (!names.empty()) said.add(subject.usage.subject, listed(names));
  }
  return said.under("Cheaper plans that do not fit");
}

std::string misses_text(const Forecast& forecast) {
  Said said;
  for (const auto& subject : forecast.subjects) {
    if (subject.choice.offer || !subject.need) continue;
    std::vector<std::string> misses;
    for (const auto& miss : subject.choice.nearest_misses) misses.push_back(miss_text(miss));
    said.add(subject.usage.subject, misses.empty() ? "there is no plan at all" : listed(misses));
  }
  return said.under("No plan fits; the nearest ones");
}

/// The same words as in an explanation; excluded plans stand among the nearest ones already.
std::string alternatives_text(const Forecast& forecast) {
  Said said;
  for (const auto& subject : forecast.subjects) {
    const json::Value ways = alternatives_json(subject.alternatives);
    for (const auto& way : ways.items())
      if (part(way, "excluded").is_null()) said.add(subject.usage.subject, alternative_text(way));
  }
  return said.under("What could be done, if what is said behind it holds");
}

std::string excluded_text(const Forecast& forecast) {
  std::map<std::string, std::vector<std::string>> by_code;
  for (const auto& plan : forecast.market.excluded) by_code[plan.code].push_back(plan.plan->full_name());
  std::string text;
  for (const auto& [code, names] : by_code) {
    const std::string count = names.size() > most_listed ? fmt::format(" ({} plans)", names.size()) : std::string();
    text += item(code + count + ": " + listed(names));
  }
  return text.empty() ? text : "Plans that take no part\n" + text + "\n";
}

/// Notices that differ in the plan or the subject they are about only.
struct Note {
  Notice notice;  ///< of the first one
  std::vector<std::string> plans;
  std::vector<std::string> subjects;
};

void add_once(std::vector<std::string>& names, const std::string& name) {
  if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
}

const std::string* plan_of(const Notice& notice) {
  const auto found =
      std::find_if(notice.args.begin(), notice.args.end(), [](const auto& arg) { return arg.first == "plan"; });
  return found == notice.args.end() ? nullptr : &found->second;
}

/// May several plans stand where the text has one? Only where it speaks of nothing else.
bool joins_plans(const Notice& notice) { return plan_of(notice) != nullptr && notice.args.size() == 1; }

bool same_but_plan(const Notice& a, const Notice& b) {
  return a == b || (a.code == b.code && joins_plans(a) && joins_plans(b));
}

void add_note(std::vector<Note>& notes, const Notice& notice, const std::string& subject) {
  auto found =
      std::find_if(notes.begin(), notes.end(), [&](const Note& note) { return same_but_plan(note.notice, notice); });
  if (found == notes.end()) found = notes.insert(notes.end(), {notice, {}, {}});
  if (const auto* plan = plan_of(notice)) add_once(found->plans, *plan);
  if (!subject.empty()) add_once(found->subjects, subject);
}

std::string note_text(const Note& note) {
  if (joins_plans(note.notice)) return notice_text({note.notice.code, {{"plan", listed(note.plans)}}});
  const auto& args = note.notice.args;
  const bool named = std::any_of(args.begin(), args.end(), [](const auto& arg) { return arg.first == "subject"; });
  const std::string text = notice_text(note.notice);
  return named || note.subjects.empty() ? text : fmt::format("{} ({})", text, listed(note.subjects, 3));
}

}  // namespace

std::string computation_text(const Forecast& forecast) {
  const auto& assumed = forecast.assumptions;
  std::string text = "How it was computed\n";
  text +=
      item(fmt::format("vCPU = {}, with core_performance {} and cpu_headroom {}", forecast::cpu_formula,
                       to_decimal(assumed.core_performance, Rounding::down), exact_text(assumed.cpu_headroom.value())));
  if (forecast.calibration) text += item(calibration_sentence(*forecast.calibration));
  text += item(fmt::format("memory = {}, with memory_factor {} and os_reserve_bytes {}", forecast::memory_formula,
                           exact_text(assumed.memory_factor), assumed.os_reserve.count()));
  const std::string& definition = forecast.subjects.front().usage.memory_definition;
  if (definition != "current") text += item("memory was counted as " + definition);
  if (forecast.at_rate)
    text +=
        item(fmt::format("CPU is what {} requests a second would take, by a line through the runs at other rates: "
                         "the upper end of its 95 % interval",
                         exact_text(*forecast.at_rate)));
  else if (forecast.subjects.front().usage.cpu_statistic != "run-average")
    text += item("CPU is the highest average over a minute of the window, not over the whole of it");
  if (const std::string filters = filters_text(forecast.selection.filters); !filters.empty())
    text += item("only plans of which this is known were taken: " + filters);
  if (!compared_with(forecast.comparison).empty())
    text += item(
        "saved a year = (fee - fee compared with) x rate, rounded once; a month is a twelfth of the unrounded "
        "year. Fees of two currencies are converted each by its own rate first.");
  for (const auto& rate : forecast.rates) text += item(rate_text(rate));
  return text + "\n";
}

std::string passed_over_text(const Forecast& forecast) {
  return rejected_text(forecast) + misses_text(forecast) + alternatives_text(forecast) + excluded_text(forecast);
}

std::string notes_text(const Forecast& forecast) {
  std::vector<Note> notes;
  for (const auto& notice : forecast.notices) add_note(notes, notice, "");
  for (const auto& subject : forecast.subjects)
    for (const auto& notice : subject.notices) add_note(notes, notice, subject.usage.subject);
  std::string text;
  std::map<std::string, std::size_t> by_code;
  for (const auto& note : notes)
    if (++by_code[note.notice.code] <= most_listed) text += wrap(note_text(note), "- ");
  for (const auto& [code, count] : by_code)
    if (count > most_listed)
      text += wrap(fmt::format("{} more of the kind {}: see --json", count - most_listed, code), "- ");
  return text.empty() ? text : "Notes\n" + text;
}

}  // namespace vpsfit::report
