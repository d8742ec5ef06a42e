// SPDX-License-Identifier: MIT
#include <algorithm>
#include <fmt/format.h>

#include "core/text.hpp"
#include "fx-rates/ecb_file.hpp"
#include "json/node.hpp"
#include "json/parse.hpp"

namespace vpsfit::fx {
namespace {

using json::Node;

/// One dimension of the answer: its name and the ids that the keys of the series count.
struct Dimension {
  std::string id;
  std::vector<std::string> values;
};

Result<std::vector<Dimension>> dimensions(const Node& structure, std::string_view kind) {
  VPSFIT_TRY(const Node all, structure.at("dimensions"));
  VPSFIT_TRY(const Node list, all.at(kind));
  VPSFIT_TRY(const auto items, list.items());
  std::vector<Dimension> result;
  for (const Node& item : items) {
    Dimension dimension;
    VPSFIT_TRY(const Node id, item.at("id"));
    VPSFIT_TRY(dimension.id, id.text());
    VPSFIT_TRY(const Node values, item.at("values"));
    VPSFIT_TRY(const auto value_items, values.items());
    for (const Node& value : value_items) {
      VPSFIT_TRY(const Node value_id, value.at("id"));
      VPSFIT_TRY(std::string text, value_id.text());
      dimension.values.push_back(std::move(text));
    }
    result.push_back(std::move(dimension));
  }
  return result;
}

/// The value of a dimension that position `text` of a key points to.
Result<std::string> pointed(const Dimension& dimension, std::string_view text) {
  const auto index = parse_int(text);
  if (!index || *index < 0 || static_cast<std::size_t>(*index) >= dimension.values.size())
    return fail(ErrorKind::input, fmt::format("'{}' points to no value of {}, which has {}", printable(text, 40),
                                              dimension.id, dimension.values.size()));
  return dimension.values[static_cast<std::size_t>(*index)];
}

/// What only the daily reference rates say; empty for a dimension that may say anything.
std::string_view wanted(std::string_view dimension) {
  return dimension == "FREQ"             ? "D"
         : dimension == "CURRENCY_DENOM" ? "EUR"
         : dimension == "EXR_TYPE"       ? "SP00"
         : dimension == "EXR_SUFFIX"     ? "A"
                                         : "";
}

/// "0:7:0:0:0" -> the currency.
Result<CurrencyCode> currency_of(const QuoteCollector& quotes, std::string_view key,
                                 const std::vector<Dimension>& series) {
  const auto parts = split(key, ':');
  if (parts.size() != series.size())
    return fail(ErrorKind::input, fmt::format("the key '{}' has {} parts, the structure has {}", printable(key, 40),
                                              parts.size(), series.size()));
  std::optional<CurrencyCode> currency;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const std::string& id = series[i].id;
    VPSFIT_TRY(const std::string value, pointed(series[i], parts[i]));
    if (id == "CURRENCY") {
      VPSFIT_TRY(currency, quotes.currency(value));
    } else if (const auto must = wanted(id); !must.empty() && value != must) {
      return fail(ErrorKind::input, fmt::format("{} is '{}', only '{}' is read", id, printable(value, 40), must), {},
                  "ask the API for EXR/D..EUR.SP00.A");
    }
  }
  if (!currency) return fail(ErrorKind::input, "no dimension is named CURRENCY");
  return *currency;
}

Result<void> one_observation(QuoteCollector& quotes, CurrencyCode currency, const Dimension& days, std::string_view key,
                             const json::Value& values) {
  VPSFIT_TRY(const std::string day_text, pointed(days, key));
  VPSFIT_TRY(const Date day, quotes.day(day_text));
  if (values.kind() != json::Value::Kind::array) return fail(ErrorKind::input, "an observation is not an array");
  if (values.items().empty() || values.items().front().is_null()) return {};  // listed, not published
  const json::Value& value = values.items().front();
  if (value.kind() != json::Value::Kind::number)
    return fail(ErrorKind::input, "the first entry of an observation is not a number");
  return quotes.add(day, currency, value.text(), 0);
}

/// Calls `each` for every member; an objection gets the member's place. (Node::at would search the key once more for
/// each: quadratic for a long object.)
template <class Each>
Result<void> for_members(const Node& object, Each each) {
  if (object.value().kind() != json::Value::Kind::object) return object.wrong("an object is wanted here");
  for (const auto& [key, value] : object.value().members()) {
    Result<void> done = each(key, value);
    if (done) continue;
    const auto member = object.at(key);
    return member ? member->wrong(done.error().message, done.error().remedy) : object.wrong(done.error().message);
  }
  return {};
}

Result<void> one_series(QuoteCollector& quotes, const std::vector<Dimension>& series, const Dimension& days,
                        std::string_view key, const Node& node) {
  const auto currency = currency_of(quotes, key, series);
  if (!currency) return node.wrong(currency.error().message, currency.error().remedy);
  VPSFIT_TRY(const Node observations, node.at("observations"));
  return for_members(observations, [&](std::string_view index, const json::Value& observation) {
    return one_observation(quotes, *currency, days, index, observation);
  });
}

Result<void> whole_answer(QuoteCollector& quotes, const Node& root) {
  VPSFIT_TRY(const Node structure, root.at("structure"));
  VPSFIT_TRY(const auto series, dimensions(structure, "series"));
  VPSFIT_TRY(const auto observation, dimensions(structure, "observation"));
  if (observation.size() != 1 || observation.front().id != "TIME_PERIOD")
    return structure.wrong("the observations are not counted by TIME_PERIOD alone");
  VPSFIT_TRY(const Node data_sets, root.at("dataSets"));
  VPSFIT_TRY(const auto sets, data_sets.items());
  for (const Node& set : sets) {
    VPSFIT_TRY(const Node all, set.at("series"));
    if (all.value().kind() != json::Value::Kind::object) return all.wrong("the series are not an object");
    for (const auto& [key, unused] : all.value().members()) {
      VPSFIT_TRY(const Node one, all.at(key));
      VPSFIT_CHECK(one_series(quotes, series, observation.front(), key, one));
    }
  }
  return {};
}

}  // namespace

Result<Quotes> parse_sdmx_json(std::string_view content, std::optional<Date> latest) {
  QuoteCollector quotes(content, latest);
  VPSFIT_CHECK(quotes.check_size());
  VPSFIT_TRY(const json::Value value, json::parse(content));
  VPSFIT_CHECK(whole_answer(quotes, Node(value, "")));  // the caller puts the name of the file before the place
  return std::move(quotes).finish("sdmx-json");
}

}  // namespace vpsfit::fx
