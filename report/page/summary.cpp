// SPDX-License-Identifier: MIT
#include <algorithm>

#include "core/decimal.hpp"
#include "core/shown_name.hpp"
#include "report/page/context.hpp"
#include "report/page/data_files.hpp"
#include "report/page/load_columns.hpp"
#include "report/page/made_at.hpp"

namespace vpsfit::report {
namespace {

using json::Value;

/// What a site puts above its figures; the key is what it asks for.
struct Label {
  std::string_view key;
  Message message;
};
constexpr auto labels = std::to_array<Label>({{"subject", Message::subject},
                                              {"measured", Message::measured},
                                              {"forecast", Message::forecast},
                                              {"load", Message::load},
                                              {"runs", Message::runs},
                                              {"cpu_cores", Message::cpu_highest},
                                              {"memory_median", Message::memory_median},
                                              {"memory_largest", Message::memory_largest},
                                              {"needed_vcpus", Message::need_vcpus},
                                              {"needed_memory", Message::need_memory},
                                              {"plan", Message::plan},
                                              {"annual_fee", Message::fee},
                                              {"annual_saving", Message::saving_year},
                                              {"monthly_saving", Message::saving_month},
                                              {"baseline", Message::baseline},
                                              {"no_plan", Message::no_plan},
                                              {"not_stated", Message::not_stated},
                                              {"forecast_warning", Message::forecast_warning},
                                              {"assumptions", Message::assumptions_heading},
                                              {"core_performance", Message::core_performance},
                                              {"cpu_headroom", Message::cpu_headroom},
                                              {"memory_factor", Message::memory_factor},
                                              {"os_reserve", Message::os_reserve},
                                              {"remarks", Message::remarks_heading},
                                              {"load_results", Message::load_results_heading},
                                              {"load_results_note", Message::load_results_note},
                                              {"data", Message::data_heading}});

Value money(const MoneyText& money) { return Value::object({{"amount", money.amount}, {"currency", money.currency}}); }

Value load(const Load& load) {
  return Value::object(
      {{"name", load.name.empty() ? Value() : Value(load.name)},
       {"request_rate_per_s",
        load.request_rate_per_s ? Value(to_decimal(*load.request_rate_per_s, Rounding::half_away)) : Value()}});
}

Value usage(const SubjectView& subject) {
  Value value = Value::object({{"cpu_cores", subject.usage.cpu_cores},
                               {"memory_bytes", subject.usage.memory ? Value(subject.usage.memory->count()) : Value()},
                               {"memory_statistic", subject.usage.memory_statistic},
                               {"runs", subject.usage.runs}});
  const auto& measured = subject.measured;
  value.set("load", measured ? load(measured->load) : Value());
  value.set("cpu_cores_of_runs", !measured ? Value() : range_json(cores_of_runs(*measured)));
  value.set("memory_median_bytes_of_runs", !measured ? Value() : range_json(memory_medians_of_runs(*measured)));
  value.set("memory_max_bytes_of_runs", !measured ? Value() : range_json(memory_maxima_of_runs(*measured)));
  return value;
}

/// What the plan costs over the years that were asked for.
Value years_total(const YearsView& years) {
  const auto known = [](const std::optional<MoneyText>& amount) { return amount ? money(*amount) : Value(); };
  return Value::object({{"years", years.years},
                        {"setup_fee", known(years.setup_fee)},
                        {"first_term", money(years.first_term)},
                        {"renewed_periods", years.renewed_periods},
                        {"renewed", money(years.renewed)},
                        {"ipv4", money(years.ipv4)},
                        {"total", known(years.total)},
                        {"total_if_unchanged", money(years.total_if_unchanged)}});
}

/// The figures of a subject in words.
Value display(const Context& context, const SubjectView& subject) {
  Value value = Value::object(
      {{"cpu_cores", subject.usage.cpu_cores ? Value(context.rounded(*subject.usage.cpu_cores, 3)) : Value()},
       {"memory_largest", subject.usage.memory ? Value(context.figures.memory(*subject.usage.memory)) : Value()}});
  const auto& measured = subject.measured;
  const auto medians = !measured ? std::nullopt : spread(memory_medians_of_runs(*measured));
  value.set(
      "memory_median",
      medians ? Value(Figures::with_unit(context.figures.rounded(medians->middle / Rational(MiB(1).count()), 1), "MiB"))
              : Value());
  value.set("needed_vcpus", subject.need ? Value(context.figures.whole(subject.need->vcpus)) : Value());
  value.set("needed_memory", subject.need ? Value(context.figures.memory(subject.need->memory)) : Value());
  value.set("plan", subject.plan ? Value(context.size(*subject.plan)) : Value(context.say(Message::no_plan)));
  value.set("annual_fee", subject.plan ? Value(context.money(subject.plan->annual_fee)) : Value());
  value.set("annual_saving", subject.savings ? Value(context.money(subject.savings->annual)) : Value());
  value.set("monthly_saving", subject.savings ? Value(context.money(subject.savings->monthly)) : Value());
  value.set("headline",
            context.document.forecast.reference() && subject.savings
                ? Value(context.say(Message::instead_of, {{"baseline", *context.document.forecast.reference()},
                                                          {"subject", subject.subject}}))
                : Value());
  return value;
}

/// One object a language, of what `say` makes in its context.
template <class Say>
Value in_each(const Document& shown, const std::vector<Language>& languages, const Say& say) {
  Value value = Value::object();
  for (const Language language : languages) value.set(std::string(tag(language)), say(Context{shown, language}));
  return value;
}

/// `shown` is the same subject with its names as they may be shown, in a document of such.
Value subject_value(const Document& document, const SubjectView& subject, const Document& shown_document,
                    const SubjectView& shown, const std::vector<Language>& languages) {
  Value value = Value::object({{"subject", subject.subject},
                               {"status", subject.status},
                               {"is_baseline", document.forecast.is_baseline(subject)},
                               {"usage", usage(subject)}});
  const auto& need = subject.need;
  value.set("need", need ? Value::object({{"vcpus", need->vcpus},
                                          {"vcpus_exact", need->vcpus_exact},
                                          {"memory_bytes", need->memory.count()}})
                         : Value());
  const auto& plan = subject.plan;
  value.set("plan", plan ? Value::object({{"vendor", plan->vendor},
                                          {"id", plan->id},
                                          {"vcpus", Value::number(plan->vcpus)},
                                          {"memory_bytes", plan->memory.count()},
                                          {"annual_fee", money(plan->annual_fee)}})
                         : Value());
  const auto& savings = subject.savings;
  value.set("savings", savings ? Value::object({{"annual", money(savings->annual)},
                                                {"annual_exact", savings->annual_exact},
                                                {"monthly", money(savings->monthly)}})
                               : Value());
  value.set("robustness", subject.robustness);
  if (subject.years) value.set("years_total", years_total(*subject.years));
  value.set("display",
            in_each(shown_document, languages, [&](const Context& context) { return display(context, shown); }));
  return value;
}

/// The figures of one subject in a table of load results, in words.
Value load_display(const Context& context, const LoadRuns& runs) {
  Value value = Value::object();
  for (const auto& column : load_columns) {
    const auto [text, range] = cell_of(context, column, runs);
    value.set(std::string(column.key), text.empty() ? Value() : Value(text));
    value.set(std::string(column.key) + "_range", range.empty() ? Value() : Value(range));
  }
  return value;
}

Value texts(const std::vector<std::string>& texts) {
  Value list = Value::array();
  for (const auto& text : texts) list.push(text);
  return list;
}

/// The group's names as they may be shown; its figures are the same.
LoadGroup as_shown(LoadGroup group) {
  group.name = shown_name(group.name);
  for (auto& subject : group.subjects) subject.first = shown_name(subject.first);
  return group;
}

Value load_results(const Document& document, const Document& shown_document, const std::vector<Language>& languages) {
  Value list = Value::array();
  for (const auto& group : load_groups(document)) {
    Value subjects = Value::array();
    for (const auto& [subject, runs] : group.subjects)
      subjects.push(load_subject_json(subject, runs)
                        .set("display", in_each(shown_document, languages, [&runs = runs](const Context& context) {
                               return load_display(context, runs);
                             })));
    const LoadGroup shown = as_shown(group);
    list.push(load_group_json(group, std::move(subjects))
                  .set("display", in_each(shown_document, languages, [&](const Context& context) {
                         return Value::object({{"caption", caption_of(context, shown)},
                                               {"remarks", texts(remarks_on(context, shown))},
                                               {"notes", texts(notes_on(context, {shown}))}});
                       })));
  }
  return list;
}

Value assumptions(const AssumptionsView& assumptions) {
  return Value::object({{"core_performance", assumptions.core_performance},
                        {"cpu_headroom", assumptions.cpu_headroom},
                        {"memory_factor", assumptions.memory_factor},
                        {"os_reserve_bytes", assumptions.os_reserve.count()}});
}

Value calibration(const CalibrationView& view) {
  return Value::object({{"subject", view.subject},
                        {"core_performance", view.value},
                        {"core_performance_highest", view.highest},
                        {"plan", view.plan},
                        {"here", Value::object({{"cpu_model", view.here_cpu}, {"runs", view.here_runs}})},
                        {"there", Value::object({{"cpu_model", view.there_cpu}, {"runs", view.there_runs}})}});
}

}  // namespace

json::Value summary(const Document& document, const std::vector<Language>& languages,
                    const std::vector<LinkedFile>& files) {
  const Document shown = displayed(document);
  const Context neutral{shown, languages.front()};
  Value value = Value::object({{"schema", "urn:vpsfit:schema:summary:1"}, {"schema_version", "1.0"}});
  const auto space = document.tool.find(' ');
  value.set("tool", Value::object({{"name", document.tool.substr(0, space)},
                                   {"version", space == std::string::npos ? "" : document.tool.substr(space + 1)}}));
  value.set("title", neutral.title());
  value.set("as_of", vpsfit::to_text(document.forecast.as_of));
  value.set("made_at", vpsfit::to_text(made_at(document)));
  value.set("currency", document.forecast.currency);
  value.set("baseline", document.forecast.baseline);
  value.set("against", document.forecast.against);
  value.set("assumptions", assumptions(document.forecast.assumptions));
  // What nobody asked for is left out, as in the forecast.
  if (document.forecast.calibration) value.set("calibration", calibration(*document.forecast.calibration));
  if (document.forecast.filters) value.set("filters", *document.forecast.filters);
  if (document.forecast.years) value.set("years", *document.forecast.years);

  Value tags = Value::array();
  Value texts = Value::object();
  Value pages = Value::object();
  for (const Language language : languages) {
    const std::string name(tag(language));
    const Context context{shown, language};
    tags.push(name);
    Value of_language = Value::object(
        {{"title", context.title()},
         {"as_of", context.say(Message::as_of, {{"date", context.figures.date(document.forecast.as_of)}})}});
    for (const auto& [key, message] : labels)
      of_language.set(std::string(key), context.say(message == Message::cpu_highest
                                                        ? context.by_statistic(message, Message::cpu_highest_minute)
                                                        : message));
    if (const std::string measured = context.calibration(); !measured.empty()) of_language.set("calibration", measured);
    for (const auto& column : load_columns) of_language.set(std::string(column.key), heading_of(context, column));
    texts.set(name, std::move(of_language));
    pages.set(name, name + "/index.html");
  }
  value.set("languages", std::move(tags)).set("labels", std::move(texts));

  Value subjects = Value::array();
  for (std::size_t i = 0; i < document.forecast.subjects.size(); ++i)
    subjects.push(subject_value(document, document.forecast.subjects[i], shown, shown.forecast.subjects[i], languages));
  value.set("subjects", std::move(subjects));
  value.set("load_results", load_results(document, shown, languages)).set("pages", std::move(pages));

  Value linked = Value::array();
  for (const auto& file : files)
    linked.push(Value::object(
        {{"name", file.name}, {"bytes", static_cast<std::int64_t>(file.bytes)}, {"sha256", file.sha256}}));
  value.set("files", std::move(linked));
  return value;
}

}  // namespace vpsfit::report
