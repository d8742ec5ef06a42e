// SPDX-License-Identifier: MIT
#include "cli/rederive.hpp"

#include <fmt/format.h>
#include <set>

#include "cli/capacity_inputs.hpp"
#include "cli/forecast_inputs.hpp"
#include "cli/load_reports.hpp"
#include "core/decimal.hpp"
#include "core/text.hpp"
#include "forecast/forecast.hpp"
#include "fx-rates/cross.hpp"
#include "fx-rates/store.hpp"
#include "json/node.hpp"
#include "report/filters.hpp"
#include "report/forecast_words.hpp"

namespace vpsfit::cli {
namespace {

using json::Node;

Result<std::optional<fx::PublishedLeg>> leg_of(const std::vector<Node>& legs, const Currency& currency) {
  for (const auto& leg : legs) {
    VPSFIT_TRY(const auto to, leg.at("to"));
    VPSFIT_TRY(const auto code, to.currency());
    if (code != currency) continue;
    VPSFIT_TRY(const auto value, leg.at("value"));
    VPSFIT_CHECK(value.decimal());
    const std::string published = value.value().text();
    return fx::PublishedLeg{code, published, fx::decimals_of(published)};
  }
  return std::nullopt;
}

/// A rate as the forecast states it; crossed again from its legs where it has some.
Result<fx::Rate> rate_of(const Node& node) {
  VPSFIT_TRY(const auto from, node.at("from"));
  VPSFIT_TRY(const auto from_currency, from.currency());
  VPSFIT_TRY(const auto to, node.at("to"));
  VPSFIT_TRY(const auto to_currency, to.currency());
  VPSFIT_TRY(const auto value, node.at("value"));
  VPSFIT_CHECK(value.decimal());
  VPSFIT_TRY(const auto used_node, node.at("date_used"));
  VPSFIT_TRY(const auto used, used_node.date());
  VPSFIT_TRY(const auto asked_node, node.at("date_asked"));
  VPSFIT_TRY(const auto asked, asked_node.date());
  const std::string printed = value.value().text();
  const auto legs = node.maybe("legs");
  if (!legs)
    return fx::parse_given_rate(
        fmt::format("{}/{}={}@{}", from_currency.code(), to_currency.code(), printed, vpsfit::to_text(used)));
  VPSFIT_TRY(const auto items, legs->items());
  VPSFIT_TRY(const auto from_leg, leg_of(items, from_currency));
  VPSFIT_TRY(const auto to_leg, leg_of(items, to_currency));
  fx::Rate rate = fx::rate_from_legs({from_currency, to_currency}, from_leg, to_leg, used, asked);
  if (rate.printed != printed)
    return fail(ErrorKind::refused,
                fmt::format("the published rate is {}, its legs give {}", printable(printed, 40), rate.printed),
                value.place(), "somebody changed the rate or a leg");
  return rate;
}

/// The rate of the bank that the files have for the day that was asked; `stated` is what the document says.
Result<fx::Rate> look_up_again(const fx::Rate& stated, const std::vector<std::string>& files,
                               const std::string& place) {
  std::optional<Error> why;
  for (const auto& file : files) {
    VPSFIT_TRY(const fx::Store store, fx::open_rates(file));
    auto rate = store.rate({stated.from, stated.to}, stated.date_asked);
    if (rate) return rate;
    why = rate.error();
  }
  return fail(ErrorKind::refused,
              fmt::format("the bank's files have no rate {}/{} for {}: {}", stated.from.code(), stated.to.code(),
                          vpsfit::to_text(stated.date_asked), why ? why->message : "there is none"),
              place, "somebody changed the rate or its day");
}

Result<fx::RateTable> rates_of(const Node& document, const std::vector<std::string>& files) {
  fx::RateTable table;
  VPSFIT_TRY(const auto list, document.at("rates"));
  VPSFIT_TRY(const auto items, list.items());
  for (const auto& item : items) {
    VPSFIT_TRY(auto rate, rate_of(item));
    if (!files.empty() && rate.source == fx::RateSource::ecb) {
      VPSFIT_TRY(rate, look_up_again(rate, files, item.place()));
    }
    if (rate.from != rate.to) VPSFIT_CHECK(table.add(std::move(rate)));
  }
  return table;
}

Result<forecast::Assumptions> assumptions_of(const report::AssumptionsView& view) {
  forecast::Assumptions assumptions;
  VPSFIT_TRY(assumptions.core_performance, parse_decimal(view.core_performance));
  VPSFIT_TRY(assumptions.cpu_headroom, Fraction::parse(view.cpu_headroom));
  VPSFIT_TRY(assumptions.memory_factor, parse_decimal(view.memory_factor));
  assumptions.os_reserve = view.os_reserve;
  VPSFIT_CHECK(forecast::check(assumptions));
  return assumptions;
}

Result<forecast::Comparison> comparison_of(const report::ForecastView& view) {
  if (view.baseline) return forecast::AgainstSubject{*view.baseline};
  if (view.against) return forecast::parse_against(*view.against);
  return forecast::Alone{};
}

Result<forecast::Selection> selection_of(const ForecastFile& published) {
  VPSFIT_TRY(const auto currency, Currency::parse(published.view.currency));
  forecast::Selection selection{published.view.as_of, currency, std::nullopt, false};
  const Node document(published.value, printable(published.file));
  if (const auto min_disk = document.maybe("min_disk_bytes")) {
    VPSFIT_TRY(const auto bytes, min_disk->whole(0, INT64_MAX));
    selection.min_disk = Bytes{bytes};
  }
  if (const auto stale_ok = document.maybe("stale_ok")) {
    VPSFIT_TRY(selection.stale_ok, stale_ok->truth());
  }
  if (const auto filters = document.maybe("filters")) {
    VPSFIT_TRY(selection.filters, report::read_filters(*filters));
  }
  if (const auto years = document.maybe("years")) {
    VPSFIT_TRY(selection.years, years->whole(1, forecast::most_years));
  }
  return selection;
}

/// The what-if questions that were asked.
Result<std::vector<std::string>> questions_of(const Node& document) {
  std::vector<std::string> questions;
  const auto list = document.maybe("what_if");
  if (!list) return questions;
  VPSFIT_TRY(const auto items, list->items());
  for (const auto& item : items) {
    VPSFIT_TRY(const auto text, item.at("what_if"));
    VPSFIT_TRY(auto question, text.text());
    questions.push_back(std::move(question));
  }
  return questions;
}

/// The part of the measurements that counted. A window or a load that was asked for is the same for all subjects;
/// subjects of several loads say that none was.
UsageWish wish_of(const report::ForecastView& view) {
  UsageWish wish;
  std::set<std::string> loads;
  for (const auto& subject : view.subjects) {
    if (subject.measured && wish.window.empty()) wish.window = subject.measured->window;
    if (subject.measured) loads.insert(subject.measured->load.name);
    if (subject.usage.memory_definition) wish.memory_definition = *subject.usage.memory_definition;
    if (subject.usage.cpu_statistic == report::busiest_minutes) wish.cpu_statistic = "busiest-minute";
  }
  if (loads.size() == 1) wish.load = *loads.begin();
  return wish;
}

/// The calibration that the document cites; nothing where its core performance is assumed.
Result<std::optional<forecast::Calibration>> calibration_of(const Node& document,
                                                            const std::vector<std::string>& files) {
  const auto cited = document.maybe("calibration");
  if (!cited && files.empty()) return std::optional<forecast::Calibration>();
  if (!cited || files.size() != 1)
    return fail(ErrorKind::refused,
                fmt::format("the core performance is said to be {}, with {} calibration(s) among the inputs",
                            cited ? "measured" : "assumed", files.size()),
                document.place(), "nothing vouches for it");
  Inputs inputs;
  VPSFIT_TRY(auto calibration, read_calibration(files.front(), inputs));
  return std::optional(std::move(calibration));
}

/// Without what may differ: who computed it and where the inputs stood.
json::Value figures_of(const json::Value& document) {
  json::Value figures = json::Value::object();
  for (const auto& [key, value] : document.members())
    if (key != "tool" && key != "inputs" && key != "schema_version") figures.set(key, value);
  return figures;
}

}  // namespace

SourceFiles sources_of(const FoundInputs& found) {
  return {files_of(found, {InputRole::usage, InputRole::recording}), files_of(found, {InputRole::plans}),
          files_of(found, {InputRole::rates}), files_of(found, {InputRole::calibration})};
}

Result<Remade> remake(const ForecastFile& published, const SourceFiles& files) {
  const Node document(published.value, printable(published.file));
  Inputs inputs;
  UsageWish wish = wish_of(published.view);
  if (const auto rate = document.maybe("at_rate_per_s")) {
    VPSFIT_TRY(wish.at_rate, rate->decimal());
    if (*wish.at_rate <= Rational(0)) return rate->wrong("a request rate is more than zero");
  }
  VPSFIT_TRY(auto usages, read_usages(files.usages, wish, inputs));
  VPSFIT_TRY(auto catalog, read_catalog(files.plans, inputs));
  VPSFIT_TRY(auto rates, rates_of(document, files.rates));
  VPSFIT_TRY(auto assumptions, assumptions_of(published.view.assumptions));
  VPSFIT_TRY(auto calibration, calibration_of(document, files.calibrations));
  if (calibration) assumptions.core_performance = calibration->figure->value;
  VPSFIT_TRY(auto comparison, comparison_of(published.view));
  VPSFIT_TRY(auto selection, selection_of(published));
  VPSFIT_TRY(auto questions, questions_of(document));
  return Remade{std::move(usages),      std::move(catalog),     std::move(rates),
                std::move(assumptions), std::move(selection),   std::move(comparison),
                std::move(questions),   std::move(calibration), std::move(wish)};
}

Result<json::Value> derive_again(const ForecastFile& published, const SourceFiles& files) {
  VPSFIT_TRY(const auto made, remake(published, files));
  VPSFIT_TRY(auto result, forecast::make_forecast(made.usages, made.catalog, made.rates, made.assumptions,
                                                  made.selection, made.comparison, made.questions, made.calibration));
  result.at_rate = made.wish.at_rate;
  VPSFIT_CHECK(add_lower_rates(files.usages, made.wish, result));
  return forecast_document(result, files.usages);
}

std::optional<report::Difference> first_wrong_figure(const json::Value& published, const json::Value& derived) {
  return report::first_difference(figures_of(published), figures_of(derived));
}

}  // namespace vpsfit::cli
