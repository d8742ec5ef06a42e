// SPDX-License-Identifier: MIT
#include <algorithm>
#include <set>

#include "core/decimal.hpp"
#include "report/page/sections.hpp"

namespace vpsfit::report {
namespace {

constexpr std::size_t most_names = 12;

/// Each word once, in the order of first mention.
class Words {
 public:
  void add(std::string word) {
    if (!word.empty() && std::find(words_.begin(), words_.end(), word) == words_.end())
      words_.push_back(std::move(word));
  }
  [[nodiscard]] std::string listed_in(Language language) const { return listed(language, words_, most_names); }

 private:
  std::vector<std::string> words_;
};

/// "3", or "2–3" where the subjects differ; empty where nobody says.
std::string runs_text(const Context& context) {
  std::set<std::int64_t> counts;
  for (const auto& subject : context.document.forecast.subjects)
    if (subject.usage.runs) counts.insert(*subject.usage.runs);
  if (counts.empty()) return {};
  const std::string least = context.figures.whole(*counts.begin());
  return counts.size() == 1
             ? least
             : context.say(Message::run_range, {{"low", least}, {"high", context.figures.whole(*counts.rbegin())}});
}

/// Which memory was counted, in the kernel's own words.
std::string memory_name(const std::string& definition) {
  return definition == "current"       ? "memory.current"
         : definition == "working-set" ? "memory.current − inactive_file"
                                       : definition;
}

/// How figures were obtained that are not the kernel's own; empty for those of a recording, whose runs say it
/// themselves.
std::string told_source(const Context& context, const std::optional<std::string>& origin) {
  if (origin == "figures") return context.say(Message::source_figures);
  if (origin == "docker_api") return source_name(context, recording::SourceKind::docker_api);
  if (origin == "process_tree") return source_name(context, recording::SourceKind::process_tree);
  return {};
}

}  // namespace

Markup compared_section(const Context& context) {
  const ForecastView& forecast = context.document.forecast;
  Words subjects, loads, windows, memories, sources, intervals, vendors;
  for (const auto& subject : forecast.subjects) {
    subjects.add(subject.subject);
    if (subject.plan) vendors.add(subject.plan->vendor);
    if (subject.usage.memory_definition) memories.add(memory_name(*subject.usage.memory_definition));
    sources.add(told_source(context, subject.usage.origin));
    if (!subject.measured) continue;
    loads.add(context.load(subject.measured->load));
    windows.add(subject.measured->window);
  }
  for (const auto& run : context.document.runs) {
    sources.add(source_name(context, run.summary.start.source));
    intervals.add(interval_text(context, run.summary.interval));
  }
  Markup out;
  open_section(context, out, "compared", Part::neutral, Message::compared_heading);
  const auto put = [&](Message name, const std::string& value) {
    if (!value.empty()) out.leaf("dt", context.say(name)).leaf("dd", value);
  };
  out.leaf("p", context.say(Message::intro)).open("dl");
  put(Message::compared_subjects, subjects.listed_in(context.language));
  put(Message::compared_reference, forecast.reference().value_or(""));
  put(Message::load, loads.listed_in(context.language));
  put(Message::runs, runs_text(context));
  put(Message::window, windows.listed_in(context.language));
  put(Message::interval, intervals.listed_in(context.language));
  put(Message::memory_counted, memories.listed_in(context.language));
  put(Message::source, sources.listed_in(context.language));
  put(Message::compared_plans, vendors.listed_in(context.language));
  return out.close().close(), out;
}

}  // namespace vpsfit::report
