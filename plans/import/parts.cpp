// SPDX-License-Identifier: MIT
#include "plans/import/parts.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "core/decimal.hpp"
#include "core/text.hpp"
#include "json/parse.hpp"

namespace vpsfit::plans {

Result<std::vector<ImportDocument>> parse_documents(std::span<const ImportText> texts, std::size_t most) {
  if (texts.size() > most)
    return fail(ErrorKind::input, fmt::format("{} files were given, at most {} are read here", texts.size(), most));
  std::vector<ImportDocument> documents;
  for (const auto& text : texts) {
    auto value = json::parse(text.text);
    if (!value) return fail(std::move(value).error().in(text.file));
    documents.push_back({std::move(*value), text.file, text.sha256});
  }
  return documents;
}

const ImportDocument* maybe_document_with(const std::vector<ImportDocument>& documents, std::string_view member) {
  const auto found = std::find_if(documents.begin(), documents.end(),
                                  [&](const ImportDocument& d) { return d.value.find(member) != nullptr; });
  return found == documents.end() ? nullptr : &*found;
}

Result<const ImportDocument*> document_with(const std::vector<ImportDocument>& documents, std::string_view member) {
  const auto has = [&](const ImportDocument& d) { return d.value.find(member) != nullptr; };
  const auto count = std::count_if(documents.begin(), documents.end(), has);
  if (count == 1) return maybe_document_with(documents, member);
  if (documents.size() == 1) return fail(documents.front().root().at(member).error());
  return fail(ErrorKind::input,
              fmt::format("{} of the given files have a member \"{}\", one is needed", count, member));
}

Result<std::vector<json::Node>> maybe_items(const json::Node& object, std::string_view key) {
  const auto list = object.maybe(key);
  if (!list) return std::vector<json::Node>{};
  return list->items();
}

Result<std::string> plain_text(const json::Node& node) { return node.text(); }
Result<bool> flag(const json::Node& node) { return node.truth(); }
Result<std::vector<json::Node>> items_of(const json::Node& node) { return node.items(); }

Result<Date> leading_day(const json::Node& node) {
  VPSFIT_TRY(const std::string text, node.text());
  const auto day = parse_date(std::string_view(text).substr(0, std::min<std::size_t>(text.size(), 10)));
  if (!day) return node.wrong(fmt::format("\"{}\" does not begin with a date", printable(text, 60)));
  return *day;
}

Result<Date> retrieved_day(const ImportFacts& facts) {
  if (facts.retrieved) return *facts.retrieved;
  return fail(ErrorKind::input, "the document does not say of which day its prices are", {},
              "give the day on which it was fetched: --retrieved=YYYY-MM-DD");
}

Result<Rational> figure(const json::Node& node) {
  VPSFIT_TRY(Rational value, node.value().kind() == json::Value::Kind::string ? node.decimal() : node.number());
  if (value.is_negative()) return node.wrong(fmt::format("{} is negative", printable(node.value().text(), 60)));
  return value;
}

Result<Rational> positive_figure(const json::Node& node) {
  VPSFIT_TRY(Rational value, figure(node));
  if (value.is_zero()) return node.wrong("0 cannot be true here");
  return value;
}

Result<std::string> id_text(const json::Node& node) {
  if (node.value().kind() == json::Value::Kind::number) return node.value().text();
  return node.text();
}

Price monthly_price(Rational amount, const Currency& currency, Tax tax) {
  Price price(currency);
  price.amount = std::move(amount);
  price.kind = PriceKind::regular;
  price.tax = tax;
  return price;
}

Price hourly_price(Rational amount, const Currency& currency, Tax tax, std::optional<Rational> monthly_cap) {
  Price price = monthly_price(std::move(amount), currency, tax);
  price.period_unit = PeriodUnit::hour;
  price.monthly_cap = std::move(monthly_cap);
  return price;
}

Memory known_memory(Rational value, std::string unit) {
  Memory memory = labelled_memory(std::move(value), std::move(unit));
  memory.confidence = UnitConfidence::vendor_api;
  return memory;
}

Memory labelled_memory(Rational value, std::string unit) {
  Memory memory;
  memory.size = {std::move(value), std::move(unit)};
  return memory;
}

Disk included_disk(Rational value, std::string unit, std::string kind) {
  return {Size{std::move(value), std::move(unit)}, std::move(kind), true};
}

Traffic included_traffic(Rational value, std::string unit, bool pooled, OveragePolicy after) {
  Traffic traffic;
  traffic.after = after;
  if (value.is_zero()) return traffic;
  traffic.included = IncludedTraffic{};
  traffic.included->size = Size{std::move(value), std::move(unit)};
  traffic.included->direction = "out";
  traffic.included->pooled = pooled;
  return traffic;
}

Region region_named(std::string id) {
  Region region;
  region.id = std::move(id);
  return region;
}

Source source_of(std::string kind, Date retrieved, std::string sha256, std::string confidence) {
  Source source;
  source.kind = std::move(kind);
  source.retrieved_at = to_text(retrieved);
  if (!sha256.empty()) source.sha256 = std::move(sha256);
  source.confidence = std::move(confidence);
  return source;
}

void LeftOut::count(std::string_view reason) {
  const auto known = std::find_if(reasons_.begin(), reasons_.end(), [&](const auto& r) { return r.first == reason; });
  if (known == reasons_.end()) {
    reasons_.emplace_back(reason, 1);
  } else {
    ++known->second;
  }
}

void LeftOut::say(std::vector<std::string>& remarks) const {
  for (const auto& [reason, times] : reasons_)
    remarks.push_back(fmt::format("{} plan{} left out: {}", times, times == 1 ? " was" : "s were", reason));
}

Result<void> whole_list(const json::Node& place, std::size_t held, std::int64_t total) {
  if (total == static_cast<std::int64_t>(held)) return {};
  return fail(ErrorKind::refused,
              fmt::format("the list holds {} of {} items: this is one page of several", held, total), place.place(),
              "fetch all pages and join them into one list");
}

}  // namespace vpsfit::plans
